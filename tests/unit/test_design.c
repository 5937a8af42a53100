/* design: values at the best known and at other points against tests/golden/design.csv, which
 * design_values.py beside it computes from formulas of its own; published optima; the protocol. */
#include "testing.h"

#include "heco/heco.h"
#include "suites/design/design.h"

enum { PROBLEMS = 20, MAX_VALUES = 96 };

static heco_suite *open_suite(void) {
    heco_suite *s;
    assert_int_equal(heco_suite_open(&s, "design", NULL, NULL), HECO_OK);
    return s;
}

static const heco_problem *at(heco_suite *s, size_t index) {
    const heco_problem *p;
    assert_int_equal(heco_suite_problem(s, index, 0, &p, NULL), HECO_OK);
    return p;
}

static const heco_problem *get(heco_suite *s, const char *name) {
    long index = heco_suite_find(s, name, NULL);
    assert_true(index >= 0);
    return at(s, (size_t)index);
}

/* f, g and h in one row; what an evaluation does not write stays NAN. */
static void evaluate(const heco_problem *p, const double *x, double *out) {
    for (size_t k = 0; k < MAX_VALUES; k++) out[k] = NAN;
    double *g = out + 1, *h = g + p->space.ng;
    assert_int_equal(p->eval(p->user, x, out, g, h), HECO_POINT_OK);
    size_t count = 1 + p->space.ng + p->space.nh;
    for (size_t k = 0; k < MAX_VALUES; k++) assert_int_equal(isnan(out[k]) == 0, k < count);
}

static void suite_has_its_protocol(void **state) {
    (void)state;
    heco_suite *s = open_suite();
    assert_int_equal(heco_suite_count(s), PROBLEMS);
    assert_int_equal(heco_suite_budget(s, 0, 4), 100000);
    for (size_t i = 0; i < PROBLEMS; i++) {
        const heco_problem *p = at(s, i);
        assert_true(p->f_ref != 0.0);
        assert_near(heco_suite_target(s, p), p->f_ref + 1e-4 * fabs(p->f_ref),
                    1e-15 * fabs(p->f_ref));
        assert_int_equal(heco_suite_at(s, i)->compared, 1);
        assert_non_null(p->x_names);
    }
    heco_suite_close(s);
}

static void best_points_are_feasible_and_have_the_best_values(void **state) {
    (void)state;
    heco_suite *s = open_suite();
    for (size_t i = 0; i < PROBLEMS; i++) {
        const heco_problem *p = at(s, i);
        double              v[MAX_VALUES];
        assert_int_equal(heco_problem_check(p, NULL), HECO_OK);
        for (size_t j = 0; j < p->space.n; j++) {
            double x = p->x_ref[j];
            assert_true(p->space.lower[j] <= x && x <= p->space.upper[j]);
            if (p->space.integer != NULL && p->space.integer[j]) assert_true(x == floor(x));
        }
        evaluate(p, p->x_ref, v);
        assert_near(v[0], p->f_ref, 1e-10 * fabs(p->f_ref));
        for (size_t k = 1; k <= p->space.ng; k++) assert_true(v[k] <= 1e-9);
        for (size_t k = p->space.ng + 1; k <= p->space.ng + p->space.nh; k++)
            assert_true(fabs(v[k]) <= 1.0001e-4);
    }
    heco_suite_close(s);
}

/* Digits that the papers print; docs/suites/design.md says which paper. */
static void optima_agree_with_published_ones(void **state) {
    static const struct {
        const char *name;
        double      value, unit; /* of the last digit */
    } published[] = {
        {"welded-beam", 1.724852, 1e-6},       {"pressure-vessel", 6059.714335, 1e-6},
        {"spring", 0.012665233, 1e-9},         {"spring-discrete", 2.65856, 1e-5},
        {"speed-reducer", 2994.471066, 1e-6},  {"three-bar-truss", 263.895843, 1e-6},
        {"ten-bar-truss", 5060.85, 1e-2},      {"25-bar-truss", 545.163, 1e-3},
        {"stepped-cantilever", 64578.194, 1e-3}, {"bulkhead", 6.842958, 1e-6},
        {"clutch-brake", 0.313656, 1e-6},      {"rolling-bearing", -81859.74, 1e-2},
        {"thrust-bearing", 1625.4428, 1e-4},   {"concrete-beam", 359.2080, 1e-4},
        {"piston-lever", 8.412698, 1e-6},      {"car-side-impact", 22.84297, 1e-5},
    };
    (void)state;
    heco_suite *s = open_suite();
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++)
        assert_near(get(s, published[i].name)->f_ref, published[i].value, published[i].unit);
    double root = 1e-6 * get(s, "gear-train")->f_ref; /* the papers square it */
    assert_near(root * root, 2.700857e-12, 1e-18);
    heco_suite_close(s);
}

