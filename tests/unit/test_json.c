#include "testing.h"

#include "base/json.h"

/* What `write` makes of a document. The caller frees it. */
static char *written(void (*write)(heco_json *out)) {
    char  *text = NULL;
    size_t size;
    FILE  *file = open_memstream(&text, &size);
    assert_non_null(file);
    heco_json out = {.file = file};
    write(&out);
    fclose(file);
    return text;
}

static void write_nested(heco_json *out) {
    const double x[] = {1.0, 0.1, NAN, -INFINITY};
    heco_json_open(out, NULL, '{');
    heco_json_text(out, "a", "b");
    heco_json_reals(out, "x", x, 4);
    heco_json_open(out, "empty", '[');
    heco_json_close(out);
    heco_json_open(out, "list", '[');
    heco_json_bool(out, NULL, 1);
    heco_json_text(out, NULL, NULL);
    heco_json_count(out, NULL, UINT64_MAX);
    heco_json_close(out);
    heco_json_close(out);
}

static void test_nested(void **state) {
    (void)state;
    char *text = written(write_nested);
    assert_string_equal(text, "{\n"
                              "  \"a\": \"b\",\n"
                              "  \"x\": [1, 0.1, null, null],\n"
                              "  \"empty\": [],\n"
                              "  \"list\": [\n"
                              "    true,\n"
                              "    null,\n"
                              "    18446744073709551615\n"
                              "  ]\n"
                              "}\n");
    free(text);
}

static void write_texts(heco_json *out) {
    heco_json_open_line(out, NULL, '[');
    heco_json_text(out, NULL, "a\"b\\c\n\t\x01\x7f");
    heco_json_text(out, NULL, "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82");     /* kept */
    heco_json_text(out, NULL, "\xff|\xc3|\xc0\x80|\xed\xa0\x80|\xf4\x90\x80\x80"); /* no UTF-8 */
    heco_json_close(out);
}

static void test_texts(void **state) {
    (void)state;
    char *text = written(write_texts);
    assert_string_equal(text, "[\"a\\\"b\\\\c\\n\\t\\u0001\\u007f\", "
                              "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82\", "
                              "\"\\ufffd|\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd|"
                              "\\ufffd\\ufffd\\ufffd\\ufffd\"]\n");
    free(text);
}

/* No text may end the script, start a comment or a line of JavaScript, or break the encoding. */
static void write_html(heco_json *out) {
    out->compact = out->html_safe = 1;
    heco_json_open(out, NULL, '[');
    heco_json_text(out, NULL, "</script><!--&amp;");
    heco_json_text(out, NULL, "a\"b\\c\n\t\x01\x7f");
    heco_json_text(out, NULL, "\xe2\x80\xa8\xe2\x80\xa9");
    heco_json_text(out, NULL, "\xff\xc3(\xed\xa0\x80\xf4\x90\x80\x80\xc0\xaf\xe2\x82");
    heco_json_bytes(out, NULL, "\xc3\xa9\xe2\x82\xac", 4); /* the second sequence is cut off */
    heco_json_close(out);
}

static void test_html_safe(void **state) {
    (void)state;
    char *text = written(write_html);
    assert_string_equal(text, "[\"\\u003c/script\\u003e\\u003c!--\\u0026amp;\","
                              "\"a\\\"b\\\\c\\n\\t\\u0001\\u007f\",\"\\u2028\\u2029\","
                              "\"\\ufffd\\ufffd(\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd"
                              "\\ufffd\\ufffd\\ufffd\\ufffd\",\"\xc3\xa9\\ufffd\\ufffd\"]");
    free(text);
}

static void write_numbers(heco_json *out) {
    const double values[] = {1.0 / 3.0, NAN, INFINITY, -INFINITY, 0.0, -0.0, -1e300};
    out->compact          = 1;
    heco_json_open(out, NULL, '{');
    heco_json_rounded_reals(out, "r", values, 7, 4);
    heco_json_open(out, "empty", '[');
    heco_json_close(out);
    heco_json_text(out, "none", NULL);
    heco_json_printed(out, "p", "1.5");
    heco_json_close(out);
}

static void test_numbers(void **state) {
    (void)state;
    char *text = written(write_numbers);
    assert_string_equal(text, "{\"r\":[0.3333,null,null,null,0,-0.0,-1e+300],\"empty\":[],"
                              "\"none\":null,\"p\":1.5}");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_html_safe),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
