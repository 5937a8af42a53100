/* A sum of squares by its residuals: the values, what is refused, and what Gauss-Newton saves. */
#include <math.h>

#include "heco/heco.h"
#include "testing.h"

enum { POINTS = 21 };

/* The model a exp(-b t) minus its values at a = 2, b = 0.7, and with a constraint a <= limit. */
static int decay(void *user, const double *x, double *f, double *g, double *h) {
    size_t first = 0;
    (void)h;
    if (user != NULL) g[first++] = x[0] - *(const double *)user;
    double sum = 0.0;
    for (size_t i = 0; i < POINTS; i++) {
        double t     = 0.2 * (double)i;
        g[first + i] = x[0] * exp(-x[1] * t) - 2.0 * exp(-0.7 * t);
        sum += g[first + i] * g[first + i];
    }
    *f = user == NULL ? NAN : sum; /* the library computes f from the residuals */
    return HECO_POINT_OK;
}

static int sum_alone(void *user, const double *x, double *f, double *g, double *h) {
    double r[POINTS + 1], limit = 10.0;
    (void)user, (void)g;
    return decay(&limit, x, f, r, h);
}

static const double lower[] = {0.0, 0.0}, upper[] = {10.0, 10.0};

static heco_problem fit(void) {
    heco_problem p = heco_problem_default();
    p.space.n = 2, p.space.ng = POINTS, p.residuals = POINTS;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = decay;
    return p;
}

static uint64_t evals_to(const heco_problem *p, double target) {
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s = NULL;
    uint64_t              evals;
    o.run.max_evals = 2000, o.run.target = target;
    assert_int_equal(heco_minimize(&s, p, &o, NULL), HECO_OK);
    const heco_result *r = heco_solution_result(s);
    assert_int_equal(r->outcome.found, HECO_FOUND_FEASIBLE);
    assert_true(r->outcome.f <= target);
    assert_true(fabs(r->x[0] - 2.0) < 1e-3 && fabs(r->x[1] - 0.7) < 1e-3);
    evals = r->outcome.evals;
    heco_solution_free(s);
    return evals;
}

static void test_saves_evaluations(void **state) {
    heco_problem with = fit(), without = fit();
    (void)state;
    without.space.ng = 0, without.residuals = 0, without.eval = sum_alone;
    assert_true(evals_to(&with, 1e-10) < evals_to(&without, 1e-10));
}

/* With a <= 1.5 the fit is the best b for a = 1.5, and the constraint is active. */
static void test_constraint(void **state) {
    double                limit = 1.5;
    heco_problem          p     = fit();
    heco_minimize_options o     = heco_minimize_options_default();
    heco_solution        *s     = NULL;
    (void)state;
    p.space.ng = POINTS + 1, p.user = &limit;
    o.run.max_evals = 1000;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    const heco_result *r = heco_solution_result(s);
    assert_int_equal(r->outcome.found, HECO_FOUND_FEASIBLE);
    assert_true(fabs(r->x[0] - 1.5) < 1e-7);
    double sum = 0.0;
    for (size_t i = 1; i <= POINTS; i++) sum += r->g[i] * r->g[i];
    assert_true(r->outcome.f == sum);
    heco_solution_free(s);
}

static void test_refused(void **state) {
    heco_problem p     = fit();
    heco_error   error = {HECO_OK, ""};
    (void)state;
    p.residuals = POINTS + 1;
    assert_int_equal(heco_problem_check(&p, &error), HECO_ERR_ARG);
    assert_string_equal(error.text,
                        "22 residuals among 21 values of g: space.ng counts the residuals, too");
    p.residuals = POINTS, p.maximise = 1;
    assert_int_equal(heco_problem_check(&p, &error), HECO_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_saves_evaluations),
                                       cmocka_unit_test(test_constraint),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
