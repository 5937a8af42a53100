/* bench/peers/harness: what counts as an evaluation, when a run is over, what solvers see. */
#include "testing.h"

#include "../../bench/peers/harness.c" /* not part of any library */

/* f = x1 + x2, g = 3 - x1, h = x2 - 5; x1 whole in 0 .. 10, x2 in 0 .. 20; calls are counted. */
static int small_eval(void *user, const double *x, double *f, double *g, double *h) {
    ++*(int *)user;
    assert_true(x[0] == floor(x[0]));
    f[0] = x[0] < 10.0 ? x[0] + x[1] : NAN;
    g[0] = 3.0 - x[0];
    h[0] = x[1] - 5.0;
    return HECO_POINT_OK;
}

static heco_problem small(int *calls) {
    static const double        lower[] = {0.0, 0.0}, upper[] = {10.0, 20.0};
    static const unsigned char integer[] = {1, 0};
    heco_problem               p         = heco_problem_default();
    p.space.n = 2, p.space.ng = 1, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper, p.space.integer = integer;
    p.eval = small_eval;
    p.user = calls;
    return p;
}

static void a_point_is_one_evaluation(void **state) {
    (void)state;
    int          calls = 0;
    heco_problem p     = small(&calls);
    peers_run   *r     = peers_run_new(&p, NAN, 100);
    double       f, c[3];
    assert_int_equal(peers_run_constraints(r), 3);
    assert_int_equal(peers_run_eval(r, (double[]){0.42, 0.5}, &f, c), 0); /* x = (4, 10) */
    assert_near(f, 14.0, 1e-12);
    assert_near(c[0], -1.0, 1e-12);
    assert_near(c[1], 5.0 - 1e-4, 1e-12);
    assert_near(c[2], -5.0 - 1e-4, 1e-12);
    peers_run_eval(r, (double[]){0.42, 0.5}, &f, NULL); /* f, then constraints: one point */
    assert_int_equal(calls, 1);
    assert_int_equal(peers_run_left(r), 99);
    peers_run_eval(r, (double[]){1.0, -7.0}, &f, c); /* outside: clipped; f is no number there */
    assert_double(f, 1e10);
    assert_near(c[2], 5.0 - 1e-4, 1e-12);
    assert_int_equal(calls, 2);
    peers_run_free(r);
}

static void derivative_report_cost_one_evaluation_per_variable(void **state) {
    (void)state;
    int          calls = 0;
    heco_problem p     = small(&calls);
    peers_run   *r     = peers_run_new(&p, NAN, 100);
    double       df[2], dc[6], u[] = {0.42, 1.0}; /* the second steps backward */
    assert_int_equal(peers_run_slopes(r, u, df, dc), 0);
    assert_int_equal(calls, 3);
    assert_near(df[0], 0.0, 1e-9); /* rounded: flat */
    assert_near(df[1], 20.0, 1e-5);
    assert_near(dc[2 * 1 + 1], 20.0, 1e-5);
    assert_near(dc[2 * 2 + 1], -20.0, 1e-5);
    peers_run_slopes(r, u, NULL, dc); /* known */
    assert_int_equal(calls, 3);
    peers_run_free(r);
}

static void success_ends_a_run(void **state) {
    (void)state;
    int          calls = 0;
    heco_problem p     = small(&calls);
    peers_run   *r     = peers_run_new(&p, 9.0, 100);
    double       f, c[3];
    assert_int_equal(peers_run_eval(r, (double[]){0.0, 0.25}, &f, c), 0);  /* f = 5, g violated */
    assert_int_equal(peers_run_eval(r, (double[]){0.5, 0.25}, &f, c), 0);  /* f = 10: too much  */
    assert_int_equal(peers_run_eval(r, (double[]){0.4, 0.251}, &f, c), 0); /* h violated        */
    assert_int_equal(peers_run_eval(r, (double[]){0.4, 0.25}, &f, c), 1);  /* f = 9             */
    assert_int_equal(peers_run_eval(r, (double[]){0.3, 0.25}, &f, c), 1);  /* refused           */
    assert_int_equal(calls, 4);
    peers_outcome o = peers_run_outcome(r);
    assert_int_equal(o.solved, 4);
    assert_int_equal(o.evals, 4);
    assert_double(o.f, 9.0);
    assert_double(o.viol, 0.0);
    peers_run_restart(r);
    assert_int_equal(peers_run_over(r), 0);
    assert_int_equal(peers_run_outcome(r).solved, -1);
    peers_run_free(r);
}

static void budget_ends_a_run(void **state) {
    (void)state;
    int          calls = 0;
    heco_problem p     = small(&calls);
    peers_run   *r     = peers_run_new(&p, NAN, 2);
    double       f, df[2];
    assert_int_equal(peers_run_eval(r, (double[]){0.1, 0.1}, &f, NULL), 0);
    assert_int_equal(peers_run_slopes(r, (double[]){0.1, 0.1}, df, NULL), 1); /* half of them */
    assert_int_equal(calls, 2);
    double x[] = {4.0, 5.0}, g, h;
    assert_int_equal(peers_run_eval_heco(r, x, &f, &g, &h), HECO_POINT_STOP);
    assert_int_equal(calls, 2);
    assert_int_equal(peers_run_outcome(r).solved, -1);
    peers_run_free(r);
}

static void fractional_integers_fail_and_count(void **state) {
    (void)state;
    int          calls = 0;
    heco_problem p     = small(&calls);
    peers_run   *r     = peers_run_new(&p, 9.0, 100);
    double       f = 0.0, g = 0.0, h = 0.0;
    assert_int_equal(peers_run_eval_heco(r, (double[]){3.5, 5.0}, &f, &g, &h), HECO_POINT_FAILED);
    assert_int_equal(calls, 0);
    assert_int_equal(peers_run_outcome(r).evals, 1);
    assert_int_equal(peers_run_outcome(r).solved, -1);
    assert_int_equal(peers_run_eval_heco(r, (double[]){3.0, 5.0}, &f, &g, &h), HECO_POINT_OK);
    assert_int_equal(peers_run_outcome(r).solved, 2);
    peers_run_free(r);
}

static void suites_give_target_and_budget(void **state) {
    (void)state;
    peers_run *r = peers_run_open("design", "spring", 0);
    assert_non_null(r);
    assert_int_equal(peers_run_variables(r), 3);
    assert_int_equal(peers_run_left(r), 100000);
    assert_near(r->target, 0.0126652327883 * 1.0001, 1e-12);
    peers_run_free(r);
    r = peers_run_open("cec2006", "g05", 77);
    assert_int_equal(peers_run_left(r), 77);
    assert_int_equal(peers_run_constraints(r), 2 + 2 * 3);
    assert_near(r->target, 5126.4967140071 + 1e-4, 1e-9);
    peers_run_free(r);
    assert_null(peers_run_open("cec2006", "g99", 77));
    assert_null(peers_run_open("nothing", "g01", 77));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_is_one_evaluation),
        cmocka_unit_test(derivative_report_cost_one_evaluation_per_variable),
        cmocka_unit_test(success_ends_a_run),
        cmocka_unit_test(budget_ends_a_run),
        cmocka_unit_test(fractional_integers_fail_and_count),
        cmocka_unit_test(suites_give_target_and_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
