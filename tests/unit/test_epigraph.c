/* The largest of several values by its pieces: the optimum, the user's point without t, exact
 * derivatives, lanes, every algorithm, prices, and problems that are refused. */
#include "heco/answer.h"
#include "heco/heco.h"
#include "testing.h"

enum { PIECES = 3 };

/* CB2 (Charalambous and Conn 1978): the minimum of the largest piece is 1.9522245. With `user` a
 * constraint x + y <= *user comes first. */
static int cb2(void *user, const double *x, double *f, double *g, double *h) {
    (void)h;
    if (user != NULL) *g++ = x[0] + x[1] - *(const double *)user;
    g[0] = x[0] * x[0] + pow(x[1], 4);
    g[1] = (2 - x[0]) * (2 - x[0]) + (2 - x[1]) * (2 - x[1]);
    g[2] = 2 * exp(x[1] - x[0]);
    *f   = NAN; /* the library computes f from the pieces */
    return HECO_POINT_OK;
}

static int cb2_derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    double e = 2 * exp(x[1] - x[0]);
    (void)user, (void)dh;
    df[0] = df[1] = 7.0; /* not used: the derivatives of f follow from the pieces */
    dg[0] = 2 * x[0], dg[1] = 4 * pow(x[1], 3);
    dg[2] = -2 * (2 - x[0]), dg[3] = -2 * (2 - x[1]);
    dg[4] = -e, dg[5] = e;
    return HECO_POINT_OK;
}

static int cb2_alone(void *user, const double *x, double *f, double *g, double *h) {
    double piece[PIECES];
    (void)g;
    cb2(user, x, f, piece, h);
    *f = fmax(piece[0], fmax(piece[1], piece[2]));
    return HECO_POINT_OK;
}

static const double lower[] = {-10.0, -10.0}, upper[] = {10.0, 10.0};

static heco_problem problem(void) {
    heco_problem p = heco_problem_default();
    p.space.n = 2, p.space.ng = PIECES, p.pieces = PIECES;
    p.space.lower = lower, p.space.upper = upper;
    p.sharing = HECO_SHARE_FREELY;
    p.eval    = cb2;
    return p;
}

static heco_solution *solve(const heco_problem *p, const heco_minimize_options *o) {
    heco_solution *s     = NULL;
    heco_error     error = {HECO_OK, ""};
    if (heco_minimize(&s, p, o, &error) != HECO_OK) fail_msg("%s", error.text);
    return s;
}

static void test_optimum(void **state) {
    heco_problem          p = problem();
    heco_minimize_options o = heco_minimize_options_default();
    (void)state;
    o.run.max_evals      = 300;
    heco_solution     *s = solve(&p, &o);
    const heco_result *r = heco_solution_result(s);
    assert_int_equal(r->outcome.found, HECO_FOUND_FEASIBLE);
    assert_int_equal(heco_solution_reproduced(s), 1);
    assert_near(r->outcome.f, 1.9522245, 1e-6);
    assert_true(r->outcome.f == fmax(r->g[0], fmax(r->g[1], r->g[2])));
    assert_true(r->outcome.viol == 0.0);
    heco_solution_free(s);
}

static uint64_t evals_to(const heco_problem *p, double target) {
    heco_minimize_options o = heco_minimize_options_default();
    o.run.max_evals = 2000, o.run.target = target, o.run.seed = 2;
    heco_solution *s     = solve(p, &o);
    uint64_t       evals = heco_solution_result(s)->outcome.evals;
    heco_solution_free(s);
    return evals;
}

static void test_saves_evaluations(void **state) {
    heco_problem with = problem(), without = problem();
    (void)state;
    without.space.ng = 0, without.pieces = 0, without.eval = cb2_alone;
    assert_true(2 * evals_to(&with, 1.9523) < evals_to(&without, 1.9523));
}

