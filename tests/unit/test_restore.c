/* Restoration: the answer meets the constraints to rounding, whatever the algorithm. */
#include "testing.h"

#include "heco/run.h"

typedef struct {
    double unit; /* of the equality */
    double size; /* of the noise of the equality */
    int    calls;
} circle;

/* The point of the circle of radius 2 that is nearest to (3, 0), above the line y = 1. */
static int circle_eval(void *user, const double *x, double *f, double *g, double *h) {
    circle *c   = user;
    double  odd = c->size * (double)(c->calls++ % 7 - 3);
    f[0]        = (x[0] - 3.0) * (x[0] - 3.0) + x[1] * x[1];
    g[0]        = 1.0 - x[1];
    h[0]        = c->unit * (x[0] * x[0] + x[1] * x[1] - 4.0 + odd);
    return HECO_POINT_OK;
}

static const double best_f = 2.6076951545867362; /* (sqrt(3) - 3)^2 + 1 */

typedef struct {
    double f, g, h;
    int    restored, feasible;
} answer;

static answer solve(circle *c, const char *algorithm, int protocol) {
    static const double   lower[2] = {-5.0, -5.0}, upper[2] = {5.0, 5.0};
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    heco_error            error = {HECO_OK, ""};
    char                  did[300];
    p.space.n = 2, p.space.ng = 1, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = circle_eval, p.user = c, p.protocol = protocol;
    o.algorithm = algorithm, o.run.max_evals = 6000;
    if (heco_minimize(&s, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    const heco_result *r = heco_solution_result(s);
    heco_solution_describe(s, did, sizeof did);
    answer out = {r->outcome.f, r->g[0], r->h[0], strstr(did, "restoration") != NULL,
                  r->outcome.found == HECO_FOUND_FEASIBLE};
    heco_solution_free(s);
    return out;
}

static void a_population_is_restored(void **state) {
    (void)state;
    circle c   = {.unit = 1.0};
    answer raw = solve(&c, "heco-de", 1), moved = solve(&c, "heco-de", 0);
    assert_true(fabs(raw.h) > 1e-6); /* the edge of the tolerance */
    assert_int_equal(raw.restored, 0);
    assert_true(moved.feasible && moved.restored);
    assert_true(fabs(moved.h) <= 1e-10 && moved.g <= 1e-11);
    assert_near(moved.f, best_f, 1e-3); /* a population is that accurate */
}

static void the_unit_does_not_matter(void **state) {
    (void)state;
    static const double unit[] = {1e-3, 1.0, 1e3};
    for (size_t i = 0; i < 3; i++) {
        circle c = {.unit = unit[i]};
        answer a = solve(&c, "auto", 0);
        assert_true(a.feasible && fabs(a.h) <= 1e-10 && a.g <= 1e-11);
        assert_near(a.f, best_f, 1e-6);
    }
}

/* If the function does not allow it, the accepted point is the answer. */
static void noise_is_left_alone(void **state) {
    (void)state;
    circle c = {.unit = 1.0, .size = 1e-6};
    answer a = solve(&c, "heco-de", 0);
    assert_true(a.feasible && fabs(a.h) <= 1e-4);
}

/* Gibbs energy of a mixture of ten species (Hock and Schittkowski 1981, problem 112), with an
 * element balance in thousands of moles: its tolerance is a tenth of the amount. */
static int mixture_eval(void *user, const double *x, double *f, double *g, double *h) {
    static const double c[10] = {-6.089,  -17.164, -34.054, -5.914,  -24.721,
                                 -14.986, -24.1,   -10.708, -26.662, -22.179};
    double              sum   = 0.0;
    (void)user, (void)g;
    for (int j = 0; j < 10; j++) sum += x[j];
    f[0] = 0.0;
    for (int j = 0; j < 10; j++) f[0] += x[j] * (c[j] + log(x[j] / sum));
    h[0] = x[0] + 2.0 * x[1] + 2.0 * x[2] + x[5] + x[9] - 2.0;
    h[1] = 1e3 * (x[3] + 2.0 * x[4] + x[5] + x[6] - 1.0);
    h[2] = 1e-3 * (x[2] + x[6] + x[7] + 2.0 * x[8] + x[9] - 1.0);
    return HECO_POINT_OK;
}

/* Points at the edge of the tolerance have a much smaller f. Descents are exact all the same. */
static void a_loose_tolerance_does_not_matter(void **state) {
    (void)state;
    double lower[10], upper[10];
    for (int j = 0; j < 10; j++) lower[j] = 1e-6, upper[j] = 10.0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        heco_problem          p = heco_problem_default();
        heco_minimize_options o = heco_minimize_options_default();
        heco_solution        *s;
        heco_error            error = {HECO_OK, ""};
        p.space.n = 10, p.space.nh = 3;
        p.space.lower = lower, p.space.upper = upper;
        p.eval      = mixture_eval;
        o.algorithm = "sqp", o.run.max_evals = 3000, o.run.seed = seed;
        if (heco_minimize(&s, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
        assert_near(heco_solution_result(s)->outcome.f, -47.76109086, 1e-6);
        heco_solution_free(s);
    }
}

/* Maximises x and y where x <= 0, as a big-M row with its indicator at 0 says, and x + y <= 1. */
static int big_m_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = -2.0 * x[0] - x[1];
    g[0] = x[0];
    g[1] = x[0] + x[1] - 1.0;
    return HECO_POINT_OK;
}

/* Maximises x where x^2 = 0: the derivative of the row vanishes at the answer. */
static int double_root_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0] = -x[0] + x[1] * x[1];
    h[0] = x[0] * x[0];
    return HECO_POINT_OK;
}

