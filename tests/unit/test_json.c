/* The JSON writer of the command: it is not part of the library, so its source is taken in. */
#include "cli/json.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

/* What `write` makes of a document. The caller frees it. */
static char *written(void (*write)(json *out)) {
    char  *text = NULL;
    size_t size;
    FILE  *file = open_memstream(&text, &size);
    assert_non_null(file);
    json out = json_start(file);
    write(&out);
    fclose(file);
    return text;
}

static void write_nested(json *out) {
    const double x[] = {1.0, 0.1, NAN, -INFINITY};
    json_open(out, NULL, '{');
    json_text(out, "a", "b");
    json_reals(out, "x", x, 4);
    json_open(out, "empty", '[');
    json_close(out);
    json_open(out, "list", '[');
    json_bool(out, NULL, 1);
    json_text(out, NULL, NULL);
    json_count(out, NULL, UINT64_MAX);
    json_close(out);
    json_close(out);
}

static void test_nested(void **state) {
    (void)state;
    char *text = written(write_nested);
    assert_string_equal(text, "{\n"
                              "  \"a\": \"b\",\n"
                              "  \"x\": [1, 0.10000000000000001, null, null],\n"
                              "  \"empty\": [],\n"
                              "  \"list\": [\n"
                              "    true,\n"
                              "    null,\n"
                              "    18446744073709551615\n"
                              "  ]\n"
                              "}\n");
    free(text);
}

static void write_texts(json *out) {
    json_open(out, NULL, '(');
    json_text(out, NULL, "a\"b\\c\n\t\x01\x7f");
    json_text(out, NULL, "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82");     /* kept */
    json_text(out, NULL, "\xff|\xc3|\xc0\x80|\xed\xa0\x80|\xf4\x90\x80\x80"); /* no UTF-8 */
    json_close(out);
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nested), cmocka_unit_test(test_texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
