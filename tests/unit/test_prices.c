/* Prices: against differences of the optimal f by the limit, against values worked by hand, and in
 * the cases that have none. */
#include "heco/answer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "heco/heco.h"
#include "testing.h"

/* --- a problem with one limit moved -------------------------------------------------------- */

typedef struct {
    const heco_problem *inner;
    size_t              k; /* the constraint; ng + nh: none                                   */
    double              by;
} moved;

/* Returns how limit k was written; without a form it is 0 and g or h grows with the value. */
static heco_constraint_form form_of(const heco_problem *p, size_t k) {
    heco_constraint_form plain = {0, 0.0, 1.0, NULL};
    return p->forms != NULL && k < p->space.ng + p->space.nh ? p->forms[k] : plain;
}

static int moved_eval(void *user, const double *x, double *f, double *g, double *h) {
    const moved        *m     = user;
    const heco_problem *inner = m->inner;
    int result = inner->eval != NULL ? inner->eval(inner->user, x, f, g, h)
                                     : inner->eval_batch(inner->user, x, 1, f, g, h);
    double by = m->by / form_of(inner, m->k).factor;
    if (m->k < inner->space.ng) g[m->k] -= by;
    else if (m->k < inner->space.ng + inner->space.nh) h[m->k - inner->space.ng] -= by;
    return result;
}

/* Solves the problem with limit k of g or h moved by `by`, from a start if there is one. */
static heco_solution *solve_moved(const heco_problem *inner, size_t k, double by,
                                  const double *start) {
    moved                 user  = {inner, k, by};
    heco_problem          p     = *inner;
    heco_minimize_options o     = heco_minimize_options_default();
    heco_solution        *s     = NULL;
    p.eval = moved_eval, p.eval_batch = NULL, p.user = &user, p.sharing = HECO_SHARE_NONE;
    p.clone = NULL, p.drop = NULL, p.failures = NULL, p.set_should_stop = NULL;
    p.space.eq_tol = 1e-9, p.space.tol = NULL, p.derivatives = NULL;
    o.run.start = start, o.run.starts = start != NULL;
    o.prices = HECO_PRICES_YES;
    if (start != NULL) o.algorithm = "sqp", o.run.max_evals = 3000, o.prices = HECO_PRICES_NO;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    return s;
}

static double optimum(const heco_problem *inner, size_t k, double by, const double *start) {
    heco_solution *s = solve_moved(inner, k, by, start);
    double         f = heco_solution_result(s)->outcome.f;
    assert_int_equal(heco_solution_result(s)->outcome.found, HECO_FOUND_FEASIBLE);
    heco_solution_free(s);
    return f;
}

/* Returns the worst relative error of the prices of all constraints, compared with differences. If
 * another constraint becomes active at once, the difference is taken on the other side alone, and
 * there is none if that holds on both sides. A problem without any difference fails. */
static double worst_error(const heco_problem *p) {
    heco_solution    *s     = solve_moved(p, p->space.ng + p->space.nh, 0.0, NULL);
    const heco_price *price = heco_solution_prices(s);
    const double     *x     = heco_solution_result(s)->x;
    double            f = heco_solution_result(s)->outcome.f, worst = 0.0;
    size_t            compared = 0;
    assert_string_equal(heco_solution_prices_note(s), "");
    assert_non_null(price);
    for (size_t k = 0; k < p->space.ng + p->space.nh; k++) {
        if (price[k].price == 0.0) continue;
        /* a step that changes f by 3e-5 of it: between the error of the optimum and curvature */
        double by   = 3e-5 * fmax(fabs(f), 1e-3) / fabs(price[k].price);
        double limit = form_of(p, k).bound;
        if (limit != 0.0) by = fmin(by, 1e-3 * fabs(limit)); /* weakly active rows are curved */
        int fall = price[k].from <= limit - by, rises = price[k].to >= limit + by;
        if (!fall && !rises) continue;
        compared++;
        if (!fall || !rises) by *= 0.1; /* one side has an error of first order */
        double low = fall ? -by : 0.0, high = rises ? by : 0.0;
        double rise = optimum(p, k, high, x) - optimum(p, k, low, x);
        worst       = fmax(worst, fabs(rise / (high - low) / price[k].price - 1.0));
    }
    heco_solution_free(s);
    return compared > 0 ? worst : INFINITY;
}

/* The least sheet for a tank of 0.5 m3 that is at most 1.5 times as high as its radius. */
static int tank_eval(void *user, const double *x, double *f, double *g, double *h) {
    const double pi = 3.14159265358979323846;
    (void)user, (void)h;
    f[0] = 2.0 * pi * x[0] * (x[0] + x[1]);
    g[0] = 0.5 - pi * x[0] * x[0] * x[1];
    g[1] = x[1] / x[0] - 1.5;
    return HECO_POINT_OK;
}

