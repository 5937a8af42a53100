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

static void a_plugin_that_maximises_is_turned_round(void **state) {
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
    assert_true(heco_model_maximises(m));
    assert_int_equal(p->eval(p->user, x, &f, &g, NULL), 0);
    assert_true(f == -20.5);
    void *clone = p->clone(p->user);
    assert_int_equal(p->eval_batch(clone, x, 1, &f, &g, NULL), 0);
    assert_true(f == -20.5);
    p->drop(clone);
    heco_model_close(m);
}

static void other_versions_and_bad_objects_are_refused(void **state) {
    (void)state;
    const char *so = compile(HEAD "static const heco_plugin d = {.version = 7, .size = 16};\n"
                                  "const heco_plugin *heco_plugin_entry(uint32_t host) { "
                                  "(void)host; (void)ev; (void)lo; (void)hi; return &d; }\n",
                             "-Wno-unused-function");
    if (so == NULL) skip();
    files_refused(so, NULL, "plugin version 7", "speaks version 1");
    compile(HEAD "const heco_plugin *heco_plugin_entry(uint32_t host) { (void)host; (void)ev; "
                 "(void)lo; (void)hi; return 0; }\n",
            "");
    files_refused(so, NULL, "refuses to work with plugin version 1", "heco/plugin.h");
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
    files_refused(so, NULL, "start points but gives none", "m.so");
    files_refused(files_write("text.so", "no object"), NULL, "cannot load the shared object",
                  "text.so");
    files_refused("heco_absent_model.so", NULL,
                  "cannot load the shared object 'heco_absent_model.so'", "./heco_absent");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plugin_is_read_and_called),
        cmocka_unit_test(a_plugin_that_maximises_is_turned_round),
        cmocka_unit_test(other_versions_and_bad_objects_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
