/* cec2006: numbers of the report (Liang et al. 2006) inside this file, and, where the
 * reference vectors are present, every row of them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "heco/suite.h"
#include "suites/cec2017/scalar_math.h"

enum { MAX_VALUES = 64, OFFICIAL = 24 };

typedef struct {
    double f, g[MAX_VALUES], h[MAX_VALUES];
} point;

static heco_suite *open_suite(void) {
    heco_suite *s;
    assert_int_equal(heco_suite_open(&s, "cec2006", NULL, NULL), HECO_OK);
    return s;
}

static const heco_problem *get(heco_suite *s, const char *name) {
    const heco_problem *p;
    long                index = heco_suite_find(s, name, NULL);
    assert_true(index >= 0);
    assert_int_equal(heco_suite_problem(s, (size_t)index, 0, &p, NULL), HECO_OK);
    return p;
}

static point evaluate(const heco_problem *p, const double *x) {
    point v;
    for (int k = 0; k < MAX_VALUES; k++) v.g[k] = v.h[k] = NAN;
    assert_int_equal(p->eval(p->user, x, &v.f, v.g, v.h), HECO_POINT_OK);
    for (size_t k = 0; k < MAX_VALUES; k++) { /* writes exactly ng and nh values */
        assert_int_equal(isnan(v.g[k]) == 0, k < p->space.ng);
        assert_int_equal(isnan(v.h[k]) == 0, k < p->space.nh);
    }
    return v;
}

static void near(double got, double want, double tol, const char *what) {
    if (fabs(got - want) <= tol) return;
    fail_msg("%s: got %.17g, want %.17g, off by %.3g, allowed %.3g", what, got, want,
             fabs(got - want), tol);
}

static void suite_has_the_protocol_of_the_report(void **state) {
    (void)state;
    heco_suite *s = open_suite();
    assert_true(heco_suite_count(s) >= OFFICIAL);
    assert_int_equal(heco_suite_budget(s, 0, 13), 500000);
    assert_true(heco_suite_eq_tol(s) == 1e-4);
    assert_int_equal(heco_suite_dims("cec2006"), HECO_DIMS_OWN);
    const heco_problem *first;
    assert_int_equal(heco_suite_problem(s, 0, 0, &first, NULL), HECO_OK);
    assert_true(heco_suite_target(s, first) == first->f_ref + 1e-4);
    assert_string_equal(heco_suite_instance(s), "");
    for (size_t i = 0; i < OFFICIAL; i++) {
        char name[8];
        snprintf(name, sizeof name, "g%02zu", i + 1);
        const heco_suite_entry *e = heco_suite_at(s, i);
        assert_string_equal(e->name, name);
        assert_int_equal(e->compared, i + 1 != 20 && i + 1 != 22);
        assert_int_equal(e->dim_count, 1);
    }
    assert_int_equal(heco_suite_at(s, OFFICIAL)->compared, 0); /* g17c */
    heco_suite_close(s);
}

/* The column "f at x*" of the definitions agrees with f* to the digits of the table; the
 * published points exceed their constraints by rounding only (g20: by 0.144). */
static void best_points_have_the_best_values(void **state) {
    (void)state;
    heco_suite *s = open_suite();
    for (size_t i = 0; i < heco_suite_count(s); i++) {
        const heco_problem *p;
        assert_int_equal(heco_suite_problem(s, i, 0, &p, NULL), HECO_OK);
        assert_int_equal(heco_problem_check(p, NULL), HECO_OK);
        for (size_t j = 0; j < p->space.n; j++)
            assert_true(p->space.lower[j] <= p->x_ref[j] && p->x_ref[j] <= p->space.upper[j]);
        point v = evaluate(p, p->x_ref);
        near(v.f, p->f_ref, 1e-10, p->name);
        if (strcmp(p->name, "g20") == 0) continue;
        for (size_t k = 0; k < p->space.ng; k++) assert_true(v.g[k] <= 1e-12);
        for (size_t k = 0; k < p->space.nh; k++) assert_true(fabs(v.h[k]) <= 1e-4 + 2e-12);
    }
    heco_suite_close(s);
}

