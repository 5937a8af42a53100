/* Constraints as they were written, and variables at their bounds. */
#include "testing.h"

#include "heco/problem.h"

static const double lower[6] = {0, -1e7, 0, 3, 0, 1}, upper[6] = {10, 1e7, 1, 3, 100, 3};

static heco_problem problem(const heco_constraint_form *forms) {
    heco_problem p = heco_problem_default();
    p.space.n = 6, p.space.ng = 2, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.forms = forms;
    return p;
}

static heco_constraint_report report(const heco_problem *p, size_t k, double value) {
    heco_constraint_report w;
    heco_problem_report(p, k, value, &w);
    return w;
}

static void as_the_user_wrote_them(void **state) {
    (void)state;
    const heco_constraint_form said[3] = {
        {'>', 0.5, -1.0, "m/s"}, {'<', 30000.0, 1000.0, NULL}, {'=', 5.0, 2.0, "W"}};
    heco_problem p = problem(said);
    heco_constraint_report  w = report(&p, 0, -0.9546); /* g = 0.5 - velocity */
    assert_int_equal(w.sense, '>');
    assert_near(w.value, 1.4546, 1e-15);
    assert_double(w.bound, 0.5);
    assert_double(w.slack, 0.9546);
    assert_string_equal(w.unit, "m/s");
    assert_int_equal(w.satisfied, 1);
    assert_int_equal(w.active, 0);
    w = report(&p, 1, 0.25); /* in thousands */
    assert_double(w.value, 30250.0);
    assert_double(w.slack, -250.0);
    assert_near(w.tolerance, 30000.0 * HECO_INEQ_TOL, 1e-15);
    assert_near(w.excess, 250.0 - w.tolerance, 1e-10);
    assert_int_equal(w.satisfied, 0);
    assert_int_equal(w.active, 0);
    assert_string_equal(w.unit, "");
    w = report(&p, 1, -1e-6);
    assert_int_equal(w.active, 1); /* 0.001 of 30000 */
    w = report(&p, 1, -0.01);
    assert_int_equal(w.active, 0); /* 10 of 30000 */
    w = report(&p, 2, -5e-5);
    assert_double(w.value, 5.0 - 1e-4);
    assert_double(w.slack, -1e-4);
    assert_double(w.tolerance, 2e-4);
    assert_int_equal(w.satisfied, 1);
    assert_int_equal(w.active, 1);
}

/* The tolerance of an inequality: that of the array, else ineq_tol, else relative to the bound. */
static void tolerances(void **state) {
    (void)state;
    const heco_constraint_form said[3] = {
        {'>', -0.5, -1.0, "m/s"}, {'<', 0.0, 2.0, NULL}, {'=', 5.0, 2.0, "W"}};
    const double own[3] = {0.25, 0.5, 0.75};
    heco_problem p      = problem(said);
    assert_double(heco_problem_tol(&p, 0), 0.5e-8);
    assert_double(heco_problem_tol(&p, 1), 1e-8); /* the bound 0 has no size */
    assert_double(heco_problem_tol(&p, 2), 1e-4);
    assert_int_equal(report(&p, 1, 1e-8).satisfied, 1);
    assert_int_equal(report(&p, 1, 1.1e-8).satisfied, 0);
    p.ineq_tol = 0.125;
    assert_double(heco_problem_tol(&p, 0), 0.125);
    assert_double(heco_problem_tol(&p, 2), 1e-4);
    p.space.tol = own;
    for (size_t k = 0; k < 3; k++) assert_double(heco_problem_tol(&p, k), own[k]);
    p = problem(NULL);
    assert_double(heco_problem_tol(&p, 0), 1e-8);
}

static void as_they_stand_without_words(void **state) {
    (void)state;
    heco_problem p = problem(NULL);
    heco_constraint_report  w = report(&p, 1, -2.5);
    assert_int_equal(w.sense, '<');
    assert_double(w.value, -2.5);
    assert_double(w.bound, 0.0);
    assert_double(w.slack, 2.5);
    w = report(&p, 2, -1.0);
    assert_int_equal(w.sense, '=');
    assert_double(w.value, -1.0);
    assert_double(w.excess, 1.0 - 1e-4);
    /* a program that knows no forms: the field lies beyond its problem */
    const heco_constraint_form junk[3] = {{'>', 7.0, 7.0, "?"}, {'>', 7.0, 7.0, "?"}, {'>', 7.0, 7.0, "?"}};
    p.forms                  = junk;
    p.size                     = offsetof(heco_problem, forms);
    w                          = report(&p, 0, -2.5);
    assert_double(w.value, -2.5);
}

static void where_a_variable_is(void **state) {
    (void)state;
    static const double      sizes[3] = {1, 2, 3};
    static const heco_choice none = {0}, list = {3, sizes, NULL, 0}, words = {3, sizes, NULL, 1};
    const unsigned char      integer[6] = {0, 0, 1, 0, 1, 0};
    const unsigned char      open[6]    = {0, HECO_LOWER_MISSING | HECO_UPPER_MISSING, 0, 0, 0, 0};
    heco_choice              choices[6] = {none, none, none, none, none, list};
    heco_problem             p          = problem(NULL);
    heco_space              *s          = &p.space;
    int                      made_up;
    s->integer = integer, s->missing = open, s->choices = choices;
    assert_int_equal(heco_space_bound_status(s, 0, 0.0, &made_up), HECO_BOUND_LOWER);
    assert_int_equal(made_up, 0);
    assert_int_equal(heco_space_bound_status(s, 0, 10.0 - 1e-6, NULL), HECO_BOUND_UPPER);
    assert_int_equal(heco_space_bound_status(s, 0, 9.999, NULL), HECO_BOUND_INSIDE);
    assert_int_equal(heco_space_bound_status(s, 1, 9.995e6, &made_up), HECO_BOUND_UPPER);
    assert_int_equal(made_up, 1);
    assert_int_equal(heco_space_bound_status(s, 1, 5.0, &made_up), HECO_BOUND_INSIDE);
    assert_int_equal(made_up, 0);
    assert_int_equal(heco_space_bound_status(s, 2, 1.0, NULL), HECO_BOUND_INSIDE); /* yes or no */
    assert_int_equal(heco_space_bound_status(s, 3, 3.0, NULL), HECO_BOUND_FIXED);
    assert_int_equal(heco_space_bound_status(s, 4, 100.0, NULL), HECO_BOUND_UPPER);
    assert_int_equal(heco_space_bound_status(s, 4, 99.0, NULL), HECO_BOUND_INSIDE);
    assert_int_equal(heco_space_bound_status(s, 5, 3.0, NULL), HECO_BOUND_UPPER);
    choices[5] = words;
    assert_int_equal(heco_space_bound_status(s, 5, 3.0, NULL), HECO_BOUND_INSIDE);
    /* A bound that is far out was made up to be never reached: on the way there is enough. */
    const double least[6] = {0, -HECO_DEFAULT_BOUND}, most[6] = {1, HECO_DEFAULT_BOUND};
    s->lower = least, s->upper = most;
    assert_int_equal(heco_space_bound_status(s, 1, 3e11, &made_up), HECO_BOUND_UPPER);
    assert_int_equal(made_up, 1);
    assert_int_equal(heco_space_bound_status(s, 1, -3e11, NULL), HECO_BOUND_LOWER);
    assert_int_equal(heco_space_bound_status(s, 1, 1e6, NULL), HECO_BOUND_INSIDE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_user_wrote_them),
        cmocka_unit_test(tolerances),
        cmocka_unit_test(as_they_stand_without_words),
        cmocka_unit_test(where_a_variable_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
