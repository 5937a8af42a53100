/* Lines that are broken at the width of a terminal: the command is not part of the library, so its
 * source is taken in. */
#include "cli/fold.c"
#include "cli/terminal.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Checks what fold_write() makes of a text. */
static void folds(const char *text, int columns, const char *expected) {
    char  *found = NULL;
    size_t size  = 0;
    FILE  *out   = heco_os_memory_open(&found, &size);
    fold_write(out, text, columns);
    assert_non_null(heco_os_memory_close(out, &found, &size));
    assert_string_equal(found, expected);
    free(found);
}

static void short_lines_stay(void **state) {
    (void)state;
    folds("", 10, "");
    folds("one two\n\n  x\n", 10, "one two\n\n  x\n");
    folds("0123456789\n", 10, "0123456789\n");
    folds("no end of line", 20, "no end of line\n");
}

static void lines_are_broken_between_words(void **state) {
    (void)state;
    folds("one two three four\n", 10, "one two\n  three\n  four\n");
    folds("a word_that_is_too_long b\n", 10, "a\n  word_that_is_too_long\n  b\n");
    folds("0123456789   \n", 10, "0123456789\n");
    folds("            \n", 10, "            \n");
}

/* The rest of a line is indented like the text behind its label, or by two columns if the label is
 * long. */
static void the_rest_is_indented(void **state) {
    (void)state;
    folds("f     one two three\n", 14, "f     one two\n      three\n");
    folds("  a long label  one two\n", 20, "  a long label  one\n    two\n");
    folds("  one two three\n", 10, "  one two\n    three\n");
}

/* A character of several bytes takes one column. */
static void characters_are_counted(void **state) {
    (void)state;
    folds("\xc3\xa4\xc3\xb6\xc3\xbc \xc3\x9f\n", 5, "\xc3\xa4\xc3\xb6\xc3\xbc \xc3\x9f\n");
    folds("\xc3\xa4\xc3\xb6\xc3\xbc \xc3\x9f\n", 4, "\xc3\xa4\xc3\xb6\xc3\xbc\n  \xc3\x9f\n");
}

/* What is no terminal receives the text itself. */
static void files_are_not_folded(void **state) {
    (void)state;
    fold  f;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_ptr_equal(fold_open(&f, file, fileno(file)), file);
    assert_int_equal(fold_close(&f), 0);
    fclose(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_lines_stay),     cmocka_unit_test(lines_are_broken_between_words),
        cmocka_unit_test(the_rest_is_indented), cmocka_unit_test(characters_are_counted),
        cmocka_unit_test(files_are_not_folded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
