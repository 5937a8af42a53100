/* rw2020: sizes, bounds and values of all 57 problems against the reference vectors, where these are
 * present; values without them; the protocol; missing and damaged tables. */
#include "testing.h"

#include "heco/heco.h"
#include "folder.h"

enum { PROBLEMS = 57, MOST = 400, LINE = 1 << 16 };

static heco_suite *open_suite(const char *data) {
    heco_suite        *s;
    heco_suite_options options = {.data = data};
    assert_int_equal(heco_suite_open(&s, "rw2020", &options, NULL), HECO_OK);
    return s;
}

/* Splits a line of comma separated fields in place; returns their number. */
static size_t split(char *line, char **field, size_t most) {
    size_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *c = line; count < most; c++) {
        field[count++] = c;
        c += strcspn(c, ",");
        if (*c == '\0') break;
        *c = '\0';
    }
    return count;
}

static FILE *open_shared(const char *name) {
    char path[600];
    snprintf(path, sizeof path, "%s/rw2020/%s", HECO_SHARED_DIR, name);
    return fopen(path, "r");
}

static void the_protocol(void **state) {
    (void)state;
    static const struct {
        size_t   dim;
        uint64_t evals;
    } budget[] = {{2, 100000}, {10, 100000}, {11, 200000}, {30, 200000}, {38, 400000},
                  {59, 800000}, {126, 800000}, {153, 1000000}};
    heco_suite *s = open_suite(NULL);
    assert_int_equal(heco_suite_count(s), PROBLEMS);
    for (size_t i = 0; i < sizeof budget / sizeof budget[0]; i++)
        assert_int_equal(heco_suite_budget(s, 0, budget[i].dim), budget[i].evals);
    assert_true(heco_suite_eq_tol(s) == 1e-4);
    const heco_problem *p;
    assert_int_equal(heco_suite_problem(s, 0, 0, &p, NULL), HECO_OK);
    assert_near(heco_suite_target(s, p), 189.31162966 * 1.0001, 1e-10);
    assert_int_equal(heco_suite_problem(s, 30, 0, &p, NULL), HECO_OK); /* RC31: f* = 0 */
    assert_true(heco_suite_target(s, p) == 1e-8);
    heco_suite_close(s);
}

/* Values worked by hand, which need no files. */
static void some_values(void **state) {
    (void)state;
    heco_suite         *s = open_suite(NULL);
    const heco_problem *p;
    double              f, g[100], h[100];
    assert_int_equal(heco_suite_problem(s, 7, 0, &p, NULL), HECO_OK); /* RC08 at its optimum */
    assert_int_equal(p->eval(p->user, (double[]){0.5, 1.2}, &f, g, h), HECO_POINT_OK);
    assert_true(f == 2.0 && g[0] == 0.0);
    assert_near(g[1], -0.1, 1e-15);
    assert_int_equal(heco_suite_problem(s, 17, 0, &p, NULL), HECO_OK); /* RC18 */
    double vessel[] = {13.2, 6.8, 42.0984455958549, 176.6365958424394};
    assert_int_equal(p->eval(p->user, vessel, &f, g, h), HECO_POINT_OK);
    assert_near(f, 6059.714335048436, 1e-9);
    for (int i = 0; i < 4; i++) assert_true(g[i] < 1e-6);
    assert_int_equal(heco_suite_problem(s, 32, 0, &p, NULL), HECO_OK); /* RC33: optimum at x = 1 */
    double full[30];
    for (int i = 0; i < 30; i++) full[i] = 1.0;
    assert_int_equal(p->eval(p->user, full, &f, g, h), HECO_POINT_OK);
    assert_near(f, 2.639346497, 1e-9);
    heco_suite_close(s);
}

/* f* of the guidelines for RC28 belongs to 4 balls; the bounds allow 5 at least. */
static void a_bearing_has_five_balls(void **state) {
    (void)state;
    heco_suite         *s = open_suite(NULL);
    const heco_problem *p;
    double              f, g[100], h[100];
    assert_int_equal(heco_suite_problem(s, 27, 0, &p, NULL), HECO_OK);
    double f_ref = p->f_ref;
    double x[] = {131.2, 18, 5, 0.6, 0.6, 0.451, 0.637, 0.3, 0.0522, 0.6};
    assert_int_equal(p->eval(p->user, x, &f, g, h), HECO_POINT_OK);
    assert_near(f / f_ref, 1, 1e-9);
    x[2] = 4;
    assert_int_equal(p->eval(p->user, x, &f, g, h), HECO_POINT_OK);
    assert_near(f / 14614.135715, 1, 1e-9);
    assert_true(round(p->space.lower[2]) == 5);
    heco_suite_close(s);
}

