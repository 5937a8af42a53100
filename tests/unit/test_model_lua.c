/* Lua models: valid scripts, messages for invalid ones, the sandbox, and values equal to the same arithmetic in C. */
#include "beam_check.h"

#define BOX "variables = { { \"a\", 0, 4 }, { \"b\", -1, 1 } }, "

static const char *script(const char *text) { return files_write("m.lua", text); }

static void one_function_for_everything(void **state) {
    (void)state;
    heco_model *m =
        files_open(script("return { name = 'trial', " BOX
                          "evaluate = function(a, b) return a + b, a * b, a - b, a, b end,\n"
                          "constraints = { { 'p', '<=', 3 }, { 'q', '==', 1, tolerance = 0.25 },\n"
                          "  { 'r', '>=', 2 }, { '==', -0.5 } }, start = { 1, 0.5 } }"),
                   NULL);
    const heco_problem *p = heco_model_problem(m);
    double              f, g[2], h[2], x[] = {3, 0.5};
    assert_string_equal(p->name, "trial");
    assert_string_equal(heco_model_kind(m), "lua");
    assert_int_equal(p->space.n, 2);
    assert_int_equal(p->space.ng, 2);
    assert_int_equal(p->space.nh, 2);
    assert_int_equal(files_point(p, x, &f, g, h, NULL), HECO_ROW_OK);
    assert_true(f == 3.5);
    assert_true(g[0] == 1.5 - 3 && g[1] == 2.0 - 3.0);  /* p <= 3, r = a >= 2 */
    assert_true(h[0] == 2.5 - 1 && h[1] == 0.5 - -0.5); /* q == 1, b == -0.5  */
    assert_string_equal(p->x_names[1], "b");
    assert_string_equal(p->c_names[0], "p");
    assert_string_equal(p->c_names[1], "r");
    assert_string_equal(p->c_names[2], "q");
    assert_string_equal(p->c_names[3], "c4");
    assert_true(p->space.tol[0] == 3.0 * HECO_INEQ_TOL && p->space.tol[2] == 0.25 && p->space.tol[3] == 1e-4);
    size_t        starts;
    const double *start = heco_model_start(m, &starts);
    assert_int_equal(starts, 1);
    assert_true(start[0] == 1.0 && start[1] == 0.5);
    heco_model_close(m);
}

static void a_function_for_each(void **state) {
    (void)state;
    heco_model *m = files_open(
        script("#!/usr/bin/heco\nlocal calls = 0\nreturn { tolerance = 1e-6,\n"
               "  variables = { { name = 'k', lower = 1, upper = 9, integer = true, start = 4 }, { "
               "'y', 0, 1 },\n"
               "                { 'z', 2, 7, 'integer' } },\n"
               "  maximise = function(k, y, z) return k * y * z end,\n"
               "  constraints = { { 'sum', function(x) return x[1] + x.y + x.z end, '<=', 10 },\n"
               "    { name = 'tie', value = function(...) return select('#', ...) end, sense = "
               "'==', bound = 3 } } }"),
        NULL);
    const heco_problem *p = heco_model_problem(m);
    double              f, g, h, x[] = {2, 0.5, 5};
    assert_int_equal(files_point(p, x, &f, &g, &h, NULL), HECO_ROW_OK);
    assert_true(f == -5.0 && g == -2.5 && h == 0.0);
    assert_true(heco_model_problem(m)->maximise);
    assert_true(p->space.integer[0] && !p->space.integer[1] && p->space.integer[2]);
    assert_true(p->space.tol[1] == 1e-6);
    size_t        starts;
    const double *start = heco_model_start(m, &starts);
    assert_int_equal(starts, 1);
    assert_true(start[0] == 4.0 && start[1] == 0.5 && (start[2] == 4.0 || start[2] == 5.0));
    heco_model_close(m);
}

static void constraints_as_one_list_and_several_starts(void **state) {
    (void)state;
    heco_model *m = files_open(
        script(
            "local c = {}\nreturn { " BOX "maximize = true,\n"
            "evaluate = function(x) for i = 1, 3 do c[i] = i * x[1] end return x[2], c end,\n"
            "constraints = { { '<=' }, { '<=' }, { '<=', 5 } }, start = { { 0, 0 }, { 1, 1 } } }"),
        NULL);
    double f, g[3], x[] = {2, -1};
    assert_int_equal(files_point(heco_model_problem(m), x, &f, g, NULL, NULL), HECO_ROW_OK);
    assert_true(f == 1.0 && g[0] == 2.0 && g[1] == 4.0 && g[2] == 1.0);
    size_t        starts;
    const double *start = heco_model_start(m, &starts);
    assert_int_equal(starts, 2);
    assert_true(start[2] == 1.0 && start[3] == 1.0);
    heco_model_close(m);
}

