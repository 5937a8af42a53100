/* The words for how a run ended, there and back. */
#include "testing.h"

#include "heco/run.h"

static void texts(void **state) {
    (void)state;
    assert_string_equal(heco_stop_text(HECO_STOP_BUDGET), "budget");
    assert_string_equal(heco_stop_text(HECO_STOP_TARGET), "target");
    assert_string_equal(heco_stop_text(HECO_STOP_TIME), "time");
    assert_string_equal(heco_stop_text(HECO_STOP_STALL), "stall");
    assert_string_equal(heco_stop_text(HECO_STOP_USER), "user");
    assert_string_equal(heco_stop_text(HECO_STOP_ALGORITHM), "converged");
    assert_string_equal(heco_stop_text(HECO_STOP_ERROR), "error");
    assert_string_equal(heco_found_text(HECO_FOUND_FEASIBLE), "feasible");
    assert_string_equal(heco_found_text(HECO_FOUND_INFEASIBLE), "infeasible");
    assert_string_equal(heco_found_text(HECO_FOUND_NONE), "none");
    assert_non_null(heco_stop_text((heco_stop)999));
    assert_non_null(heco_found_text((heco_found)999));
}

static void every_reason_is_read_back(void **state) {
    (void)state;
#define HECO_X(name, text) assert_int_equal(heco_stop_parse(text), HECO_STOP_##name);
    HECO_STOP_LIST(HECO_X)
#undef HECO_X
    assert_int_equal(heco_stop_parse("a reason of tomorrow"), HECO_STOP_UNKNOWN);
    assert_int_equal(heco_stop_parse("algorithm"), HECO_STOP_ALGORITHM);
    assert_int_equal(heco_stop_parse(""), HECO_STOP_UNKNOWN);
}

static void what_values_are_worth(void **state) {
    (void)state;
    assert_int_equal(heco_found_of(-1e300, 0.0), HECO_FOUND_FEASIBLE);
    assert_int_equal(heco_found_of(0.0, 1e-300), HECO_FOUND_INFEASIBLE);
    assert_int_equal(heco_found_of(INFINITY, INFINITY), HECO_FOUND_NONE);
    assert_int_equal(heco_found_of(NAN, 0.0), HECO_FOUND_NONE);
    assert_int_equal(heco_found_of(1.0, NAN), HECO_FOUND_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts),
                                       cmocka_unit_test(every_reason_is_read_back),
                                       cmocka_unit_test(what_values_are_worth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
