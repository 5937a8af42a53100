/* The next point of a descent: penalty, steering, ends and corrections, from states set by
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
    s->linear.grad[0] = 6.0, s->linear.grad[1] = 8.0;
    s->linear.A[0] = -2.0, s->linear.A[1] = 0.0;
    heco_descent_scale_rows(s);
    heco_descent_reset_hessian(s);
    return s;
}

static void the_penalty_follows_the_multipliers(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    descent_update_penalty(s);
    assert_near(s->program.penalty, 20.0, 1e-12); /* twice |grad| = 10 */
    s->count.iterations = 2, s->program.lambda[0] = 3.0;
    descent_update_penalty(s);
    assert_near(s->program.penalty, 9.0, 1e-12); /* three times the multiplier */
    s->program.lambda[0] = 0.0;
    descent_update_penalty(s);
    assert_near(s->program.penalty, 0.9, 1e-12); /* by a tenth at most */
    s->count.rejections = 1;
    descent_update_penalty(s);
    assert_near(s->program.penalty, 0.9, 1e-12);
    s->count.rejections = 0, s->program.lambda[0] = 7.0;
    descent_update_penalty(s);
    assert_near(s->program.penalty, 0.9, 1e-12); /* only steering raises it */
    drive_close(&t);
}

/* From (0, 0) half the box to the corner, but g allows x_0 >= -0.5: d = (-0.25, -0.5) in widths. */
static void a_trial_point(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    assert_int_equal(s->phase, HECO_DESCENT_TRIAL);
    assert_near(s->trial.x[0], -0.5, 1e-6);
    assert_near(s->trial.x[1], -1.0, 1e-9);
    assert_near(s->step.length, 0.5, 1e-9);
    assert_true(s->step.predicted > 0.0 && s->step.slope < 0.0);
    drive_close(&t);
}

/* Outside, with a penalty too small for f: it grows until the step goes back inside. */
static void steering_raises_the_penalty(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, -0.9, 0.0);
    s->program.penalty = 0.1, s->count.iterations = 1;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    assert_true(s->program.penalty > 0.1);
    assert_true(s->trial.x[0] >= -0.5 - 0.1 * 0.4); /* a tenth of the violation at most */
    drive_close(&t);
}

/* In the feasible corner there is no step: a certified end. */
static void the_end_is_certified(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, -0.5, -1.0);
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_CONVERGED);
    assert_int_equal(s->certified, 1);
    drive_close(&t);
}

/* A constraint without a way out: no derivative, no end to the violation. */
static void no_way_out_is_stuck(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, -0.9, 0.0);
    s->linear.A[0]         = 0.0;
    heco_descent_scale_rows(s);
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_STUCK);
    assert_int_equal(s->certified, 0);
    drive_close(&t);
}

/* With fixed integers and an incumbent below three times the predicted decrease. */
static void descents_that_cannot_win_are_pruned(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    s->bfgs.B[0] = s->bfgs.B[3] = 100.0, s->bfgs.changed = 1; /* a short step, d = (-0.06, -0.08), promises 0.5 */
    s->goal.fixed_integers = 1, s->goal.incumbent = -1.4;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    assert_near(s->step.predicted, 0.5, 1e-6);
    s->goal.incumbent = -1.6;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_PRUNED);
    s->end = HECO_DESCENT_RUNNING, s->goal.incumbent = INFINITY;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    drive_close(&t);
}

/* A B that is no longer positive definite is thrown away, not used. */
static void a_bad_B_is_replaced(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    s->bfgs.B[0] = -5.0, s->bfgs.changed = 1, s->bfgs.updates = 3;
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    assert_int_equal(s->bfgs.updates, 0);
    assert_near(s->bfgs.B[0], 1.0, 1e-12); /* a tenth of |grad| */
    drive_close(&t);
}

/* The trial at -0.5 had g = 0.2 instead of 0: the correction aims 0.2 further inside. */
static void a_correction_uses_what_was_found(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, 0.0, 0.0);
    assert_int_equal(heco_descent_next_trial(s), HECO_DESCENT_RUNNING);
    s->trial.c[0] = 0.2;
    heco_descent_correct_step(s);
    assert_int_equal(s->phase, HECO_DESCENT_CORRECTION);
    assert_near(s->trial.x[0], -0.3, 1e-6);
    drive_close(&t);
}

/* Secant steps restore feasibility: they start at infeasible points, at most two in a row. */
static void secant_steps_are_for_infeasible_points(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t, -0.9, 0.5);
    memcpy(s->linear.x, s->current.x, 2 * sizeof(double));
    memcpy(s->linear.c, s->current.c, sizeof(double));
    s->program.penalty = 100.0;
    s->current.x[0] = -0.8, s->current.c[0] = 0.2, s->current.viol = 0.2; /* it moved by 0.05 widths, g fell by 0.2 not 0.1 */
    assert_int_equal(heco_descent_secant_step(s), HECO_DESCENT_RUNNING);
    assert_int_equal(s->phase, HECO_DESCENT_SECANT);
    assert_int_equal(s->count.secant_steps, 1);
    assert_near(s->program.secant_A[0], -4.0 / 2.0, 1e-9); /* the secant, by the scale 2 */
    assert_near(s->trial.x[0], -0.7, 1e-6);       /* 0.2/4 widths further      */
    s->count.secant_steps = s->options.secant_steps;
    assert_int_equal(heco_descent_secant_step(s), HECO_DESCENT_RUNNING);
    assert_int_equal(s->phase, HECO_DESCENT_DIFFERENCES);
    s->count.secant_steps = 0, s->current.viol = 0.0, s->phase = HECO_DESCENT_TRIAL;
    heco_descent_secant_step(s);
    assert_int_equal(s->phase, HECO_DESCENT_DIFFERENCES);
    drive_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_penalty_follows_the_multipliers),
        cmocka_unit_test(a_trial_point),
        cmocka_unit_test(steering_raises_the_penalty),
        cmocka_unit_test(the_end_is_certified),
        cmocka_unit_test(no_way_out_is_stuck),
        cmocka_unit_test(descents_that_cannot_win_are_pruned),
        cmocka_unit_test(a_bad_B_is_replaced),
        cmocka_unit_test(a_correction_uses_what_was_found),
        cmocka_unit_test(secant_steps_are_for_infeasible_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
