/* Tails against printed tables and closed forms. */
#include "testing.h"

#include "report/stats/special.h"

static void log_gamma(void **state) {
    (void)state;
    double factorial = 1.0;
    for (int n = 1; n < 20; n++) {
        assert_near(heco_special_log_gamma(n), log(factorial), 1e-14 * fmax(1.0, log(factorial)));
        factorial *= n;
    }
    assert_near(heco_special_log_gamma(0.5), 0.5 * log(acos(-1.0)), 5e-15);
    assert_near(heco_special_log_gamma(100.0), 359.13420536957539878, 1e-12); /* ln 99! */
}

static void normal(void **state) {
    (void)state;
    assert_near(heco_special_normal_tail(0.0), 0.5, 1e-16);
    /* Abramowitz and Stegun, table 26.1 */
    assert_near(heco_special_normal_tail(1.0), 0.158655253931457, 1e-15);
    assert_near(heco_special_normal_tail(2.0), 0.022750131948179, 1e-15);
    assert_near(heco_special_normal_tail(-1.0), 0.841344746068543, 1e-15);
    assert_near(heco_special_normal_tail(1.959963984540054), 0.025, 1e-15);
}

static void chi2(void **state) {
    (void)state;
    /* two degrees: exp(-x / 2); four: (1 + x / 2) exp(-x / 2) */
    for (double x = 0.1; x < 200.0; x *= 1.7) {
        assert_near(heco_special_chi2_tail(x, 2.0) / exp(-x / 2), 1.0, 1e-12);
        assert_near(heco_special_chi2_tail(x, 4.0) / ((1 + x / 2) * exp(-x / 2)), 1.0, 1e-12);
        /* one degree: two tails of the normal distribution */
        assert_near(heco_special_chi2_tail(x, 1.0) / (2 * heco_special_normal_tail(sqrt(x))), 1.0,
                    1e-12);
    }
    /* the 0.05 and 0.001 columns of the usual table */
    static const double table[][3] = {{3, 7.814727903251179, 0.05},
                                      {10, 18.307038053275146, 0.05},
                                      {27, 40.113272069413625, 0.05},
                                      {7, 24.321886347856854, 0.001},
                                      {100, 124.34211340400407, 0.05}};
    for (size_t i = 0; i < 5; i++)
        assert_near(heco_special_chi2_tail(table[i][1], table[i][0]), table[i][2], 1e-13);
    assert_double(heco_special_chi2_tail(0.0, 3.0), 1.0);
    assert_double(heco_special_chi2_tail(INFINITY, 3.0), 0.0);
}

static void f(void **state) {
    (void)state;
    /* 2 and m degrees: (1 + 2 x / m)^(-m / 2); 1 and 1: 1 - 2 atan(sqrt x) / pi */
    for (double x = 0.01; x < 50.0; x *= 1.9) {
        assert_near(heco_special_f_tail(x, 2.0, 27.0) / pow(1 + 2 * x / 27, -13.5), 1.0, 1e-12);
        assert_near(heco_special_f_tail(x, 1.0, 1.0), 1 - 2 * atan(sqrt(x)) / acos(-1.0), 1e-14);
        /* the other tail is that of the reciprocal */
        assert_near(heco_special_f_tail(x, 9.0, 33.0) + heco_special_f_tail(1 / x, 33.0, 9.0), 1.0,
                    1e-14);
    }
    /* the 0.05 and 0.01 tables, four digits */
    assert_near(heco_special_f_tail(3.4903, 3.0, 12.0), 0.05, 1e-5);
    assert_near(heco_special_f_tail(4.9646, 1.0, 10.0), 0.05, 1e-5);
    assert_near(heco_special_f_tail(3.3682, 10.0, 20.0), 0.01, 1e-5);
    assert_double(heco_special_f_tail(0.0, 3.0, 4.0), 1.0);
    assert_double(heco_special_f_tail(INFINITY, 3.0, 4.0), 0.0);
}

static void range(void **state) {
    (void)state;
    /* two variables: |Z1 - Z2| > q, the tail of a normal with variance 2 */
    for (double q = 0.1; q < 6.0; q += 0.7)
        assert_near(heco_special_range_tail(q, 2), erfc(0.5 * q), 1e-14);
    /* scipy.stats.studentized_range.sf(q, k, inf); ptukey of R agrees to 1e-8 */
    assert_near(heco_special_range_tail(3.314493, 3), 0.050000013903938045, 1e-11);
    assert_near(heco_special_range_tail(1.0, 4), 0.8943255121281808, 1e-11);
    assert_near(heco_special_range_tail(5.0, 10), 0.014857437887783598, 1e-11);
    assert_near(heco_special_range_tail(4.0, 20), 0.3360234511686755, 1e-11);
    assert_double(heco_special_range_tail(0.0, 3), 1.0);
    assert_near(heco_special_range_tail(60.0, 3), 0.0, 1e-14);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(log_gamma), cmocka_unit_test(normal),
                                       cmocka_unit_test(chi2), cmocka_unit_test(f),
                                       cmocka_unit_test(range)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
