/* A small problem with a known solution, for the tests of single algorithms: minimise
 * (x1 - 2)^2 + (x2 - 1)^2 subject to x1^2/4 + x2^2 <= 1 and x1 - 2 x2 + 1 = 0.
 * Bracken and McCormick (1968), Selected Applications of Nonlinear Programming, ch. 3. On the
 * line 2 x1^2 + 2 x1 = 3, so x1 = (sqrt(7) - 1)/2, x2 = (sqrt(7) + 1)/4, f = 1.39346. */
#ifndef HECO_TESTS_KNOWN_PROBLEM_H
#define HECO_TESTS_KNOWN_PROBLEM_H

#include "testing.h"

#include "heco/heco.h"

static inline int known_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = (x[0] - 2.0) * (x[0] - 2.0) + (x[1] - 1.0) * (x[1] - 1.0);
    g[0] = x[0] * x[0] / 4.0 + x[1] * x[1] - 1.0;
    h[0] = x[0] - 2.0 * x[1] + 1.0;
    return HECO_POINT_OK;
}

static const double KNOWN_LOWER[2] = {-10.0, -10.0}, KNOWN_UPPER[2] = {10.0, 10.0};

/* Options of a run: SET("F=0.5", "CR=0.9"), or SET(0) for none. */
#define SET(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Runs the algorithm and expects the solution, to within what the tolerance 1e-4 of the equality
 * allows. */
static inline void assert_solves_known(const char *algorithm, const char *const *set, uint64_t evals) {
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *solution;
    heco_error            error = {HECO_OK, ""};
    p.name    = "known";
    p.space.n = 2, p.space.ng = 1, p.space.nh = 1;
    p.space.lower = KNOWN_LOWER, p.space.upper = KNOWN_UPPER;
    p.eval          = known_eval;
    o.algorithm     = algorithm;
    o.run.max_evals = evals;
    o.run.set       = set;
    while (set[o.run.sets] != NULL) o.run.sets++;
    if (heco_minimize(&solution, &p, &o, &error) != HECO_OK)
        fail_msg("%s: %s", algorithm, error.text);
    const heco_result *r = heco_solution_result(solution);
    assert_int_equal(r->outcome.found, HECO_FOUND_FEASIBLE);
    assert_near(r->outcome.f, 1.39346, 1e-3);
    assert_near(r->x[0], (sqrt(7.0) - 1.0) / 2.0, 1e-3);
    assert_near(r->x[1], (sqrt(7.0) + 1.0) / 4.0, 1e-3);
    heco_solution_free(solution);
}

#endif
