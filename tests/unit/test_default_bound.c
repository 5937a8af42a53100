/* Missing bounds become default bounds; runs without bounds and on a log scale end at the optimum,
 * and reports are in the user's numbers. */
#include "testing.h"

#include "heco/run.h"
#include "problem/default_bound.h"

static void infinite_bounds_become_default_bounds(void **state) {
    (void)state;
    double        lower[] = {-INFINITY, 2.0, -INFINITY, 1e-3}, upper[] = {INFINITY, INFINITY, 1e13, 1.0};
    unsigned char flags[] = {0, 0, 0, HECO_LOG_SCALE};
    heco_space    s       = heco_problem_default().space;
    heco_arena    arena;
    s.n = 4, s.lower = lower, s.upper = upper, s.missing = flags;
    heco_arena_init(&arena);
    assert_int_equal(heco_default_bounds(&s, 1e12, &arena), 3);
    assert_true(s.lower[0] == -1e12 && s.upper[0] == 1e12 && s.missing[0] == 3);
    assert_true(s.lower[1] == 2.0 && s.upper[1] == 1e12 + 2.0 && s.missing[1] == HECO_UPPER_MISSING);
    assert_true(s.lower[2] == -1e12 && s.upper[2] == 1e13 && s.missing[2] == HECO_LOWER_MISSING);
    assert_true(s.missing[3] == HECO_LOG_SCALE && heco_space_is_log(&s, 3));
    assert_true(lower[0] == -INFINITY); /* the caller's arrays stay */
    assert_int_equal(heco_default_bounds(&s, 1e12, &arena), 0);
    heco_arena_release(&arena);
}

static void the_middle_is_on_the_scale(void **state) {
    (void)state;
    assert_double(heco_space_middle(1.0, 3.0, 0), 2.0);
    assert_near(heco_space_middle(1e-8, 1.0, 1), 1e-4, 1e-18);
    assert_double(heco_space_middle(-INFINITY, INFINITY, 0), 0.0);
    assert_double(heco_space_middle(5.0, INFINITY, 0), 5.0);
}

static int bowl(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    *f = (x[0] - 1234.0) * (x[0] - 1234.0) + (log(x[1]) - log(3e-6)) * (log(x[1]) - log(3e-6));
    return HECO_POINT_OK;
}

static void a_search_uses_both(void **state) {
    (void)state;
    const double          lower[] = {-INFINITY, 1e-8}, upper[] = {INFINITY, 10.0};
    const unsigned char   flags[] = {0, HECO_LOG_SCALE};
    heco_problem          p       = heco_problem_default();
    heco_minimize_options how     = heco_minimize_options_default();
    heco_solution        *s;
    p.space.n = 2, p.space.lower = lower, p.space.upper = upper, p.space.missing = flags;
    p.eval            = bowl;
    how.run.max_evals = 400;
    assert_int_equal(heco_minimize(&s, &p, &how, NULL), HECO_OK);
    const heco_result *r = heco_solution_result(s);
    assert_true(r->outcome.f < 1e-6);
    assert_near(r->x[1] / 3e-6, 1.0, 1e-2);
    heco_solution_free(s);
}

static void near_a_bound_is_relative_on_a_log_scale(void **state) {
    (void)state;
    const double        lower[] = {1e-8}, upper[] = {10.0};
    const unsigned char flags[] = {HECO_LOG_SCALE};
    heco_space          s       = heco_problem_default().space;
    s.n = 1, s.lower = lower, s.upper = upper;
    assert_int_equal(heco_space_bound_status(&s, 0, 1e-7, NULL), HECO_BOUND_LOWER);
    s.missing = flags;
    assert_int_equal(heco_space_bound_status(&s, 0, 1e-7, NULL), HECO_BOUND_INSIDE);
    assert_int_equal(heco_space_bound_status(&s, 0, 1e-8, NULL), HECO_BOUND_LOWER);
    assert_int_equal(heco_space_bound_status(&s, 0, 10.0, NULL), HECO_BOUND_UPPER);
    assert_int_equal(heco_space_bound_status(&s, 0, 9.0, NULL), HECO_BOUND_INSIDE);
}

static void a_log_scale_needs_positive_bounds(void **state) {
    (void)state;
    const double        lower[] = {0.0}, upper[] = {10.0};
    const unsigned char flags[] = {HECO_LOG_SCALE}, whole[] = {1};
    heco_space          s       = heco_problem_default().space;
    heco_error          error;
    s.n = 1, s.lower = lower, s.upper = upper, s.missing = flags;
    assert_int_equal(heco_space_check(&s, &error), HECO_ERR_ARG);
    assert_non_null(strstr(error.text, "lower bound 0: give it one above 0"));
    s.lower = upper, s.integer = whole;
    assert_int_equal(heco_space_check(&s, &error), HECO_ERR_ARG);
    assert_non_null(strstr(error.text, "continuous variables"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(infinite_bounds_become_default_bounds),
        cmocka_unit_test(the_middle_is_on_the_scale),
        cmocka_unit_test(a_search_uses_both),
        cmocka_unit_test(near_a_bound_is_relative_on_a_log_scale),
        cmocka_unit_test(a_log_scale_needs_positive_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
