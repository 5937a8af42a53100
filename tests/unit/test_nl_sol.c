/* The .sol file: its lines one by one, and what its own rules ask for. */
#include "model_files.h"

#define GOLDEN(name) HECO_GOLDEN_DIR "/nl/" name ".nl"

static const char *read_back(const char *path) {
    static char text[2000];
    FILE       *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* The model in `nl` answered; -1: this build has no such models. */
static int answered(const char *nl, const char *sol, const char *message, const double *x,
                    int result, heco_error *error) {
    heco_model *m;
    heco_error  why    = {HECO_OK, ""};
    heco_status status = heco_model_open(&m, nl, MODEL_HOW(.objective = 2), &why);
    if (status == HECO_ERR_MODEL) status = heco_model_open(&m, nl, NULL, &why);
    if (status == HECO_ERR_UNSUPPORTED) skip();
    if (status != HECO_OK) fail_msg("%s", why.text);
    heco_sol answer = {.message = message, .x = x, .result = result};
    status          = heco_model_write_solution(m, sol, &answer, error);
    heco_model_close(m);
    return status;
}

static void every_line_is_there(void **state) {
    (void)state;
    const char *sol = files_write("x.sol", NULL);
    double      x[] = {1, 4.7429994, 0.1, -1e-300};
    assert_int_equal(answered(GOLDEN("hs071"), sol, "two\n\nlines\n", x, 401, NULL), HECO_OK);
    assert_string_equal(read_back(sol), "two\n \nlines\n\nOptions\n3\n1\n1\n0\n2\n0\n4\n4\n"
                                        "1\n4.7429994\n0.1\n-1e-300\nobjno 0 401\n");
    /* a binary .nl has the same head, and no point is a point less */
    assert_int_equal(answered(GOLDEN("hs071_b"), sol, "m", NULL, 500, NULL), HECO_OK);
    assert_string_equal(read_back(sol), "m\n\nOptions\n3\n1\n1\n0\n2\n0\n4\n0\nobjno 0 500\n");
    /* of two objectives the second was used */
    assert_int_equal(answered(GOLDEN("objectives"), sol, "m", x, 100, NULL), HECO_OK);
    assert_string_equal(read_back(sol), "m\n\nOptions\n3\n1\n1\n0\n0\n0\n2\n2\n1\n4.7429994\n"
                                        "objno 1 100\n");
}

/* Option 2 being 3 announces two more values: the tolerance vbtol comes after the sizes. Without
 * the flag for suffixes AMPL expects no reason. Without options AMPL expects no sizes either. */
static void heads_that_ask_for_more_or_less(void **state) {
    (void)state;
    const char *sol = files_write("x.sol", NULL);
    double      x   = 0.5;
#define REST                                                                                       \
    " 1 0 1\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 1\n 0 0\n 0 0 0 0 0\nO0 0\nn0\nb\n0 0 1\nk0\nG0 "    \
    "1\n0 1\n"
    const char *nl = files_write("v.nl", "g3 1 3 0 1e-6\n" REST);
    assert_int_equal(answered(nl, sol, "m", &x, 0, NULL), HECO_OK);
    assert_string_equal(read_back(sol), "m\n\nOptions\n5\n1\n3\n0\n0\n0\n1\n1\n"
                                        "9.9999999999999995e-07\n0.5\n");
    nl = files_write("w.nl", "g0\n" REST);
    assert_int_equal(answered(nl, sol, "m", &x, 0, NULL), HECO_OK);
    assert_string_equal(read_back(sol), "m\n\n0.5\n");
#undef REST
}

static void failures_leave_nothing_behind(void **state) {
    (void)state;
    heco_error error = {HECO_OK, ""};
    char       sol[200], command[300];
    double     x[4] = {0};
    snprintf(sol, sizeof sol, "%s/nowhere/x.sol", files_folder);
    assert_int_equal(answered(GOLDEN("hs071"), sol, "m", x, 0, &error), HECO_ERR_IO);
    assert_text(error.text, "nowhere/x.sol");
    snprintf(sol, sizeof sol, "%s/taken", files_folder);
    snprintf(command, sizeof command, "mkdir -p '%s/full'", sol);
    assert_int_equal(system(command), 0);
    assert_int_equal(answered(GOLDEN("hs071"), sol, "m", x, 0, &error), HECO_ERR_IO);
    snprintf(command, sizeof command, "! ls '%s' | grep -q 'taken\\.'", files_folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(answered("cec2006:g10", sol, "m", x, 0, &error), HECO_ERR_ARG);
    assert_text(error.text, "for a .nl model only");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_there),
        cmocka_unit_test(heads_that_ask_for_more_or_less),
        cmocka_unit_test(failures_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
