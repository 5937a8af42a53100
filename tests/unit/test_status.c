/* Texts of the codes, and messages. */
#include "testing.h"

#include "base/error.h"

static void every_code_has_a_text(void **state) {
    (void)state;
    static const int codes[] = {
#define HECO_X(name, code, text) code,
        HECO_STATUS_LIST(HECO_X)
#undef HECO_X
    };
    size_t count = sizeof codes / sizeof codes[0];
    for (size_t i = 0; i < count; i++) {
        const char *text = heco_status_text((heco_status)codes[i]);
        assert_true(strlen(text) > 1);
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(codes[i], codes[k]);
            assert_string_not_equal(text, heco_status_text((heco_status)codes[k]));
        }
    }
    assert_string_equal(heco_status_text(HECO_OK), "ok");
    assert_string_equal(heco_status_text((heco_status)12345), "unknown status");
}

static void a_failure_fills_the_error(void **state) {
    (void)state;
    heco_error error;
    memset(&error, 0, sizeof error);
    assert_int_equal(heco_fail(&error, HECO_ERR_NAME, "no suite \"%s\"", "cec"), HECO_ERR_NAME);
    assert_int_equal(error.status, HECO_ERR_NAME);
    assert_string_equal(error.text, "no suite \"cec\"");
    assert_int_equal(heco_fail(NULL, HECO_ERR_IO, "nobody listens"), HECO_ERR_IO);
}

static void memory_has_one_wording(void **state) {
    (void)state;
    heco_error error;
    assert_int_equal(heco_fail_memory(&error), HECO_ERR_MEMORY);
    assert_string_equal(error.text, heco_status_text(HECO_ERR_MEMORY));
    assert_int_equal(heco_fail_memory_for(&error, "model '%s'", "m.lua"), HECO_ERR_MEMORY);
    assert_string_equal(error.text, "out of memory for model 'm.lua'");
    assert_int_equal(heco_fail_memory_for(NULL, "nobody"), HECO_ERR_MEMORY);
}

static void an_unknown_name_gets_the_nearest(void **state) {
    (void)state;
    static const char *const names[] = {"lambda", "pop", "gamma", "F"};
    heco_error               error;
    assert_int_equal(heco_fail_name(&error, "lamda", names, 4, "an option of %s", "heco-de"),
                     HECO_ERR_NAME);
    assert_int_equal(error.status, HECO_ERR_NAME);
    assert_string_equal(error.text,
                        "'lamda' is not an option of heco-de: did you mean lambda, gamma or pop?");
    heco_fail_name(&error, "F", names, 0, "a format");
    assert_string_equal(error.text, "'F' is not a format: there is none");
    assert_int_equal(heco_fail_name(NULL, "F", names, 4, "a format"), HECO_ERR_NAME);
}

static void a_long_message_is_cut(void **state) {
    (void)state;
    char       long_text[2000];
    heco_error error;
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    heco_fail(&error, HECO_ERR_ARG, "%s", long_text);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_a_text),
        cmocka_unit_test(a_failure_fills_the_error),
        cmocka_unit_test(memory_has_one_wording),
        cmocka_unit_test(an_unknown_name_gets_the_nearest),
        cmocka_unit_test(a_long_message_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
