/* The Hessian that a descent measures with exact derivatives. */
#include "descent_drive.h"

#include "base/elementary.h"

/* Meyer's function, problem 10 of Moré, Garbow and Hillstrom (1981): the resistance of a thermistor
 * at 16 temperatures t, f = sum (x_0 exp(x_1/(t + x_2)) - y)^2. Its valley is curved, and its
 * curvatures differ by a factor of 1e12. The least value is 87.9459. */
static double meyer(const double *x, double *df) {
    static const double y[] = {34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744,
                               8261,  7030,  6005,  5147,  4427,  3820,  3307,  2872};
    double              f   = 0.0;
    memset(df, 0, 3 * sizeof *df);
    for (int i = 0; i < 16; i++) {
        double t = 50.0 + 5.0 * i + x[2], e = heco_exp(x[1] / t), r = x[0] * e - y[i];
        f += r * r;
        df[0] += 2.0 * r * e;
        df[1] += 2.0 * r * x[0] * e / t;
        df[2] -= 2.0 * r * x[0] * e * x[1] / (t * t);
    }
    return f;
}

static int meyer_eval(void *user, const double *x, double *f, double *g, double *h) {
    double df[3];
    (void)user, (void)g, (void)h;
    *f = meyer(x, df);
    return HECO_POINT_OK;
}

/* Rosenbrock's valley. A derivative has the wrong sign where x_0 > -0.5, so that steps fail there.
 */
static double valley(const double *x, double *df) {
    double up = x[1] - x[0] * x[0];
    df[0]     = -400.0 * x[0] * up - 2.0 * (1.0 - x[0]);
    df[1]     = (x[0] > -0.5 ? -200.0 : 200.0) * up;
    return 100.0 * up * up + (1.0 - x[0]) * (1.0 - x[0]);
}

static int valley_eval(void *user, const double *x, double *f, double *g, double *h) {
    double df[2];
    (void)user, (void)g, (void)h;
    *f = valley(x, df);
    return HECO_POINT_OK;
}

/* Runs a descent that receives exact derivatives. */
static void run(drive *t, double (*function)(const double *, double *)) {
    static double df[3];
    heco_batch   *b = t->batch;
    b->df           = df;
    while (t->descent.end == HECO_DESCENT_RUNNING && t->evals < 5000) {
        b->count       = heco_descent_ask(&t->descent, b->x);
        b->derivatives = heco_descent_wants_derivatives(&t->descent);
        drive_evaluate(t, b);
        if (b->derivatives) function(b->x, df);
        heco_descent_tell(&t->descent, b);
    }
}

static void open_meyer(drive *t) {
    const double upper[] = {1.0, 2e4, 1e3};
    drive_open(t, meyer_eval, 3, 0, 0);
    for (int j = 0; j < 3; j++) t->lower[j] = 0.0, t->upper[j] = upper[j];
    drive_begin(t, (double[]){0.02, 4000.0, 250.0}, 0.5, NULL);
    t->descent.exact.available = t->descent.exact.has_room = 1;
    t->descent.exact.trusted = t->descent.exact.checked = 1;
}

/* Without further Hessians the descent ends at 2,702. */
static void a_slow_descent_measures_the_hessian(void **state) {
    (void)state;
    drive t;
    open_meyer(&t);
    run(&t, meyer);
    assert_near(t.descent.best.f, 87.9459, 1e-3);
    assert_true(t.evals < 2500);
    drive_close(&t);
}

/* A descent that may not measure Hessians has the shorter limit. */
static void without_hessians_the_limit_is_shorter(void **state) {
    (void)state;
    drive t;
    open_meyer(&t);
    t.descent.options.hessians = 0;
    run(&t, meyer);
    assert_true(t.descent.count.iterations <= 200 + 5 * 3 + 1);
    drive_close(&t);
}

/* The descent ends where steps fail; derivatives that follow from formulas are not replaced by
 * differences. */
static void trusted_derivatives_are_kept(void **state) {
    (void)state;
    drive t;
    drive_open(&t, valley_eval, 2, 0, 0);
    for (int j = 0; j < 2; j++) t.lower[j] = -2.0, t.upper[j] = 2.0;
    drive_begin(&t, (double[]){-1.2, 1.0}, 0.5, NULL);
    t.descent.exact.available = t.descent.exact.has_room = 1;
    t.descent.exact.trusted = t.descent.exact.checked = 1;
    run(&t, valley);
    assert_int_equal(t.descent.end, HECO_DESCENT_STUCK);
    assert_true(t.descent.exact.used && !t.descent.exact.distrusted);
    assert_int_equal(t.descent.exact.rejected, 0);
    drive_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slow_descent_measures_the_hessian),
        cmocka_unit_test(without_hessians_the_limit_is_shorter),
        cmocka_unit_test(trusted_derivatives_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
