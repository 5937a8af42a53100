/* Reading official data: both layouts, and every way a file can be wrong. */
#include "testing.h"

#include "folder.h"
#include "suites/cec2017/cec2017_data.h"

#define TEST_DATA HECO_SHARED_DIR "/cec2017/data"

static void test_need_shared(void) {
    if (access(TEST_DATA "/shift/C01.txt", R_OK) == 0) return;
    print_message("no reference data in %s: skipped\n", HECO_SHARED_DIR);
    skip();
}

static void test_refused(const test_folder *f, size_t problem, const char *part) {
    double         numbers[CEC2017_SHIFT_COUNT];
    heco_error     error = {0};
    cec2017_folder folder;
    assert_int_equal(heco_cec2017_find(&folder, f->path, &error), HECO_OK);
    assert_int_not_equal(heco_cec2017_read_shift(numbers, &folder, problem, &error), HECO_OK);
    assert_text(error.text, part);
}

/* Files that need no official numbers. */
static void test_bad_shift(void **state) {
    (void)state;
    test_folder f    = test_folder_new();
    FILE       *file = test_folder_file(&f, "shift_data_1.txt");
    for (int i = 0; i < 99; i++) fprintf(file, "%d.5\n", i % 40);
    fclose(file);
    file = test_folder_file(&f, "shift_data_3.txt");
    fputs("1.5\n2.5\nabc\n", file);
    fclose(file);
    file = test_folder_file(&f, "shift_data_4.txt");
    for (int i = 0; i < 101; i++) fputs("1.5\n", file);
    fclose(file);
    file = test_folder_file(&f, "shift_data_5.txt");
    fputs("1.5 2.5 nan\n", file);
    fclose(file);
    file = test_folder_file(&f, "shift_data_6.txt");
    fputs("1.5\n12.5\n", file);
    fclose(file);
    fclose(test_folder_file(&f, "shift_data_7.txt"));
    file = test_folder_file(&f, "shift_data_8.txt");
    for (int i = 0; i < 100; i++) fputs("  -1.5000e+00", file);
    fclose(file);
    test_refused(&f, 1, "shift_data_1.txt ends in line 100: 99 numbers instead of 100");
    test_refused(&f, 3, "shift_data_3.txt, line 3: 'abc' is not a number");
    test_refused(&f, 4, "shift_data_4.txt, line 101: more than 100 numbers");
    test_refused(&f, 5, "line 1: 'nan' is not a number");
    test_refused(&f, 6, "line 2: 12.5 is outside [-10, 10]");
    test_refused(&f, 7, "0 numbers instead of 100");
    test_refused(&f, 8, "shift_data_8.txt: the numbers are not the official ones");
    test_refused(&f, 9, "shift_data_9.txt: No such file");
    test_folder_drop(&f);
}

static void test_not_found(void **state) {
    (void)state;
    test_folder    f     = test_folder_new();
    heco_error     error = {0};
    cec2017_folder folder;
    assert_int_equal(heco_cec2017_find(&folder, f.path, &error), HECO_ERR_IO);
    assert_text(error.text, "no cec2017 data in");
    test_folder_drop(&f);
    assert_int_equal(heco_cec2017_find(&folder, f.path, &error), HECO_ERR_IO);
    assert_text(error.text, "is not a folder");
}