static heco_problem tank_problem(void) {
    static const double               lower[2] = {0.1, 0.1}, upper[2] = {2.0, 3.0};
    static const heco_constraint_form form[2]  = {{'>', 0.5, -1.0, "m3"}, {'<', 1.5, 1.0, NULL}};
    heco_problem p = heco_problem_default();
    p.space.n = 2, p.space.ng = 2, p.space.lower = lower, p.space.upper = upper;
    p.eval = tank_eval, p.forms = form, p.f_unit = "m2";
    return p;
}

static heco_problem doors_problem(void);

static void check_prices(const char *name, const heco_problem *p) {
    double error = worst_error(p);
    if (getenv("HECO_TEST_PRINT") != NULL) printf("%-27s %.2g\n", name, error);
    if (!(error <= 0.01)) fail_msg("%s: the prices are wrong by %g", name, error);
}

static void prices_are_differences_of_the_optimum(void **state) {
    static const char *const name[] = {
        "welded-beam",    "spring",         "speed-reducer",   "three-bar-truss",
        "ten-bar-truss",  "tubular-column", "pressure-vessel", "stepped-cantilever",
        "rolling-bearing", "car-side-impact", "oil-cooler",    "step-cone-pulley",
        "thrust-bearing", "piston-lever",   "spring-discrete", "concrete-beam",
        "examples/models/beam.lua", "examples/models/cooler.lua"};
    heco_problem tank = tank_problem(), doors = doors_problem();
    (void)state;
    check_prices("tank", &tank);
    check_prices("doors", &doors);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char        spec[80];
        heco_model *m;
        int script = strchr(name[i], '/') != NULL; /* without Lua it is left out */
        snprintf(spec, sizeof spec, "%s%s", script ? "" : "design:", name[i]);
        heco_status status = heco_model_open(&m, spec, NULL, NULL);
        if (script && status != HECO_OK) continue;
        assert_int_equal(status, HECO_OK);
        check_prices(name[i], heco_model_problem(m));
        heco_model_close(m);
    }
}

/* --- worked by hand ------------------------------------------------------------------------- */

/* Doors and windows: profit 3 x + 5 y is maximised; 1 x <= 4 h, 2 y <= 12 h, 3 x + 2 y <= 18 h
 * (Hillier and Lieberman, section 3.1). The optimum is (2, 6) with the prices 0, 1.5 and 1. */
static int doors(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 3.0 * x[0] + 5.0 * x[1];
    g[0] = x[0] - 4.0, g[1] = 2.0 * x[1] - 12.0, g[2] = 3.0 * x[0] + 2.0 * x[1] - 18.0;
    return HECO_POINT_OK;
}

static heco_problem doors_problem(void) {
    static const double               lower[2] = {0.0, 0.0}, upper[2] = {10.0, 10.0};
    static const heco_constraint_form form[3]  = {
        {'<', 4.0, 1.0, "h"}, {'<', 12.0, 1.0, "h"}, {'<', 18.0, 1.0, "h"}};
    heco_problem p = heco_problem_default();
    p.space.n = 2, p.space.ng = 3, p.space.lower = lower, p.space.upper = upper;
    p.eval = doors, p.forms = form, p.maximise = 1;
    return p;
}

static void a_linear_program_has_its_textbook_prices(void **state) {
    (void)state;
    heco_problem          p = doors_problem();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    const heco_price *price = heco_solution_prices(s);
    assert_non_null(price);
    assert_near(heco_solution_result(s)->outcome.f, 36.0, 1e-6);
    assert_near(price[0].price, 0.0, 1e-9);
    assert_near(price[1].price, 1.5, 1e-5);
    assert_near(price[2].price, 1.0, 1e-5);
    /* the textbook's ranges: 2 <= b1, 6 <= b2 <= 18, 12 <= b3 <= 24 */
    assert_near(price[0].from, 2.0, 1e-4);
    assert_true(price[0].to == INFINITY);
    assert_near(price[1].from, 6.0, 1e-3);
    assert_near(price[1].to, 18.0, 1e-3);
    assert_near(price[2].from, 12.0, 1e-3);
    assert_near(price[2].to, 24.0, 1e-3);
    assert_true(price[3].price == 0.0 && isnan(price[3].from)); /* x is inside its bounds */
    assert_int_equal(heco_solution_prices_evals(s), 2);
    heco_solution_free(s);
}

