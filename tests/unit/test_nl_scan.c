/* The parts of a .nl file, without the library that evaluates them: each mistake with its place. */
#include "models/nl/nl_scan.h"

#include "model_files.h"

#define GOLDEN(name) HECO_GOLDEN_DIR "/nl/" name ".nl"

static size_t slurp(const char *path, char *out, size_t size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t got = fread(out, 1, size - 1, file);
    out[got]   = '\0';
    fclose(file);
    return got;
}

static heco_status scan(const char *path, heco_error *error) {
    heco_nl_header head;
    heco_status    status = heco_nl_header_read(&head, path, error);
    return status == HECO_OK ? heco_nl_scan(&head, path, NULL, error) : status;
}

/* defined.nl with line `number` replaced by `line` (NULL: taken out), or with `line` after the
 * last one (number 0), must be refused with both parts in one line. */
static void damaged(int number, const char *line, const char *part1, const char *part2) {
    char       text[4000], other[4200] = "";
    heco_error error = {HECO_OK, ""};
    slurp(GOLDEN("defined"), text, sizeof text);
    char *rest = NULL, *at = strtok_r(text, "\n", &rest);
    for (int k = 1; at != NULL; k++, at = strtok_r(NULL, "\n", &rest)) {
        if (k == number && line == NULL) continue;
        strcat(other, k == number ? line : at);
        strcat(other, "\n");
    }
    if (number == 0) strcat(other, line);
    heco_status status = scan(files_write("damaged.nl", other), &error);
    if (status != HECO_ERR_MODEL || strstr(error.text, part1) == NULL ||
        strstr(error.text, part2) == NULL || strstr(error.text, "damaged.nl") == NULL ||
        strchr(error.text, '\n') != NULL)
        fail_msg("line %d, '%s': '%s' lacks '%s' or '%s'", number, line != NULL ? line : "(none)",
                 error.text, part1, part2);
}

static void whole_files_are_accepted(void **state) {
    (void)state;
    static const char *const names[] = {
        GOLDEN("branches"),    GOLDEN("defined"),    GOLDEN("domain"),     GOLDEN("equality"),
        GOLDEN("fixed"),       GOLDEN("groups"),     GOLDEN("hs071"),      GOLDEN("hs071_b"),
        GOLDEN("hs071_be"),    GOLDEN("infeasible"), GOLDEN("integer"),    GOLDEN("knapsack"),
        GOLDEN("knapsack_b"),  GOLDEN("local"),      GOLDEN("maximise"),   GOLDEN("network"),
        GOLDEN("network_b"),   GOLDEN("noobj"),      GOLDEN("objectives"), GOLDEN("operators"),
        GOLDEN("operators_b"), GOLDEN("ranges"),     GOLDEN("unbounded"),  GOLDEN("sets"),
        GOLDEN("sets_b"),      GOLDEN("logical"),    GOLDEN("complementary")};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        heco_error error = {HECO_OK, ""};
        if (scan(names[i], &error) != HECO_OK) fail_msg("%s", error.text);
    }
}

/* logic1.nl of SCIP's test set announces two entries of its objective, which has one. */
static void fewer_entries_of_the_objective_are_accepted(void **state) {
    char       text[4000], *at;
    heco_error error = {HECO_OK, ""};
    (void)state;
    slurp(GOLDEN("logical"), text, sizeof text);
    at = strstr(text, "\t# nonzeros in Jacobian, gradients");
    assert_non_null(at);
    assert_true(at[-1] >= '1' && at[-1] <= '8');
    at[-1]++;
    if (scan(files_write("fewer.nl", text), &error) != HECO_OK) fail_msg("%s", error.text);
}

/* The AMPL Solver Library does not take them for the end of the file. */
static void zero_bytes_behind_the_end_are_refused(void **state) {
    (void)state;
    char       text[4000];
    heco_error error = {HECO_OK, ""};
    size_t     size  = slurp(GOLDEN("defined"), text, sizeof text - 8);
    FILE      *file  = fopen(files_write("zeros.nl", ""), "wb");
    assert_non_null(file);
    memset(text + size, 0, 8);
    assert_int_equal(fwrite(text, 1, size + 8, file), size + 8);
    fclose(file);
    assert_int_equal(scan(files_write("zeros.nl", NULL), &error), HECO_ERR_MODEL);
    assert_text(error.text, "ends unexpectedly at line");
}

