/* The three measures worked by hand, and the one rule for "better". */
#include "testing.h"

#include "heco/problem.h"
#include "problem/violation.h"

static heco_space space(size_t ng, size_t nh) {
    heco_space s = heco_problem_default().space;
    s.ng = ng, s.nh = nh;
    return s;
}

static void measures_by_hand(void **state) {
    (void)state;
    heco_space s    = space(3, 2);
    double     g[3] = {0.5, -2.0, 0.0}, h[2] = {-0.25, 0.00005};
    /* violated: g1 by 0.5 and h1 with |h1| = 0.25; h2 is within 1e-4 */
    assert_double(heco_violation_sum(&s, g, h), 0.75);
    assert_double(heco_violation(&s, g, h), 0.15);
    assert_near(heco_violation_excess(&s, g, h), 0.5 + 0.2499, 1e-16);
    h[0] = 1e-4; /* exactly at the tolerance is met */
    g[0] = 0.0;
    assert_double(heco_violation(&s, g, h), 0.0);
    assert_double(heco_violation_excess(&s, g, h), 0.0);
    h[0] = nextafter(1e-4, 1.0);
    assert_double(heco_violation(&s, g, h), h[0] / 5.0);
    assert_double(heco_violation_excess(&s, g, h), h[0] - 1e-4);
}

static void tolerances_of_their_own(void **state) {
    (void)state;
    static const double tol[3] = {0.5, 0.0, 1.0};
    heco_space          s      = space(2, 1);
    double              g[2] = {0.5, 1.0}, h[1] = {-2.0};
    s.tol = tol;
    assert_double(heco_space_tol(&s, 0), 0.5);
    assert_double(heco_space_tol(&s, 2), 1.0);
    assert_double(heco_violation_sum(&s, g, h), 3.0);
    assert_double(heco_violation(&s, g, h), 1.0);
    assert_double(heco_violation_excess(&s, g, h), 2.0);
    s.tol = NULL;
    assert_double(heco_space_tol(&s, 0), 0.0);
    assert_double(heco_space_tol(&s, 2), 1e-4);
}

static void no_constraints_no_violation(void **state) {
    (void)state;
    heco_space s = space(0, 0);
    assert_double(heco_violation(&s, NULL, NULL), 0.0);
    assert_double(heco_violation_sum(&s, NULL, NULL), 0.0);
    assert_double(heco_violation_excess(&s, NULL, NULL), 0.0);
}

/* "+infinity when a value is not finite", whichever and wherever it is. */
static void values_that_are_not_finite(void **state) {
    (void)state;
    static const double odd[] = {NAN, INFINITY, -INFINITY};
    heco_space          s     = space(2, 2);
    for (size_t k = 0; k < 3; k++)
        for (size_t at = 0; at < 4; at++) {
            double v[4] = {-1.0, 3.0, 0.0, 0.5};
            v[at]       = odd[k];
            assert_double(heco_violation(&s, v, v + 2), INFINITY);
            assert_double(heco_violation_sum(&s, v, v + 2), INFINITY);
            assert_double(heco_violation_excess(&s, v, v + 2), INFINITY);
        }
    double g[2] = {1.7e308, 1.7e308}, h[2] = {0.0, 0.0}; /* finite, but the sum is not */
    assert_double(heco_violation(&s, g, h), INFINITY);
}

static void better_is_strict_and_lexicographic(void **state) {
    (void)state;
    assert_true(heco_better_feasible(1.0, 0.0, 2.0, 0.0));
    assert_false(heco_better_feasible(2.0, 0.0, 1.0, 0.0));
    assert_false(heco_better_feasible(1.0, 0.0, 1.0, 0.0));
    assert_true(heco_better_feasible(9.0, 0.0, 1.0, 1e-300));
    assert_true(heco_better_feasible(9.0, 0.1, 1.0, 0.2));
    assert_true(heco_better_feasible(1.0, 0.2, 9.0, 0.2));
    assert_true(heco_better_feasible(9.0, 1.0, NAN, INFINITY));
    assert_false(heco_better_feasible(NAN, INFINITY, 9.0, 1.0));
    assert_false(heco_better_feasible(NAN, INFINITY, NAN, INFINITY));
}

/* RANKING.md: more than 1, [0.01, 1], [0.0001, 0.01]. */
static void violated_constraints_are_counted(void **state) {
    (void)state;
    unsigned   c[3];
    heco_space s    = {.n = 1, .ng = 5, .nh = 4, .eq_tol = 1e-4};
    double     g[]  = {-3.0, 0.0, 1e-12, 1.0, 1.0000001};
    double     h[]  = {1e-4, -2.0, 0.01, -0.0099};
    heco_violation_counts(&s, g, h, c);
    assert_int_equal(c[0], 2); /* g5, h2           */
    assert_int_equal(c[1], 2); /* g4, h3           */
    assert_int_equal(c[2], 1); /* h4; g3 is below   */
}

static void the_worst_constraint(void **state) {
    (void)state;
    heco_space s    = space(2, 1);
    double     g[2] = {0.5, 0.7}, h[1] = {-0.7};
    assert_int_equal(heco_violation_worst(&s, g, h), 2); /* 0.7 - 1e-4 is less */
    h[0] = -0.8;
    assert_int_equal(heco_violation_worst(&s, g, h), 3);
    assert_int_equal(heco_violation_worst(&s, (double[]){-1.0, 0.0}, (double[]){1e-4}), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_by_hand),
        cmocka_unit_test(the_worst_constraint),
        cmocka_unit_test(tolerances_of_their_own),
        cmocka_unit_test(no_constraints_no_violation),
        cmocka_unit_test(values_that_are_not_finite),
        cmocka_unit_test(better_is_strict_and_lexicographic),
        cmocka_unit_test(violated_constraints_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
