#include "testing.h"

#include "report/page/page_json.h"

static char *written(void (*write)(heco_json *, const void *), const void *what, int paths) {
    char     *text = NULL;
    size_t    size = 0;
    heco_json j    = {.file = open_memstream(&text, &size), .paths = paths};
    write(&j, what);
    fclose(j.file);
    return text;
}

static void put_text(heco_json *j, const void *text) { heco_json_text(j, NULL, text); }
static void put_label(heco_json *j, const void *text) { heco_json_label(j, NULL, text); }

static void expect(void (*write)(heco_json *, const void *), const char *in, const char *out) {
    char *got = written(write, in, 0);
    assert_string_equal(got, out);
    free(got);
}

/* Nothing of a text may end the script, start a comment or a line, or break the encoding. */
static void nothing_leaves_the_script(void **state) {
    (void)state;
    expect(put_text, "</script><script>alert(1)</script>",
           "\"\\u003c/script\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e\"");
    expect(put_text, "<!--&amp;", "\"\\u003c!--\\u0026amp;\"");
    expect(put_text, "a\"b\\c\n\t\x01\x7f", "\"a\\u0022b\\u005cc\\u000a\\u0009\\u0001\\u007f\"");
    expect(put_text, "\xe2\x80\xa8\xe2\x80\xa9", "\"\\u2028\\u2029\"");
    expect(put_text, "\xc3\xa9\xf0\x9f\x98\x80", "\"\xc3\xa9\xf0\x9f\x98\x80\"");
    expect(put_text, "\xff\xc3(\xed\xa0\x80\xf4\x90\x80\x80\xc0\xaf\xe2\x82",
           "\"\\ufffd\\ufffd(\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd"
           "\\ufffd\\ufffd\"");
}

static void folders_are_left_out(void **state) {
    (void)state;
    expect(put_label, "heco solve '/home/me/beam 1/beam.lua' --data=/srv/data/x --set a=1",
           "\"heco solve 'beam beam.lua' --data=x --set a=1\"");
    expect(put_label, "cec2017:C05/30", "\"cec2017:C05/30\"");
    expect(put_label, "../mine.so and ~/b and sub/c.so", "\"mine.so and b and c.so\"");
    expect(put_label, "speed [m/s]", "\"speed [m/s]\"");
    char *got = written(put_label, "/home/me/beam.lua", 1);
    assert_string_equal(got, "\"/home/me/beam.lua\"");
    free(got);
}

static void put_numbers(heco_json *j, const void *unused) {
    const double values[] = {1.0 / 3.0, NAN, INFINITY, -INFINITY, 0.0, -1e300};
    (void)unused;
    heco_json_open(j, NULL, '{');
    heco_json_reals(j, "r", values, 6, 4);
    heco_json_count(j, "c", UINT64_MAX);
    heco_json_open(j, "empty", '[');
    heco_json_close(j, ']');
    heco_json_text(j, "none", NULL);
    heco_json_printed(j, "p", "1.5");
    heco_json_close(j, '}');
}

static void numbers_and_commas(void **state) {
    (void)state;
    char *got = written(put_numbers, NULL, 0);
    assert_string_equal(got, "{\"r\":[0.3333,null,null,null,0,-1e+300],\"c\":18446744073709551615,"
                             "\"empty\":[],\"none\":null,\"p\":1.5}");
    free(got);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_leaves_the_script),
        cmocka_unit_test(folders_are_left_out),
        cmocka_unit_test(numbers_and_commas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
