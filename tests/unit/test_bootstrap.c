/* Intervals of samples so small that the distribution of a resample is known. */
#include "testing.h"

#include "report/stats/stats.h"

static heco_resampling level(double level) { return (heco_resampling){20000, 1, level}; }

/* {0, 1}: the mean of a resample is 0, 1/2, 1 with the probabilities 1/4, 1/2, 1/4. */
static void mean(void **state) {
    (void)state;
    const double    v[2] = {0.0, 1.0};
    heco_interval   i;
    heco_resampling how = level(0.4);
    assert_int_equal(heco_bootstrap_mean(v, 2, &how, &i), HECO_OK);
    assert_double(i.low, 0.0);
    assert_double(i.high, 1.0);
    how = level(0.6);
    assert_int_equal(heco_bootstrap_mean(v, 2, &how, &i), HECO_OK);
    assert_double(i.low, 0.5);
    assert_double(i.high, 0.5);
    assert_int_equal(heco_bootstrap_mean(v, 0, &how, &i), HECO_ERR_ARG);
    how.resamples = 0;
    assert_int_equal(heco_bootstrap_mean(v, 2, &how, &i), HECO_ERR_ARG);
}

/* A large sample: the normal interval. 0 .. 99 has the mean 49.5 and the deviation 28.87. */
static void large(void **state) {
    (void)state;
    double          v[100];
    heco_interval   i, again;
    heco_resampling how = level(0.05);
    for (int k = 0; k < 100; k++) v[k] = k;
    assert_int_equal(heco_bootstrap_mean(v, 100, &how, &i), HECO_OK);
    assert_near(i.low, 49.5 - 1.96 * 2.887, 0.25);
    assert_near(i.high, 49.5 + 1.96 * 2.887, 0.25);
    assert_int_equal(heco_bootstrap_mean(v, 100, &how, &again), HECO_OK);
    assert_memory_equal(&i, &again, sizeof i);
}

/* One success after 100, one failure after 300: 100, 400 and infinity with 1/4, 1/2, 1/4. */
static void ert(void **state) {
    (void)state;
    const double    evals[2] = {100.0, 300.0}, success[2] = {1.0, 0.0};
    heco_interval   i;
    heco_resampling how = level(0.4);
    assert_int_equal(heco_bootstrap_ert(evals, success, 2, &how, &i), HECO_OK);
    assert_double(i.low, 100.0);
    assert_true(isinf(i.high));
    how = level(0.6);
    assert_int_equal(heco_bootstrap_ert(evals, success, 2, &how, &i), HECO_OK);
    assert_double(i.low, 400.0);
    assert_double(i.high, 400.0);
}

/* {1, 3} against {2}: 0, 1/2 and 1 with 1/4, 1/2, 1/4; against {1}: ties count half. */
static void a12(void **state) {
    (void)state;
    const double    a[2] = {1.0, 3.0}, b[1] = {2.0}, c[1] = {1.0};
    heco_interval   i;
    heco_resampling how = level(0.4);
    assert_int_equal(heco_bootstrap_a12(a, 2, b, 1, &how, &i), HECO_OK);
    assert_double(i.low, 0.0);
    assert_double(i.high, 1.0);
    assert_int_equal(heco_bootstrap_a12(a, 2, c, 1, &how, &i), HECO_OK);
    assert_double(i.low, 0.0);
    assert_double(i.high, 0.5);
    how = level(0.6);
    assert_int_equal(heco_bootstrap_a12(a, 2, c, 1, &how, &i), HECO_OK);
    assert_double(i.low, 0.25);
    assert_double(i.high, 0.25);
    assert_int_equal(heco_bootstrap_a12(a, 0, c, 1, &how, &i), HECO_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(mean), cmocka_unit_test(large),
                                       cmocka_unit_test(ert), cmocka_unit_test(a12)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
