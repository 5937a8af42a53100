/* Options of algorithms: text in, number out, and back. */
#include "testing.h"

#include "scripted_algorithm.h"

static heco_status set(double *values, const char *text, heco_error *error) {
    *error = (heco_error){HECO_OK, ""};
    return heco_option_set(scripted_options, values, text, "scripted", error);
}

static void values_are_taken(void **state) {
    (void)state;
    double     v[5] = {0};
    heco_error error;
    assert_int_equal(heco_option_count(scripted_options), 5);
    assert_int_equal(heco_option_count(NULL), 0);
    assert_int_equal(set(v, "batch=12", &error), HECO_OK);
    assert_double(v[SCRIPTED_BATCH], 12.0);
    assert_int_equal(set(v, "end=2e3", &error), HECO_OK);
    assert_double(v[SCRIPTED_END], 2000.0);
    assert_int_equal(set(v, "real=-0.5", &error), HECO_OK);
    assert_double(v[SCRIPTED_REAL], -0.5);
    assert_int_equal(set(v, "real=auto", &error), HECO_OK);
    assert_true(isnan(v[SCRIPTED_REAL]));
    assert_int_equal(set(v, "mode=two", &error), HECO_OK);
    assert_double(v[SCRIPTED_MODE], 1.0);
}

static void wrong_values_are_refused_with_words(void **state) {
    (void)state;
    static const struct {
        const char *text;
        heco_status status;
        const char *words;
    } rows[] = {
        {"batch=0", HECO_ERR_ARG, "range 1 .. 100"},
        {"batch=101", HECO_ERR_ARG, "range 1 .. 100"},
        {"batch=1.5", HECO_ERR_ARG, "whole number"},
        {"batch=", HECO_ERR_ARG, "not a number"},
        {"batch=4x", HECO_ERR_ARG, "not a number"},
        {"batch=auto", HECO_ERR_ARG, "not a number"},
        {"real=nan", HECO_ERR_ARG, "not a number"},
        {"real=1.0000001", HECO_ERR_ARG, "range -1 .. 1"},
        {"mode=four", HECO_ERR_ARG, "one|two|three"},
        {"mode=tw", HECO_ERR_ARG, "one|two|three"},
        {"mode=one|two", HECO_ERR_ARG, "one|two|three"},
        {"bach=3", HECO_ERR_NAME, "batch"},
        {"Batch=3", HECO_ERR_NAME, "batch"},
        {"batch", HECO_ERR_ARG, "option=value"},
        {"=1", HECO_ERR_ARG, "option=value"},
        {"", HECO_ERR_ARG, "option=value"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double     v[5] = {7.0, 7.0, 7.0, 7.0, 7.0};
        heco_error error;
        if (set(v, rows[i].text, &error) != rows[i].status) fail_msg("%s is taken", rows[i].text);
        assert_text(error.text, rows[i].words);
        for (int k = 0; k < 5; k++) assert_double(v[k], 7.0);
    }
    char long_name[300];
    memset(long_name, 'a', 299);
    long_name[200] = '=', long_name[299] = '\0';
    double     v[5];
    heco_error error;
    assert_int_equal(set(v, long_name, &error), HECO_ERR_ARG);
}

static void printing_reads_back(void **state) {
    (void)state;
    static const double numbers[] = {0.1, 1.0 / 3.0, -0.7, 1e-9, 0.30000000000000004};
    char                text[40], assignment[60];
    double              v[5];
    heco_error          error;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        heco_option_print(&scripted_options[SCRIPTED_REAL], numbers[i], text, sizeof text);
        snprintf(assignment, sizeof assignment, "real=%s", text);
        assert_int_equal(set(v, assignment, &error), HECO_OK);
        assert_double(v[SCRIPTED_REAL], numbers[i]);
    }
    heco_option_print(&scripted_options[SCRIPTED_REAL], 0.1, text, sizeof text);
    assert_string_equal(text, "0.1");
    heco_option_print(&scripted_options[SCRIPTED_REAL], NAN, text, sizeof text);
    assert_string_equal(text, "auto");
    heco_option_print(&scripted_options[SCRIPTED_MODE], 2.0, text, sizeof text);
    assert_string_equal(text, "three");
    heco_option_print(&scripted_options[SCRIPTED_MODE], 0.0, text, sizeof text);
    assert_string_equal(text, "one");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_taken),
        cmocka_unit_test(wrong_values_are_refused_with_words),
        cmocka_unit_test(printing_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
