/* The model of a descent: the updates of B, the scales of the rows, merit, and steps within bounds. */
#include "descent_drive.h"

#include "solver/sqp/descent_internal.h"

static int plain(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = x[0] + x[1];
    g[0] = x[0], h[0] = x[1];
    return HECO_POINT_OK;
}

/* Two variables in [-1, 1], so widths 2; one inequality, one equality with tolerance 1e-4; at 0. */
static heco_descent *open(drive *t) {
    drive_open(t, plain, 2, 1, 1);
    drive_begin(t, (double[]){0.0, 0.0}, 0.5, NULL);
    heco_descent *s = &t->descent;
    s->linear.grad[0] = 3.0, s->linear.grad[1] = 4.0;
    s->program.scale[0] = s->program.scale[1] = 1.0;
    heco_descent_reset_hessian(s);
    return s;
}

static void assert_secant(const heco_descent *s, double y0, double y1) {
    assert_near(s->bfgs.B[0] * s->bfgs.s[0] + s->bfgs.B[1] * s->bfgs.s[1], y0, 1e-12);
    assert_near(s->bfgs.B[2] * s->bfgs.s[0] + s->bfgs.B[3] * s->bfgs.s[1], y1, 1e-12);
    assert_near(s->bfgs.B[1], s->bfgs.B[2], 1e-12);
}

static void B_begins_as_a_multiple_of_one(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    assert_near(s->bfgs.B[0], 0.5, 1e-15); /* a tenth of |grad| = 5 */
    assert_near(s->bfgs.B[3], 0.5, 1e-15);
    assert_true(s->bfgs.B[1] == 0.0 && s->bfgs.B[2] == 0.0 && s->bfgs.changed && s->bfgs.updates == 0);
    s->linear.grad[0] = s->linear.grad[1] = 0.0;
    heco_descent_reset_hessian(s);
    assert_double(s->bfgs.B[0], 1.0);
    drive_close(&t);
}

/* The gradient of f and of the constraint with its multiplier: both changes count. */
static void an_update_explains_the_change_of_the_gradient(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    s->bfgs.s[0] = 0.1, s->bfgs.s[1] = 0.2;
    s->linear.old_grad[0] = 2.8, s->linear.old_grad[1] = 3.5; /* change (0.2, 0.5) */
    s->linear.old_lambda[0] = 2.0, s->linear.old_lambda[1] = 0.0;
    s->linear.A[0] = 0.1, s->linear.old_A[0] = 0.0; /* twice 0.1 more in the first */
    heco_descent_update_hessian(s);
    assert_int_equal(s->bfgs.updates, 1);
    assert_secant(s, 0.4, 0.5);
    s->bfgs.s[0] = 0.3, s->bfgs.s[1] = -0.1; /* and once more, steeper along that */
    s->linear.old_lambda[0] = 0.0;
    s->linear.old_grad[0] = 0.0, s->linear.old_grad[1] = 5.0;
    heco_descent_update_hessian(s);
    assert_int_equal(s->bfgs.updates, 2);
    assert_secant(s, 3.0, -1.0);
    drive_close(&t);
}

/* Negative curvature: Powell's damping keeps B positive definite. */
static void negative_curvature_is_damped(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    s->bfgs.s[0] = 0.1, s->bfgs.s[1] = 0.0;
    s->linear.old_grad[0] = 4.0, s->linear.old_grad[1] = 4.0; /* falls along the step */
    heco_descent_update_hessian(s);
    assert_true(s->bfgs.B[0] > 0.0 && s->bfgs.B[0] * s->bfgs.B[3] - s->bfgs.B[1] * s->bfgs.B[2] > 0.0);
    assert_near(s->bfgs.B[0], 0.2 * 0.5, 1e-12); /* s'Bs falls to a fifth */
    drive_close(&t);
}

static void useless_steps_change_nothing(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    double        before[4];
    memcpy(before, s->bfgs.B, sizeof before);
    s->bfgs.s[0] = 1e-13, s->bfgs.s[1] = 0.0;
    s->linear.old_grad[0] = 0.0, s->linear.old_grad[1] = 0.0;
    heco_descent_update_hessian(s); /* no length */
    s->bfgs.s[0] = 0.1, s->linear.old_grad[0] = NAN;
    heco_descent_update_hessian(s); /* not a number */
    assert_memory_equal(s->bfgs.B, before, sizeof before);
    assert_int_equal(s->bfgs.updates, 0);
    drive_close(&t);
}

/* Entries 15 decades apart: B starts over. */
static void a_spoilt_B_is_reset(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    s->bfgs.updates      = 1;
    s->bfgs.s[0] = 0.1, s->bfgs.s[1] = 0.0;
    s->linear.old_grad[0] = 3.0 - 1e15, s->linear.old_grad[1] = 4.0;
    heco_descent_update_hessian(s);
    assert_int_equal(s->bfgs.updates, 0);
    assert_near(s->bfgs.B[0], 0.5, 1e-15);
    drive_close(&t);
}

