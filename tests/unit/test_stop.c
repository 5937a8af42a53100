/* The rules that end a run, in their order. */
#include "testing.h"

#include "run/stop.h"

static heco_stop check(const heco_run_options *o, const heco_tracker *r) {
    heco_stop_rules rules;
    heco_stop_init(&rules, o);
    return heco_stop_reason(&rules, r);
}

static void no_rule_no_stop(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    heco_tracker      r = {.evals = 999, .evals_at_best = 1, .evals_to_target = 5};
    o.max_evals        = 1000;
    assert_int_equal(check(&o, &r), HECO_STOP_NOT_YET); /* no target was set */
    r.evals = 1000;
    assert_int_equal(check(&o, &r), HECO_STOP_BUDGET);
}

static void one_point_needs_one_evaluation(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    heco_stop_rules  rules;
    heco_tracker     r = {.evals = 1};
    o.max_evals        = 1000;
    heco_stop_init(&rules, &o);
    assert_int_equal(heco_stop_reason(&rules, &r), HECO_STOP_NOT_YET);
    rules.one_point = 1;
    assert_int_equal(heco_stop_reason(&rules, &r), HECO_STOP_ALGORITHM);
    r.failed = 1;
    assert_int_equal(heco_stop_reason(&rules, &r), HECO_STOP_FAILED);
}

static void target_unless_it_is_only_recorded(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    heco_tracker      r = {.evals = 10, .evals_to_target = 0};
    o.max_evals = 10, o.target = 3.0;
    assert_int_equal(check(&o, &r), HECO_STOP_BUDGET);
    r.evals_to_target = 10; /* the last evaluation reached it: target, not budget */
    assert_int_equal(check(&o, &r), HECO_STOP_TARGET);
    o.stop_at_target = 0;
    assert_int_equal(check(&o, &r), HECO_STOP_BUDGET);
}

static void stall_counts_from_the_best_point(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    heco_tracker      r = {.evals = 149, .evals_at_best = 100};
    o.max_evals = 1000, o.stall = 50;
    assert_int_equal(check(&o, &r), HECO_STOP_NOT_YET);
    r.evals = 150;
    assert_int_equal(check(&o, &r), HECO_STOP_STALL);
}

static void failures_only_when_nothing_ever_worked(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    heco_tracker      r = {.evals = 99, .failed = 99};
    o.max_evals = 1000, o.max_failed = 100;
    assert_int_equal(check(&o, &r), HECO_STOP_NOT_YET);
    r.evals = r.failed = 100;
    assert_int_equal(check(&o, &r), HECO_STOP_FAILED);
    r.evals = 101; /* one worked */
    assert_int_equal(check(&o, &r), HECO_STOP_NOT_YET);
    r.evals = r.failed = 100;
    o.max_failed       = 0;
    assert_int_equal(check(&o, &r), HECO_STOP_NOT_YET);
}

static void time_limit(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    heco_tracker      r = {.evals = 1, .evals_at_best = 1};
    heco_stop_rules  rules;
    o.max_evals = 1000, o.max_seconds = 10.0;
    heco_stop_init(&rules, &o);
    assert_int_equal(heco_stop_reason(&rules, &r), HECO_STOP_NOT_YET);
    rules.started -= 11.0; /* as if it had begun eleven seconds earlier */
    assert_int_equal(heco_stop_reason(&rules, &r), HECO_STOP_TIME);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_rule_no_stop),
        cmocka_unit_test(one_point_needs_one_evaluation),
        cmocka_unit_test(target_unless_it_is_only_recorded),
        cmocka_unit_test(stall_counts_from_the_best_point),
        cmocka_unit_test(failures_only_when_nothing_ever_worked),
        cmocka_unit_test(time_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
