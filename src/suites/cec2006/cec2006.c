/* cec2006: the 24 problems of the CEC 2006 special session on constrained optimisation.
 * Liang, Runarsson, Mezura-Montes, Clerc, Suganthan, Coello Coello, Deb (2006), Problem
 * definitions and evaluation criteria, technical report                        [liang2006]
 *
 * The report and its reference program disagree about the objective of g17: `g17` is the
 * report's (its optimum is below the published value), `g17c` the program's. A run succeeds
 * when a feasible f is at most f_ref + 1e-4. */
#include "suites/cec2006/cec2006.h"

#include "suites/cec2006/cec2006_data.h"
#include "suites/suite_table.h"

enum {
#define HECO_X(name, ...) CEC2006_##name,
    HECO_CEC2006_LIST(HECO_X)
#undef HECO_X
};

static const heco_suite_fixed cec2006_rows[] = {
#define HECO_X(name, nx, ngx, nhx, ref, ...) \
    [CEC2006_##name] = {.n     = nx, \
                        .ng    = ngx, \
                        .nh    = nhx, \
                        .f_ref = ref, \
                        .lower = cec2006_##name##_lower, \
                        .upper = cec2006_##name##_upper, \
                        .best  = cec2006_##name##_best, \
                        .eval  = heco_cec2006_##name},
    HECO_CEC2006_LIST(HECO_X)
#undef HECO_X
};

static const heco_suite_entry cec2006_entries[] = {
#define HECO_X(id, nx, ngx, nhx, ref, used, text) \
    {.name      = #id, \
     .title     = (text), \
     .dims      = &cec2006_rows[CEC2006_##id].n, \
     .dim_count = 1, \
     .compared  = (used)},
    HECO_CEC2006_LIST(HECO_X)
#undef HECO_X
};

static heco_status cec2006_make(void *state, heco_arena *arena, size_t index, size_t dim,
                                heco_problem *out, heco_error *error) {
    (void)state, (void)arena, (void)dim, (void)error;
    heco_suite_fixed_make(&cec2006_rows[index], out);
    return HECO_OK;
}

const heco_suite_row heco_suite_cec2006 = {
    .name        = "cec2006",
    .title       = "CEC 2006: 24 constrained problems, 2 to 24 variables",
    .entries     = cec2006_entries,
    .count       = sizeof cec2006_entries / sizeof cec2006_entries[0],
    .dims        = HECO_DIMS_OWN,
    .success_tol = 1e-4,
    .eq_tol      = 1e-4,
    .band        = 1,
    .evals       = 500000,
    .make        = cec2006_make,
};