/* Worked out by hand. */
static void values_that_a_head_can_check(void **state) {
    (void)state;
    heco_suite *s = open_suite();
    point       v = evaluate(get(s, "g06"), (const double[]){15.0, 5.0});
    assert_true(v.f == 125.0 - 3375.0 && v.g[0] == 0.0);
    near(v.g[1], 81.0 - 82.81, 1e-13, "g06 g2");
    v = evaluate(get(s, "g12"), (const double[]){0.0, 9.75, 4.5});
    near(v.f, -(100.0 - 25.0 - 22.5625 - 0.25) / 100.0, 1e-15, "g12 f");
    near(v.g[0], 1.0 + 0.5625 + 0.25 - 0.0625, 1e-15, "g12 g");
    v = evaluate(get(s, "g24"), (const double[]){1.0, 2.0});
    assert_true(v.f == -3.0 && v.g[0] == -2.0 && v.g[1] == 2.0);
    v = evaluate(get(s, "g17"), (const double[]){300.0, 200.0, 400.0, 400.0, 0.0, 0.0});
    assert_true(v.f == 31.0 * 300.0 + 30.0 * 200.0);
    v = evaluate(get(s, "g17"), (const double[]){299.0, 100.0, 400.0, 400.0, 0.0, 0.0});
    assert_true(v.f == 30.0 * 299.0 + 29.0 * 100.0);
    double h1 = 1.0 - 160000.0 * (cos(1.48477) - 0.90798 * cos(1.47588)) / 131.078;
    near(v.h[0], h1, 1e-10, "g17 h1");
    heco_suite_close(s);
}

/* "Two objectives are in circulation": they differ by 30 h1 + 28 h2 below both steps. */
static void g17_objectives_differ_by_the_equalities(void **state) {
    (void)state;
    heco_suite   *s = open_suite();
    const double *x = get(s, "g17c")->x_ref;
    point         v = evaluate(get(s, "g17"), x), w = evaluate(get(s, "g17c"), x);
    near(v.f, 8853.5340164357, 1e-9, "g17 at the published point");
    near(w.f, 8853.5396748064832, 1e-9, "g17c at the published point");
    near(w.f - v.f, 30.0 * v.h[0] + 28.0 * v.h[1], 1e-10, "difference");
    heco_suite_close(s);
}

static void open_lower_bounds_are_guarded(void **state) {
    (void)state;
    double      zero[20] = {0};
    heco_suite *s        = open_suite();
    point       v        = evaluate(get(s, "g14"), zero);
    assert_true(v.f == 0.0);
    zero[0] = 1.0; /* ln(x1/s) = 0 */
    v       = evaluate(get(s, "g14"), zero);
    near(v.f, -6.089, 1e-14, "g14 at a unit point");
    zero[0] = 0.0;
    v       = evaluate(get(s, "g02"), zero);
    assert_false(isfinite(v.f));
    v = evaluate(get(s, "g08"), zero);
    assert_false(isfinite(v.f));
    heco_suite_close(s);
}

/* Far outside the box the functions are still those of the report. */
static void values_hold_outside_the_box(void **state) {
    (void)state;
    heco_suite *s     = open_suite();
    double      x[20] = {0};
    x[0]              = 1e6;
    point v           = evaluate(get(s, "g02"), x);
    near(v.f, -fabs(pow(cos(1e6), 4.0) + 19.0 - 2.0 * pow(cos(1e6), 2.0)) / 1e6, 1e-16, "g02 far");
    x[0] = 2e4;
    v    = evaluate(get(s, "g02"), x);
    near(v.f, -fabs(pow(cos(2e4), 4.0) + 19.0 - 2.0 * pow(cos(2e4), 2.0)) / 2e4, 1e-16, "g02 away");
    v = evaluate(get(s, "g05"), (const double[]){0.0, 0.0, 3.0, -9.0});
    near(v.h[0], 1000.0 * (sin(-3.25) + sin(8.75)) + 894.8, 1e-9, "g05 far");
    v = evaluate(get(s, "g17"), (const double[]){0.0, 0.0, 1.0, 1.0, 0.0, 2.0});
    near(v.h[3], 200.0 - (sin(1.48477 - 2.0) - 0.90798 * sin(1.47588)) / 131.078, 1e-12, "g17 far");
    v = evaluate(get(s, "g21"), (const double[]){1.0, 0.0, 32.0, -299.5, 0.0, 0.0, 0.0});
    near(v.g[0], -1.0 + 35.0 * 8.0, 1e-12, "g21 power"); /* 32^0.6 = 8 */
    near(v.h[3], log(0.5), 1e-15, "g21 far");
    double f, g[1], h[5], below[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, -1};
    get(s, "g14")->eval(NULL, below, &f, g, h);
    assert_true(isnan(f));
    get(s, "g21")->eval(NULL, (const double[]){1.0, -1.0, 1.0, 360.0, 0.0, 0.0, 0.0}, &f, g, h);
    assert_true(isnan(g[0]) && isnan(h[4]) && isfinite(h[2]));
    heco_suite_close(s);
}