/* f = x + y^2 with x in [2, 5] and y >= 1 in the form "limit >= ..." and a bound of y. */
static int corner(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] + x[1] * x[1];
    g[0] = 1.0 - x[1];
    return HECO_POINT_OK;
}

static heco_problem corner_problem(void) {
    static const double               lower[2] = {2.0, -4.0}, upper[2] = {5.0, 3.0};
    static const heco_constraint_form form     = {'>', 1.0, -1.0, "m"};
    heco_problem                      p        = heco_problem_default();
    p.space.n = 2, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    p.eval = corner, p.forms = &form;
    return p;
}

static void bounds_have_prices_and_signs_are_those_of_ampl(void **state) {
    (void)state;
    heco_problem          p = corner_problem();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    const heco_price *price = heco_solution_prices(s);
    assert_non_null(price);
    assert_near(price[0].price, 2.0, 1e-3); /* y >= 1: f rises with the limit */
    assert_near(price[0].to, 3.0, 1e-3);
    assert_near(price[1].price, 1.0, 1e-6); /* x >= 2 */
    assert_near(price[1].to, 5.0, 1e-6);
    assert_true(price[2].price == 0.0);
    heco_solution_free(s);
}

/* The disc x^2 + y^2 <= 1 touches y >= 1 in one point. */
static int touching(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = (x[0] - 3.0) * (x[0] - 3.0) + x[1];
    g[0] = x[0] * x[0] + x[1] * x[1] - 1.0;
    return HECO_POINT_OK;
}

/* The linear model at such a point would promise a huge range, and f changes like a root there. */
static void dependent_limits_have_no_range(void **state) {
    (void)state;
    static const double   lower[2] = {-5.0, 1.0}, upper[2] = {5.0, 5.0};
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    p.space.n = 2, p.space.ng = 1, p.eval = touching;
    p.space.lower = lower, p.space.upper = upper;
    o.algorithm = "sqp", o.run.max_evals = 1000, o.prices = HECO_PRICES_YES;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    const heco_price *price = heco_solution_prices(s);
    if (price == NULL) fail_msg("%s", heco_solution_prices_note(s));
    assert_true(price[0].price < -1e4);
    assert_true(price[0].from == 0.0 && price[0].to == 0.0);
    assert_true(price[2].from == 1.0 && price[2].to == 1.0);
    heco_solution_free(s);
}

static void the_note_says_why_there_are_no_prices(void **state) {
    (void)state;
    heco_problem          p = corner_problem();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    o.run.max_evals = 30, o.algorithm = "heco-de";
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    assert_null(heco_solution_prices(s));
    assert_string_equal(heco_solution_prices_note(s), "the budget left no evaluations for them");
    assert_int_equal(heco_solution_prices_evals(s), 0);
    heco_solution_free(s);
    o.prices = HECO_PRICES_YES; /* the point of 30 evaluations is not stationary */
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    assert_null(heco_solution_prices(s));
    assert_text(heco_solution_prices_note(s), "not a stationary point");
    assert_int_equal(heco_solution_result(s)->outcome.evals, 30);
    heco_solution_free(s);
    o.prices = HECO_PRICES_NO;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    assert_string_equal(heco_solution_prices_note(s), "");
    heco_solution_free(s);
}

/* The least value of (log(x) + 5)^2 lies inside the bounds. */
static int inside(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = pow(log(x[0]) + 5.0, 2.0);
    g[0] = x[0] - 3.0;
    return HECO_POINT_OK;
}

static void no_limit_has_a_price_where_none_is_active(void **state) {
    (void)state;
    static const double lower = 1e-6, upper = 4.0;
    heco_problem        p = heco_problem_default();
    p.space.n = 1, p.space.ng = 1, p.space.lower = &lower, p.space.upper = &upper;
    p.eval                  = inside;
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    assert_int_equal(heco_solution_result(s)->outcome.stop, HECO_STOP_ALGORITHM);
    assert_string_equal(heco_solution_prices_note(s), "");
    assert_non_null(heco_solution_prices(s));
    assert_true(heco_solution_prices(s)[0].price == 0.0);
    assert_true(heco_solution_prices(s)[1].price == 0.0);
    heco_solution_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prices_are_differences_of_the_optimum),
        cmocka_unit_test(a_linear_program_has_its_textbook_prices),
        cmocka_unit_test(bounds_have_prices_and_signs_are_those_of_ampl),
        cmocka_unit_test(dependent_limits_have_no_range),
        cmocka_unit_test(the_note_says_why_there_are_no_prices),
        cmocka_unit_test(no_limit_has_a_price_where_none_is_active),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