/* Writes the answer of a population for two variables in [lower, 1] to x. */
/* Three heat exchangers (g10 of CEC 2006) with equalities for the temperatures. The inequalities
 * have terms of 1e6, and the models of `auto` lead to the edge of the tolerances. */
static int exchangers_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = x[0] + x[1] + x[2];
    g[0] = -x[0] * x[5] + 833.33252 * x[3] + 100.0 * x[0] - 83333.333;
    g[1] = -x[1] * x[6] + 1250.0 * x[4] + x[1] * x[3] - 1250.0 * x[3];
    g[2] = -x[2] * x[7] + 1250000.0 + x[2] * x[4] - 2500.0 * x[4];
    h[0] = 0.0025 * (x[3] + x[5]) - 1.0;
    h[1] = 0.0025 * (x[4] + x[6] - x[3]) - 1.0;
    h[2] = 0.01 * (x[7] - x[4]) - 1.0;
    return HECO_POINT_OK;
}

static void rows_with_large_values_do_not_prevent_it(void **state) {
    (void)state;
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    p.space.n = 8, p.space.ng = 3, p.space.nh = 3;
    p.space.lower = (const double[]){100, 1000, 1000, 10, 10, 10, 10, 10};
    p.space.upper = (const double[]){1e4, 1e4, 1e4, 1000, 1000, 1000, 1000, 1000};
    p.eval          = exchangers_eval;
    o.run.max_evals = 1000;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    const heco_result *r = heco_solution_result(s);
    assert_int_equal(r->outcome.found, HECO_FOUND_FEASIBLE);
    for (size_t k = 0; k < 3; k++) assert_true(fabs(r->h[k]) <= 1e-10);
    assert_near(r->outcome.f, 7049.2480205, 1e-3);
    heco_solution_free(s);
}

static void solve_by_population(heco_problem *p, double lowest, double x[2]) {
    const double          lower[2] = {lowest, lowest}, upper[2] = {1.0, 1.0};
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    p->space.n = 2, p->space.lower = lower, p->space.upper = upper;
    o.algorithm = "heco-de", o.run.max_evals = 6000;
    assert_int_equal(heco_minimize(&s, p, &o, NULL), HECO_OK);
    const heco_result *r = heco_solution_result(s);
    assert_int_equal(r->outcome.found, HECO_FOUND_FEASIBLE);
    x[0] = r->x[0], x[1] = r->x[1];
    heco_solution_free(s);
}

static void a_variable_moves_to_its_bound(void **state) {
    (void)state;
    double       x[2];
    heco_problem p = heco_problem_default();
    p.space.ng     = 2;
    p.eval = big_m_eval, p.ineq_tol = 1e-4;
    solve_by_population(&p, 0.0, x);
    assert_true(x[0] <= 1e-7 && x[0] + x[1] <= 1.0 + 1e-7);
    assert_near(x[1], 1.0, 1e-3);
}

static void a_double_root_is_approached(void **state) {
    (void)state;
    double       x[2];
    heco_problem p = heco_problem_default();
    p.space.nh     = 1;
    p.eval         = double_root_eval;
    solve_by_population(&p, -1.0, x);
    assert_true(x[0] * x[0] <= 1e-9); /* the tolerance is 1e-4 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_population_is_restored),
        cmocka_unit_test(the_unit_does_not_matter),
        cmocka_unit_test(noise_is_left_alone),
        cmocka_unit_test(a_loose_tolerance_does_not_matter),
        cmocka_unit_test(a_variable_moves_to_its_bound),
        cmocka_unit_test(a_double_root_is_approached),
        cmocka_unit_test(rows_with_large_values_do_not_prevent_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