/* The same bits with and without vectors, from gcc and from clang. 30 digits give
 * f = -0.07745682333158380 for g02 and -534.6661488058939 for g14. */
static void vector_loops_give_the_same_bits_everywhere(void **state) {
    (void)state;
    double x[20];
    for (int j = 0; j < 20; j++) x[j] = 0.3 + 0.47 * j;
    heco_suite *s = open_suite();
    point       v = evaluate(get(s, "g02"), x);
    assert_true(v.f == -0x1.3d435db0faaf2p-4 && v.g[0] == -0x1.2bb20c357d9acp+37);
    v = evaluate(get(s, "g14"), x);
    assert_true(v.f == -0x1.0b55445d33cacp+9);
    heco_suite_close(s);
}

static void fast_sine_is_accurate(void **state) {
    (void)state;
    for (int k = -20000; k <= 20000; k++) {
        double r = 1.5707963267948966 * k / 20000.0;
        near(heco_fast_sin(r), sin(r), 3e-16, "fast sine");
    }
    assert_true(heco_fast_round(2.4) == 2.0 && heco_fast_round(-2.6) == -3.0);
}

static void fast_logarithm_is_accurate(void **state) {
    (void)state;
    for (int k = -4000; k <= 4000; k++) {
        double x = exp(k * 0.17) * 1.0000001, want = log(x);
        if (!isnormal(x)) continue;
        near(heco_fast_log(x), want, 4e-16 * fmax(fabs(want), 1e-300), "fast logarithm");
    }
    for (int k = 1; k <= 4000; k++) {
        double x = k / 1000.0;
        near(heco_fast_log(x), log(x), 4e-16 * fabs(log(x)), "fast logarithm near one");
    }
    assert_true(isfinite(heco_fast_log(0.0)) && heco_fast_log(1.0) == 0.0);
}

/* --- reference vectors ------------------------------------------------------------------ */

static FILE *open_data(const char *name) {
    char path[500];
    snprintf(path, sizeof path, "%s/cec2006/%s", HECO_SHARED_DIR, name);
    return fopen(path, "r");
}

/* Numbers of a line after its first comparison; separators are commas. */
static size_t numbers(char *line, double *out, size_t max) {
    size_t count = 0;
    char  *at    = strchr(line, ',');
    while (at != NULL && count < max) {
        out[count++] = strtod(at + 1, NULL);
        at           = strchr(at + 1, ',');
    }
    return count;
}

/* Errors of the printed formulas in double arithmetic: absolute, relative to max(1, |value|). */
typedef struct {
    double absolute, relative;
} tolerance;

static tolerance tolerance_of(const char *problem) {
    char  line[200];
    FILE *in = open_data("tolerances.csv");
    assert_non_null(in);
    double v[2] = {-1.0, -1.0};
    while (fgets(line, sizeof line, in) != NULL)
        if (strncmp(line, problem, 3) == 0) numbers(line, v, 2);
    fclose(in);
    assert_true(v[0] >= 0.0 && v[1] >= 0.0);
    return (tolerance){v[0], v[1]};
}

/* Both rules have to hold: the absolute one is generous to the small values of a problem that
 * also has large ones. */
static void check_value(double got, double want, tolerance t, const char *what) {
    double size = fmax(1.0, fabs(want));
    near(got, want, fmax(10.0 * t.absolute, 1e-12 * size), what);
    near(got, want, fmax(10.0 * t.relative, 1e-12) * size, what);
}

