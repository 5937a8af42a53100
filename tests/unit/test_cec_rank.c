/* The competition's order by hand; the paper's tables are checked in test_rank_cec2017. */
#include "testing.h"

#include "report/stats/stats.h"

static void rounding(void **state) {
    (void)state;
    assert_double(heco_cec_round(1.000000004), 1.0);
    assert_double(heco_cec_round(1.000000006), 1.00000001);
    assert_double(heco_cec_round(-0.00134839972492518), -0.0013484);
    assert_double(heco_cec_round(-1e-12), 0.0);
    assert_double(heco_cec_round(123456789.123456789), 123456789.123456789);
    assert_double(heco_cec_round(-1e300), -1e300);
    assert_true(isnan(heco_cec_round(NAN)));
    assert_true(isinf(heco_cec_round(INFINITY)));
}

static void ties_skip_ranks(void **state) {
    (void)state;
    /* median f 1 1 2 3 3 3 4, all feasible: 1 1 3 4 4 4 7, the example of the rules */
    heco_cec_entry e[7];
    unsigned       by_mean[7], by_median[7];
    const double   f[]    = {3, 1, 4, 3, 2, 1, 3};
    const unsigned want[] = {4, 1, 7, 4, 3, 1, 4};
    for (int i = 0; i < 7; i++) e[i] = (heco_cec_entry){100, 0, -f[i], 0, f[i]};
    heco_cec_rank(e, 7, by_mean, by_median);
    for (int i = 0; i < 7; i++) assert_int_equal(by_median[i], want[i]);
    assert_int_equal(by_mean[2], 1);
    assert_int_equal(by_mean[1], 6);
}

static void lexicographic(void **state) {
    (void)state;
    /* rate before violation before mean; median violation before median */
    const heco_cec_entry e[] = {{100, 0, 9, 0, 9},
                                {96, 1e-5, -9, 0, -9},
                                {96, 1e-4, -99, 1e-3, -99},
                                {NAN, NAN, NAN, NAN, NAN}};
    unsigned             by_mean[4], by_median[4];
    heco_cec_rank(e, 4, by_mean, by_median);
    const unsigned mean[] = {1, 2, 3, 4}, median[] = {2, 1, 3, 4};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(by_mean[i], mean[i]);
        assert_int_equal(by_median[i], median[i]);
    }
}

static void own_values_are_rounded(void **state) {
    (void)state;
    heco_summary   s = {.median        = 1.000000001,
                        .median_viol   = 4e-9,
                        .mean          = 2.000000001,
                        .mean_viol     = 4e-9,
                        .feasible_rate = 100};
    heco_cec_entry e = heco_cec_entry_of(&s);
    assert_double(e.median, 1.0);
    assert_double(e.median_viol, 0.0);
    assert_double(e.mean, 2.0);
    assert_double(e.mean_viol, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounding), cmocka_unit_test(ties_skip_ranks),
        cmocka_unit_test(lexicographic), cmocka_unit_test(own_values_are_rounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