static void test_derivatives(void **state) {
    heco_problem          p = problem();
    heco_minimize_options o = heco_minimize_options_default();
    (void)state;
    p.derivatives = cb2_derivatives, p.derivatives_trusted = 1;
    o.run.max_evals = 100, o.algorithm = "sqp";
    heco_solution     *s = solve(&p, &o);
    const heco_result *r = heco_solution_result(s);
    assert_true(r->outcome.derivatives > 0);
    assert_near(r->outcome.f, 1.9522245, 1e-6);
    heco_solution_free(s);
}

/* Every algorithm and the lanes search in the space with t. */
static void test_algorithms(void **state) {
    heco_problem          p = problem();
    const heco_algorithm *a;
    (void)state;
    for (size_t i = 0; (a = heco_algorithm_at(i)) != NULL; i++) {
        heco_minimize_options o = heco_minimize_options_default();
        o.run.max_evals = 3000, o.own_algorithm = a;
        heco_solution     *s = solve(&p, &o);
        const heco_result *r = heco_solution_result(s);
        assert_int_equal(r->outcome.found, HECO_FOUND_FEASIBLE);
        if (!(r->outcome.f < 3.0)) fail_msg("%s: %g", a->name, r->outcome.f);
        heco_solution_free(s);
    }
    heco_minimize_options o = heco_minimize_options_default();
    o.run.max_evals = 600, o.lanes = 2, o.backend = "threads", o.evaluator.workers = 2;
    heco_solution *s = solve(&p, &o);
    assert_near(heco_solution_result(s)->outcome.f, 1.9522245, 1e-6);
    heco_solution_free(s);
}

/* The price of x + y <= limit equals the difference of the optima. */
static void test_price(void **state) {
    double                limit = 1.7;
    heco_problem          p     = problem();
    heco_minimize_options o     = heco_minimize_options_default();
    (void)state;
    p.space.ng = PIECES + 1, p.user = &limit, p.sharing = HECO_SHARE_NONE;
    o.run.max_evals = 400, o.prices = HECO_PRICES_YES;
    heco_solution *s = solve(&p, &o);
    double         f = heco_solution_result(s)->outcome.f;
    assert_non_null(heco_solution_prices(s));
    double price = heco_solution_prices(s)[0].price;
    assert_true(heco_solution_prices(s)[1].price == 0.0);
    heco_solution_free(s);
    limit = 1.701;
    s     = solve(&p, &o);
    assert_near((heco_solution_result(s)->outcome.f - f) / 1e-3, price, 1e-2);
    heco_solution_free(s);
}

static void test_names_and_marks(void **state) {
    heco_problem p = problem();
    char         name[24];
    (void)state;
    p.space.ng = PIECES + 1;
    assert_string_equal(heco_problem_c_name(&p, 0, name), "g1");
    assert_string_equal(heco_problem_c_name(&p, 1, name), "piece1");
    assert_false(heco_problem_is_part(&p, 0));
    assert_true(heco_problem_is_part(&p, 3));
    assert_false(heco_problem_is_part(&p, 4));
}

static void test_refused(void **state) {
    heco_problem p     = problem();
    heco_error   error = {HECO_OK, ""};
    (void)state;
    p.pieces = PIECES + 1;
    assert_int_equal(heco_problem_check(&p, &error), HECO_ERR_ARG);
    assert_string_equal(error.text, "4 pieces among 3 values of g: space.ng counts the pieces, too");
    p.pieces = PIECES, p.maximise = 1;
    assert_int_equal(heco_problem_check(&p, &error), HECO_ERR_ARG);
    assert_text(error.text, "give the pieces with the other sign");
    p.maximise = 0, p.residuals = 1;
    assert_int_equal(heco_problem_check(&p, &error), HECO_ERR_ARG);
    assert_text(error.text, "1 residuals and 3 pieces: set one of the two");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_optimum),         cmocka_unit_test(test_saves_evaluations),
        cmocka_unit_test(test_derivatives),     cmocka_unit_test(test_algorithms),
        cmocka_unit_test(test_price),           cmocka_unit_test(test_names_and_marks),
        cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
