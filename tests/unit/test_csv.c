#include "testing.h"

#include "base/text.h"

static void quoted(const char *text, const char *wanted) {
    char  got[80] = "";
    FILE *file    = tmpfile();
    assert_non_null(file);
    heco_csv_put(file, text);
    rewind(file);
    got[fread(got, 1, sizeof got - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(got, wanted);
}

static void only_what_needs_it_is_quoted(void **state) {
    (void)state;
    quoted("", "");
    quoted("heco-de", "heco-de");
    quoted(" two words ", " two words ");
    quoted("heco-de[lambda=25,gamma=0]", "\"heco-de[lambda=25,gamma=0]\"");
    quoted("a \"b\"", "\"a \"\"b\"\"\"");
    quoted("two\nlines", "\"two lines\"");
    quoted("\r\033,\xc2\x9b", "\" ?,??\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_what_needs_it_is_quoted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