static size_t check_file(const heco_problem *p, const heco_problem *program, FILE *in) {
    char         line[4000];
    double       v[128];
    tolerance    allowed = tolerance_of(p->name);
    size_t       rows = 0, n = p->space.n, ng = p->space.ng, nh = p->space.nh;
    size_t       extra = strstr(fgets(line, sizeof line, in), "f_ccode") != NULL;
    while (fgets(line, sizeof line, in) != NULL) {
        assert_int_equal(numbers(line, v, 128), n + 1 + extra + ng + nh);
        const double *want = v + n;
        point         got  = evaluate(p, v);
        check_value(got.f, want[0], allowed, p->name);
        if (extra) check_value(evaluate(program, v).f, want[1], allowed, "g17c");
        for (size_t k = 0; k < ng; k++)
            check_value(got.g[k], want[1 + extra + k], allowed, p->name);
        for (size_t k = 0; k < nh; k++)
            check_value(got.h[k], want[1 + extra + ng + k], allowed, p->name);
        rows++;
    }
    return rows;
}

static void every_reference_vector_is_met(void **state) {
    (void)state;
    heco_suite *s    = open_suite();
    size_t      rows = 0;
    for (size_t i = 0; i < OFFICIAL; i++) {
        const heco_problem *p;
        char                name[16];
        assert_int_equal(heco_suite_problem(s, i, 0, &p, NULL), HECO_OK);
        snprintf(name, sizeof name, "%s.csv", p->name);
        FILE *in = open_data(name);
        if (in == NULL) {
            heco_suite_close(s);
            print_message("no reference vectors in %s/cec2006: skipped\n", HECO_SHARED_DIR);
            skip();
        }
        rows += check_file(p, get(s, "g17c"), in);
        fclose(in);
    }
    print_message("%zu reference rows of %d problems checked\n", rows, OFFICIAL);
    assert_true(rows >= 24 * 25);
    heco_suite_close(s);
}

/* Blank-separated numbers of a comparison against an array. */
static void check_list(const char *comparison, const double *want, size_t n) {
    char *end;
    for (size_t j = 0; j < n; j++, comparison = end) assert_true(strtod(comparison, &end) == want[j]);
    assert_true(*end == ',' || *end == '\n');
}

static const char *comparison_of(const char *line, int number) {
    for (; number > 0; number--) line = strchr(line, ',') + 1;
    return line;
}

static void table_of_problems_agrees(void **state) {
    (void)state;
    char  line[4000];
    FILE *in = open_data("problems.csv");
    if (in == NULL) {
        print_message("no problems.csv in %s/cec2006: skipped\n", HECO_SHARED_DIR);
        skip();
    }
    heco_suite *s    = open_suite();
    size_t      rows = 0;
    assert_non_null(fgets(line, sizeof line, in));
    for (; fgets(line, sizeof line, in) != NULL; rows++) {
        char name[4] = {line[0], line[1], line[2], 0};
        int  g17     = strcmp(name, "g17") == 0;
        const heco_problem *p = get(s, name);
        assert_int_equal(atoi(comparison_of(line, 1)), p->space.n);
        assert_int_equal(atoi(comparison_of(line, 2)), p->space.ng);
        assert_int_equal(atoi(comparison_of(line, 3)), p->space.nh);
        assert_true(strtod(comparison_of(line, 4), NULL) == (g17 ? get(s, "g17c") : p)->f_ref);
        check_list(comparison_of(line, 5), p->space.lower, p->space.n);
        check_list(comparison_of(line, 6), p->space.upper, p->space.n);
        check_list(comparison_of(line, 7), (g17 ? get(s, "g17c") : p)->x_ref, p->space.n);
    }
    assert_int_equal(rows, OFFICIAL);
    fclose(in);
    heco_suite_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suite_has_the_protocol_of_the_report),
        cmocka_unit_test(best_points_have_the_best_values),
        cmocka_unit_test(values_that_a_head_can_check),
        cmocka_unit_test(g17_objectives_differ_by_the_equalities),
        cmocka_unit_test(open_lower_bounds_are_guarded),
        cmocka_unit_test(values_hold_outside_the_box),
        cmocka_unit_test(vector_loops_give_the_same_bits_everywhere),
        cmocka_unit_test(fast_sine_is_accurate),
        cmocka_unit_test(fast_logarithm_is_accurate),
        cmocka_unit_test(every_reference_vector_is_met),
        cmocka_unit_test(table_of_problems_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
