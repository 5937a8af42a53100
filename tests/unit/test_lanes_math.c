/* Sine, cosine, exponential and cube of vectors against long double values. */
#include "testing.h"

#include "base/rng.h"
#include "suites/cec2017/lanes_math.h"

enum { TEST_POINTS = 400000 };

static double test_uniform(heco_rng *rng, double limit) {
    return limit * (2.0 * heco_rng_uniform_inline(rng) - 1.0);
}

static void test_sin_cos(void **state) {
    (void)state;
    const double limits[] = {1e-3, 1.6, 10.0, 1e3, 1e5, HECO_VMATH_NEAR};
    double       worst    = 0.0;
    heco_rng     rng;
    heco_rng_init(&rng, 1, 0);
    for (size_t i = 0; i < TEST_POINTS; i++) {
        double x   = test_uniform(&rng, limits[i % (sizeof limits / sizeof limits[0])]);
        double off = fmax(fabs((double)(sinl(x) - heco_vd_sin(heco_vd_all(x))[0])),
                          fabs((double)(cosl(x) - heco_vd_cos(heco_vd_all(x))[1])));
        worst      = fmax(worst, off);
    }
    print_message("sine and cosine: largest error %.3g\n", worst);
    assert_true(worst < 3e-16);
}

static void test_far(void **state) {
    (void)state;
    const double limits[] = {1.0, 1e4, 1e7, 1e9, HECO_VMATH_FAR};
    double       worst    = 0.0;
    heco_rng     rng;
    heco_rng_init(&rng, 2, 0);
    for (size_t i = 0; i < TEST_POINTS; i++) {
        double x   = test_uniform(&rng, limits[i % (sizeof limits / sizeof limits[0])]);
        double off = fmax(fabs((double)(sinl(x) - heco_vd_sin_far(heco_vd_all(x))[1])),
                          fabs((double)(cosl(x) - heco_vd_cos_far(heco_vd_all(x))[0])));
        worst      = fmax(worst, off);
    }
    print_message("of large arguments: largest error %.3g\n", worst);
    assert_true(worst < 3e-16);
}

static void test_exp(void **state) {
    (void)state;
    double   worst = 0.0;
    heco_rng rng;
    heco_rng_init(&rng, 3, 0);
    for (size_t i = 0; i < TEST_POINTS; i++) {
        double      x    = test_uniform(&rng, i % 2 ? 700.0 : 2.0);
        long double want = expl(x);
        worst = fmax(worst, fabs((double)((heco_vd_exp(heco_vd_all(x))[0] - want) / want)));
    }
    print_message("exponential: largest relative error %.3g\n", worst);
    assert_true(worst < 1.2e-16);
    assert_double(heco_vd_exp(heco_vd_all(1.0))[0], exp(1.0));
    assert_double(heco_vd_exp(heco_vd_all(-750.0))[0], 0.0);
}

static void test_cube(void **state) {
    (void)state;
    heco_rng rng;
    size_t   other = 0;
    heco_rng_init(&rng, 4, 0);
    for (size_t i = 0; i < TEST_POINTS; i++) {
        double x    = test_uniform(&rng, i % 2 ? 300.0 : 1.0);
        double c    = heco_vd_cube(heco_vd_all(x))[1];
        double want = (double)((long double)x * x * x);
        assert_near(c, want, 2.3e-16 * fabs(want));
        other += c != want; /* the long double product is rounded three times */
    }
    assert_true(other < TEST_POINTS / 500);
}

static void test_exact(void **state) {
    (void)state;
    assert_double(heco_vd_cos(heco_vd_all(0.0))[0], 1.0);
    assert_double(heco_vd_sin(heco_vd_all(0.0))[0], 0.0);
    assert_double(heco_vd_exp(heco_vd_all(0.0))[0], 1.0);
    assert_double(heco_vd_cos_far(heco_vd_all(0.0))[0], 1.0);
    assert_double(heco_vd_cube(heco_vd_all(-3.0))[0], -27.0);
    assert_true(isnan(heco_vd_sin(heco_vd_all(NAN))[0]));
    for (double x = 1e-12; x < 0.1; x *= 1.37) { /* never above 1: 1 - cos is not negative */
        assert_true(heco_vd_cos(heco_vd_all(x))[0] <= 1.0);
        assert_true(heco_vd_cos(heco_vd_all(x + 2.0 * 3.14159265358979))[0] <= 1.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sin_cos), cmocka_unit_test(test_far),
                                       cmocka_unit_test(test_exp), cmocka_unit_test(test_cube),
                                       cmocka_unit_test(test_exact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