/* The same arithmetic gives the same bits, in this state, in clones and in forked clones. */
static void the_beam_is_the_beam_in_c(void **state) {
    (void)state;
    heco_model *m = files_open("examples/models/beam.lua", NULL);
    assert_is_beam(heco_model_problem(m));
    heco_model_close(m);
}

static void a_failed_point_says_script_line_and_point(void **state) {
    (void)state;
    heco_model         *m = files_open(script("return { " BOX "minimise = function(a, b)\n"
                                                      "if a > 3 then error('no convergence\\27') end\n"
                                                      "if a > 2 then return nil, 'out of range' end\n"
                                                      "if a > 1 then return 0 / 0 end\n return a end }"),
                                       NULL);
    const heco_problem *p = heco_model_problem(m);
    double              f, x[] = {3.5, 0.25};
    char                why[400];
    assert_int_equal(files_point(p, x, &f, NULL, NULL, why), HECO_ROW_FAILED);
    assert_text(why, "m.lua:2: no convergence? at (a = 3.5, b = 0.25)");
    x[0] = 2.5;
    assert_int_equal(files_point(p, x, &f, NULL, NULL, why), HECO_ROW_FAILED);
    assert_text(why, "m.lua:1: the objective gave no value: out of range at (a = 2.5, b = 0.25)");
    x[0] = 1.5;
    assert_int_equal(files_point(p, x, &f, NULL, NULL, why), HECO_ROW_FAILED);
    assert_text(why, "not a number");
    x[0] = 0.5;
    assert_int_equal(files_point(p, x, &f, NULL, NULL, why), HECO_ROW_OK);
    heco_model_close(m);
}

