/* Shared objects: compiled here with cc, so the header is tried as a user tries it. */
#include "model_files.h"

#define HEAD                                                                                       \
    "#include <heco/plugin.h>\n"                                                                   \
    "static const double lo[] = {0, 0}, hi[] = {2, 3};\n"                                          \
    "static int ev(void *u, const double *x, double *f, double *g, double *h) {\n"                 \
    "    (void)u, (void)h; f[0] = x[0] + 10 * x[1]; g[0] = x[0] - 1; return x[0] > 1.5 ? 1 : 0; "  \
    "}\n"

/* The path of the compiled object; NULL where there is no compiler. */
static const char *compile(const char *text, const char *flags) {
    static char out[200];
    char        command[800];
    const char *source = files_write("m.c", text);
    snprintf(out, sizeof out, "%s/m.so", files_folder);
    snprintf(command, sizeof command,
             "cc -std=c11 -Wall -Werror -Iinclude %s -fPIC -shared -o %s %s", flags, out, source);
    if (system("command -v cc >/dev/null 2>&1") != 0) return NULL;
    assert_int_equal(system(command), 0);
    return out;
}

static void a_plugin_is_read_and_called(void **state) {
    (void)state;
    const char *so = compile(
        HEAD
        "static const double start[] = {0.5, 1, 1, 2};\n"
        "HECO_PLUGIN(.name = \"trial\", .n = 2, .ng = 1, .lower = lo, .upper = hi,\n"
        "            .start = start, .starts = 2, .eval = ev, .sharing = HECO_PLUGIN_FREELY)\n",
        "");
    if (so == NULL) skip();
    heco_model         *m = files_open(so, NULL);
    const heco_problem *p = heco_model_problem(m);
    double              f, g, x[] = {0.5, 2};
    size_t              starts;
    assert_string_equal(p->name, "trial");
    assert_string_equal(heco_model_kind(m), "plugin");
    assert_int_equal(files_point(p, x, &f, &g, NULL, NULL), HECO_ROW_OK);
    assert_true(f == 20.5 && g == -0.5);
    x[0] = 1.75;
    assert_int_equal(files_point(p, x, &f, &g, NULL, NULL), HECO_ROW_FAILED);
    assert_true(heco_model_start(m, &starts)[3] == 2.0);
    assert_int_equal(starts, 2);
    assert_int_equal(p->sharing, HECO_SHARE_FREELY);
    heco_model_close(m);
}

static void a_plugin_may_maximise(void **state) {
    (void)state;
    const char *so = compile(
        HEAD
        "#include <stdlib.h>\n"
        "static int many(void *u, const double *x, size_t n, double *f, double *g, double *h) {\n"
        "    for (size_t i = 0; i < n; i++) ev(u, x + 2 * i, f + i, g + i, h);\n    return 0; }\n"
        "static void *cl(const void *u) { (void)u; return malloc(1); }\n"
        "HECO_PLUGIN(.n = 2, .ng = 1, .lower = lo, .upper = hi, .eval = ev, .eval_batch = many, "
        ".maximise = 1,\n"
        "            .sharing = HECO_PLUGIN_CLONES, .clone = cl, .drop = free)\n",
        "");
    if (so == NULL) skip();
    heco_model         *m = files_open(so, NULL);
    const heco_problem *p = heco_model_problem(m);
    double              f, g, x[] = {0.5, 2};
    assert_true(heco_model_problem(m)->maximise);
    assert_int_equal(p->eval(p->user, x, &f, &g, NULL), 0);
    assert_true(f == 20.5);
    void *clone = p->clone(p->user);
    assert_int_equal(p->eval_batch(clone, x, 1, &f, &g, NULL), 0);
    assert_true(f == 20.5);
    p->drop(clone);
    heco_model_close(m);
}

/* Also if f is maximised; a plugin that is too old to know of them has none. */
static void a_plugin_may_give_derivatives(void **state) {
    (void)state;
    static const char text[] =
        HEAD "static int der(void *u, const double *x, double *df, double *dg, double *dh) {\n"
             "    (void)u, (void)dh, (void)x; df[0] = 1; df[1] = 10; dg[0] = 1; dg[1] = 0;\n"
             "    return 0; }\n"
             "HECO_PLUGIN(.n = 2, .ng = 1, .lower = lo, .upper = hi, .eval = ev,\n"
             "            .derivatives = der, .maximise = %d%s)\n";
    for (int kind = 0; kind < 3; kind++) {
        char source[2000];
        snprintf(source, sizeof source, text, kind == 1,
                 kind == 2 ? ",\n.size = offsetof(heco_plugin, derivatives)" : "");
        const char *so = compile(source, "-Wno-override-init");
        if (so == NULL) skip();
        heco_model         *m = files_open(so, NULL);
        const heco_problem *p = heco_model_problem(m);
        double              df[2], dg[2], x[] = {0.5, 2};
        assert_true((p->derivatives != NULL) == (kind < 2));
        if (kind < 2) {
            assert_int_equal(p->derivatives(p->user, x, df, dg, NULL), HECO_POINT_OK);
            assert_true(df[1] == 10.0 && dg[0] == 1.0);
        }
        heco_model_close(m);
    }
}

