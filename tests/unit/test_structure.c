/* What lists and linear rows may not be. */
#include "testing.h"

#include "heco/problem.h"

static double        lower[3], upper[3];
static unsigned char open_ends[3], integer[3];
static double        values[3];
static heco_choice   choices[3];
static size_t        constraint[2], begin[3], entry[4];
static double        coef[4], constant[2];
static heco_linear   rows;

static heco_space good(void) {
    heco_space s = heco_problem_default().space;
    for (int j = 0; j < 3; j++) {
        lower[j] = 0.0, upper[j] = 9.0, values[j] = 2.0 * j, open_ends[j] = integer[j] = 0;
        choices[j] = (heco_choice){0};
    }
    choices[1]    = (heco_choice){3, values, NULL, 0};
    constraint[0] = 2, constraint[1] = 0;
    begin[0] = 0, begin[1] = 2, begin[2] = 4;
    for (size_t e = 0; e < 4; e++) entry[e] = e % 3, coef[e] = 1.0;
    constant[0] = constant[1] = -1.0;
    rows                      = (heco_linear){2, constraint, begin, entry, coef, constant};
    s.n = 3, s.ng = 2, s.nh = 1;
    s.lower = lower, s.upper = upper, s.choices = choices, s.linear = &rows, s.missing = open_ends;
    s.integer = integer;
    return s;
}

static void refuse(const heco_space *s, const char *words) {
    heco_error error = {HECO_OK, ""};
    assert_int_equal(heco_space_check(s, &error), HECO_ERR_ARG);
    assert_text(error.text, words);
    assert_null(strchr(error.text, '\n'));
}

static void lists_are_checked(void **state) {
    (void)state;
    heco_space s = good();
    assert_int_equal(heco_space_check(&s, NULL), HECO_OK);
    values[1] = NAN;
    refuse(&s, "value 2 of variable 2 is not a finite number");
    values[1] = 9.5;
    refuse(&s, "value 2 of variable 2 is 9.5, outside its bounds 0 .. 9");
    values[1] = 5.0;
    refuse(&s, "value 3 of variable 2 is 4: values must rise");
    choices[1].unordered = 1;
    assert_int_equal(heco_space_check(&s, NULL), HECO_OK);
    values[2] = 0.0;
    refuse(&s, "value 3 of variable 2 is 0: it is there already");
    values[2]  = 0.5;
    integer[1] = 1;
    refuse(&s, "value 3 of integer variable 2 is 0.5");
    choices[1].values = NULL;
    refuse(&s, "variable 2 has a list of 3 values, but none are given");
    s                = good();
    choices[1].count = 20000, choices[1].unordered = 1;
    refuse(&s, "at most 10000");
}

static void names_are_used_where_there_are_some(void **state) {
    (void)state;
    static const char *const names[] = {"a", "plate", "c"};
    heco_problem             p       = heco_problem_default();
    heco_error               error   = {HECO_OK, ""};
    p.space                          = good();
    p.x_names                        = names;
    p.eval                           = (heco_eval_fn)(void (*)(void))refuse; /* never called */
    values[0]                        = -1.0;
    assert_int_equal(heco_problem_check(&p, &error), HECO_ERR_ARG);
    assert_text(error.text, "value 1 of variable 2 (plate) is -1");
}

static void linear_rows_are_checked(void **state) {
    (void)state;
    heco_space s  = good();
    constraint[1] = 3;
    refuse(&s, "linear row 2 is constraint number 4, but there are 3 constraints");
    s             = good();
    constraint[1] = 2;
    refuse(&s, "constraint number 3 has two linear rows");
    s        = good();
    begin[1] = 5;
    refuse(&s, "linear row 2 ends before it begins");
    s        = good();
    entry[3] = 3;
    refuse(&s, "linear row 2 has the coefficient 1 for variable 4 of 3");
    s       = good();
    coef[0] = INFINITY;
    refuse(&s, "linear row 1 has the coefficient inf");
    s           = good();
    constant[1] = NAN;
    refuse(&s, "the constant of linear row 2 is not finite");
    s         = good();
    rows.coef = NULL;
    refuse(&s, "the linear rows lack one of their arrays");
    s          = good();
    rows.count = 4;
    refuse(&s, "4 linear rows for 3 constraints");
}

static void missing_is_a_set_of_three_bits(void **state) {
    (void)state;
    heco_space s = good();
    open_ends[2] = HECO_LOWER_MISSING | HECO_UPPER_MISSING;
    assert_int_equal(heco_space_check(&s, NULL), HECO_OK);
    open_ends[2] = 8;
    refuse(&s, "variable 3 has missing = 8");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_checked),
        cmocka_unit_test(names_are_used_where_there_are_some),
        cmocka_unit_test(linear_rows_are_checked),
        cmocka_unit_test(missing_is_a_set_of_three_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
