/* Formats by name, and a stream that cannot be written. */
#include "report_sample.h"

static void names(void **state) {
    (void)state;
    heco_error  error;
    const char *want[] = {"text", "md", "csv", "json", "tex"};
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(heco_format_at(i), want[i]);
        assert_int_equal(heco_format_check(want[i], &error), HECO_OK);
        assert_int_equal(heco_format_readable(want[i]), i != 2 && i != 3);
    }
    assert_null(heco_format_at(5));
    assert_int_equal(heco_format_check("xml", &error), HECO_ERR_NAME);
    assert_text(error.text, "'xml' is not a format of tables: did you mean md, csv or tex?");
    assert_false(heco_format_readable("xml"));
}

static void full_disk(void **state) {
    (void)state;
    heco_error  error;
    FILE       *file = fopen("/dev/full", "w");
    heco_table *t    = report_sample();
    if (file == NULL) {
        heco_table_free(t);
        skip();
    }
    assert_int_equal(heco_table_write(t, "csv", file, &error), HECO_ERR_IO);
    assert_text(error.text, "No space left");
    fclose(file);
    heco_table_free(t);
}

static void unfinished(void **state) {
    (void)state;
    heco_error  error;
    heco_table *t = report_sample();
    heco_table_put_integer(t, 1);
    assert_int_equal(heco_table_write(t, "csv", stdout, &error), HECO_ERR_ORDER);
    heco_table_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(full_disk),
                                       cmocka_unit_test(unfinished)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
