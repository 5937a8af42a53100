/* A small set of runs worked by hand; the published summaries are checked in test_published. */
#include "testing.h"

#include "report/stats/stats.h"

static void by_hand(void **state) {
    (void)state;
    /* order: (0, -1) (0, 3) (0.5, -9) (0.5, 2) (2, 0) */
    const heco_outcome runs[] = {{.f = 2, .viol = 0.5, .c = {0, 1, 0}},
                                 {.f = 3},
                                 {.f = 0, .viol = 2, .c = {1, 0, 2}},
                                 {.f = -1},
                                 {.f = -9, .viol = 0.5, .c = {0, 2, 1}}};
    heco_summary       s;
    assert_int_equal(heco_summary_compute(runs, 5, &s), HECO_OK);
    assert_int_equal(s.runs, 5);
    assert_double(s.best, -1.0);
    assert_double(s.median, -9.0);
    assert_double(s.worst, 0.0);
    assert_double(s.median_viol, 0.5);
    assert_double(s.worst_viol, 2.0);
    assert_int_equal(s.median_c[1], 2);
    assert_int_equal(s.median_c[2], 1);
    assert_double(s.mean, -1.0);
    assert_near(s.std, sqrt((9 + 16 + 1 + 0 + 64) / 5.0), 1e-15); /* divisor 5, not 4 */
    assert_double(s.feasible_rate, 40.0);
    assert_double(s.mean_viol, 0.6);
    /* an even number: the lower of the two in the middle */
    assert_int_equal(heco_summary_compute(runs, 4, &s), HECO_OK);
    assert_double(s.median, 3.0);
}

static void edges(void **state) {
    (void)state;
    heco_summary       s;
    const heco_outcome one      = {.f = 7},
                       failed[] = {{.f = NAN, .viol = INFINITY}, {.f = 1, .viol = 3}};
    assert_int_equal(heco_summary_compute(&one, 0, &s), HECO_ERR_ARG);
    assert_int_equal(heco_summary_compute(&one, 1, &s), HECO_OK);
    assert_double(s.best, 7.0);
    assert_double(s.worst, 7.0);
    assert_double(s.std, 0.0);
    /* a run without a value is the worst, and shows in the mean */
    assert_int_equal(heco_summary_compute(failed, 2, &s), HECO_OK);
    assert_double(s.best, 1.0);
    assert_true(isnan(s.worst));
    assert_true(isinf(s.mean) && s.mean > 0);
    assert_true(isinf(s.mean_viol));
}

static void order_does_not_matter(void **state) {
    (void)state;
    heco_outcome a[50], b[50];
    heco_summary x, y;
    for (int i = 0; i < 50; i++) {
        heco_outcome o = {.f = (i * 7919 % 101 - 50) * 1e12 + 0.1 * i, .viol = i % 3 * 1e-3};
        a[i] = b[49 - i] = o;
    }
    assert_int_equal(heco_summary_compute(a, 50, &x), HECO_OK);
    assert_int_equal(heco_summary_compute(b, 50, &y), HECO_OK);
    assert_double(x.mean, y.mean);
    assert_double(x.mean_viol, y.mean_viol);
    assert_double(x.median, y.median);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(edges),
                                       cmocka_unit_test(order_does_not_matter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
