/* theory: the claims of the paper's Examples 1 and 2 about the problems themselves. */
#include "testing.h"

#include "heco/suite.h"

static heco_suite *suite;

static int setup(void **state) {
    (void)state;
    return heco_suite_open(&suite, "theory", NULL, NULL) == HECO_OK ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    heco_suite_close(suite);
    return 0;
}

static const heco_problem *problem(size_t index) {
    const heco_problem *p;
    assert_int_equal(heco_suite_problem(suite, index, 0, &p, NULL), HECO_OK);
    assert_int_equal(heco_problem_check(p, NULL), HECO_OK);
    return p;
}

static double violation(const heco_problem *p, double x) {
    double f, g;
    assert_int_equal(p->eval(p->user, &x, &f, &g, NULL), HECO_POINT_OK);
    assert_double(f, x);
    return heco_violation(&p->space, &g, NULL);
}

static int dominates(const heco_problem *p, double a, double b) {
    double va = violation(p, a), vb = violation(p, b);
    return a <= b && va <= vb && (a < b || va < vb);
}

static void values_are_those_of_the_formulas(void **state) {
    (void)state;
    const heco_problem *e1 = problem(0), *e2 = problem(1);
    assert_string_equal(e1->name, "e1");
    assert_double(e1->space.lower[0], -1000.0);
    assert_double(e2->space.upper[0], 3000.0);
    for (double x = -1000.0; x <= 3000.0; x += 7.25) {
        double f, g;
        e1->eval(e1->user, &x, &f, &g, NULL);
        assert_near(g, -sin(3.141592653589793 * x / 1200.0), 4e-15);
        e2->eval(e2->user, &x, &f, &g, NULL);
        assert_near(g, -sin(3.141592653589793 * x / 1000.0), 4e-15);
    }
}

/* v rises to 1 at -600 and falls to 0.5 at -1000; feasible is [0, 1000]. */
static void example_1_has_the_stated_violation(void **state) {
    (void)state;
    const heco_problem *p = problem(0);
    assert_near(violation(p, -600.0), 1.0, 1e-15);
    assert_near(violation(p, -1000.0), 0.5, 1e-15);
    assert_near(violation(p, -200.0), 0.5, 1e-15);
    for (double x = 0.0; x <= 1000.0; x += 0.5) assert_double(violation(p, x), 0.0);
    for (double x = -1000.0; x < 0.0; x += 0.5) assert_true(violation(p, x) > 0.0);
}

/* The Pareto set of (f, v) is {-1000} and (-200, 0]. */
static void example_1_has_the_pareto_set_of_the_paper(void **state) {
    (void)state;
    const heco_problem *p = problem(0);
    for (double x = -1000.0; x <= 1000.0; x += 2.5) {
        int dominated = 0;
        for (double y = -1000.0; y <= 1000.0 && !dominated; y += 2.5)
            dominated = dominates(p, y, x) ? 1 : 0;
        int front = x == -1000.0 || (x > -200.0 && x <= 0.0);
        if (dominated == front) fail_msg("x = %g: dominated %d", x, dominated);
    }
    /* The paper's bracket at -200 is closed; it ties with -1000 in v and loses in f. */
    assert_double(violation(p, -1000.0), violation(p, -200.0));
    assert_true(dominates(p, -1000.0, -200.0));
    assert_false(dominates(p, -1000.0, -200.0 + 1e-6));
}

static void example_2_has_a_gap_between_closed_intervals(void **state) {
    (void)state;
    const heco_problem *p = problem(1);
    for (double x = 0.0; x <= 1000.0; x += 0.5) {
        assert_double(violation(p, x), 0.0);
        assert_double(violation(p, x + 2000.0), 0.0);
    }
    for (double x = 1000.5; x < 2000.0; x += 0.5) assert_true(violation(p, x) > 0.0);
    for (double x = -500.0; x < 0.0; x += 0.5) assert_true(violation(p, x) > 0.0);
    assert_near(violation(p, 1500.0), 1.0, 1e-15);
    assert_true(violation(p, nextafter(2000.0, 0.0)) > 0.0);
    assert_double(violation(p, p->x_ref[0]), 0.0);
    assert_double(p->f_ref, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_formulas),
        cmocka_unit_test(example_1_has_the_stated_violation),
        cmocka_unit_test(example_1_has_the_pareto_set_of_the_paper),
        cmocka_unit_test(example_2_has_a_gap_between_closed_intervals),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
