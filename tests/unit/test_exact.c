/* Linear and convex quadratic problems are solved without a search, and proved. */
#include "run/exact.h"

#include "testing.h"
#include <math.h>

/* f = -x - 2y + q(x^2 + y^2)/2 with x + y <= 1 in [0, 10]^2. */
static int two_variables(void *user, const double *x, double *f, double *g, double *h) {
    double q = *(const double *)user;
    (void)h;
    *f   = -x[0] - 2.0 * x[1] + 0.5 * q * (x[0] * x[0] + x[1] * x[1]);
    g[0] = x[0] + x[1] - 1.0;
    return HECO_POINT_OK;
}

static const size_t constraint[] = {0}, begin[] = {0, 2}, index_of[] = {0, 1};
static const double coef[] = {1.0, 1.0}, constant[] = {-1.0};
static const double lower[] = {0.0, 0.0}, upper[] = {10.0, 10.0}, slope[] = {-1.0, -2.0};

/* Solves it with the curvature q although the objective has the curvature `real`. */
static heco_solution *solve(double q, double real) {
    static double     H[4];
    const heco_linear linear = {1, constraint, begin, index_of, coef, constant};
    H[0] = H[3]                     = q;
    heco_quadratic        quadratic = {0.0, slope, q != 0.0 ? H : NULL};
    heco_problem          p         = heco_problem_default();
    heco_minimize_options o         = heco_minimize_options_default();
    heco_solution        *s         = NULL;
    heco_error            error;
    p.space.n = 2, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    p.space.linear = &linear, p.quadratic = &quadratic;
    p.eval = two_variables, p.user = &real;
    o.run.max_evals = 500;
    assert_int_equal(heco_minimize(&s, &p, &o, &error), HECO_OK);
    return s;
}

static void a_linear_program_ends_at_its_vertex(void **state) {
    char verdict[HECO_VERDICT_SIZE];
    (void)state;
    heco_solution     *s = solve(0.0, 0.0);
    const heco_result *r = heco_solution_result(s);
    assert_int_equal(r->outcome.stop, HECO_STOP_OPTIMAL);
    assert_int_equal(r->outcome.evals, 1);
    assert_true(fabs(r->x[0]) < 1e-12 && fabs(r->x[1] - 1.0) < 1e-12);
    heco_solution_verdict(s, verdict, sizeof verdict);
    assert_string_equal(verdict, "optimal: no feasible point is better, proved by multipliers");
    heco_solution_free(s);
}

static void a_convex_quadratic_program_is_solved_in_one_step(void **state) {
    (void)state;
    heco_solution     *s = solve(4.0, 4.0);
    const heco_result *r = heco_solution_result(s);
    assert_int_equal(r->outcome.stop, HECO_STOP_OPTIMAL);
    assert_true(fabs(r->x[0] - 0.25) < 1e-10 && fabs(r->x[1] - 0.5) < 1e-10);
    heco_solution_free(s);
}

static void other_problems_are_searched(void **state) {
    (void)state;
    heco_solution *s = solve(-1.0, -1.0); /* not convex */
    assert_int_not_equal(heco_solution_result(s)->outcome.stop, HECO_STOP_OPTIMAL);
    heco_solution_free(s);
    s = solve(4.0, 2.0); /* the statement is wrong */
    assert_int_not_equal(heco_solution_result(s)->outcome.stop, HECO_STOP_OPTIMAL);
    assert_true(heco_solution_result(s)->outcome.f < -1.12);
    heco_solution_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linear_program_ends_at_its_vertex),
        cmocka_unit_test(a_convex_quadratic_program_is_solved_in_one_step),
        cmocka_unit_test(other_problems_are_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
