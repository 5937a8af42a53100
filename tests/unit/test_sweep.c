/* Sweeps: against optima worked by hand, and refusals. */
#include "heco/answer.h"

#include "testing.h"

/* Doors and windows (Hillier and Lieberman, section 3.1): maximise 3 x + 5 y with x <= 4,
 * 2 y <= 12 and 3 x + 2 y <= b. For b from 12 to 24 the optimum is 18 + b, with the price 1; above
 * 24 the limit is not active. */
static int doors(void *user, const double *x, double *f, double *g, double *h) {
    (void)h;
    ++*(uint64_t *)user;
    f[0] = 3.0 * x[0] + 5.0 * x[1];
    g[0] = x[0] - 4.0, g[1] = 2.0 * x[1] - 12.0, g[2] = 3.0 * x[0] + 2.0 * x[1] - 18.0;
    return HECO_POINT_OK;
}

static heco_problem doors_problem(uint64_t *calls) {
    static const double               lower[2] = {0.0, 0.0}, upper[2] = {10.0, 10.0};
    static const heco_constraint_form form[3]  = {
        {'<', 4.0, 1.0, "h"}, {'<', 12.0, 1.0, "h"}, {'<', 18.0, 1.0, "h"}};
    heco_problem p = heco_problem_default();
    p.space.n = 2, p.space.ng = 3, p.space.lower = lower, p.space.upper = upper;
    p.eval = doors, p.forms = form, p.maximise = 1, p.user = calls;
    return p;
}

static void the_optimum_follows_the_limit(void **state) {
    (void)state;
    uint64_t              calls = 0;
    heco_problem          p     = doors_problem(&calls);
    heco_minimize_options each  = heco_minimize_options_default();
    heco_sweep_options    o     = heco_sweep_options_default();
    heco_sweep           *s;
    o.constraint = 2, o.from = 14.0, o.to = 28.0, o.count = 8, o.each = &each;
    assert_int_equal(heco_sweep_new(&s, &p, &o, NULL), HECO_OK);
    for (size_t i = 0; i < 8; i++) {
        const heco_sweep_row *row = heco_sweep_at(s, i);
        assert_near(row->limit, 14.0 + 2.0 * (double)i, 1e-12);
        assert_near(row->outcome.f, fmin(18.0 + row->limit, 42.0), 1e-4);
        if (row->limit < 23.0) assert_near(row->price, 1.0, 1e-4);
        if (row->limit > 25.0) assert_near(row->price, 0.0, 1e-4);
        assert_int_equal(row->active[0], row->limit > 23.0); /* x <= 4 takes over */
        assert_int_equal(row->active[2], row->limit < 25.0);
    }
    assert_null(heco_sweep_at(s, 8));
    assert_true(heco_sweep_evals(s) > 0 && heco_sweep_evals(s) <= calls);
    heco_sweep_free(s);
}

static void bad_options_are_refused(void **state) {
    (void)state;
    uint64_t              calls = 0;
    heco_problem          p     = doors_problem(&calls);
    heco_minimize_options each  = heco_minimize_options_default();
    heco_sweep_options    o     = heco_sweep_options_default();
    heco_sweep           *s;
    heco_error            error;
    o.constraint = 3, o.from = 1.0, o.to = 2.0, o.each = &each;
    assert_int_equal(heco_sweep_new(&s, &p, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "no constraint number 3");
    o.constraint = 0, o.to = 1.0;
    assert_int_equal(heco_sweep_new(&s, &p, &o, &error), HECO_ERR_ARG);
    o.to = 2.0, each.journal = "j";
    assert_int_equal(heco_sweep_new(&s, &p, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "without a journal");
    assert_null(s);
    assert_int_equal(calls, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_optimum_follows_the_limit),
        cmocka_unit_test(bad_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
