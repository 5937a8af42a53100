/* The Bayesian signed-rank test: one difference by hand, and the fast sums against all pairs. */
#include "testing.h"

#include "report/stats/stats.h"

static const heco_resampling draws = {200000, 7, 0.05};

/* One difference z beyond 2 rope. Its weight is 1 - w0, and w0 is Beta(1/2, 1). The pairs (z, z)
 * and (z, 0) are larger, so the share of equal is w0^2: larger wins if w0 < 1 / sqrt(2), with the
 * probability (1 / sqrt(2))^(1/2) = 2^(-1/4). */
static void one_difference(void **state) {
    (void)state;
    heco_bayes   b;
    const double up = 0.3, down = -0.3, within = 0.15;
    assert_int_equal(heco_bayes_signed_rank(&up, 1, 0.1, &draws, &b), HECO_OK);
    assert_near(b.larger, pow(2.0, -0.25), 0.003);
    assert_near(b.equal, 1.0 - pow(2.0, -0.25), 0.003);
    assert_double(b.smaller, 0.0);
    assert_int_equal(heco_bayes_signed_rank(&down, 1, 0.1, &draws, &b), HECO_OK);
    assert_near(b.smaller, pow(2.0, -0.25), 0.003);
    assert_double(b.larger, 0.0);
    /* between rope and 2 rope only the pair (z, z) is larger: (1 - w0)^2 > 1/2, so that
     * w0 < 1 - 1 / sqrt(2) */
    assert_int_equal(heco_bayes_signed_rank(&within, 1, 0.1, &draws, &b), HECO_OK);
    assert_near(b.larger, sqrt(1.0 - sqrt(0.5)), 0.003);
}

/* Symmetric differences favour neither side; equal ones are equal with certainty. */
static void symmetric(void **state) {
    (void)state;
    heco_bayes   b;
    const double z[6] = {-3, -2, -1, 1, 2, 3}, zero[4] = {0, 0, 0, 0};
    assert_int_equal(heco_bayes_signed_rank(z, 6, 0.0, &draws, &b), HECO_OK);
    assert_near(b.smaller, b.larger, 0.005);
    assert_near(b.smaller + b.equal + b.larger, 1.0, 1e-12);
    assert_int_equal(heco_bayes_signed_rank(zero, 4, 0.0, &draws, &b), HECO_OK);
    assert_double(b.equal, 1.0);
}

/* Ten differences; the values are from 10^6 draws of a program in NumPy that sums over all pairs,
 * as the reference implementation of the paper does (prior strength 0.5 at 0). */
static void ten_differences(void **state) {
    (void)state;
    heco_bayes      b, again;
    heco_resampling other = draws;
    const double    z[10] = {0.31, -0.12, 0.05, 0.22, -0.04, 0.18, 0.02, -0.21, 0.09, 0.14};
    assert_int_equal(heco_bayes_signed_rank(z, 10, 0.05, &draws, &b), HECO_OK);
    assert_near(b.smaller, 0.0494, 0.003);
    assert_near(b.equal, 0.2205, 0.003);
    assert_near(b.larger, 0.7300, 0.003);
    assert_int_equal(heco_bayes_signed_rank(z, 10, 0.05, &draws, &again), HECO_OK);
    assert_memory_equal(&b, &again, sizeof b);
    other.seed = 8;
    assert_int_equal(heco_bayes_signed_rank(z, 10, 0.05, &other, &again), HECO_OK);
    assert_memory_not_equal(&b, &again, sizeof b);
    assert_int_equal(heco_bayes_signed_rank(z, 0, 0.05, &draws, &b), HECO_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_difference),
                                       cmocka_unit_test(symmetric),
                                       cmocka_unit_test(ten_differences)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