static void lines_are_named(void **state) {
    (void)state;
    damaged(11, "V2 1 0", "line 11", "a defined variable is 2 instead of 3 to 4");
    damaged(11, "V5 1 0", "line 11", "a defined variable is 5 instead of 3 to 4");
    damaged(11, "V3 1 1", "line 11", "not defined where its header announces it");
    damaged(16, "V3 1 0", "line 16", "variable 3 is defined twice");
    damaged(12, "7 1", "line 12", "a variable is 7 instead of 0 to 4");
    damaged(12, "-1 1", "line 12", "a variable is -1");
    damaged(12, "2", "line 12", "a number is missing");
    damaged(12, "2 x", "line 12", "a number is missing");
    damaged(12, "2 nan", "line 12", "a number is missing");
    damaged(13, "o7", "line 13", "no operator 7");
    damaged(13, "o76", "line 13", "an operator is 76");
    damaged(13, "o-1", "line 13", "an operator is -1");
    damaged(13, "o2147483648", "line 13", "not a whole number");
    damaged(13, "o54", "line 14", "a count of operands is not a whole number");
    damaged(13, "o64", "line 14", "a count of pieces");
    damaged(13, "f0 1", "line 13", "unknown letter");
    damaged(13, "h3:abc", "line 13", "unknown letter");
    damaged(13, "", "line 13", "unknown letter");
    damaged(15, "v3", "line 15", "variable 3 is used before it is defined");
    damaged(14, "v5", "line 14", "a variable is 5 instead of 0 to 4");
    damaged(21, "C1", "line 21", "a constraint is 1 instead of 0 to 0");
    damaged(23, "O1 0", "line 23", "an objective is 1");
    damaged(23, "O0 2", "line 23", "the sense of an objective is 2");
    damaged(23, "O0", "line 23", "not a whole number");
    damaged(28, "n2.0x", "line 28", "a number is missing");
    damaged(28, "n", "line 28", "a number is missing");
    damaged(28, "n2.0\r n3", "line 28", "unknown letter");
    damaged(32, "5 1 1", "line 32", "announces no complementarity");
    damaged(32, "6 1 1", "line 32", "kind of a bound is unknown");
    damaged(34, "5 1 1", "line 34", "kind of a bound is unknown");
    damaged(34, "0 -4.0", "line 34", "a number is missing");
    damaged(37, "k1", "line 37", "a count is 1 instead of 2 to 2");
    damaged(38, "99999999", "line 38", "a count is 99999999");
    damaged(40, "J0 4", "line 40", "a count is 4 instead of 1 to 3");
    damaged(40, "J3 3", "line 40", "a constraint is 3");
    damaged(42, "3 0.0", "line 42", "a variable is 3 instead of 0 to 2");
    damaged(44, "G1 3", "line 44", "an objective is 1");
    damaged(31, "Q", "line 31", "no segment of a .nl file begins with this letter");
    damaged(31, "F0 1 1 f", "line 31", "announces no such segment");
    damaged(31, "L0", "line 31", "announces no such segment");
}

static void what_is_there_twice(void **state) {
    (void)state;
    damaged(0, "C0\nn1\n", "line 48", "is repeated");
    damaged(0, "O0 0\nn1\n", "line 48", "is repeated");
    damaged(0, "J0 1\n0 1\n", "line 48", "is repeated");
    damaged(0, "G0 1\n0 1\n", "line 48", "is repeated");
    damaged(0, "S4 4 name\n0 1\n", "line 48", "a count is 4 instead of 1 to 3");
    damaged(0, "S0 1\n0 1\n", "line 48", "name of a suffix");
    damaged(0, "S0 1 name\n0 1.5\n", "line 49", "a value is not a whole number");
    damaged(0, "S8 1 name\n0 1\n", "line 48", "a kind of suffix is 8");
    damaged(0, "d2\n0 1\n0 1\n", "line 48", "a count is 2 instead of 0 to 1");
    damaged(0, "x1\n3 1\n", "line 49", "a variable is 3");
    damaged(0, "x1\n", "ends unexpectedly at line 49", "write it again");
    damaged(0, "x", "ends unexpectedly at line 48", "write it again");
}