static void bad_scripts_are_refused_with_a_reason(void **state) {
    (void)state;
    static const struct {
        const char *text, *part1, *part2;
    } row[] = {
        {"return {\n variables = = 3 }", "m.lua:2: ", "near '='"},
        {"local x = nil\n\nx()", "m.lua:3: ", "attempt to call a nil value"},
        {"x = 1", "m.lua: the script returns a nil", "return {"},
        {"return { minimise = function() end }", "m.lua: the model has no variables",
         "variables = {"},
        {"return { variables = {}, minimise = math.abs }", "no variables", ""},
        {"return { " BOX " }", "no objective", "minimise = function"},
        {"return { variables = { { 'w', 1, 0 } }, minimise = math.abs }", "m.lua:1: variable 'w'",
         "swap them"},
        {"return { variables = {\n{ 'v', 0, 1 },\n{ 'w', 1 } }, minimise = math.max }",
         "m.lua:3: variable 'w'", "lacks a bound"},
        {"return { variables = { { 'w', 0, 0/0 } }, minimise = math.abs }", "variable 'w' has the bounds",
         "math.huge"},
        {"return { variables = { { 'w', 0, 9, 'log' } }, minimise = math.abs }",
         "'w' has a logarithmic scale", "above 0"},
        {"return { variables = { { 'w', 1, 9, 'integer', log = true } }, minimise = math.abs }",
         "'w' is an integer on a logarithmic scale", ""},
        {"return { variables = { { 'w', 0.2, 0.8, 'integer' } }, minimise = math.abs }",
         "variable 'w' is an integer", ""},
        {"return { variables = { { 'w', 0, 1, 'whole' } }, minimise = math.abs }", "'whole'",
         "integer"},
        {"return { variables = { { 'w', 0, 1 }, { 'w', 0, 1 } }, minimise = math.max }",
         "appears twice", "rename"},
        {"return { variables = { { 'w', 0, 1, start = 2 } }, minimise = math.abs }", "start 2",
         "outside its bounds"},
        {"return { variables = { { 'w', 0, 1, upr = 2 } }, minimise = math.abs }",
         "'upr' is not a known field", "upper"},
        {"return { variables = { 5 }, minimise = math.abs }", "variable 1 is a number", "\"name\""},
        {"return { variables = { { 'w', 0, '1' } }, minimise = math.abs }", "'1' after its name",
         "integer"},
        {"return { variables = { { 'w', 1, 9, 'log', 'integer' } }, minimise = math.abs }",
         "'log' and 'integer' after its name", "one word"},
        {"return { " BOX "minimize = 3 }", "'minimize' is a number", "function"},
        {"return { " BOX "minimise = math.max, maximise = math.max }", "two objectives", ""},
        {"return { " BOX "minimise = math.max, evaluate = math.max }", "beside 'evaluate'",
         "keep one"},
        {"return { " BOX "\nminimise = function(a, b, c) return 1 end }",
         "m.lua:2: the function 'minimise' takes 3", "2 variables"},
        {"return { " BOX "minimise = math.max, constrains = {} }", "'constrains' is not a known field",
         "constraints"},
        {"return { " BOX "minimise = math.max, constraints = { { 'c', '<=', 3 } } }",
         "constraint 'c' has no function", ""},
        {"return { " BOX "minimise = math.max, constraints = { { 'c', math.max, 3 } } }",
         "constraint 'c' has nothing", "<="},
        {"return { " BOX "minimise = math.max, constraints = { { 'c', math.max, '!=', 3 } } }",
         "constraint 'c' has '!='", "<="},
        {"return { " BOX "evaluate = math.max, constraints = { { 'c', math.max, '<=', 3 } } }",
         "beside 'evaluate'", "remove one"},
        {"return { " BOX
         "minimise = math.max, constraints = { { 'c', math.max, '<=', tolerance = -1 } } }",
         "tolerance", "'c'"},
        {"return { " BOX "minimise = math.max, constraints = { { 'c', math.max, '<=', 3 },\n"
         "{ 'c', math.max, '>=', 1 } } }",
         "constraint 'c' appears twice (constraints 1 and 2)", "rename"},
        {"return { " BOX "minimise = math.max, start = { 1 } }", "start point 1", "2 numbers"},
        {"\nlocal f = io.open('x')", "m.lua:2: attempt to index a nil value (global 'io')",
         "'io' is not available to scripts: --trust allows it"},
        {"require 'lfs'", "(global 'require')", "--trust allows it"},
        {"\nerror({ message = 'no licence' })", "m.lua:2: the script raised an error with a table",
         "message = no licence"},
        {"error()", "m.lua:1: the script raised an error with nothing in it", ""},
        {"error(setmetatable({}, { __tostring = function() return 'odd' end }))",
         "m.lua:1: the script raised an error with a table", ": odd"},
        {"return { " BOX "minimise = math.max, start = { 1, 7 } }", "start point 1",
         "outside its bounds"},
        {"return { " BOX "\nevaluate = function(a, b) return a, b end }",
         "m.lua:2: evaluate gave 2 values: return 1", "(a = 2, b = 0)"},
        {"return { " BOX "evaluate = function(a, b) return a end, constraints = { { '<=' } } }",
         "evaluate gave 1 values: return 2", ""},
        {"return { " BOX
         "evaluate = function(a, b) return a, { 1, 2 } end, constraints = { { '<=' } } }",
         "evaluate gave 3 values: return 2", ""},
        {"return { " BOX "minimise = math.max, constraints = {\n{ 'c', function(a, b) return 'x' "
                         "end, '<=', 3 } } }",
         "m.lua:2: constraint 'c' gave a string", "return a number"},
        {"return { " BOX
         "minimise = math.max, constraints = { { 'c', function(a, b) return a <= b end, '<=' } } }",
         "constraint 'c' gave a boolean", "the bound beside it"},
        {"return { " BOX "minimise = function(a, b) return a + missing(b) end }",
         "m.lua:1: attempt to call a nil value (global 'missing')", "at (a = 2, b = 0)"},
        {"return { " BOX "minimise = function(x) return x.c end }", "'c' is not a variable in x",
         "did you mean"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        files_refused(script(row[i].text), NULL, row[i].part1, row[i].part2);
    files_refused(files_write("absent.lua", NULL), NULL, "absent.lua", "No such file");
    files_refused(script("\x1bLua"), NULL, "m.lua", "");
    assert_int_equal(system("mkdir -p /tmp/heco_folder.lua"), 0);
    files_refused("/tmp/heco_folder.lua", NULL, "heco_folder.lua", "");
    rmdir("/tmp/heco_folder.lua");
}

/* Names that a script must not see, and calls that must fail. */
static void a_script_cannot_leave_its_box(void **state) {
    (void)state;
    static const char *const closed[] = {
        "io", "os", "package", "require", "debug", "dofile", "loadfile", "load",
    };
    heco_model_options trust = {.size = sizeof trust, .trust = 1};
    char               text[400];
    for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++) {
        snprintf(text, sizeof text,
                 "if %s ~= nil then error('%s is open') end return { " BOX "minimise = math.max }",
                 closed[i], closed[i]);
        heco_model_close(files_open(script(text), NULL));
        files_refused(script(text), &trust, "is open", closed[i]);
    }
    files_refused(script("setmetatable({}, { __gc = print })"), NULL, "__gc", "trusted");
    files_refused(
        script("getmetatable('').__index.rep = nil\nlocal t = {} t[1] = string.dump(print)"), NULL,
        "m.lua:2", "");
    heco_model_close(files_open(script("setmetatable({}, { __index = { a = 1 } })\n"
                                       "return { " BOX "minimise = math.max }"),
                                NULL));
}

static void endless_loops_end(void **state) {
    (void)state;
    static const char *const loop[] = {
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "while true do pcall(coroutine.wrap(function() while true do end end)) end",
        "local s = 0 for i = 1, math.huge do s = s + i end",
    };
    heco_model_options limits = {.size = sizeof limits, .timeout = 0.05};
    for (size_t i = 0; i < sizeof loop / sizeof loop[0]; i++) {
        char text[400], why[400];
        snprintf(text, sizeof text,
                 "return { " BOX "minimise = function(a, b) if a > 3 then %s end return a end }",
                 loop[i]);
        heco_model *m = files_open(script(text), &limits);
        double      f, x[] = {3.5, 0};
        assert_int_equal(files_point(heco_model_problem(m), x, &f, NULL, NULL, why),
                         HECO_ROW_FAILED);
        assert_text(why, "m.lua:1: no value within 0.05 s");
        heco_failures t;
        heco_model_problem(m)->failures(heco_model_problem(m)->user, &t);
        assert_int_equal(t.timed_out, 1);
        x[0] = 1;
        assert_int_equal(files_point(heco_model_problem(m), x, &f, NULL, NULL, why), HECO_ROW_OK);
        heco_model_close(m);
    }
}

/* If the backend ends points, the script does not check the clock. */
static void the_clock_may_be_somebody_elses(void **state) {
    (void)state;
    heco_model_options limits = {.size = sizeof limits, .timeout = 0.001, .ends_outside = 1};
    heco_model        *m      = files_open(
        script("return { " BOX "minimise = function(a, b)\n"
                           "if a > 3 then for i = 1, 3000000 do b = b + i end end return a end }"),
        &limits);
    double f, x[] = {3.5, 0};
    char   why[400];
    assert_int_equal(files_point(heco_model_problem(m), x, &f, NULL, NULL, why), HECO_ROW_OK);
    assert_double(f, 3.5);
    heco_model_close(m);
}

static void memory_has_a_limit(void **state) {
    (void)state;
    heco_model *m =
        files_open(script("return { " BOX "minimise = function(a, b)\n"
                          "if a > 3 then return #string.rep('x', 1 << 30) end return a end }"),
                   NULL);
    double f, x[] = {3.5, 0};
    char   why[400];
    assert_int_equal(files_point(heco_model_problem(m), x, &f, NULL, NULL, why), HECO_ROW_FAILED);
    assert_text(why, "not enough memory");
    x[0] = 1;
    assert_int_equal(files_point(heco_model_problem(m), x, &f, NULL, NULL, why), HECO_ROW_OK);
    heco_model_close(m);
}

/* Names were compared pairwise, and each was looked for in the script: for these 150 000 either took
 * longer than a script has. What the model lacks is asked for last, in Lua, where that shows. */
static void many_names_are_read(void **state) {
    (void)state;
    enum { MANY = 150000 };
    char  *text = NULL;
    size_t size;
    FILE  *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("return setmetatable({ variables = {\n", out);
    for (int i = 0; i < MANY; i++) fprintf(out, "{ 'n%d', 0, 1 },\n", i);
    fputs("}, minimise = function(x) return x[1] end },\n"
          "{ __index = function() for i = 1, 50000 do end end })\n",
          out);
    fclose(out);
    heco_model_options slow = heco_model_options_default();
    slow.timeout            = 300.0; /* sanitizers on a loaded machine need more than the default */
    heco_model *m           = files_open(script(text), &slow);
    assert_int_equal(heco_model_problem(m)->space.n, MANY);
    heco_model_close(m);
    free(text);
}

/* Data drawn while the script is loaded is the same in every worker. */
static void clones_draw_the_same_data(void **state) {
    (void)state;
    heco_model         *m   = files_open(script("local d = math.random()\nreturn { " BOX
                                                "minimise = function(a, b) return d + a end }"),
                                         NULL);
    const heco_problem *p   = heco_model_problem(m);
    void               *c   = p->clone(p->user);
    double              x[] = {1, 0}, f1, f2;
    assert_non_null(c);
    assert_int_equal(p->eval(p->user, x, &f1, NULL, NULL), HECO_POINT_OK);
    assert_int_equal(p->eval(c, x, &f2, NULL, NULL), HECO_POINT_OK);
    assert_true(f1 == f2);
    p->drop(c);
    heco_model_close(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_function_for_everything),
        cmocka_unit_test(a_function_for_each),
        cmocka_unit_test(constraints_as_one_list_and_several_starts),
        cmocka_unit_test(the_beam_is_the_beam_in_c),
        cmocka_unit_test(a_failed_point_says_script_line_and_point),
        cmocka_unit_test(bad_scripts_are_refused_with_a_reason),
        cmocka_unit_test(a_script_cannot_leave_its_box),
        cmocka_unit_test(endless_loops_end),
        cmocka_unit_test(the_clock_may_be_somebody_elses),
        cmocka_unit_test(memory_has_a_limit),
        cmocka_unit_test(many_names_are_read),
        cmocka_unit_test(clones_draw_the_same_data),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
