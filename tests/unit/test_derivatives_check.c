/* Derivatives against differences: right ones pass, also at bounds and edges of what differences
 * can tell, and wrong ones are found by name. */
#include "testing.h"

#include "heco/heco.h"

static const double        lower[3] = {-2, 0, 0}, upper[3] = {2, 1e6, 9};
static const unsigned char integer[3] = {0, 0, 1};

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = exp(x[0]) * x[1] + x[2] * x[2];
    g[0] = 1e3 + x[0] * x[0] * x[0] - 1e-3 * x[1];
    h[0] = fabs(x[0] - 0.5) + sqrt(x[1]);
    return HECO_POINT_OK;
}

/* user: which entry of df, dg, dh to spoil, from 1. */
static int derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    int spoilt = *(const int *)user;
    if (x[1] <= 0.0) return HECO_POINT_FAILED;
    df[0] = exp(x[0]) * x[1], df[1] = exp(x[0]), df[2] = -77.0; /* the derivative by an integer is not checked */
    dg[0] = 3.0 * x[0] * x[0], dg[1] = -1e-3, dg[2] = 0.0;
    dh[0] = x[0] > 0.5 ? 1.0 : -1.0, dh[1] = 0.5 / sqrt(x[1]), dh[2] = 0.0;
    double *all[] = {df, dg, dh};
    if (spoilt > 0) all[(spoilt - 1) / 2][(spoilt - 1) % 2] *= 1.01;
    return HECO_POINT_OK;
}

static heco_status check(int spoilt, const double *x, heco_derivative_check *worst) {
    heco_problem    p = heco_problem_default();
    heco_evaluator *ev;
    p.eval = eval, p.derivatives = derivatives, p.user = &spoilt;
    p.space.n = 3, p.space.ng = p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper, p.space.integer = integer;
    assert_int_equal(heco_evaluator_open(&ev, &p, NULL, NULL, NULL), HECO_OK);
    heco_status status = heco_evaluator_check_derivatives(ev, &p.space, x, worst);
    heco_evaluator_close(ev);
    return status;
}

static const double points[][3] = {
    {0.3, 5, 2}, {-2, 1e6, 0}, {2, 1e-3, 9}, {0.6, 77, 1}, {1e-7, 3e5, 3}};

static void right_ones_pass(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        heco_derivative_check worst[3];
        assert_int_equal(check(0, points[i], worst), HECO_OK);
        for (int k = 0; k < 3; k++) {
            assert_true(worst[k].compared && worst[k].off < 1e-6);
            assert_int_not_equal(worst[k].variable, 2);
        }
    }
}

static void wrong_ones_are_found(void **state) {
    (void)state;
    for (int spoilt = 1; spoilt <= 6; spoilt++) {
        heco_derivative_check worst[3];
        assert_int_equal(check(spoilt, (double[]){1.3, 1e5, 4}, worst), HECO_OK);
        for (int k = 0; k < 3; k++) {
            int wrong = k == (spoilt - 1) / 2;
            assert_int_equal(worst[k].off > 1e-4, wrong);
            if (!wrong) continue;
            assert_int_equal(worst[k].variable, (spoilt - 1) % 2);
            assert_near(worst[k].given / worst[k].difference, 1.01, 1e-3);
        }
    }
}

static void where_there_are_none(void **state) {
    (void)state;
    heco_derivative_check worst[3];
    assert_int_equal(check(0, (double[]){0, 0, 0}, worst), HECO_ERR_EVAL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_ones_pass),
        cmocka_unit_test(wrong_ones_are_found),
        cmocka_unit_test(where_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
