/* Noisy functions: the answer is chosen by its mean, not by its luckiest sample. */
#include "run/noise.h"

#include "testing.h"

/* (x - 1)^2 + 0.02 with noise of the given spread, and a constraint x >= 0.5. */
typedef struct {
    double   spread;
    uint64_t state, calls;
} noisy;

static int noisy_eval(void *user, const double *x, double *f, double *g, double *h) {
    noisy *n = user;
    double u = 0.0;
    (void)h;
    for (int i = 0; i < 12; i++) { /* about normal: the sum of twelve uniform numbers */
        n->state = n->state * 6364136223846793005u + 1442695040888963407u;
        u += (double)(n->state >> 11) / 9007199254740992.0;
    }
    n->calls++;
    f[0] = (x[0] - 1.0) * (x[0] - 1.0) + 0.02 + n->spread * (u - 6.0);
    g[0] = 0.5 - x[0];
    return HECO_POINT_OK;
}

static heco_solution *solve(noisy *user, unsigned samples) {
    static const double   lower[1] = {0.0}, upper[1] = {3.0};
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    p.space.n = 1, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    p.eval = noisy_eval, p.user = user;
    o.algorithm = "heco-de", o.run.max_evals = 2000, o.samples = samples;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    return s;
}

static void the_answer_is_a_mean(void **state) {
    (void)state;
    noisy          user = {.spread = 0.01, .state = 7};
    heco_noise     noise;
    char           verdict[HECO_VERDICT_SIZE];
    heco_solution *s = solve(&user, 100);
    assert_true(heco_solution_noise(s, &noise));
    assert_int_equal(noise.samples, 100);
    assert_int_equal(noise.evals, 500);
    assert_int_equal(heco_solution_result(s)->outcome.evals, 2000);
    assert_int_equal(user.calls, 2000 + 1 + 500);
    double x = heco_solution_result(s)->x[0], f = heco_solution_result(s)->outcome.f;
    assert_double(f, noise.mean);
    /* the true f, within four errors of the mean; the luckiest of 2000 samples is below -0.01 */
    assert_near(f, (x - 1.0) * (x - 1.0) + 0.02, 0.004);
    assert_near(noise.spread, 0.01, 0.003);
    heco_solution_verdict(s, verdict, sizeof verdict);
    assert_text(verdict, "feasible, but the function is noisy: f is known to about ");
    assert_null(heco_solution_prices(s));
    heco_solution_free(s);
}

static void the_default_takes_a_part_of_the_budget(void **state) {
    (void)state;
    heco_noise_state s = {.points = HECO_NOISE_POINTS};
    assert_int_equal(heco_noise_samples(&s, 0, 100000), 10);
    assert_int_equal(heco_noise_samples(&s, 0, 200), 2);
    assert_int_equal(heco_noise_samples(&s, 0, 20), 0);
    assert_int_equal(heco_noise_samples(&s, 7, 20), 7);
}

static void a_deterministic_function_is_not_sampled(void **state) {
    (void)state;
    noisy          user = {.state = 7};
    heco_noise     noise;
    heco_solution *s = solve(&user, 10);
    assert_false(heco_solution_noise(s, &noise));
    assert_int_equal(noise.samples, 0);
    heco_solution_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_is_a_mean),
        cmocka_unit_test(the_default_takes_a_part_of_the_budget),
        cmocka_unit_test(a_deterministic_function_is_not_sampled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