/* Lists, rows, original forms and units; and a plugin that was built before heco knew of them. */
static void what_a_plugin_says_is_in_the_problem(void **state) {
    (void)state;
    static const char text[] = HEAD
        "static const double plate[] = {0, 0.5, 2}, steel[] = {3, 1, 2}, coef[] = {1};\n"
        "static const char *const grade[] = {\"S235\", \"S355\", \"X5\"};\n"
        "static const heco_plugin_choice ch[] = {{3, plate, 0, 0}, {3, steel, grade, 1}};\n"
        "static const size_t row[] = {0}, begin[] = {0, 1}, index[] = {0};\n"
        "static const double constant[] = {-1};\n"
        "static const heco_plugin_linear lin = {1, row, begin, index, coef, constant};\n"
        "static const heco_plugin_form say[] = {{'<', 1, 1, \"m/s\"}};\n"
        "static const char *const unit[] = {\"mm\", 0};\n"
        "HECO_PLUGIN(.n = 2, .ng = 1, .lower = lo, .upper = hi, .eval = ev, .choices = ch,\n"
        "            .linear = &lin, .forms = say, .x_units = unit, .f_unit = \"kg\"%s)\n";
    for (int old = 0; old < 2; old++) {
        char source[2000];
        snprintf(source, sizeof source, text,
                 old ? ",\n.size = offsetof(heco_plugin, choices)" : "");
        const char *so = compile(source, "-Wno-override-init");
        if (so == NULL) skip();
        heco_model         *m = files_open(so, NULL);
        const heco_problem *p = heco_model_problem(m);
        const heco_choice  *c = p->space.choices;
        if (old) {
            assert_true(c == NULL && p->space.linear == NULL && p->forms == NULL);
            assert_true(p->x_units == NULL && p->f_unit == NULL);
        } else {
            assert_true(c[0].count == 3 && c[0].values[1] == 0.5 && !c[0].unordered);
            assert_true(c[1].unordered && c[1].values[0] == 3);
            assert_string_equal(c[1].labels[2], "X5");
            assert_true(p->space.linear->count == 1 && p->space.linear->constant[0] == -1);
            assert_true(p->forms[0].sense == '<' && p->forms[0].bound == 1);
            assert_string_equal(p->forms[0].unit, "m/s");
            assert_string_equal(p->x_units[0], "mm");
            assert_string_equal(p->f_unit, "kg");
        }
        heco_model_close(m);
    }
}

static void bad_forms_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"'!', 1, 1", "'<', 1, 0", "'>', 1.0 / 0.0, -1"};
    for (size_t i = 0; i < 3; i++) {
        char source[1000];
        snprintf(source, sizeof source,
                 HEAD "static const heco_plugin_form say[] = {{%s, 0}};\n"
                      "HECO_PLUGIN(.n = 2, .ng = 1, .lower = lo, .upper = hi, .eval = ev, "
                      ".forms = say)\n",
                 bad[i]);
        const char *so = compile(source, "");
        if (so == NULL) skip();
        files_refused(so, NULL, "describes constraint 1", "the factor not 0");
    }
}

static void other_versions_and_bad_objects_are_refused(void **state) {
    (void)state;
    const char *so = compile(HEAD "static const heco_plugin d = {.version = 7, .size = 16};\n"
                                  "const heco_plugin *heco_plugin_entry(uint32_t host) { "
                                  "(void)host; (void)ev; (void)lo; (void)hi; return &d; }\n",
                             "-Wno-unused-function");
    if (so == NULL) skip();
    files_refused(so, NULL, "plugin version 7", "supports version 1");
    compile(HEAD "const heco_plugin *heco_plugin_entry(uint32_t host) { (void)host; (void)ev; "
                 "(void)lo; (void)hi; return 0; }\n",
            "");
    files_refused(so, NULL, "does not support plugin version 1", "heco/plugin.h");
    compile("int nothing;\n", "");
    files_refused(so, NULL, "no function heco_plugin_entry", "HECO_PLUGIN");
    compile(HEAD "HECO_PLUGIN(.n = 2, .ng = 1, .lower = lo, .upper = hi)\n",
            "-Wno-unused-function");
    files_refused(so, NULL, "neither eval nor eval_batch", "m.so");
    compile(HEAD "HECO_PLUGIN(.n = 2, .ng = 1, .lower = hi, .upper = lo, .eval = ev)\n", "");
    files_refused(so, NULL, "m.so", "variable 1 has lower bound 2 above upper bound 0");
    compile(HEAD
            "HECO_PLUGIN(.n = 2, .ng = 1, .lower = lo, .upper = hi, .eval = ev, .sharing = 9)\n",
            "");
    files_refused(so, NULL, "9 as its sharing", "HECO_PLUGIN_ALONE");
    compile(HEAD
            "HECO_PLUGIN(.n = 2, .ng = 1, .lower = lo, .upper = hi, .eval = ev, .starts = 1)\n",
            "");
    files_refused(so, NULL, "no start points: set start", "m.so");
    files_refused(files_write("text.so", "no object"), NULL, "cannot load the shared object",
                  "text.so");
    files_refused("heco_absent_model.so", NULL,
                  "cannot load the shared object 'heco_absent_model.so'", "./heco_absent");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plugin_is_read_and_called),
        cmocka_unit_test(a_plugin_may_maximise),
        cmocka_unit_test(a_plugin_may_give_derivatives),
        cmocka_unit_test(what_a_plugin_says_is_in_the_problem),
        cmocka_unit_test(bad_forms_are_refused),
        cmocka_unit_test(other_versions_and_bad_objects_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
