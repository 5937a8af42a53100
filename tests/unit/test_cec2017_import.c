/* Verifying and importing official data. */
#include "testing.h"

#include "folder.h"
#include "heco/suite.h"

#define TEST_DATA HECO_SHARED_DIR "/cec2017/data"

static void test_need_shared(void) {
    if (access(TEST_DATA "/shift/C01.txt", R_OK) == 0) return;
    print_message("no reference data in %s: skipped\n", HECO_SHARED_DIR);
    skip();
}

/* The report as one text. */
typedef struct {
    char text[8000];
} test_report;

static void test_collect(void *user, const char *line) {
    test_report *r = user;
    strncat(r->text, line, sizeof r->text - strlen(r->text) - 2);
    strcat(r->text, "\n");
}

static void test_verify(void **state) {
    (void)state;
    test_need_shared();
    test_report report = {""};
    heco_error  error  = {0};
    assert_int_equal(heco_data_verify("cec2017", HECO_SHARED_DIR, test_collect, &report, &error),
                     HECO_OK);
    assert_text(report.text, "shift vectors: 28 files of 100 numbers, all official");
    assert_text(report.text, "D = 100: 3 matrix files of 100 x 100 numbers, all official");
    assert_int_equal(heco_data_verify("cec2017", TEST_DATA, NULL, NULL, NULL), HECO_OK);
}

static void test_nothing(void **state) {
    (void)state;
    test_folder f     = test_folder_new();
    heco_error  error = {0};
    assert_int_equal(heco_data_verify("cec2017", f.path, NULL, NULL, &error), HECO_ERR_IO);
    assert_text(error.text, "no cec2017 data in");
    assert_int_equal(heco_data_verify("cec2017", "/nowhere", NULL, NULL, &error), HECO_ERR_IO);
    assert_text(error.text, "/nowhere");
    test_folder_drop(&f);
}

/* The layout of the official C++ version with D = 10 and 30. */
static void test_make_numbered(const test_folder *f) {
    char name[64], from[600];
    for (int problem = 1; problem <= 28; problem++) {
        snprintf(name, sizeof name, "shift_data_%d.txt", problem);
        snprintf(from, sizeof from, TEST_DATA "/shift/C%02d.txt", problem);
        test_folder_copy(f, name, from, 0, "");
    }
    for (int d = 10; d <= 30; d += 20) {
        for (int problem = 2; problem <= 28; problem += problem == 2 ? 19 : 1) {
            snprintf(name, sizeof name, "M_%d_D%d.txt", problem, d);
            snprintf(from, sizeof from, TEST_DATA "/matrix/M_D%d.txt", d);
            test_folder_copy(f, name, from, 0, "");
        }
        for (int k = 1; k <= 2; k++) {
            snprintf(name, sizeof name, "M%d_5_D%d.txt", k, d);
            snprintf(from, sizeof from, TEST_DATA "/matrix/C05_M%d_D%d.txt", k, d);
            test_folder_copy(f, name, from, 0, "");
        }
    }
}

static void test_import(void **state) {
    (void)state;
    test_need_shared();
    test_folder f = test_folder_new(), home = test_folder_new();
    test_report report = {""};
    heco_error  error  = {0};
    char        to[200];
    test_make_numbered(&f);
    snprintf(to, sizeof to, "%s/share/heco/cec2017/", home.path);
    for (int time = 0; time < 2; time++) /* the second replaces the first */
        if (heco_data_import("cec2017", f.path, to, test_collect, &report, &error) != HECO_OK)
            fail_msg("%s", error.text);
    assert_text(report.text, "layout of the official C++ version");
    assert_text(report.text, "D = 30: 11 matrix files");
    assert_text(report.text, "D = 50: no matrices");
    assert_text(report.text, "written to");
    assert_int_equal(heco_data_verify("cec2017", to, NULL, NULL, &error), HECO_OK);
    heco_suite         *suite;
    heco_suite_options  options = {.data = to, .instance = NULL};
    const heco_problem *p;
    assert_int_equal(heco_suite_open(&suite, "cec2017", &options, &error), HECO_OK);
    assert_int_equal(heco_suite_problem(suite, 21, 30, &p, &error), HECO_OK);
    assert_int_equal(heco_suite_problem(suite, 21, 50, &p, &error), HECO_ERR_ARG);
    assert_text(error.text, "only 10 and 30");
    assert_int_equal(heco_suite_problem(suite, 0, 50, &p, &error), HECO_OK);
    heco_suite_close(suite);
    char command[300]; /* nothing is left beside it */
    snprintf(command, sizeof command, "test \"$(ls '%s/share/heco')\" = cec2017", home.path);
    assert_int_equal(system(command), 0);
    test_folder_drop(&f), test_folder_drop(&home);
}

static void test_wrong_things(void **state) {
    (void)state;
    test_need_shared();
    test_folder f = test_folder_new(), home = test_folder_new();
    test_report report = {""};
    heco_error  error  = {0};
    char        to[200], path[200];
    test_make_numbered(&f);
    test_folder_copy(&f, "M_25_D10.txt", TEST_DATA "/matrix/M_D10.txt", 7, "1 2 oops\n");
    test_folder_copy(&f, "shift_data_17.txt", TEST_DATA "/shift/C17.txt", 9, "0.25\n");
    snprintf(path, sizeof path, "%s/M2_5_D30.txt", f.path);
    assert_int_equal(unlink(path), 0);
    snprintf(to, sizeof to, "%s/copy", home.path);
    assert_int_equal(heco_data_import("cec2017", f.path, to, test_collect, &report, &error),
                     HECO_ERR_FORMAT);
    assert_text(error.text, "shift_data_17.txt: the numbers are not the official ones");
    assert_text(report.text, "M_25_D10.txt, line 7: 'oops' is not a number");
    assert_text(report.text, "M2_5_D30.txt is missing");
    assert_int_not_equal(access(to, F_OK), 0);
    test_folder_drop(&f), test_folder_drop(&home);
}

static void test_bad_place(void **state) {
    (void)state;
    test_need_shared();
    test_folder home  = test_folder_new();
    heco_error  error = {0};
    char        to[200];
    fclose(test_folder_file(&home, "thesis.tex"));
    assert_int_equal(heco_data_import("cec2017", TEST_DATA, home.path, NULL, NULL, &error),
                     HECO_ERR_CONFLICT);
    assert_text(error.text, "thesis.tex");
    snprintf(to, sizeof to, "%s/thesis.tex/data", home.path);
    assert_int_equal(heco_data_import("cec2017", TEST_DATA, to, NULL, NULL, &error), HECO_ERR_IO);
    assert_int_equal(heco_data_import("cec2017", TEST_DATA, "", NULL, NULL, &error), HECO_ERR_ARG);
    test_folder_drop(&home);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verify), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_import), cmocka_unit_test(test_wrong_things),
        cmocka_unit_test(test_bad_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
