/* Friedman's test against a textbook and against the formula without ties. */
#include "testing.h"

#include "report/stats/stats.h"

static void textbook(void **state) {
    (void)state;
    /* Hollander and Wolfe (1973), p. 140ff.: times of 22 players rounding first base by three
     * methods; chi-square 11.1429, p = 0.003805, as in the manual of R's friedman.test. */
    static const double times[22][3] = {
        {5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40},
        {5.90, 5.85, 5.70}, {5.45, 5.55, 5.60}, {5.40, 5.40, 5.35}, {5.45, 5.50, 5.35},
        {5.25, 5.15, 5.00}, {5.85, 5.80, 5.70}, {5.25, 5.20, 5.10}, {5.65, 5.55, 5.45},
        {5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40}, {5.45, 5.55, 5.50},
        {5.55, 5.55, 5.35}, {5.45, 5.50, 5.55}, {5.50, 5.45, 5.25}, {5.65, 5.60, 5.40},
        {5.70, 5.65, 5.55}, {6.30, 6.30, 6.25}};
    double        mean[3];
    heco_friedman t;
    assert_int_equal(heco_friedman_compute(&times[0][0], 22, 3, mean, &t), HECO_OK);
    assert_near(t.chi2, 11.1429, 5e-5);
    assert_near(t.p_chi2, 0.003805, 5e-7);
    assert_near(mean[0] + mean[1] + mean[2], 6.0, 1e-12);
    double f = 21 * t.chi2 / (44 - t.chi2);
    assert_near(t.iman_davenport, f, 1e-12);
    assert_near(t.p_iman_davenport, pow(1 + 2 * f / 42, -21), 1e-12); /* F(2, 42) */
}

static void contrast(void **state) {
    (void)state;
    /* Demsar (2006), table 6: 14 data sets, four algorithms, mean ranks 3.143 and 1.964 among
     * them: z = 1.179 / sqrt(4 * 5 / (6 * 14)) = 2.416, p = 0.0157 */
    double p = heco_friedman_contrast(3.143, 1.964, 14, 4);
    assert_near(p, 0.0157, 1e-4);
    assert_double(heco_friedman_contrast(1.964, 3.143, 14, 4), p);
    assert_double(heco_friedman_contrast(2.0, 2.0, 14, 4), 1.0);
}

static void extremes(void **state) {
    (void)state;
    double        mean[3], same[6] = {1, 1, 1, 2, 2, 2}, agree[9] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
    heco_friedman t;
    assert_int_equal(heco_friedman_compute(same, 2, 3, mean, &t), HECO_OK);
    assert_double(t.chi2, 0.0);
    assert_double(t.p_chi2, 1.0);
    assert_double(t.p_iman_davenport, 1.0);
    assert_double(mean[1], 2.0);
    assert_int_equal(heco_friedman_compute(agree, 3, 3, mean, &t), HECO_OK);
    assert_near(t.chi2, 6.0, 1e-12); /* n (k - 1), the largest there is */
    assert_near(t.p_iman_davenport, 0.0, 1e-12);
    assert_int_equal(heco_friedman_compute(same, 1, 3, mean, &t), HECO_ERR_ARG);
    assert_int_equal(heco_friedman_compute(same, 2, 1, mean, &t), HECO_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(textbook), cmocka_unit_test(contrast),
                                       cmocka_unit_test(extremes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