/* No design of RC30 on a grid (all turns, all wires, 400 diameters) is feasible and below f*. */
static void no_spring_is_lighter(void **state) {
    (void)state;
    heco_suite         *s = open_suite(NULL);
    const heco_problem *p;
    double              f, g[100], h[100], least = HUGE_VAL;
    assert_int_equal(heco_suite_problem(s, 29, 0, &p, NULL), HECO_OK);
    double f_ref = p->f_ref;
    for (int i = 0; i < 70 * 42 * 401; i++) {
        double x[] = {1 + i % 70, 0.6 + 0.006 * (i / (70 * 42)), 1 + i / 70 % 42};
        int    met = 1;
        assert_int_equal(p->eval(p->user, x, &f, g, h), HECO_POINT_OK);
        for (int k = 0; k < 8; k++) met = met && g[k] <= 1e-9;
        if (met && f < least) least = f;
    }
    assert_true(least >= f_ref && least < 1.01 * f_ref);
    heco_suite_close(s);
}

static void sizes_and_bounds(void **state) {
    (void)state;
    static char line[LINE], data[600];
    char       *field[8] = {0};
    FILE       *in = open_shared("problems.csv");
    if (in == NULL) {
        print_message("no problems.csv in %s/rw2020: skipped\n", HECO_SHARED_DIR);
        skip();
    }
    snprintf(data, sizeof data, "%s/rw2020", HECO_SHARED_DIR);
    heco_suite *s = open_suite(data);
    assert_non_null(fgets(line, sizeof line, in));
    for (size_t i = 0; i < PROBLEMS; i++) {
        const heco_problem *p;
        assert_non_null(fgets(line, sizeof line, in));
        assert_int_equal(split(line, field, 8), 8);
        assert_int_equal(heco_suite_find(s, field[0], NULL), (long)i);
        assert_int_equal(heco_suite_problem(s, i, 0, &p, NULL), HECO_OK);
        assert_int_equal(heco_problem_check(p, NULL), HECO_OK);
        assert_int_equal(p->space.n, strtoul(field[1], NULL, 10));
        assert_int_equal(p->space.ng, strtoul(field[2], NULL, 10));
        assert_int_equal(p->space.nh, strtoul(field[3], NULL, 10));
        assert_int_equal(heco_suite_budget(s, i, p->space.n), strtoul(field[5], NULL, 10));
        char *lower = field[6], *upper = field[7];
        for (size_t j = 0; j < p->space.n; j++) {
            assert_near(p->space.lower[j], strtod(lower, &lower), 1e-12 * fabs(p->space.lower[j]));
            assert_near(p->space.upper[j], strtod(upper, &upper), 1e-12 * fabs(p->space.upper[j]));
        }
    }
    fclose(in);
    heco_suite_close(s);
}

/* Compares one row of a file of vectors. The definitions allow 1e-11 of the largest term where terms
 * cancel, and 1e-5 for the objective of RC24, which a line search computes. */
static void compare_row(const heco_problem *p, char **field, size_t line) {
    double      x[200], v[MOST], terms = 1.0;
    const char *name = p->name;
    int         search = strcmp(name, "RC24") == 0;
    size_t      n = p->space.n, count = 1 + p->space.ng + p->space.nh;
    for (size_t j = 0; j < n; j++) x[j] = strtod(field[1 + j], NULL);
    for (size_t k = 0; k < MOST; k++) v[k] = NAN;
    assert_int_equal(p->eval(p->user, x, v, v + 1, v + 1 + p->space.ng), HECO_POINT_OK);
    if (strcmp(name, "RC01") == 0 || strcmp(name, "RC02") == 0) terms = 1e7;
    if (strcmp(name, "RC30") == 0) terms = 1e6; /* g7 is the rounding error of such numbers */
    if (strcmp(name, "RC06") == 0 || strcmp(name, "RC07") == 0) terms = 1e4;
    for (size_t k = 0; k < count; k++) {
        double expected = strtod(field[1 + n + k], NULL);
        double scale    = fmax(fmax(1.0, terms), fabs(expected));
        double tol      = search && k == 0 ? 1e-5 * fabs(expected) : 1e-11 * scale;
        if (!(fabs(v[k] - expected) <= tol) && !(isinf(expected) && v[k] == expected))
            fail_msg("%s, line %zu, value %zu: %.17g, not %.17g", name, line, k, v[k], expected);
    }
}

