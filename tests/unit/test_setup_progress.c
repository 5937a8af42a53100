/* The budget as the driver counts it. */
#include "testing.h"

#include "solver/common/setup_progress.h"

static void what_is_used_and_what_is_left(void **state) {
    (void)state;
    uint64_t   evals = 0;
    heco_setup setup = {.max_evals = 400, .evals = &evals};
    assert_double(heco_setup_progress(&setup), 0.0);
    assert_int_equal(heco_setup_left(&setup), 400);
    evals = 100;
    assert_double(heco_setup_progress(&setup), 0.25);
    assert_int_equal(heco_setup_left(&setup), 300);
    evals = 400;
    assert_double(heco_setup_progress(&setup), 1.0);
    assert_int_equal(heco_setup_left(&setup), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_used_and_what_is_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
