/* STUB.col and STUB.row: a name per line, as many as are needed. */
#include "models/nl/nl_parts.h"

#include "model_files.h"

static void names_of_lines(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    const char *nl = files_write("a.nl", NULL);
    files_write("a.col", "x[1]\r\n\nlong name with blanks\nfour\nfive\n");
    const char *const *names = heco_nl_names(&arena, nl, ".col", 4);
    assert_string_equal(names[0], "x[1]");
    assert_null(names[1]);
    assert_string_equal(names[2], "long name with blanks");
    assert_string_equal(names[3], "four");
    names = heco_nl_names(&arena, nl, ".col", 7); /* the file is too short */
    assert_string_equal(names[4], "five");
    assert_null(names[5]);
    assert_null(names[6]);
    assert_null(heco_nl_names(&arena, nl, ".row", 4));
    assert_false(heco_arena_failed(&arena));
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_of_lines)};
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