static void values_of_the_reference_functions(void **state) {
    (void)state;
    static char line[LINE], data[600];
    static char *field[MOST + 200];
    snprintf(data, sizeof data, "%s/rw2020", HECO_SHARED_DIR);
    heco_suite *s    = open_suite(data);
    size_t      rows = 0;
    for (size_t i = 0; i < PROBLEMS; i++) {
        const heco_problem *p;
        char                name[20];
        snprintf(name, sizeof name, "rc%02zu.csv", i + 1);
        FILE *in = open_shared(name);
        if (in == NULL) {
            print_message("no reference vectors in %s/rw2020: skipped\n", HECO_SHARED_DIR);
            heco_suite_close(s);
            skip();
        }
        assert_int_equal(heco_suite_problem(s, i, 0, &p, NULL), HECO_OK);
        assert_non_null(fgets(line, sizeof line, in));
        for (size_t k = 2; fgets(line, sizeof line, in) != NULL; k++, rows++) {
            size_t count = split(line, field, MOST + 200);
            assert_int_equal(count, 2 + p->space.n + p->space.ng + p->space.nh);
            compare_row(p, field, k);
        }
        fclose(in);
    }
    assert_true(rows >= 10 * PROBLEMS);
    heco_suite_close(s);
}

static void tables_are_needed_by_some_problems_only(void **state) {
    (void)state;
    heco_suite         *s = open_suite(NULL);
    const heco_problem *p;
    heco_error          error = {0};
    for (size_t i = 0; i < PROBLEMS; i++) {
        int needs = (i >= 33 && i <= 42) || i >= 50;
        assert_int_equal(heco_suite_problem(s, i, 0, &p, &error), needs ? HECO_ERR_IO : HECO_OK);
        if (needs) assert_text(error.text, "needs number tables of CEC 2020: import them");
        if (i == 33) assert_text(error.text, "rw2020:RC34 needs");
    }
    heco_suite_close(s);
    heco_suite_options options = {.instance = "7"};
    assert_int_equal(heco_suite_open(&s, "rw2020", &options, &error), HECO_ERR_ARG);
    assert_text(error.text, "suite rw2020 has no instance 7: only official");
}

/* An imported copy is the same; a changed digit and a lost file are found. */
static void tables_are_checked_and_imported(void **state) {
    (void)state;
    char        from[600], to[600], path[700];
    heco_error  error  = {0};
    test_folder folder = test_folder_new();
    snprintf(from, sizeof from, "%s/rw2020", HECO_SHARED_DIR);
    if (heco_data_verify("rw2020", from, NULL, NULL, &error) == HECO_ERR_IO) {
        print_message("no rw2020 data in %s: skipped\n", HECO_SHARED_DIR);
        skip();
    }
    snprintf(to, sizeof to, "%s/copy", folder.path);
    assert_int_equal(heco_data_import("rw2020", from, to, NULL, NULL, &error), HECO_OK);
    assert_int_equal(heco_data_import("rw2020", from, to, NULL, NULL, &error), HECO_OK); /* again */
    assert_int_equal(heco_data_verify("rw2020", to, NULL, NULL, &error), HECO_OK);
    snprintf(path, sizeof path, "%s/ps1_P.csv", to);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fputc('1', file);
    fclose(file);
    assert_int_equal(heco_data_verify("rw2020", to, NULL, NULL, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "the numbers are not the official ones of CEC 2020");
    assert_int_equal(remove(path), 0);
    assert_int_equal(heco_data_verify("rw2020", to, NULL, NULL, &error), HECO_ERR_IO);
    assert_text(error.text, "cannot read");
    assert_int_equal(heco_data_verify("rw2020", "/nowhere", NULL, NULL, &error), HECO_ERR_IO);
    test_folder_drop(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_protocol),
        cmocka_unit_test(some_values),
        cmocka_unit_test(a_bearing_has_five_balls),
        cmocka_unit_test(no_spring_is_lighter),
        cmocka_unit_test(sizes_and_bounds),
        cmocka_unit_test(values_of_the_reference_functions),
        cmocka_unit_test(tables_are_needed_by_some_problems_only),
        cmocka_unit_test(tables_are_checked_and_imported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
