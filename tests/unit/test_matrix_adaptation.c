#include "testing.h"

#include "base/dense.h"
#include "solver/common/matrix_adaptation.h"

static heco_arena arena;

static heco_ma made(size_t n, size_t lambda, size_t mu) {
    heco_ma ma;
    heco_arena_init(&arena);
    heco_ma_init(&ma, n, lambda, mu, &arena);
    heco_ma_reset(&ma);
    return ma;
}

/* d = M z for every offspring, and z is normal. */
static void draws_are_transformed(void **state) {
    (void)state;
    heco_ma  ma = made(3, 500, 250);
    heco_rng rng;
    double   sum = 0.0, squares = 0.0;
    heco_rng_init(&rng, 5, 0);
    for (size_t k = 0; k < 9; k++) ma.M[k] = 0.5 * (double)k;
    heco_ma_draw(&ma, &rng);
    for (size_t k = 0; k < 500; k++) {
        const double *z = ma.z + 3 * k;
        for (size_t i = 0; i < 3; i++) {
            double d = z[0] * ma.M[i] + z[1] * ma.M[3 + i] + z[2] * ma.M[6 + i];
            assert_near(ma.d[3 * k + i], d, 1e-14);
            sum += z[i], squares += z[i] * z[i];
        }
    }
    assert_near(sum / 1500.0, 0.0, 0.1); /* four standard errors */
    assert_near(squares / 1500.0, 1.0, 0.15);
    heco_arena_release(&arena);
}

/* n = 2, the best two of three with weights w; against the formula, entry by entry. */
static void learning_by_hand(void **state) {
    (void)state;
    heco_ma      ma       = made(2, 3, 2);
    const size_t order[2] = {2, 0};
    const double z[6] = {1, 2, 9, 9, -1, 0.5}, d[6] = {2, 1, 9, 9, 0.25, -3},
                 M[4] = {1, 0.5, -0.25, 2};
    memcpy(ma.z, z, sizeof z), memcpy(ma.d, d, sizeof d), memcpy(ma.M, M, sizeof M);
    ma.p[0] = 0.3, ma.p[1] = -0.7;
    double a = log(2.5), b = log(2.5) - log(2.0), w[2] = {a / (a + b), b / (a + b)};
    double zm[2], p[2], Mp[2];
    for (size_t j = 0; j < 2; j++) {
        zm[j] = w[0] * z[4 + j] + w[1] * z[j];
        p[j]  = (1.0 - ma.c_s) * ma.p[j] + sqrt(ma.c_s * (2.0 - ma.c_s) * ma.mu_eff) * zm[j];
    }
    for (size_t i = 0; i < 2; i++) Mp[i] = M[i] * p[0] + M[2 + i] * p[1];
    heco_ma_update(&ma, order);
    assert_near(ma.w[0], w[0], 1e-15);
    for (size_t j = 0; j < 2; j++) {
        assert_near(ma.p[j], p[j], 1e-15);
        assert_near(ma.d_mean[j], w[0] * d[4 + j] + w[1] * d[j], 1e-15);
        for (size_t i = 0; i < 2; i++)
            assert_near(ma.M[2 * j + i],
                        (1.0 - ma.c_1 / 2.0 - ma.c_mu / 2.0) * M[2 * j + i] +
                            ma.c_1 / 2.0 * Mp[i] * p[j] +
                            ma.c_mu / 2.0 * (w[0] * d[4 + i] * z[4 + j] + w[1] * d[i] * z[j]),
                        1e-14);
    }
    assert_near(heco_ma_sigma_factor(&ma),
                exp(ma.c_s / 2.0 * ((p[0] * p[0] + p[1] * p[1]) / 2.0 - 1.0)), 1e-15);
    heco_arena_release(&arena);
}

/* Five points (more than 2 n) in a box of width 10; divisor 5. */
static void takes_a_covariance_over(void **state) {
    (void)state;
    heco_ma      ma     = made(2, 6, 3);
    const double low[2] = {0, 0}, high[2] = {10, 10};
    const double x[10]  = {7, 6, 3, 4, 7,
                           5, 3, 5, 5, 5}; /* less the mean: (2 1) (-2 -1) (2 0) (-2 0) 0 */
    double       spread = heco_ma_take_over(&ma, x, 5, low, high);
    double       c00 = 16.0 / 500.0, c01 = 4.0 / 500.0, c11 = 2.0 / 500.0, mean = (c00 + c11) / 2.0;
    assert_near(spread, sqrt(mean), 1e-15);
    assert_near(ma.M[0] * ma.M[0], c00 / mean, 1e-11);
    assert_near(ma.M[0] * ma.M[1], c01 / mean, 1e-11);
    assert_near(ma.M[1] * ma.M[1] + ma.M[3] * ma.M[3], c11 / mean, 1e-11);
    assert_double(ma.M[2], 0.0);
    /* Four points are few for n = 2: a tenth of the identity is mixed in. */
    const double line[8] = {1, 1, 2, 1, 3, 1, 4, 1};
    assert_true(heco_ma_take_over(&ma, line, 4, low, high) > 0.0);
    assert_near(ma.M[3], sqrt(0.1), 1e-12);
    assert_near(ma.M[0], sqrt(0.9 * 2.0 + 0.1), 1e-12);
    /* No spread, or one point: the identity, and no step size. */
    const double same[4] = {1, 1, 1, 1};
    assert_double(heco_ma_take_over(&ma, same, 2, low, high), 0.0);
    assert_double(ma.M[0], 1.0);
    assert_double(ma.M[1], 0.0);
    assert_double(heco_ma_take_over(&ma, line, 1, low, high), 0.0);
    heco_arena_release(&arena);
}

/* A repaired offspring gets d = (x - y) / sigma and the z that gives it; the others keep theirs. */
static void draws_of_repaired_offspring(void **state) {
    (void)state;
    heco_ma             ma = made(2, 4, 2);
    heco_rng            rng;
    heco_ma_inverse     inverse;
    const double        x[8] = {1, 2, 3, 5, 0, 0, 7, 7}, y[2] = {1, 1}, M[4] = {2, 1, 0, 4};
    const unsigned char changed[4] = {0, 1, 0, 0};
    double              z[8], d[8];
    heco_rng_init(&rng, 5, 0);
    heco_ma_inverse_init(&inverse, 2, &arena);
    memcpy(ma.M, M, sizeof M);
    heco_ma_draw(&ma, &rng);
    memcpy(z, ma.z, sizeof z);
    memcpy(d, ma.d, sizeof d);
    heco_ma_calculate_back(&ma, &inverse, &(heco_ma_repaired){x, y, 0.5, changed});
    for (size_t k = 0; k < 4; k++)
        for (size_t j = 0; j < 2 && k != 1; j++) {
            assert_true(ma.z[2 * k + j] == z[2 * k + j]);
            assert_true(ma.d[2 * k + j] == d[2 * k + j]);
        }
    assert_near(ma.d[2], 4.0, 1e-14); /* (3 - 1) / 0.5 */
    assert_near(ma.d[3], 8.0, 1e-14);
    assert_near(ma.z[2], 2.0, 1e-14); /* 2 z1 = 4 */
    assert_near(ma.z[3], 1.5, 1e-14); /* 1 z1 + 4 z2 = 8 */
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_transformed),
        cmocka_unit_test(learning_by_hand),
        cmocka_unit_test(takes_a_covariance_over),
        cmocka_unit_test(draws_of_repaired_offspring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
