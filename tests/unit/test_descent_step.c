/* The next point of a descent: price of violation, steering, ends and corrections, from states set by
 * hand. */
#include "solver/sqp/descent_step.c"

#include "descent_drive.h"

static int plain(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 3.0 * x[0] + 4.0 * x[1];
    g[0] = -x[0] - 0.5;
    return HECO_POINT_OK;
}

/* f = 3 x_0 + 4 x_1 with g = -x_0 - 0.5 <= 0 in [-1, 1]^2, derivatives in widths: (6, 8) and (-2, 0). */
static heco_descent *open(drive *t, double x0, double x1) {
    drive_open(t, plain, 2, 1, 0);
    drive_begin(t, (double[]){x0, x1}, 0.5, NULL);
    heco_descent *s = &t->descent;
    s->grad[0] = 6.0, s->grad[1] = 8.0;
    s->A[0] = -2.0, s->A[1] = 0.0;
    heco_descent_normalise(s);
    heco_descent_reset_B(s);
    return s;
}

static void the_price_of_violation(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    descent_set_penalty(s);
    assert_near(s->rho, 20.0, 1e-12); /* twice |grad| = 10 */
    s->iterations = 2, s->lambda[0] = 3.0;
    descent_set_penalty(s);
    assert_near(s->rho, 9.0, 1e-12); /* three times the multiplier */
    s->lambda[0] = 0.0;
    descent_set_penalty(s);
    assert_near(s->rho, 0.9, 1e-12); /* by a tenth at most */
    s->rejections = 1;
    descent_set_penalty(s);
    assert_near(s->rho, 0.9, 1e-12);
    s->rejections = 0, s->lambda[0] = 7.0;
    descent_set_penalty(s);
    assert_near(s->rho, 0.9, 1e-12); /* only steering raises it */
    drive_close(&t);
}

/* From (0, 0) half the box to the corner, but g allows x_0 >= -0.5: d = (-0.25, -0.5) in widths. */
static void a_trial_point(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    assert_int_equal(s->phase, HECO_DESCENT_TRIAL);
    assert_near(s->tx[0], -0.5, 1e-6);
    assert_near(s->tx[1], -1.0, 1e-9);
    assert_near(s->length, 0.5, 1e-9);
    assert_true(s->pred > 0.0 && s->slope < 0.0);
    drive_close(&t);
}

/* Outside, where violation is too cheap for f: it becomes dearer until the step goes back inside. */
static void steering_raises_the_price(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, -0.9, 0.0);
    s->rho = 0.1, s->iterations = 1;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    assert_true(s->rho > 0.1);
    assert_true(s->tx[0] >= -0.5 - 0.1 * 0.4); /* a tenth of the violation at most */
    drive_close(&t);
}

/* In the feasible corner there is no step: a certified end. */
static void the_end_is_certified(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, -0.5 + 1e-11, -1.0);
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_CONVERGED);
    assert_int_equal(s->certified, 1);
    drive_close(&t);
}

/* A constraint without a way out: no derivative, no end to the violation. */
static void no_way_out_is_stuck(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, -0.9, 0.0);
    s->A[0]         = 0.0;
    heco_descent_normalise(s);
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_STUCK);
    assert_int_equal(s->certified, 0);
    drive_close(&t);
}

/* With fixed integers and an incumbent that three times the promise would not reach. */
static void hopeless_descents_are_given_up(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    s->B[0] = s->B[3] = 100.0, s->B_is_new = 1; /* a short step, d = (-0.06, -0.08), promises 0.5 */
    s->fixed = 1, s->incumbent = -1.4;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    assert_near(s->pred, 0.5, 1e-6);
    s->incumbent = -1.6;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_HOPELESS);
    s->end = HECO_DESCENT_RUNNING, s->incumbent = INFINITY;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    drive_close(&t);
}

/* A B that is no longer positive definite is thrown away, not used. */
static void a_bad_B_is_replaced(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    s->B[0] = -5.0, s->B_is_new = 1, s->updates = 3;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    assert_int_equal(s->updates, 0);
    assert_near(s->B[0], 1.0, 1e-12); /* a tenth of |grad| */
    drive_close(&t);
}

/* The trial at -0.5 had g = 0.2 instead of 0: the correction aims 0.2 further inside. */
static void a_correction_uses_what_was_found(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    s->tc[0] = 0.2;
    heco_descent_correct(s);
    assert_int_equal(s->phase, HECO_DESCENT_SOC);
    assert_near(s->tx[0], -0.3, 1e-6);
    drive_close(&t);
}

/* Chords serve to become feasible: only from points that are not, and at most two in a row. */
static void chords_are_for_infeasible_points(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, -0.9, 0.5);
    memcpy(s->x_D, s->x, 2 * sizeof(double));
    memcpy(s->c_D, s->c, sizeof(double));
    s->rho = 100.0;
    s->x[0] = -0.8, s->c[0] = 0.2, s->viol = 0.2; /* it moved by 0.05 widths, g fell by 0.2 not 0.1 */
    assert_int_equal(heco_descent_step_old_model(s), HECO_DESCENT_RUNNING);
    assert_int_equal(s->phase, HECO_DESCENT_OLD_MODEL);
    assert_int_equal(s->chords, 1);
    assert_near(s->Ac[0], -4.0 / 2.0, 1e-9); /* the secant, by the scale 2 */
    assert_near(s->tx[0], -0.7, 1e-6);       /* 0.2/4 widths further      */
    s->chords = s->chords_most;
    assert_int_equal(heco_descent_step_old_model(s), HECO_DESCENT_RUNNING);
    assert_int_equal(s->phase, HECO_DESCENT_PROBE);
    s->chords = 0, s->viol = 0.0, s->phase = HECO_DESCENT_TRIAL;
    heco_descent_step_old_model(s);
    assert_int_equal(s->phase, HECO_DESCENT_PROBE);
    drive_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_price_of_violation),
        cmocka_unit_test(a_trial_point),
        cmocka_unit_test(steering_raises_the_price),
        cmocka_unit_test(the_end_is_certified),
        cmocka_unit_test(no_way_out_is_stuck),
        cmocka_unit_test(hopeless_descents_are_given_up),
        cmocka_unit_test(a_bad_B_is_replaced),
        cmocka_unit_test(a_correction_uses_what_was_found),
        cmocka_unit_test(chords_are_for_infeasible_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
