/* What a problem may not be, and the names it has when none were given. */
#include "testing.h"

#include "heco/problem.h"
#include "problem/problem_read.h"

static double        lower[3], upper[3], tol[2];
static unsigned char integer[3];

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    *f = x[0];
    return HECO_POINT_OK;
}

static heco_problem good(void) {
    heco_problem p = heco_problem_default();
    for (int j = 0; j < 3; j++) lower[j] = -1.0, upper[j] = 1.0, integer[j] = 0;
    tol[0] = tol[1] = 0.0;
    p.space.n       = 3;
    p.space.ng      = 1;
    p.space.nh      = 1;
    p.space.lower   = lower;
    p.space.upper   = upper;
    p.eval          = eval;
    return p;
}

static void refuse(const heco_problem *p, const char *words) {
    heco_error error = {HECO_OK, ""};
    assert_int_equal(heco_problem_check(p, &error), HECO_ERR_ARG);
    assert_int_equal(error.status, HECO_ERR_ARG);
    assert_text(error.text, words);
    assert_null(strchr(error.text, '\n'));
    assert_int_equal(heco_problem_check(p, NULL), HECO_ERR_ARG);
}

static void defaults_are_those_of_the_paper(void **state) {
    (void)state;
    heco_problem p = heco_problem_default();
    assert_double(p.space.eq_tol, 1e-4);
    assert_true(isnan(p.f_ref));
    refuse(&p, "no evaluation function");
    p = good();
    assert_int_equal(heco_problem_check(&p, NULL), HECO_OK);
}

static void bounds_must_be_bounds(void **state) {
    (void)state;
    static const double odd[] = {NAN, INFINITY};
    for (size_t k = 0; k < 2; k++) {
        heco_problem p = good();
        lower[1]       = odd[k];
        refuse(&p, "variable 2 has the bounds [");
        p        = good();
        upper[2] = -odd[k];
        refuse(&p, "variable 3 has the bounds [");
    }
    heco_problem p = good();
    lower[0] = -INFINITY, upper[1] = INFINITY; /* no bounds */
    assert_int_equal(heco_problem_check(&p, NULL), HECO_OK);
    p        = good();
    lower[0] = 1.0000000000000002;
    refuse(&p, "variable 1 has lower bound 1.0000000000000002 above upper bound 1");
    p        = good();
    lower[0] = -1.5e308, upper[0] = 1.5e308;
    refuse(&p, "too wide");
    p        = good();
    lower[1] = upper[1] = 0.5; /* a fixed variable is allowed */
    assert_int_equal(heco_problem_check(&p, NULL), HECO_OK);
    p.space.lower = NULL;
    refuse(&p, "no bounds");
}

static void sizes_must_be_sizes(void **state) {
    (void)state;
    heco_problem p = good();
    p.space.n      = 0;
    refuse(&p, "no variables");
    p          = good();
    p.space.ng = (size_t)1 << 40;
    refuse(&p, "too large");
    refuse(NULL, "no problem");
}

static void integers_need_an_integer(void **state) {
    (void)state;
    heco_problem p  = good();
    p.space.integer = integer;
    integer[1]      = 1;
    assert_int_equal(heco_problem_check(&p, NULL), HECO_OK);
    lower[1] = 0.2, upper[1] = 0.8;
    refuse(&p, "integer variable 2 has no integer between");
    upper[1] = 1.0;
    assert_int_equal(heco_problem_check(&p, NULL), HECO_OK);
}

static void tolerances_are_finite_and_not_negative(void **state) {
    (void)state;
    static const double odd[] = {-1e-300, NAN, INFINITY};
    for (size_t k = 0; k < 3; k++) {
        heco_problem p = good();
        p.space.eq_tol = odd[k];
        refuse(&p, "eq_tol");
        p           = good();
        p.space.tol = tol;
        tol[1]      = odd[k];
        refuse(&p, "tolerance of constraint 2");
    }
}

static void clones_need_their_functions(void **state) {
    (void)state;
    heco_problem p = good();
    p.sharing      = HECO_SHARE_CLONE;
    refuse(&p, "clone and drop");
    p.sharing = (heco_sharing)77;
    refuse(&p, "sharing is 77: use a constant HECO_SHARE_*");
}

static void names(void **state) {
    (void)state;
    heco_problem             p = good();
    char                     buffer[24];
    static const char *const x_names[] = {"height", NULL, "length"};
    static const char *const c_names[] = {NULL, "balance"};
    p.space.ng = 2, p.space.nh = 2;
    assert_string_equal(heco_problem_x_name(&p, 2, buffer), "x3");
    assert_string_equal(heco_problem_c_name(&p, 1, buffer), "g2");
    assert_string_equal(heco_problem_c_name(&p, 3, buffer), "h2");
    p.space.ng = p.space.nh = 1;
    p.x_names = x_names, p.c_names = c_names;
    assert_string_equal(heco_problem_x_name(&p, 0, buffer), "height");
    assert_string_equal(heco_problem_x_name(&p, 1, buffer), "x2");
    assert_string_equal(heco_problem_c_name(&p, 0, buffer), "g1");
    assert_string_equal(heco_problem_c_name(&p, 1, buffer), "balance");
}

/* An inequality is violated above 0, an equality beyond its tolerance; unknown values and pieces do
 * not count. */
static void known_violations(void **state) {
    (void)state;
    heco_problem p = heco_problem_default();
    p.space.n = 1, p.space.ng = 3, p.space.nh = 1, p.pieces = 2;
    assert_int_equal(heco_problem_has_violation(&p, (double[]){1e-12, NAN, NAN}, &(double){NAN}),
                     1);
    assert_int_equal(heco_problem_has_violation(&p, (double[]){0.0, NAN, NAN}, &(double){NAN}), 0);
    assert_int_equal(heco_problem_has_violation(&p, (double[]){NAN, 1.0, 2.0}, &(double){1e-4}), 0);
    assert_int_equal(heco_problem_has_violation(&p, (double[]){NAN, NAN, NAN}, &(double){-2e-4}),
                     1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_violations),
        cmocka_unit_test(defaults_are_those_of_the_paper),
        cmocka_unit_test(bounds_must_be_bounds),
        cmocka_unit_test(sizes_must_be_sizes),
        cmocka_unit_test(integers_need_an_integer),
        cmocka_unit_test(tolerances_are_finite_and_not_negative),
        cmocka_unit_test(clones_need_their_functions),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
