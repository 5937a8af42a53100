/* Variables of Lua models that have no range: lists of values, binary ones, categories; units. */
#include "model_files.h"

static const char *script(const char *text) { return files_write("m.lua", text); }

static heco_model *open_variables(const char *variables, const char *rest) {
    char text[1000];
    snprintf(text, sizeof text, "return { variables = { %s }, %s }", variables, rest);
    return files_open(script(text), NULL);
}

static void a_list_is_in_the_problem_in_order(void **state) {
    (void)state;
    heco_model *m = open_variables("{ 'plate', { 10, 4, 6, 5, 8 }, unit = 'mm' }, { 'w', 0, 2 },"
                                   "{ name = 'wire', values = { 0.5, 0.1 }, start = 0.5 }",
                                   "minimise = function(x) return x.plate + x.wire end");
    const heco_problem *p = heco_model_problem(m);
    const heco_choice  *c = p->space.choices;
    const double        sorted[] = {4, 5, 6, 8, 10};
    assert_non_null(c);
    assert_int_equal(c[0].count, 5);
    for (size_t i = 0; i < 5; i++) assert_true(c[0].values[i] == sorted[i]);
    assert_true(!c[0].unordered && c[0].labels == NULL);
    assert_int_equal(c[1].count, 0);
    assert_true(c[2].count == 2 && c[2].values[0] == 0.1 && c[2].values[1] == 0.5);
    assert_true(p->space.lower[0] == 4 && p->space.upper[0] == 10);
    assert_string_equal(p->x_units[0], "mm");
    assert_null(p->x_units[1]);
    size_t        starts;
    const double *start = heco_model_start(m, &starts);
    assert_int_equal(starts, 1);
    assert_true(start[0] == 6 && start[1] == 1 && start[2] == 0.5);
    heco_model_close(m);
}

static void a_binary_one_is_0_or_1(void **state) {
    (void)state;
    heco_model *m = open_variables("{ 'pump', binary = true }, { 'fan', 'binary' }",
                                   "maximise = function(pump, fan) return pump - fan end");
    const heco_space *s = &heco_model_problem(m)->space;
    assert_null(s->choices);
    for (size_t j = 0; j < 2; j++)
        assert_true(s->lower[j] == 0 && s->upper[j] == 1 && s->integer[j]);
    heco_model_close(m);
}

/* The script gets the word it wrote, as an argument and in x; the problem has numbers from 1 on. */
static void a_category_is_its_word(void **state) {
    (void)state;
    static const char *const form[] = {
        "minimise = function(steel, t) return price[steel] * t end",
        "minimise = function(x) return price[x.steel] * x[2] end",
        "evaluate = function(x) return price[x[1]] * x.t end",
    };
    for (size_t i = 0; i < 3; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "local price = { S235 = 1, S355 = 1.25, X5 = 4 }\nreturn { variables = {\n"
                 "{ 'steel', category = { 'S235', 'S355', 'X5' }, start = 'X5' }, "
                 "{ 't', 1, 9 } }, %s }",
                 form[i]);
        heco_model         *m = files_open(script(text), NULL);
        const heco_problem *p = heco_model_problem(m);
        const heco_choice  *c = p->space.choices;
        double              f, x[] = {2, 8};
        assert_true(c[0].count == 3 && c[0].unordered && c[0].values[2] == 3);
        assert_string_equal(c[0].labels[1], "S355");
        assert_true(heco_model_start(m, &(size_t){0})[0] == 3);
        assert_int_equal(files_point(p, x, &f, NULL, NULL, NULL), HECO_ROW_OK);
        assert_true(f == 10.0);
        heco_model_close(m);
    }
}

/* Numbers stay numbers, in the script's order; a list of words needs no field. */
static void categories_may_be_numbers_and_lists_words(void **state) {
    (void)state;
    heco_model *m = open_variables("{ 'type', category = { 40, 12, 33 } },"
                                   "{ 'gas', { 'N2', 'He' } }",
                                   "minimise = function(type, gas) return type + #gas end,"
                                   "start = { { 12, 'He' }, { 33, 1 } }");
    const heco_choice *c = heco_model_problem(m)->space.choices;
    double             f, x[] = {12, 1};
    size_t             starts;
    const double      *start = heco_model_start(m, &starts);
    assert_true(c[0].unordered && c[0].labels == NULL && c[0].values[0] == 40);
    assert_true(c[1].unordered && c[1].count == 2);
    assert_int_equal(starts, 2);
    assert_true(start[0] == 12 && start[1] == 2 && start[2] == 33 && start[3] == 1);
    assert_int_equal(files_point(heco_model_problem(m), x, &f, NULL, NULL, NULL), HECO_ROW_OK);
    assert_true(f == 14.0);
    heco_model_close(m);
}

static void wrong_variables_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *variable, *rest, *part1, *part2;
    } row[] = {
        {"{ 'w', {} }", "", "empty list", "{ 4, 5, 6 }"},
        {"{ 'w', { 1, 'a' } }", "", "a string as value 2", "only words"},
        {"{ 'w', { 'a', 1 } }", "", "a number as value 2", "only words"},
        {"{ 'w', { 1, 2, 1 } }", "", "the value 1", "twice"},
        {"{ 'w', { 'a', 'b', 'a' } }", "", "'a' twice", ""},
        {"{ 'w', { 1, 1 / 0 } }", "", "inf among its values", ""},
        {"{ 'w', { 1, 2 }, 0, 1 }", "", "a list of values and a range", "keep one"},
        {"{ 'w', { 1, 2 }, upper = 1 }", "", "a list of values and a range", ""},
        {"{ 'w', { 1, 2 }, 'integer' }", "", "a list of values and a range", ""},
        {"{ 'w', { 1, 2 }, values = { 3 } }", "", "two lists", ""},
        {"{ 'w', { 1, 2 }, { 3 } }", "", "unexpected table", ""},
        {"{ 'w', binary = true, upper = 1 }", "", "binary, 0 or 1", "bounds out"},
        {"{ 'w', 0, 1, values = 3 }", "", "a number as its values", "table"},
        {"{ 'w', { 1, 2 }, start = 1.5 }", "", "start 1.5 that is not one", ""},
        {"{ 'w', { 'a', 'b' }, start = 'c' }", "", "'c'", "not one of its values"},
        {"{ 'w', { 'a', 'b' }, start = true }", "", "a boolean as its start", "word"},
        {"{ 'w', { 1, 2 }, start = '1' }", "", "a string as its start", "number"},
        {"{ 'w', { 1, 2 } }", ", start = { 3 }", "start point 1", "not one of its values"},
        {"{ 'w', { 1, 2 }, unit = 3 }", "", "a number as its unit", ""},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "return { variables = { %s }, minimise = function(w) return 1 end%s }",
                 row[i].variable, row[i].rest);
        files_refused(script(text), NULL, row[i].part1, row[i].part2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_is_in_the_problem_in_order),
        cmocka_unit_test(a_binary_one_is_0_or_1),
        cmocka_unit_test(a_category_is_its_word),
        cmocka_unit_test(categories_may_be_numbers_and_lists_words),
        cmocka_unit_test(wrong_variables_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