static void rows_are_scaled_by_their_gradients(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    s->linear.A[0] = 3.0, s->linear.A[1] = 4.0, s->linear.A[2] = 0.0, s->linear.A[3] = 0.0;
    s->program.scale[0] = s->program.scale[1] = 0.0, s->current.c[0] = s->current.c[1] = 0.0;
    heco_descent_scale_rows(s);
    assert_near(s->program.scale[0], 5.0, 1e-15);
    assert_near(s->program.A[0], 0.6, 1e-15);
    assert_double(s->program.scale[1], 1.0); /* nothing to scale by */
    s->linear.A[0] = 0.003, s->linear.A[1] = 0.004;
    heco_descent_scale_rows(s);
    assert_near(s->program.scale[0], 0.5, 1e-15); /* falls by a tenth at most */
    s->current.c[1] = 1e12;
    heco_descent_scale_rows(s);
    assert_near(s->program.scale[1], 100.0, 1e-10); /* 1e-10 of the value */
    drive_close(&t);
}

static void merit_and_linear_violation(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    double        c[] = {3.0, -0.5}, d[] = {-0.2, 0.1};
    s->program.scale[0] = 2.0, s->program.scale[1] = 0.25, s->program.penalty = 10.0;
    assert_near(heco_descent_violation(s, c), 1.5 + (0.5 - 1e-4) / 0.25, 1e-12);
    assert_near(heco_descent_merit(s, 7.0, c), 7.0 + 10.0 * (1.5 + 0.4999 / 0.25), 1e-10);
    assert_double(heco_descent_violation(s, (double[]){-1.0, 1e-4}), 0.0);
    memcpy(s->program.A, (double[]){5.0, 0.0, 0.0, 4.0}, 4 * sizeof(double));
    heco_descent_set_ranges(s, c, NULL);
    assert_near(heco_descent_linear_violation(s, NULL, s->program.A), heco_descent_violation(s, c), 1e-9);
    /* rows move by -1 and 0.4: 1.5 - 1 and 1.9996 - 0.4 */
    assert_near(heco_descent_linear_violation(s, d, s->program.A), 0.5 + 1.5996, 1e-8);
    heco_descent_set_ranges(s, c, (double[]){1.0, 0.0}); /* of which 1 is known to be curvature */
    assert_near(heco_descent_linear_violation(s, NULL, s->program.A), 0.5 + 1.9996, 1e-8);
    assert_near(heco_descent_model_change(s, d, s->linear.grad), -0.6 + 0.4 + 0.25 * (0.04 + 0.01), 1e-15);
    drive_close(&t);
}

/* grad (3, 4) with B = 0.5: the step goes to the corner of the trust region, 0.5 widths; near the bound
 * only as far as that. */
static void steps_stay_in_the_region_and_the_box(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    memcpy(s->program.A, (double[]){1.0, 0.0, 0.0, 0.0}, 4 * sizeof(double));
    s->current.c[0] = -9.0, s->current.c[1] = 0.0;
    heco_descent_set_ranges(s, s->current.c, NULL);
    assert_true(heco_descent_solve_qp(s, s->step.d, s->program.lambda, 1.0) >= 0);
    assert_near(s->step.d[0], -0.5, 1e-9);
    assert_near(s->step.d[1], -0.5, 1e-9);
    s->current.x[0] = -0.8; /* 0.1 widths from its bound */
    assert_true(heco_descent_solve_qp(s, s->step.d, s->program.lambda, 1.0) >= 0);
    assert_near(s->step.d[0], -0.1, 1e-9);
    s->region.radius = 0.01;
    assert_true(heco_descent_solve_qp(s, s->step.d, s->program.lambda, 1.0) >= 0);
    assert_near(s->step.d[0], -0.01, 1e-9);
    s->bfgs.B[0] = -1.0, s->bfgs.changed = 1; /* no program, no step */
    assert_int_equal(heco_descent_solve_qp(s, s->step.d, s->program.lambda, 1.0), -1);
    assert_true(s->step.d[0] == 0.0 && s->step.d[1] == 0.0 && s->program.lambda[0] == 0.0);
    drive_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(B_begins_as_a_multiple_of_one),
        cmocka_unit_test(an_update_explains_the_change_of_the_gradient),
        cmocka_unit_test(negative_curvature_is_damped),
        cmocka_unit_test(useless_steps_change_nothing),
        cmocka_unit_test(a_spoilt_B_is_reset),
        cmocka_unit_test(rows_are_scaled_by_their_gradients),
        cmocka_unit_test(merit_and_linear_violation),
        cmocka_unit_test(steps_stay_in_the_region_and_the_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
