/* The header of a .nl file: its counts, and every one of them out of range. */
#include "models/nl/nl_header.h"

#include "model_files.h"

#define GOLDEN(name) HECO_GOLDEN_DIR "/nl/" name ".nl"

static const char *const sound[10] = {"g3 1 1 0\t# a comment",
                                      " 3 2 1 0 1 0",
                                      " 2 1 0 0 0 0",
                                      " 0 0",
                                      " 3 2 2",
                                      " 0 0 0 1",
                                      " 0 0 1 0 0",
                                      " 5 3",
                                      " 0 0",
                                      " 1 0 0 1 0"};

/* The sound head with line `number` (from 1) replaced, and something after it. */
static heco_status head(heco_nl_header *out, int number, const char *line, heco_error *error) {
    char text[1000] = "";
    for (int k = 1; k <= 10; k++) {
        strcat(text, k == number ? line : sound[k - 1]);
        strcat(text, "\n");
    }
    strcat(text, "C0\nn0\n");
    return heco_nl_header_read(out, files_write("head.nl", text), error);
}

static void refused(int number, const char *line, const char *part) {
    heco_nl_header h;
    heco_error     error = {HECO_OK, ""};
    assert_int_equal(head(&h, number, line, &error), HECO_ERR_MODEL);
    if (strstr(error.text, part) == NULL || strstr(error.text, "head.nl") == NULL)
        fail_msg("line %d, '%s': '%s' lacks '%s'", number, line, error.text, part);
}

static void all_that_it_says(void **state) {
    (void)state;
    heco_nl_header h;
    assert_int_equal(head(&h, 0, NULL, NULL), HECO_OK);
    assert_true(!h.binary && !h.swap && h.options == 3 && h.option[1] == 1);
    assert_true(h.vars == 3 && h.cons == 2 && h.objs == 1);
    assert_true(h.nl_cons == 3 && h.nl_objs == 2 && h.nl_both == 2 && h.nl_both_int == 1);
    assert_true(h.jacobian == 5 && h.gradients == 3 && h.defined == 2 && h.shared == 1);
    assert_true(h.suffixes == 1 && h.lines == 10 && h.size - h.body == 6);
    assert_int_equal(head(&h, 1, "g3 1 3 0 1e-7", NULL), HECO_OK);
    assert_true(h.vbtol == 1e-7);
    assert_int_equal(head(&h, 1, "g", NULL), HECO_OK);
    assert_int_equal(h.options, 0);
    /* either order of bytes; in a text file it does not matter */
    assert_int_equal(head(&h, 6, " 0 0 2 1", NULL), HECO_OK);
    assert_false(h.swap);
    assert_int_equal(heco_nl_header_read(&h, GOLDEN("hs071_b"), NULL), HECO_OK);
    int little = h.swap;
    assert_int_equal(heco_nl_header_read(&h, GOLDEN("hs071_be"), NULL), HECO_OK);
    assert_true(h.binary && h.swap != little);
}

static void a_long_comment(void **state) {
    (void)state;
    char           line[700];
    heco_nl_header h;
    snprintf(line, sizeof line, "g3 1 1 0\t# problem %0600d", 7);
    assert_int_equal(head(&h, 1, line, NULL), HECO_OK);
    assert_int_equal(h.vars, 3);
}

static void lines_are_named(void **state) {
    (void)state;
    refused(1, "", "line 1: a .nl file begins with g (text) or b (binary)");
    refused(1, "#!/bin/sh", "line 1: a .nl file begins with g (text) or b (binary)");
    refused(1, "g10 1 1", "line 1: too many options");
    refused(4, " 0 0\t# net\rwork", "line 4: the line has control characters");
    refused(1, "g-1 1 1", "line 1: too many options");
    refused(2, " 3 2", "line 2: numbers are missing");
    refused(2, " three 2 1", "line 2: numbers are missing");
    refused(2, " -3 2 1", "line 2: a count is negative");
    refused(5, " 1 2 2", "line 7: the counts of variables contradict each other");
    refused(7, " 2 0 0 0 0", "line 7: the counts of variables contradict each other");
    refused(6, " 0 0 3 1", "line 6: the byte order of its numbers is unknown");
    /* numbers that could never be true, in each place */
    static const char *const huge[] = {NULL,
                                       NULL,
                                       " 2000000000 2 1 0 1 0",
                                       " 2 2000000000",
                                       " 0 2000000000",
                                       " 2000000000 2 2",
                                       " 0 2000000000",
                                       " 0 2000000000 1 0 0",
                                       " 5 99999999999999999999",
                                       " 0 2000000000",
                                       " 0 0 0 0 2000000000"};
    for (int line = 2; line <= 10; line++) refused(line, huge[line], "too large for this file");
}

static void what_cannot_be_searched(void **state) {
    (void)state;
    refused(6, " 0 1 0 1", "imported functions, which heco cannot call");
    heco_nl_header h;
    heco_error     error = {HECO_OK, ""};
    const char    *none  = "g0\n 0 1 1\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0 0 0 0\n";
    assert_int_equal(heco_nl_header_read(&h, files_write("n.nl", none), &error), HECO_ERR_MODEL);
    assert_text(error.text, "no variables");
    none = "g0\n 1 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0 0 0 0\n";
    assert_int_equal(heco_nl_header_read(&h, files_write("n.nl", none), &error), HECO_ERR_MODEL);
    assert_text(error.text, "neither an objective nor constraints");
}

static void files_that_are_none(void **state) {
    (void)state;
    heco_nl_header h;
    heco_error     error = {HECO_OK, ""};
    assert_int_equal(heco_nl_header_read(&h, "nothing-there.nl", &error), HECO_ERR_IO);
    assert_text(error.text, "nothing-there.nl");
    assert_int_equal(heco_nl_header_read(&h, files_folder, &error), HECO_ERR_MODEL);
    assert_int_equal(heco_nl_header_read(&h, files_write("e.nl", ""), &error), HECO_ERR_MODEL);
    assert_text(error.text, "e.nl', line 1: the file ends within its header");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_it_says),    cmocka_unit_test(a_long_comment),
        cmocka_unit_test(lines_are_named),     cmocka_unit_test(what_cannot_be_searched),
        cmocka_unit_test(files_that_are_none),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
