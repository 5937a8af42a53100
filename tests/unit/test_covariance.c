/* Rates worked out apart from this code, one update by hand, and convergence. */
#include "testing.h"

#include "base/arena.h"
#include "solver/common/covariance.h"

static void rates(void **state) {
    (void)state;
    heco_arena      arena;
    heco_covariance c = {0};
    heco_arena_init(&arena);
    heco_covariance_init(&c, 10, 10, &arena);
    heco_covariance_begin(&c, 10, 0.3);
    assert_int_equal(c.mu, 5);
    assert_near(c.w[0], 0.45627264690340597, 1e-14);
    assert_near(c.w[4], 0.025509591835974777, 1e-14);
    assert_near(c.mu_eff, 3.1672992814107017, 1e-13);
    assert_near(c.c_s, 0.28442858794636744, 1e-14);
    assert_near(c.d_s, 1.2844285879463675, 1e-14);
    assert_near(c.c_c, 0.29499038303562225, 1e-14);
    assert_near(c.c_1, 0.015283824524751714, 1e-15);
    assert_near(c.c_mu, 0.02015428276120837, 1e-15);
    assert_near(c.chi, 3.0847265651690123, 1e-14);
    heco_arena_release(&arena);
}

/* n = 1, lambda = 2, mu = 1: the mean moves to the best sample d = 1.5. mu_eff = 1 gives c_s = 3/7,
 * c_c = 5/7, c_1 = 2/(2.3^2 + 1), c_mu = 0; p_s = sqrt(c_s (2 - c_s)) 1.5. p_s over the root of
 * 1 - (4/7)^2 = 33/49 is 1.5, below 2.4 chi = 1.91: p_c moves. With d = 2 it would not. */
static void one_update(void **state) {
    (void)state;
    heco_arena      arena;
    heco_covariance c = {0};
    size_t          order[2] = {1, 0};
    heco_arena_init(&arena);
    heco_covariance_init(&c, 1, 2, &arena);
    heco_covariance_begin(&c, 2, 0.5);
    c.mean[0] = 1.0, c.d[0] = -5.0, c.d[1] = 1.5;
    double p_s = 1.5 * sqrt(33.0) / 7.0, p_c = 1.5 * sqrt(5.0 / 7.0 * 9.0 / 7.0);
    double c_1 = 2.0 / (2.3 * 2.3 + 1.0), chi = 1.0 - 0.25 + 1.0 / 21.0;
    assert_int_equal(heco_covariance_update(&c, order), 1);
    assert_near(c.mean[0], 1.75, 1e-15);
    assert_near(c.p_s[0], p_s, 1e-14);
    assert_near(c.p_c[0], p_c, 1e-14);
    assert_near(c.C[0], 1.0 - c_1 + c_1 * p_c * p_c, 1e-14);
    assert_near(c.D[0], sqrt(c.C[0]), 1e-14);
    assert_near(c.sigma, 0.5 * exp(3.0 / 10.0 * (p_s / chi - 1.0)), 1e-12);
    heco_covariance_begin(&c, 2, 0.5);
    c.d[1] = 2.0;
    heco_covariance_update(&c, order);
    assert_double(c.p_c[0], 0.0);
    heco_arena_release(&arena);
}

/* The rows of B are the axes: samples of a distribution with C = diag(4, 1) have these variances. */
static void samples_have_the_covariance(void **state) {
    (void)state;
    heco_arena      arena;
    heco_rng        rng;
    heco_covariance c = {0};
    double          sum[2] = {0, 0};
    enum { MANY = 20000 };
    heco_arena_init(&arena);
    heco_rng_init(&rng, 3, 0);
    heco_covariance_init(&c, 2, MANY, &arena);
    heco_covariance_begin(&c, MANY, 0.5);
    c.mean[0] = 3.0, c.mean[1] = -3.0, c.D[0] = 2.0;
    heco_covariance_draw(&c, &rng);
    for (size_t k = 0; k < MANY; k++)
        for (size_t j = 0; j < 2; j++) {
            double away = (c.u[2 * k + j] - c.mean[j]) / 0.5;
            sum[j] += away * away / MANY;
        }
    assert_near(sum[0], 4.0, 0.15);
    assert_near(sum[1], 1.0, 0.04);
    heco_arena_release(&arena);
}

/* An ellipsoid of condition 1e6 in five variables, turned by nothing but the sum of neighbours. */
static void solves_an_ellipsoid(void **state) {
    (void)state;
    heco_arena      arena;
    heco_rng        rng;
    heco_covariance c = {0};
    double          f[8], best = INFINITY;
    heco_arena_init(&arena);
    heco_rng_init(&rng, 1, 0);
    heco_covariance_init(&c, 5, 8, &arena);
    heco_covariance_begin(&c, 8, 0.5);
    for (size_t j = 0; j < 5; j++) c.mean[j] = 1.0;
    for (int generation = 0; generation < 900; generation++) {
        size_t order[8];
        heco_covariance_draw(&c, &rng);
        for (size_t k = 0; k < 8; k++) {
            double *u = c.u + 5 * k;
            f[k]      = 0.0;
            for (size_t j = 0; j < 5; j++) {
                double t = u[j] + u[(j + 1) % 5];
                f[k] += pow(10.0, 1.5 * (double)j) * t * t;
            }
            best = fmin(best, f[k]);
            size_t at = k;
            for (; at > 0 && f[order[at - 1]] > f[k]; at--) order[at] = order[at - 1];
            order[at] = k;
        }
        if (best < 1e-14) break;
        assert_int_equal(heco_covariance_update(&c, order), 1);
    }
    assert_true(best < 1e-14);
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates),
        cmocka_unit_test(one_update),
        cmocka_unit_test(samples_have_the_covariance),
        cmocka_unit_test(solves_an_ellipsoid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
