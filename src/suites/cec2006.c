/* cec2006: the 24 problems of the CEC 2006 special session on constrained optimisation. */
#include "suites/suite_table.h"

static const double cec2006_g06_lower[] = {13.0, 0.0}, cec2006_g06_upper[] = {100.0, 100.0};
static const size_t cec2006_dims[]      = {2};

static int cec2006_g06(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double a = x[0] - 10.0, b = x[1] - 20.0, c = x[0] - 5.0, d = x[1] - 5.0, e = x[0] - 6.0;
    f[0] = a * a * a + b * b * b;
    g[0] = 100.0 - c * c - d * d;
    g[1] = e * e + d * d - 82.81;
    return HECO_POINT_OK;
}

static const heco_suite_entry cec2006_entries[] = {
    {.name = "g06", .title = "cubic", .dims = cec2006_dims, .dim_count = 1, .compared = 1},
};

static heco_status cec2006_make(void *state, heco_arena *arena, size_t index, size_t dim,
                                heco_problem *out, heco_error *error) {
    (void)state, (void)arena, (void)index, (void)dim, (void)error;
    out->space.n = 2, out->space.ng = 2;
    out->space.lower = cec2006_g06_lower, out->space.upper = cec2006_g06_upper;
    out->eval = cec2006_g06;
    return HECO_OK;
}

static uint64_t cec2006_budget(size_t dim) {
    (void)dim;
    return 500000;
}

const heco_suite_row heco_suite_cec2006 = {
    .name = "cec2006", .title = "CEC 2006: 24 constrained problems, 2 to 24 variables",
    .entries = cec2006_entries, .count = sizeof cec2006_entries / sizeof cec2006_entries[0],
    .success_tol = 1e-4, .budget = cec2006_budget, .make = cec2006_make,
};
