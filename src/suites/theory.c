/* theory: the two worked examples of the HECO-DE paper, in one variable.   [xu2020]
 *
 *   e1  Example 1: minimise x on [-1000, 1000], sin(pi x/1200) >= 0. The Pareto set of (f, v)
 *       is {-1000} and (-200, 0]; the paper writes [-200, 0], but -200 has the violation of
 *       -1000 and a larger f.
 *   e2  Example 2, the wide gap: minimise x on [-500, 3000], sin(pi x/1000) >= 0. Feasible are
 *       [0, 1000] and [2000, 3000]: a search that never accepts a worse e stays at 2000. */
#include "suites/cec2017/scalar_math.h"
#include "suites/suite_table.h"

typedef struct {
    double lower, upper;
    double half; /* of the period: the sine is that of pi x / half */
} theory_row;

static const theory_row theory_rows[] = {{-1000.0, 1000.0, 1200.0}, {-500.0, 3000.0, 1000.0}};

static const size_t           theory_dim       = 1;
static const double           theory_best      = 0.0;
static const heco_suite_entry theory_entries[] = {
    {.name      = "e1",
     .title     = "Example 1: Pareto front of f and v",
     .dims      = &theory_dim,
     .dim_count = 1,
     .compared  = 1},
    {.name      = "e2",
     .title     = "Example 2: the wide gap",
     .dims      = &theory_dim,
     .dim_count = 1,
     .compared  = 1},
};

/* Half turns are removed exactly, because the ends of the feasible intervals, such as x = 2000 of
 * e2, have to be feasible (sin(2 pi) in double arithmetic is -2.4e-16), and because -200 and -1000
 * of e1 have to tie. */
static int theory_eval(void *user, const double *x, double *f, double *g, double *h) {
    const theory_row *row = user;
    (void)h;
    double k    = heco_fast_round(x[0] / row->half);
    double odd  = k - 2.0 * heco_fast_round(0.5 * k); /* -1, 0 or 1 */
    double sine = heco_fast_sin(3.141592653589793 * ((x[0] - k * row->half) / row->half));
    f[0]        = x[0];
    g[0]        = odd != 0.0 ? sine : 0.0 - sine;
    return HECO_POINT_OK;
}

static heco_status theory_make(void *state, heco_arena *arena, size_t index, size_t dim,
                               heco_problem *out, heco_error *error) {
    const theory_row *row = &theory_rows[index];
    (void)state, (void)arena, (void)error;
    out->space.n     = dim;
    out->space.ng    = 1;
    out->space.lower = &row->lower;
    out->space.upper = &row->upper;
    out->eval        = theory_eval;
    out->user        = (void *)row; /* only read */
    out->f_ref       = 0.0;
    out->x_ref       = &theory_best;
    return HECO_OK;
}

const heco_suite_row heco_suite_theory = {
    .name        = "theory",
    .title       = "HECO-DE paper: Examples 1 and 2, one variable",
    .entries     = theory_entries,
    .count       = sizeof theory_entries / sizeof theory_entries[0],
    .dims        = HECO_DIMS_OWN,
    .band        = 1,
    .success_tol = 1.0, /* one step of the examples' mutation */
    /* about ten times what HECO needs to walk from 2000 to 0 in steps of at most 1 */
    .evals = 200000,
    .make  = theory_make,
};