/* PROBLEM,KIND,n,x..,f,g..,h.. */
static void check_row(heco_suite *s, char *line) {
    char               *kind = strchr(line, ','), *end;
    double              v[MAX_VALUES + 16], got[MAX_VALUES];
    size_t              count = 0;
    *kind++                   = '\0';
    const heco_problem *p     = get(s, line);
    end                       = strchr(kind, ',');
    size_t n                  = (size_t)strtoul(end + 1, &end, 10);
    for (; *end == ',' && count < sizeof v / sizeof v[0]; count++) v[count] = strtod(end + 1, &end);
    assert_int_equal(n, p->space.n);
    assert_int_equal(count, n + 1 + p->space.ng + p->space.nh);
    if (strncmp(kind, "best", 4) == 0) assert_memory_equal(v, p->x_ref, n * sizeof *v);
    evaluate(p, v, got);
    /* The load of thrust-bearing is 101000 minus a sum that begins with a cancellation. */
    double lost = strcmp(p->name, "thrust-bearing") == 0 ? 1e-12 * 101000.0 : 0.0;
    for (size_t k = 0; k < count - n; k++) {
        double want = v[n + k];
        if (!(fabs(got[k] - want) <= lost + 1e-9 * fmax(1.0, fabs(want))))
            fail_msg("%s, value %zu: got %.17g, want %.17g", p->name, k, got[k], want);
    }
}

static void values_agree_with_the_other_formulas(void **state) {
    (void)state;
    char        line[4000];
    heco_suite *s    = open_suite();
    size_t      rows = 0;
    FILE       *in   = fopen(HECO_GOLDEN_DIR "/design.csv", "r");
    assert_non_null(in);
    for (; fgets(line, sizeof line, in) != NULL; rows++) check_row(s, line);
    assert_int_equal(rows, 3 * PROBLEMS);
    fclose(in);
    heco_suite_close(s);
}

/* A point may come from a file: numbers beside a table must not leave it. */
static void numbers_beside_a_table_take_its_ends(void **state) {
    (void)state;
    static const double table[] = {1.0, 4.0, 9.0};
    assert_double(heco_design_size(table, 3, 1.0), 1.0);
    assert_double(heco_design_size(table, 3, 2.4), 4.0);
    assert_double(heco_design_size(table, 3, 2.5), 9.0);
    assert_double(heco_design_size(table, 3, 3.0), 9.0);
    assert_double(heco_design_size(table, 3, -1e300), 1.0);
    assert_double(heco_design_size(table, 3, 1e300), 9.0);
    assert_double(heco_design_size(table, 3, NAN), 1.0);
}

/* What a short search finds is never better than the best known value. */
static void no_search_passes_the_best_known_value(void **state) {
    (void)state;
    heco_suite *s = open_suite();
    for (size_t i = 0; i < PROBLEMS; i++) {
        const heco_problem   *p = at(s, i);
        heco_solution        *solution;
        heco_minimize_options m = heco_minimize_options_default();
        m.algorithm             = "lshade44";
        m.run.max_evals         = 15000;
        assert_int_equal(heco_minimize(&solution, p, &m, NULL), HECO_OK);
        const heco_outcome *o = &heco_solution_result(solution)->outcome;
        if (o->found == HECO_FOUND_FEASIBLE) assert_true(o->f >= p->f_ref - 1e-6 * fabs(p->f_ref));
        heco_solution_free(solution);
    }
    heco_suite_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suite_has_its_protocol),
        cmocka_unit_test(best_points_are_feasible_and_have_the_best_values),
        cmocka_unit_test(optima_agree_with_published_ones),
        cmocka_unit_test(values_agree_with_the_other_formulas),
        cmocka_unit_test(numbers_beside_a_table_take_its_ends),
        cmocka_unit_test(no_search_passes_the_best_known_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
