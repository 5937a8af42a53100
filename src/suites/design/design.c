/* design: twenty classical problems of engineering design. Formulations differ between papers;
 * the comment above each function says which one it is and where it comes from, and
 * docs/suites/design.md has the table.
 *
 *   design_beams.c     beams, columns, vessel, bulkhead
 *   design_machines.c  springs, gears, clutch, pulley, lever
 *   design_bearings.c  bearings
 *   design_trusses.c   trusses
 *   design_systems.c   car side impact, oil cooler
 *
 * A variable that takes stock sizes is an integer: a multiple of the step, or the number of the
 * size in its table. A run succeeds when a feasible f is within 1e-4 |f_ref| of f_ref; no
 * f_ref is 0. */
#include "suites/design/design.h"

#include "suites/suite_table.h"

static const heco_suite_fixed *const design_rows[] = {
#define HECO_X(row, ...) &heco_design_##row,
    HECO_DESIGN_LIST(HECO_X)
#undef HECO_X
};

static const heco_suite_entry design_entries[] = {
#define HECO_X(row, id, text) \
    {.name = (id), .title = (text), .dims = &heco_design_##row.n, .dim_count = 1, .compared = 1},
    HECO_DESIGN_LIST(HECO_X)
#undef HECO_X
};

static heco_status design_make(void *state, heco_arena *arena, size_t index, size_t dim,
                               heco_problem *out, heco_error *error) {
    (void)state, (void)arena, (void)dim, (void)error;
    heco_suite_fixed_make(design_rows[index], out);
    return HECO_OK;
}

const heco_suite_row heco_suite_design = {
    .name        = "design",
    .title       = "20 engineering designs, 2 to 11 variables, some integer",
    .entries     = design_entries,
    .count       = sizeof design_entries / sizeof design_entries[0],
    .dims        = HECO_DIMS_OWN,
    .success_rel = 1e-4,
    .eq_tol      = 1e-4,
    .band        = 1,
    .evals       = 100000,
    .make        = design_make,
};