static void test_bad_matrix(void **state) {
    (void)state;
    test_need_shared();
    const struct {
        const char *text, *part;
    } rows[] = {{"1 2 3\n", "matrix/M_D10.txt, line 4: 3 numbers instead of 10"},
                {"1 1 1 1 1 1 1 1 1 x\n", "matrix/M_D10.txt, line 4: 'x' is not a number"},
                {"", "M_D10.txt ends in line 10: 90 numbers instead of 100"},
                {"1 1 1 1 1 1 1 1 1 4\n", "line 4: 4 is outside [-3, 3]"},
                {"1 1 1 1 1 1 1 1 1 1 1\n", "line 4: 11 numbers instead of 10"},
                {"1 1 1 1 1 1 1 1 1 1\n", "M_D10.txt: the numbers are not the official ones"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        test_folder    f = test_folder_new();
        double         numbers[100];
        heco_error     error = {0};
        cec2017_folder folder;
        test_folder_make(&f, "matrix");
        test_folder_copy(&f, "matrix/M_D10.txt", TEST_DATA "/matrix/M_D10.txt", 4, rows[k].text);
        assert_int_equal(heco_cec2017_find(&folder, f.path, &error), HECO_OK);
        assert_int_not_equal(heco_cec2017_read_matrix(numbers, &folder, CEC2017_M, 10, &error),
                             HECO_OK);
        assert_text(error.text, rows[k].part);
        assert_int_not_equal(heco_cec2017_read_matrix(numbers, &folder, CEC2017_M, 20, &error),
                             HECO_OK);
        test_folder_drop(&f);
    }
}

/* A word is a number as it is: not with a zero byte in it, nor one too long to be kept. */
static void test_odd_words(void **state) {
    (void)state;
    char long_word[120];
    snprintf(long_word, sizeof long_word, "%0100d.5", 1);
    const struct {
        const char *word;
        size_t      length;
    } rows[] = {{"1\0x", 3}, {"\0", 1}, {long_word, strlen(long_word)}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        test_folder    f = test_folder_new();
        double         numbers[100];
        heco_error     error = {0};
        cec2017_folder folder;
        test_folder_make(&f, "shift");
        FILE *file = test_folder_file(&f, "shift/C01.txt");
        fputs("1\n2\n", file);
        fwrite(rows[k].word, 1, rows[k].length, file);
        for (int i = 3; i < 100; i++) fputs("\n3", file);
        fclose(file);
        assert_int_equal(heco_cec2017_find(&folder, f.path, &error), HECO_OK);
        assert_int_equal(heco_cec2017_read_shift(numbers, &folder, 1, &error), HECO_ERR_FORMAT);
        assert_text(error.text, "C01.txt, line 3: '");
        assert_text(error.text, "is not a number");
        test_folder_drop(&f);
    }
}

/* The same numbers in the layout of the C++ version: all on one line, other names. */
static void test_numbered(void **state) {
    (void)state;
    test_need_shared();
    test_folder    f = test_folder_new();
    double         a[900], b[900];
    heco_error     error = {0};
    cec2017_folder named, numbered;
    assert_int_equal(heco_cec2017_find(&named, HECO_SHARED_DIR, &error), HECO_OK);
    assert_string_equal(named.path, HECO_SHARED_DIR "/cec2017/data");
    test_folder_make(&f, "inputData");
    assert_int_equal(heco_cec2017_read_shift(a, &named, 9, &error), HECO_OK);
    FILE *file = test_folder_file(&f, "inputData/shift_data_9.txt");
    for (int i = 0; i < 100; i++) fprintf(file, "  %.17e", a[i]);
    fclose(file);
    assert_int_equal(heco_cec2017_find(&numbered, f.path, &error), HECO_OK);
    assert_int_equal(numbered.layout, CEC2017_LAYOUT_NUMBERED);
    assert_int_equal(heco_cec2017_read_shift(b, &numbered, 9, &error), HECO_OK);
    assert_memory_equal(a, b, 100 * sizeof *a);
    test_folder_copy(&f, "inputData/M_23_D30.txt", TEST_DATA "/matrix/M_D30.txt", 0, "");
    test_folder_copy(&f, "inputData/M2_5_D30.txt", TEST_DATA "/matrix/C05_M2_D30.txt", 0, "");
    for (int which = 0; which < 3; which += 2) {
        cec2017_matrix m = (cec2017_matrix)which;
        assert_int_equal(heco_cec2017_read_matrix(a, &named, m, 30, &error), HECO_OK);
        assert_int_equal(heco_cec2017_read_matrix(b, &numbered, m, 30, &error), HECO_OK);
        assert_memory_equal(a, b, sizeof a);
    }
    test_folder_drop(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_shift), cmocka_unit_test(test_not_found),
        cmocka_unit_test(test_bad_matrix), cmocka_unit_test(test_odd_words),
        cmocka_unit_test(test_numbered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
