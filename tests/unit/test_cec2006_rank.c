/* Success performance by hand. */
#include "testing.h"

#include "heco/stats.h"

static void by_hand(void **state) {
    (void)state;
    const heco_final runs[] = {{0, 0, {0, 0, 0}, 10, 1000},
                               {0, 0, {0, 0, 0}, 20, 3000},
                               {5, 0, {0, 0, 0}, 30, 0},
                               {5, 1e-9, {0, 0, 0}, 0, 0}};
    heco_success     s;
    heco_success_compute(runs, 4, &s);
    assert_int_equal(s.successes, 2);
    assert_double(s.feasible_rate, 75.0);
    assert_double(s.success_rate, 50.0);
    assert_double(s.evals_to_success, 2000.0);
    assert_double(s.success_performance, 4000.0);
    heco_success_compute(runs + 2, 2, &s);
    assert_double(s.success_rate, 0.0);
    assert_true(isnan(s.evals_to_success));
    assert_true(isnan(s.success_performance));
    heco_success_compute(runs, 0, &s);
    assert_int_equal(s.runs, 0);
    assert_true(isnan(s.success_rate));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
