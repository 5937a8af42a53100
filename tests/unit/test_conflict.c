/* Why no feasible point was found: the conflicting rows of ten models, the least relaxations, and
 * the proof from linear rows. */
#include "base/arena.h"
#include "run/conflict.h"

#include "testing.h"

enum { ROWS = 6, MODELS = 10 };

/* Each model has three variables in [-5, 5] and six rows g <= 0, of which some conflict. The others
 * exclude a part of the box, but not together with any of the conflicting ones alone. */
typedef struct {
    const char *name;
    int         integer;
    unsigned    conflict; /* bits of the rows                                                 */
    void (*rows)(const double *x, double *g);
} infeasible_model;

static void harmless(const double *x, double *g, size_t from) {
    for (size_t k = from; k < ROWS; k++) g[k] = x[k % 3] + x[(k + 1) % 3] - 9.0 + (double)k / 4.0;
}

static void two_rows(const double *x, double *g) {
    harmless(x, g, 2);
    g[0] = 3.0 - x[0], g[1] = x[0] - 1.0;
}
static void three_rows(const double *x, double *g) {
    harmless(x, g, 3);
    g[0] = 4.0 - x[0] - x[1], g[1] = x[0] - 1.5, g[2] = x[1] - 1.5;
}
static void four_rows(const double *x, double *g) {
    harmless(x, g, 4);
    g[0] = 7.0 - x[0] - x[1] - x[2], g[1] = x[0] - 2.0, g[2] = x[1] - 2.0, g[3] = x[2] - 2.0;
}
static void circle_and_hyperbola(const double *x, double *g) {
    harmless(x, g, 2);
    g[0] = x[0] * x[0] + x[1] * x[1] - 1.0, g[1] = 1.0 - x[0] * x[1];
}
static void three_discs(const double *x, double *g) {
    const double cx[3] = {-1.0, 1.0, 0.0}, cy[3] = {0.0, 0.0, 1.7};
    harmless(x, g, 3);
    for (int k = 0; k < 3; k++)
        g[k] = (x[0] - cx[k]) * (x[0] - cx[k]) + (x[1] - cy[k]) * (x[1] - cy[k]) - 1.21;
}
static void odd_sum(const double *x, double *g) { /* integers: no even number is 3 */
    harmless(x, g, 1);
    g[0] = fabs(2.0 * x[0] + 2.0 * x[1] - 3.0) - 0.5;
}
static void between_squares(const double *x, double *g) { /* integers: 4, 9, ... */
    harmless(x, g, 2);
    g[0] = 5.0 - x[0] * x[0], g[1] = x[0] * x[0] - 8.5;
}
static void by_a_hair(const double *x, double *g) {
    harmless(x, g, 2);
    g[0] = x[0] + x[1] - 1.0, g[1] = 1.000001 - x[0] - x[1];
}
static void against_the_bounds(const double *x, double *g) {
    harmless(x, g, 1);
    g[0] = 20.0 - x[0] - x[1] - x[2];
}
static void exponential(const double *x, double *g) {
    harmless(x, g, 2);
    g[0] = 4.0 * exp(x[0]) - x[1], g[1] = x[1] - 3.9 - 4.0 * x[0];
}

static const infeasible_model models[MODELS] = {
    {"two rows", 0, 3, two_rows},
    {"three rows", 0, 7, three_rows},
    {"four rows", 0, 15, four_rows},
    {"circle and hyperbola", 0, 3, circle_and_hyperbola},
    {"three discs", 0, 7, three_discs},
    {"odd sum", 1, 1, odd_sum},
    {"between squares", 1, 3, between_squares},
    {"by a hair", 0, 3, by_a_hair},
    {"against the bounds", 0, 1, against_the_bounds},
    {"exponential", 0, 3, exponential},
};

static int model_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)h;
    f[0] = x[0] - x[1] + x[2] * x[2];
    ((const infeasible_model *)user)->rows(x, g);
    return HECO_POINT_OK;
}

