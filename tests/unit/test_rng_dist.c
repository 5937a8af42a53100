/* Normal and Cauchy numbers against their distribution functions (Kolmogorov and Smirnov). */
#include "testing.h"

#include "base/rng.h"

enum { DRAWS = 50000 };

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double normal_cdf(double x) { return 0.5 * erfc(-x / sqrt(2.0)); }
static double cauchy_cdf(double x) { return 0.5 + atan(x) / acos(-1.0); }

/* Largest distance between the draws' distribution and cdf, times sqrt(DRAWS). */
static double distance(double (*draw)(heco_rng *), double (*cdf)(double), uint64_t seed) {
    static double x[DRAWS];
    heco_rng      rng;
    heco_rng_init(&rng, seed, 0);
    for (size_t i = 0; i < DRAWS; i++) x[i] = draw(&rng);
    qsort(x, DRAWS, sizeof x[0], by_value);
    double worst = 0.0;
    for (size_t i = 0; i < DRAWS; i++) {
        double p = cdf(x[i]);
        worst    = fmax(worst, fmax((i + 1.0) / DRAWS - p, p - (double)i / DRAWS));
    }
    return worst * sqrt(DRAWS);
}

static void normal_numbers_are_normal(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++)
        assert_true(distance(heco_rng_normal, normal_cdf, seed) < 1.95); /* 99.9 % */
}

static void cauchy_numbers_are_cauchy(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++)
        assert_true(distance(heco_rng_cauchy, cauchy_cdf, seed) < 1.95);
}

static void the_test_can_tell(void **state) {
    (void)state;
    assert_true(distance(heco_rng_uniform, normal_cdf, 1) > 10.0);
    assert_true(distance(heco_rng_normal, cauchy_cdf, 1) > 10.0);
}

static void moments_are_right(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 3, 0);
    double sum[5] = {0};
    size_t tail   = 0;
    for (size_t i = 0; i < DRAWS; i++) {
        double z = heco_rng_normal(&rng);
        for (int k = 1; k <= 4; k++) sum[k] += pow(z, k);
        tail += fabs(z) > 3.0;
    }
    double root = sqrt(DRAWS);
    assert_near(sum[1] / DRAWS, 0.0, 4.0 / root);
    assert_near(sum[2] / DRAWS, 1.0, 4.0 * sqrt(2.0) / root);
    assert_near(sum[3] / DRAWS, 0.0, 4.0 * sqrt(15.0) / root);
    assert_near(sum[4] / DRAWS, 3.0, 4.0 * sqrt(96.0) / root);
    assert_near((double)tail / DRAWS, 0.0026998, 4.0 * sqrt(0.0027) / root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_numbers_are_normal),
        cmocka_unit_test(cauchy_numbers_are_cauchy),
        cmocka_unit_test(the_test_can_tell),
        cmocka_unit_test(moments_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
