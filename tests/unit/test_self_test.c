/* The self-test of the command: it passes here, and a wrong value is an error with a message. */
#include "cli/args.c"
#include "cli/fold.c"
#include "cli/terminal.c"
#include "cli/self_test.c"

#include "testing.h"

static void the_self_test_passes(void **state) {
    (void)state;
    assert_int_equal(self_test_run(), CLI_OK);
}

static void a_wrong_value_is_an_error(void **state) {
    (void)state;
    assert_int_equal(self_test_judge(self_test_f), CLI_OK);
    assert_int_equal(self_test_judge(nextafter(self_test_f, 0.0)), CLI_ERROR);
    assert_int_equal(self_test_judge(NAN), CLI_ERROR);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_self_test_passes),
                                       cmocka_unit_test(a_wrong_value_is_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