static heco_solution *solve(const infeasible_model *m, const heco_linear *linear) {
    static const double        lower[3] = {-5.0, -5.0, -5.0}, upper[3] = {5.0, 5.0, 5.0};
    static const unsigned char integer[3] = {1, 1, 1};
    heco_problem               p          = heco_problem_default();
    heco_minimize_options      o          = heco_minimize_options_default();
    heco_solution             *s;
    p.space.n = 3, p.space.ng = ROWS, p.space.lower = lower, p.space.upper = upper;
    p.space.integer = m->integer ? integer : NULL, p.space.linear = linear;
    p.eval = model_eval, p.user = (void *)m;
    o.run.max_evals = 5000;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    assert_int_equal(heco_solution_result(s)->outcome.found, HECO_FOUND_INFEASIBLE);
    return s;
}

static unsigned conflict(const heco_solution *s) {
    const size_t *row;
    unsigned      bits = 0;
    for (size_t i = heco_solution_conflict(s, &row); i-- > 0;) bits |= 1u << row[i];
    return bits;
}

static void the_conflicting_rows_of_nine_in_ten_models_are_named(void **state) {
    size_t named = 0;
    (void)state;
    for (size_t i = 0; i < MODELS; i++) {
        heco_solution *s = solve(&models[i], NULL);
        named += conflict(s) == models[i].conflict;
        if (conflict(s) != models[i].conflict)
            print_message("%s: %x, expected %x\n", models[i].name, conflict(s),
                          models[i].conflict);
        heco_solution_free(s);
    }
    assert_true(named >= 9);
}

static void a_relaxation_comes_with_its_point(void **state) {
    const double *x;
    (void)state;
    heco_solution *s     = solve(&models[0], NULL);
    double         least = heco_solution_relaxation(s, 0, &x);
    assert_non_null(x);
    assert_near(least, 2.0, 1e-3); /* 3 - x <= 2 holds with x <= 1 */
    assert_near(3.0 - x[0], least, 1e-12);
    assert_true(heco_solution_relaxation(s, 4, &x) == INFINITY && x == NULL);
    heco_solution_free(s);
}

static void linear_rows_that_contradict_each_other_need_no_search(void **state) {
    /* the three linear rows of three_rows, and one that is harmless */
    const size_t      constraint[] = {0, 1, 2, 3}, begin[] = {0, 2, 3, 4, 6};
    const size_t      index[] = {0, 1, 0, 1, 0, 1};
    const double      coef[] = {-1.0, -1.0, 1.0, 1.0, 1.0, 1.0}, constant[] = {4.0, -1.5, -1.5, -8.25};
    const heco_linear linear = {4, constraint, begin, index, coef, constant};
    char              verdict[HECO_VERDICT_SIZE];
    (void)state;
    heco_solution *s = solve(&models[1], &linear);
    assert_true(heco_solution_conflict_is_proved(s));
    assert_int_equal(conflict(s), 7);
    assert_int_equal(heco_solution_result(s)->outcome.evals, 1);
    assert_int_equal(heco_solution_result(s)->outcome.stop, HECO_STOP_INFEASIBLE);
    heco_solution_verdict(s, verdict, sizeof verdict);
    assert_string_equal(
        verdict, "infeasible: g1, g2 and g3 contradict each other: proved, nothing was searched");
    heco_solution_free(s);
}

static void linear_rows_with_a_common_point_are_searched(void **state) {
    /* x0 >= 3 and x0 <= 3 meet in one point; nothing is proved about the nonlinear rest */
    const size_t      constraint[] = {0, 1}, begin[] = {0, 1, 2}, index[] = {0, 0};
    const double      coef[] = {-1.0, 1.0}, constant[] = {3.0, -3.0}, lower[] = {0.0}, upper[] = {9.0};
    const heco_linear linear = {2, constraint, begin, index, coef, constant};
    heco_space        space  = {.n = 1, .ng = 2, .lower = lower, .upper = upper, .linear = &linear};
    heco_conflict     c      = {0};
    heco_arena        arena;
    double            x;
    (void)state;
    heco_arena_init(&arena);
    heco_conflict_init(&c, &space, &arena);
    assert_false(heco_arena_failed(&arena));
    assert_int_equal(heco_conflict_prove(&c, &space, &x, NULL), HECO_OK);
    assert_int_equal(c.proved, 0);
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_conflicting_rows_of_nine_in_ten_models_are_named),
        cmocka_unit_test(a_relaxation_comes_with_its_point),
        cmocka_unit_test(linear_rows_that_contradict_each_other_need_no_search),
        cmocka_unit_test(linear_rows_with_a_common_point_are_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
