/* Which suites have official data, and what is said about the others. What is done with the data
 * of cec2017 is in test_cec2017_import. */
#include "testing.h"

#include "heco/suite.h"

static void only_some_suites_have_data(void **state) {
    (void)state;
    size_t count = 0, known = 0;
    for (; heco_data_suite_at(count) != NULL; count++)
        for (size_t k = 0; heco_suite_name_at(k) != NULL; k++)
            known += strcmp(heco_suite_name_at(k), heco_data_suite_at(count)) == 0;
    assert_true(count > 0 && known == count);
    assert_string_equal(heco_data_suite_at(0), "cec2017");
    assert_null(heco_data_suite_at(1000));
}

static void the_others_are_refused(void **state) {
    (void)state;
    heco_error error = {0};
    assert_int_equal(heco_data_verify("cec2006", "/nowhere", NULL, NULL, &error), HECO_ERR_ARG);
    assert_text(error.text, "suite cec2006 has no official data");
    assert_int_equal(heco_data_import("theory", "/nowhere", "/nowhere/to", NULL, NULL, &error),
                     HECO_ERR_ARG);
    assert_int_equal(heco_data_verify("cec2071", "/nowhere", NULL, NULL, &error), HECO_ERR_NAME);
    assert_text(error.text, "cec2017");
    assert_int_equal(heco_data_verify("cec2017", "/nowhere", NULL, NULL, &error), HECO_ERR_IO);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_some_suites_have_data),
                                       cmocka_unit_test(the_others_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
