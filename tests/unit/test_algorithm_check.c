/* Descriptors from anybody: what is fine and what is refused. */
#include "testing.h"

#include "scripted_algorithm.h"

static void refuse(const heco_algorithm *a, const char *words) {
    heco_error       error = {HECO_OK, ""};
    heco_problem     p     = heco_problem_default();
    heco_run_options o     = heco_run_options_default();
    const double     lower = 0.0, upper = 1.0;
    heco_run        *run;
    assert_int_equal(heco_algorithm_check(a, &error), HECO_ERR_ARG);
    assert_text(error.text, words);
    p.space.n = 1, p.space.lower = &lower, p.space.upper = &upper, o.max_evals = 10;
    assert_int_equal(heco_run_new(&run, a, &p.space, &o, &error), HECO_ERR_ARG); /* and no run */
    assert_text(error.text, words);
}

static void the_built_in_ones_are_fine(void **state) {
    (void)state;
    heco_error error = {HECO_OK, ""};
    for (size_t i = 0; heco_algorithm_at(i) != NULL; i++)
        if (heco_algorithm_check(heco_algorithm_at(i), &error) != HECO_OK) fail_msg("%s", error.text);
    heco_algorithm a = scripted_algorithm;
    assert_int_equal(heco_algorithm_check(&a, NULL), HECO_OK);
    a.options = NULL, a.title = a.reference = NULL; /* none is no mistake */
    assert_int_equal(heco_algorithm_check(&a, NULL), HECO_OK);
}

static void incomplete_ones(void **state) {
    (void)state;
    heco_algorithm a = scripted_algorithm;
    a.size           = 8;
    refuse(&a, "size 8: set it to sizeof(heco_algorithm)");
    a = scripted_algorithm, a.tell = NULL;
    refuse(&a, "needs name, init, ask and tell");
    a = scripted_algorithm, a.name = NULL;
    refuse(&a, "needs name, init, ask and tell");
    a.name = "";
    refuse(&a, "is called ''");
    a.name = "line\nbreak";
    refuse(&a, "letters, digits and hyphens");
}

static void tables_of_options(void **state) {
    (void)state;
    static const struct {
        heco_option row;
        const char *words;
    } bad[] = {
        {{"a=b", HECO_OPTION_REAL, 0, 0, 1, NULL, NULL}, "'a=b' has a name that is not one word"},
        {{"a", (heco_option_kind)9, 0, 0, 1, NULL, NULL}, "is of no known kind"},
        {{"a", HECO_OPTION_CHOICE, 0, 0, 2, "x|y", NULL}, "is a choice"},
        {{"a", HECO_OPTION_CHOICE, 0, 1, 1, "x|y", NULL}, "is a choice"},
        {{"a", HECO_OPTION_CHOICE, 0, 0, 0, "", NULL}, "is a choice"},
        {{"a", HECO_OPTION_REAL, 0, 1, 0, NULL, NULL}, "minimum above its maximum"},
        {{"a", HECO_OPTION_REAL, 0, NAN, 0, NULL, NULL}, "minimum above its maximum"},
        {{"a", HECO_OPTION_REAL, 2, 0, 1, NULL, NULL}, "default outside its range"},
        {{"a", HECO_OPTION_INTEGER, 0.5, 0, 1, NULL, NULL}, "not a whole number"},
        {{"first", HECO_OPTION_REAL, 0, 0, 1, NULL, NULL}, "'first' is in the table twice"},
    };
    heco_option table[3] = {{"first", HECO_OPTION_REAL, NAN, 0, 1, NULL, "automatic"},
                            {0},
                            {NULL, HECO_OPTION_REAL, 0, 0, 0, NULL, NULL}};
    heco_algorithm a = scripted_algorithm;
    a.options        = table;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        table[1] = bad[i].row;
        refuse(&a, bad[i].words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_ones_are_fine),
        cmocka_unit_test(incomplete_ones),
        cmocka_unit_test(tables_of_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