/* The file with the parts from line `from` on left out, up to line `to`. */
static void missing(int from, int to, const char *what) {
    char       text[4000], other[4200] = "";
    heco_error error = {HECO_OK, ""};
    slurp(GOLDEN("defined"), text, sizeof text);
    char *rest = NULL, *at = strtok_r(text, "\n", &rest);
    for (int k = 1; at != NULL; k++, at = strtok_r(NULL, "\n", &rest)) {
        if (k >= from && k <= to) continue;
        strcat(other, at);
        strcat(other, "\n");
    }
    assert_int_equal(scan(files_write("missing.nl", other), &error), HECO_ERR_MODEL);
    assert_text(error.text, what);
    assert_text(error.text, "it is truncated; write it again");
}

static void parts_that_are_missing(void **state) {
    (void)state;
    missing(21, 22, "ends without constraint 1");
    missing(23, 30, "ends without objective 1");
    missing(31, 32, "ends without the bounds of its constraints");
    missing(33, 36, "ends without the bounds of its variables");
    missing(40, 43, "ends without all linear parts of its constraints");
    missing(44, 47, "ends without all linear parts of its objectives");
    /* the lengths of columns are not needed, but entries of constraints then have one number more
     */
    heco_error error = {HECO_OK, ""};
    assert_int_equal(
        scan(files_write("old.nl", "g3 1 1 0\n 1 1 0\n 0 0\n 0 0\n 0 0 0\n 0 0 0 1\n 0 0 0 0 0\n"
                                   " 1 0\n 0 0\n 0 0 0 0 0\nC0\nn0\nr\n4 1\nb\n0 0 2\nJ0 1\n"
                                   "0 0 1\n"),
             &error),
        HECO_OK);
}

static void bytes_are_named(void **state) {
    (void)state;
    char        text[4000];
    heco_error  error = {HECO_OK, ""};
    size_t      size = slurp(GOLDEN("hs071_b"), text, sizeof text), head = 0;
    const char *path = files_write("bytes.nl", NULL);
    for (int line = 0; line < 10; head++) line += text[head] == '\n';
    assert_int_equal(text[head], 'C');
    text[head] = 'Q';
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
    char place[40];
    snprintf(place, sizeof place, "byte %zu", head + 1);
    assert_int_equal(scan(path, &error), HECO_ERR_MODEL);
    assert_text(error.text, place);
    assert_int_equal(truncate(path, (off_t)head + 3), 0);
    file = fopen(path, "r+b");
    fseek(file, (long)head, SEEK_SET);
    fputc('C', file);
    fclose(file);
    snprintf(place, sizeof place, "ends unexpectedly at byte %zu", head + 3);
    assert_int_equal(scan(path, &error), HECO_ERR_MODEL);
    assert_text(error.text, place);
}

/* Every byte of a text and of a binary file replaced by others: an answer with a message each time. */
static void any_other_byte_does_no_harm(void **state) {
    (void)state;
    static const char *const whole[]  = {GOLDEN("defined"), GOLDEN("network"), GOLDEN("hs071_b"),
                                         GOLDEN("network_b")};
    static const char        others[] = {'0', '9', '-', ' ', '\n', 'o', 'v', '\0', '\x7f', '\xff'};
    char                     text[4000];
    size_t                   accepted = 0, refused = 0;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        size_t      size = slurp(whole[i], text, sizeof text);
        const char *path = files_write("other.nl", NULL);
        FILE       *file = fopen(path, "wb");
        assert_int_equal(fwrite(text, 1, size, file), size);
        fclose(file);
        for (size_t at = 0; at < size; at++)
            for (size_t k = 0; k < sizeof others; k++) {
                heco_error error = {HECO_OK, ""};
                file             = fopen(path, "r+b");
                fseek(file, (long)at, SEEK_SET);
                fputc(k + 1 < sizeof others ? others[k] : text[at], file);
                fclose(file);
                if (scan(path, &error) == HECO_OK)
                    accepted++;
                else {
                    assert_text(error.text, "other.nl");
                    assert_null(strchr(error.text, '\n'));
                    refused++;
                }
            }
    }
    assert_true(accepted > 1000 && refused > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewer_entries_of_the_objective_are_accepted),
        cmocka_unit_test(whole_files_are_accepted), cmocka_unit_test(lines_are_named),
        cmocka_unit_test(what_is_there_twice),      cmocka_unit_test(parts_that_are_missing),
        cmocka_unit_test(bytes_are_named),          cmocka_unit_test(any_other_byte_does_no_harm),
        cmocka_unit_test(zero_bytes_behind_the_end_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
