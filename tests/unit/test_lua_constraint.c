/* Constraints of Lua models in the user's words: bounds, ranges, units, rows of coefficients. */
#include "model_files.h"

#define BOX "variables = { { 'a', 0, 4 }, { 'b', -1, 1 }, { 'c', 0, 9, 'integer' } }, "

static const char *script(const char *text) { return files_write("m.lua", text); }

static void assert_form(const heco_constraint_form *w, char sense, double bound, const char *unit) {
    assert_int_equal(w->sense, sense);
    assert_true(w->bound == bound && w->factor == (sense == '>' ? -1.0 : 1.0));
    if (unit == NULL)
        assert_null(w->unit);
    else
        assert_string_equal(w->unit, unit);
}

/* at_least, at_most, equals and a range: value = bound + factor g holds for each. */
static void bounds_may_be_said_in_words(void **state) {
    (void)state;
    heco_model *m = files_open(
        script("return { unit = 'kg', " BOX "minimise = function(x) return 0 end, constraints = {\n"
               "{ 'tie', function(x) return x.a end, equals = 3 },\n"
               "{ name = 'v', value = function(x) return x.b end, at_least = 0.5, unit = 'm/s' },\n"
               "{ 'temp', function(x) return 10 * x.a end, at_least = 20, at_most = 25 },\n"
               "{ 'old', function(x) return x.c end, '<=', 7 } } }"),
        NULL);
    const heco_problem *p = heco_model_problem(m);
    double              f, g[4], h[1], x[] = {3.5, 0.25, 5};
    assert_int_equal(p->space.ng, 4);
    assert_int_equal(p->space.nh, 1);
    assert_int_equal(files_point(p, x, &f, g, h, NULL), HECO_ROW_OK);
    assert_true(g[0] == 0.25 && g[1] == -15 && g[2] == 10 && g[3] == -2 && h[0] == 0.5);
    assert_string_equal(p->c_names[0], "v");
    assert_string_equal(p->c_names[1], "temp (lower)");
    assert_string_equal(p->c_names[2], "temp (upper)");
    assert_string_equal(p->c_names[4], "tie");
    assert_form(&p->forms[0], '>', 0.5, "m/s");
    assert_form(&p->forms[1], '>', 20, NULL);
    assert_form(&p->forms[2], '<', 25, NULL);
    assert_form(&p->forms[3], '<', 7, NULL);
    assert_form(&p->forms[4], '=', 3, NULL);
    assert_true(p->forms[2].bound + p->forms[2].factor * g[2] == 35.0);
    assert_string_equal(p->f_unit, "kg");
    assert_null(p->space.linear);
    heco_model_close(m);
}

/* Rows of coefficients: the linear structure agrees with the values. */
static void coefficients_make_linear_rows(void **state) {
    (void)state;
    static const char *const rest[] = {
        "minimise = function(a, b, c) return a end, constraints = {\n"
        "{ 'budget', { a = 1, c = 2 }, '<=', 30 }, { 'p', function(x) return x.b end, '>=', 2 },\n"
        "{ name = 'mix', coef = { b = 3, a = -1 }, equals = 0.5 },\n"
        "{ 'band', { c = 1 }, at_least = 2, at_most = 4, unit = 'm' } }",
        "evaluate = function(a, b, c) return a, b end, constraints = {\n"
        "{ 'budget', { a = 1, c = 2 }, '<=', 30 }, { 'p', '>=', 2 },\n"
        "{ name = 'mix', coef = { b = 3, a = -1 }, equals = 0.5 },\n"
        "{ 'band', { c = 1 }, at_least = 2, at_most = 4, unit = 'm' } }",
        "evaluate = function(a, b, c) return a, { b } end, constraints = {\n"
        "{ 'budget', { a = 1, c = 2 }, '<=', 30 }, { 'p', '>=', 2 },\n"
        "{ name = 'mix', coef = { b = 3, a = -1 }, equals = 0.5 },\n"
        "{ 'band', { c = 1 }, at_least = 2, at_most = 4, unit = 'm' } }",
    };
    for (size_t i = 0; i < 3; i++) {
        char text[700];
        snprintf(text, sizeof text, "return { " BOX "%s }", rest[i]);
        heco_model         *m = files_open(script(text), NULL);
        const heco_problem *p = heco_model_problem(m);
        const heco_linear  *l = p->space.linear;
        double              f, g[4], h[1], x[] = {3, 0.25, 7}, all[5];
        const size_t        place[] = {0, 4, 2, 3};
        assert_int_equal(p->space.ng, 4);
        assert_int_equal(l->count, 4);
        assert_int_equal(files_point(p, x, &f, g, h, NULL), HECO_ROW_OK);
        assert_true(g[0] == -13 && g[1] == 1.75 && g[2] == -5 && g[3] == 3 && h[0] == -2.75);
        for (size_t k = 0; k < 5; k++) all[k] = k < 4 ? g[k] : h[0];
        for (size_t k = 0; k < l->count; k++) {
            double value = l->constant[k];
            for (size_t e = l->begin[k]; e < l->begin[k + 1]; e++)
                value += l->coef[e] * x[l->index[e]];
            assert_int_equal(l->constraint[k], place[k]);
            assert_true(value == all[place[k]]);
        }
        assert_form(&p->forms[2], '>', 2, "m");
        heco_model_close(m);
    }
}

static void wrong_constraints_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *constraint, *part1, *part2;
    } row[] = {
        {"{ 'k', at_least = 1, equals = 2 }", "'equals' beside", "keep one"},
        {"{ 'k', at_least = 2, at_most = 1 }", "at_least = 2", "swap them"},
        {"{ 'k', '<=', at_least = 2 }", "sense or a bound beside", "keep one"},
        {"{ 'k', 4, at_least = 2 }", "sense or a bound beside", "keep one"},
        {"{ 'k', at_least = 1 / 0 }", "not finite", ""},
        {"{ 'k', at_least = 1, at_most = 1 / 0 }", "not finite", ""},
        {"{ 'k', at_least = 'x' }", "a string as its at_least", "number"},
        {"{ 'k', { a = 1, d = 2 }, '<=', 1 }", "'d' is not a known field", ""},
        {"{ 'k', { a = 'x' }, '<=', 1 }", "not a finite number", "'a'"},
        {"{ 'k', { 1, 2, 3 }, '<=', 1 }", "without names", "{ a = 1"},
        {"{ 'k', { w = 1 }, '<=', 1 }", "'w', which is a category", "function"},
        {"{ 'k', { a = 1 }, math.max, '<=', 1 }", "coefficients and a function", "keep one"},
        {"{ 'k', { a = 1 } }", "nothing", "<="},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "return { variables = { { 'a', 0, 1 }, { 'w', { 'p', 'q' } } },\n"
                 "evaluate = function(x) return 1, 1 end, constraints = { %s } }",
                 row[i].constraint);
        files_refused(script(text), NULL, row[i].part1, row[i].part2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_may_be_said_in_words),
        cmocka_unit_test(coefficients_make_linear_rows),
        cmocka_unit_test(wrong_constraints_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
