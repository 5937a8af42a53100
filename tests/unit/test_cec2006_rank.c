/* Success performance by hand. */
#include "testing.h"

#include "report/stats/stats.h"

static void by_hand(void **state) {
    (void)state;
    const heco_outcome runs[] = {{.f = 0, .evals_to_feasible = 10, .evals_to_target = 1000},
                                 {.f = 0, .evals_to_feasible = 20, .evals_to_target = 3000},
                                 {.f = 5, .evals_to_feasible = 30},
                                 {.f = 5, .viol = 1e-9}};
    heco_success       s;
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
