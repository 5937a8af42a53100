#include "descent_drive.h"

#include "base/elementary.h"
#include "known_problem.h"
#include "problem/default_bound.h"
#include "solver/sqp/descent_internal.h"

static int plane(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = 3.0 * x[0] + 4.0 * x[1];
    return HECO_POINT_OK;
}

/* In units of the box's width 2 the gradient is (6, 8), so B = 0.1 |grad| I = I, and the step of the
 * model, -(6, 8), is cut to the trust radius. */
static void the_first_batches_by_hand(void **state) {
    (void)state;
    drive t;
    drive_open(&t, plane, 2, 0, 0);
    drive_begin(&t, (double[]){0.5, 0.0}, 0.25, NULL);
    assert_int_equal(heco_descent_ask(&t.descent, t.batch->x), 2);
    assert_near(t.batch->x[0] - 0.5, 1e-8 * 0.5, 1e-16);  /* relative to x          */
    assert_near(t.batch->x[3], 1e-8 * 0.01 * 2.0, 1e-18); /* x = 0: to the box      */
    assert_double(t.batch->x[1], 0.0);
    assert_double(t.batch->x[2], 0.5);
    drive_step(&t);
    assert_int_equal(t.descent.phase, HECO_DESCENT_TRIAL);
    assert_near(t.descent.linear.grad[0], 6.0, 1e-6);
    assert_near(t.descent.bfgs.B[0], 1.0, 1e-6);
    assert_double(t.descent.trial.x[0], 0.0);
    assert_double(t.descent.trial.x[1], -0.5);
    assert_near(t.descent.step.predicted, 0.25 * 14.0 - 0.5 * 2.0 * 0.0625, 1e-5);
    drive_step(&t); /* ratio above 1, step at the radius: three times as far next time */
    assert_double(t.descent.region.radius, 0.75);
    drive_close(&t);
}

static int valley(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = 100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]);
    return HECO_POINT_OK;
}

/* The same within a circle. */
static int round_valley(void *user, const double *x, double *f, double *g, double *h) {
    valley(user, x, f, g, h);
    g[0] = x[0] * x[0] + x[1] * x[1] - 1.5;
    return HECO_POINT_OK;
}

static void rosenbrock_converges_with_a_certificate(void **state) {
    (void)state;
    drive t;
    drive_open(&t, valley, 2, 0, 0);
    for (int j = 0; j < 2; j++) t.lower[j] = -2.0, t.upper[j] = 2.0;
    drive_begin(&t, (double[]){-1.2, 1.0}, 0.5, NULL);
    assert_int_equal(drive_run(&t), HECO_DESCENT_CONVERGED);
    assert_true(t.descent.certified);
    assert_true(t.descent.best.f < 1e-8);
    assert_true(t.evals < 250);
    drive_close(&t);
}

static int shifted_quartic(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = pow(x[0], 4.0) + pow(x[1], 4.0) + 1e3;
    return HECO_POINT_OK;
}

/* The end depends on the decreases of the descent. With a threshold of 1e-9 relative to f the descent
 * would end at predicted decreases of 1e-6. */
static void ends_do_not_depend_on_a_constant(void **state) {
    (void)state;
    drive t;
    drive_open(&t, shifted_quartic, 2, 0, 0);
    for (int j = 0; j < 2; j++) t.lower[j] = -2.0, t.upper[j] = 3.0;
    drive_begin(&t, (double[]){1.2, -0.7}, 0.5, NULL);
    assert_int_equal(drive_run(&t), HECO_DESCENT_CONVERGED);
    assert_true(t.descent.best.f - 1e3 < 1e-8);
    drive_close(&t);
}

/* A program that prints six digits: differences of 1e-8 would be 0 or noise. */
static int printed_eval(void *user, const double *x, double *f, double *g, double *h) {
    char text[32];
    (void)user, (void)h;
    snprintf(text, sizeof text, "%.6g", 1.0 + pow(x[0] - 0.3, 2.0) + 3.0 * pow(x[1] - 0.7, 2.0));
    f[0] = strtod(text, NULL);
    snprintf(text, sizeof text, "%.6g", x[0] * x[0] + x[1] - 0.9);
    g[0] = strtod(text, NULL);
    return HECO_POINT_OK;
}

static void difference_steps_follow_the_digits(void **state) {
    (void)state;
    drive t;
    drive_open(&t, printed_eval, 2, 1, 0);
    for (int j = 0; j < 2; j++) t.lower[j] = -1.0, t.upper[j] = 2.0;
    drive_begin(&t, (double[]){-0.41234567891, 0.1123456789}, 0.5, NULL);
    drive_run(&t);
    assert_int_equal(t.descent.precision, HECO_DESCENT_ROUNDED_OUTPUTS);
    assert_near(t.descent.best.f, 1.0, 1e-3);
    assert_true(t.evals < 100);
    drive_close(&t);
}

/* The limit is subtracted from what the program prints: 0.893412 - 0.9 has sixteen digits. */
static int limited_eval(void *user, const double *x, double *f, double *g, double *h) {
    char text[32];
    printed_eval(user, x, f, g, h);
    snprintf(text, sizeof text, "%.6g", x[0] * x[0] + x[1]);
    g[0] = strtod(text, NULL) - 0.9;
    return HECO_POINT_OK;
}

static void digits_of_a_difference_from_a_limit_do_not_count(void **state) {
    (void)state;
    drive t;
    drive_open(&t, limited_eval, 2, 1, 0);
    for (int j = 0; j < 2; j++) t.lower[j] = -1.0, t.upper[j] = 2.0;
    drive_begin(&t, (double[]){-0.41234567891, 0.1123456789}, 0.5, NULL);
    drive_run(&t);
    assert_int_equal(t.descent.precision, HECO_DESCENT_ROUNDED_OUTPUTS);
    assert_int_equal(t.descent.digits[1].digits, 6);
    assert_near(t.descent.best.f, 1.0, 1e-3);
    assert_true(t.evals < 100);
    drive_close(&t);
}

/* f is printed with six digits. The first constraint is exact, the second depends on an integer. */
static int mixed_eval(void *user, const double *x, double *f, double *g, double *h) {
    char text[32];
    (void)user, (void)h;
    double value = 1.0 + pow(x[0] - 0.3, 2.0) + 3.0 * pow(x[1] - 0.7, 2.0) + x[2] * x[2];
    snprintf(text, sizeof text, "%.6g", value);
    f[0] = strtod(text, NULL);
    g[0] = x[0] * x[0] + x[1] - 0.9;
    g[1] = 0.125 * x[2] - 1.375;
    return HECO_POINT_OK;
}

static void an_exact_output_does_not_hide_that_others_are_rounded(void **state) {
    (void)state;
    drive t;
    drive_open(&t, mixed_eval, 3, 2, 0);
    for (int j = 0; j < 3; j++) t.lower[j] = -1.0, t.upper[j] = 2.0;
    t.lower[2] = -20.0, t.upper[2] = 20.0, t.integer[2] = 1;
    drive_begin(&t, (double[]){-0.41234567891, 0.1123456789, 13.0}, 0.5, NULL);
    t.batch->count = 36;
    for (size_t i = 0; i < 36; i++) { /* four points for each value of the integer */
        double *x = t.batch->x + 3 * i;
        x[0] = -0.41234567891 + 0.03 * (double)i, x[1] = 0.1123456789, x[2] = (double)(i / 4);
    }
    drive_evaluate(&t, t.batch);
    heco_descent_look_at_digits(&t.descent, t.batch);
    const heco_descent_digits *q = t.descent.digits;
    assert_int_equal(t.descent.precision, HECO_DESCENT_MIXED_OUTPUTS);
    assert_int_equal(q[0].rounded, 1);
    assert_int_equal(q[1].rounded, 0);
    assert_int_equal(q[2].rounded, 0);
    assert_true(heco_descent_digits_step(&t.descent, 0) > 1e-4);
    drive_close(&t);
}

/* Two rows that together are an equality leave no room for a margin. */
static int pair_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = (x[0] - 2.0) * (x[0] - 2.0) + x[1] * x[1];
    g[0] = x[0] + x[1] - 1.0;
    g[1] = 1.0 - x[0] - x[1];
    return HECO_POINT_OK;
}

static void rows_without_interior_end_feasible(void **state) {
    (void)state;
    drive t;
    drive_open(&t, pair_eval, 2, 2, 0);
    t.space.tol = (const double[]){1e-13, 1e-13};
    for (int j = 0; j < 2; j++) t.lower[j] = -4.0, t.upper[j] = 4.0;
    drive_begin(&t, (double[]){-2.0, 3.5}, 0.5, NULL);
    drive_run(&t);
    assert_double(t.descent.best.viol, 0.0);
    assert_near(t.descent.best.f, 0.5, 1e-6);
    drive_close(&t);
}

static void constraints_end_feasible_exactly(void **state) {
    (void)state;
    drive t;
    drive_open(&t, known_eval, 2, 1, 1);
    for (int j = 0; j < 2; j++) t.lower[j] = -10.0, t.upper[j] = 10.0;
    drive_begin(&t, (double[]){-7.0, 8.0}, 0.5, NULL);
    assert_int_equal(drive_run(&t), HECO_DESCENT_CONVERGED);
    assert_true(t.descent.certified);
    assert_double(t.descent.best.viol, 0.0);
    assert_near(t.descent.best.f, 1.3934649806893 - 1.5e-4, 1e-4); /* on the edge |h| = 1e-4 */
    assert_true(t.descent.best.c[1] > 0.99e-4 || t.descent.best.c[1] < -0.99e-4);
    assert_true(t.evals < 60);
    drive_close(&t);
}

/* x + y >= 3 and x + y <= 1 in [-1, 1]: the violation has a minimum, and that is the end. */
static int contradiction(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0];
    g[0] = 3.0 - x[0] - x[1];
    g[1] = x[0] + x[1] - 1.0;
    return HECO_POINT_OK;
}

/* The sum of squares of the partial sums of 100 x, and that of their differences. */
static int sums_of_squares(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    double sum = 0.0;
    f[0] = h[0] = h[1] = 0.0;
    for (int j = 0; j < 20; j++) {
        double y    = 100.0 * x[j] - 7.0 * (j % 5),
               next = j < 19 ? 100.0 * x[j + 1] - 7.0 * ((j + 1) % 5) : y;
        sum += y, f[0] += y;
        h[0] += sum * sum;
        h[1] += (y - next) * (y - next);
    }
    return HECO_POINT_OK;
}

/* Such equalities have no gradient where they hold. While they are far away, the curvature in B
 * limits the steps; a penalty that grew for that reason (1e19) would make B useless. */
static void equalities_without_gradient_end_feasible(void **state) {
    (void)state;
    for (int seed = 0; seed < 3; seed++) {
        drive  t;
        double x[20];
        drive_open(&t, sums_of_squares, 20, 0, 2);
        for (int j = 0; j < 20; j++) x[j] = 0.9 * sin(3.0 * j * (seed + 1) + 1.0);
        drive_begin(&t, x, 0.5, NULL);
        drive_run(&t);
        assert_int_equal(t.descent.end, HECO_DESCENT_CONVERGED);
        assert_double(t.descent.best.viol, 0.0);
        assert_near(t.descent.best.f, -0.01, 1e-5); /* -sqrt(tolerance of h_0) */
        assert_true(t.descent.program.penalty < 1e6);
        drive_close(&t);
    }
}

static void contradicting_constraints_end_stuck(void **state) {
    (void)state;
    drive t;
    drive_open(&t, contradiction, 2, 2, 0);
    drive_begin(&t, (double[]){-0.5, -0.8}, 0.5, NULL);
    assert_int_equal(drive_run(&t), HECO_DESCENT_STUCK);
    assert_true(t.evals < 200);
    assert_near(t.descent.best.viol, 1.0, 1e-6); /* (3 - 1)/2: anywhere between, or beyond one */
    drive_close(&t);
}

/* On the circle x^2 + y^2 = 1 at angle 1 the step along the tangent leaves the circle: what it gains
 * in f it loses again, and the correction brings it back. */
static int circle(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0] = 2.0 * (x[0] * x[0] + x[1] * x[1] - 1.0) - x[0]; /* Powell's example of the effect */
    h[0] = x[0] * x[0] + x[1] * x[1] - 1.0;
    return HECO_POINT_OK;
}

static void a_spoilt_trial_is_corrected(void **state) {
    (void)state;
    drive t;
    int   corrections = 0;
    drive_open(&t, circle, 2, 0, 1);
    for (int j = 0; j < 2; j++) t.lower[j] = -2.0, t.upper[j] = 2.0;
    drive_begin(&t, (double[]){cos(1.0), sin(1.0)}, 0.5, NULL);
    while (t.descent.end == HECO_DESCENT_RUNNING) {
        double before = t.descent.step.merit;
        int    corrected = t.descent.phase == HECO_DESCENT_CORRECTION;
        int    poor = t.descent.step.uncorrected_ratio > 0.0;
        drive_step(&t);
        corrections += corrected;
        const heco_descent_point *at = &t.descent.current;
        if (poor) assert_true(at->f + t.descent.program.penalty * at->viol < before + 1e-9);
    }
    assert_true(corrections > 0);
    assert_double(t.descent.best.viol, 0.0);
    assert_near(t.descent.best.f, -2e-4 - sqrt(1.0 - 1e-4), 1e-7); /* y = 0, on the edge of |h| */
    assert_true(t.evals < 120);
    drive_close(&t);
}

/* Redundant rows: the same constraint five times, scaled differently. */
static int redundant(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] + x[1];
    for (int i = 0; i < 5; i++) g[i] = pow(100.0, i - 2.0) * (0.25 - x[0] * x[0] - x[1]);
    return HECO_POINT_OK;
}

static void redundant_constraints_do_no_harm(void **state) {
    (void)state;
    drive t;
    drive_open(&t, redundant, 2, 5, 0);
    drive_begin(&t, (double[]){0.9, 0.3}, 0.5, NULL);
    assert_int_equal(drive_run(&t), HECO_DESCENT_CONVERGED);
    assert_near(t.descent.best.f, 1.0 - 0.75, 1e-6); /* at (1, -0.75), a local minimum */
    assert_double(t.descent.best.viol, 0.0);
    drive_close(&t);
}

/* A step of 100 at x = 0.2873, the minimum of the smooth part behind it. */
static int cliff(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = (x[0] - 0.8) * (x[0] - 0.8) + (x[1] - 0.2) * (x[1] - 0.2);
    if (x[0] > 0.2873) f[0] += 100.0;
    return HECO_POINT_OK;
}

static int failing_side(void *user, const double *x, double *f, double *g, double *h) {
    if (x[0] > 0.2873) return HECO_POINT_FAILED;
    return cliff(user, x, f, g, h);
}

static void discontinuities_are_found_and_respected(void **state) {
    (void)state;
    static const heco_eval_fn cases[] = {cliff, failing_side};
    for (int i = 0; i < 2; i++) {
        drive t;
        drive_open(&t, cases[i], 2, 0, 0);
        drive_begin(&t, (double[]){-0.7, -0.6}, 0.5, NULL);
        drive_run(&t);
        assert_near(t.descent.best.x[0], 0.2873, 1e-6);
        assert_near(t.descent.best.f, 0.5127 * 0.5127, 1e-5);
        assert_true(t.descent.discontinuity.count > 0);
        assert_true(t.evals < 250);
        drive_close(&t);
    }
}

static uint64_t bits_of(const double *x, size_t n) {
    uint64_t hash = 7, bits;
    for (size_t j = 0; j < n; j++) {
        memcpy(&bits, x + j, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash;
}

/* Noise of 1e-5: differences of 1e-10 are worthless, those of 2e-4 are not. */
static int noisy(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = 1e-5 * ((double)(bits_of(x, 2) >> 11) * 0x1p-53 - 0.5);
    for (int j = 0; j < 2; j++) f[0] += (x[j] - 0.4) * (x[j] - 0.4);
    return HECO_POINT_OK;
}

static void noise_widens_the_differences(void **state) {
    (void)state;
    drive t;
    drive_open(&t, noisy, 2, 0, 0);
    drive_begin(&t, (double[]){-0.7, 0.9}, 0.5, NULL);
    drive_run(&t);
    assert_true(t.descent.differences.level > 0);
    assert_true(t.descent.best.f < 1e-2);
    drive_close(&t);
}

static void a_constant_is_flat(void **state) {
    (void)state;
    drive t;
    drive_open(&t, plane, 2, 0, 0);
    t.lower[0] = t.upper[0] = 0.5;
    t.lower[1] = t.upper[1] = 0.5;
    drive_begin(&t, (double[]){0.5, 0.5}, 0.5, NULL);
    assert_int_equal(t.descent.end, HECO_DESCENT_STUCK); /* all fixed: at once */
    assert_int_equal(heco_descent_rows(&t.descent), 1);
    drive_close(&t);
}

/* Every other probe fails: columns come from the other side. */
static int fussy(void *user, const double *x, double *f, double *g, double *h) {
    if (x[0] > 0.5 || x[1] > 0.25) return HECO_POINT_FAILED;
    (void)g, (void)h, (void)user;
    f[0] = x[0] * x[0] + x[1] * x[1];
    return HECO_POINT_OK;
}

static void a_failing_probe_is_asked_on_the_other_side(void **state) {
    (void)state;
    drive t;
    drive_open(&t, fussy, 2, 0, 0);
    drive_begin(&t, (double[]){0.5, 0.25}, 0.5, NULL);
    drive_step(&t);
    assert_int_equal(t.descent.phase, HECO_DESCENT_OTHER_SIDE);
    assert_int_equal(heco_descent_ask(&t.descent, t.batch->x), 2);
    assert_true(t.batch->x[0] < 0.5 && t.batch->x[3] < 0.25);
    drive_step(&t);
    assert_near(t.descent.linear.grad[0], 2.0, 1e-6);
    assert_int_equal(drive_run(&t), HECO_DESCENT_CONVERGED);
    assert_true(t.descent.best.f < 1e-9);
    drive_close(&t);
}

static void a_known_optimum_ends_it_early(void **state) {
    (void)state;
    drive       t;
    heco_optima known = {0};
    drive_open(&t, valley, 2, 0, 0);
    for (int j = 0; j < 2; j++) t.lower[j] = -2.0, t.upper[j] = 2.0;
    drive_begin(&t, (double[]){-1.2, 1.0}, 0.5, NULL);
    assert_int_equal(drive_run(&t), HECO_DESCENT_CONVERGED);
    uint64_t alone = t.evals;
    heco_optima_init(&known, &t.space, &t.arena);
    heco_optima_add(&known, t.descent.current.x, t.descent.current.f, t.descent.current.viol);
    t.evals = 0;
    drive_begin(&t, (double[]){-1.2, 1.0}, 0.5, &known);
    assert_int_equal(drive_run(&t), HECO_DESCENT_DUPLICATE);
    assert_true(t.evals < alone);
    drive_close(&t);
}

/* The kinds of derivatives that a test supplies. */
typedef enum { RIGHT, WRONG, WRONG_LATER, NOT_THERE, NOT_AT_FIRST } slopes;

typedef struct {
    drive    t;
    slopes   kind;
    double   df[2], dg[2];
    uint64_t asked; /* batches that wanted derivatives */
    size_t   largest;
} exact;

/* A plane outside of a circle that encloses the box: no point is feasible. */
static int empty_plane(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] + x[1];
    g[0] = 12.0 - x[0] * x[0] - x[1] * x[1];
    return HECO_POINT_OK;
}

static void exact_valley(exact *e, heco_batch *b) {
    const double *x = b->x;
    double        up = x[1] - x[0] * x[0], f = 1.0;
    e->asked++;
    if (e->kind == NOT_THERE || (e->kind == NOT_AT_FIRST && e->asked < 3)) b->derivatives = 0;
    if (e->kind == WRONG || (e->kind == WRONG_LATER && x[0] > -0.5)) f = -1.0;
    b->df[0] = -400.0 * x[0] * up - 2.0 * (1.0 - x[0]), b->df[1] = f * 200.0 * up;
    if (b->ng > 0) b->dg[0] = 2.0 * x[0], b->dg[1] = 2.0 * x[1];
    if (e->t.eval != empty_plane) return;
    for (int j = 0; j < 2; j++) b->df[j] = 1.0, b->dg[j] = -2.0 * x[j];
}

/* Descends into the valley under m constraints, with derivatives of that kind. */
static heco_descent_end exact_run_on(exact *e, slopes kind, heco_eval_fn eval, size_t m) {
    drive *t = &e->t;
    *e       = (exact){.kind = kind};
    drive_open(t, eval, 2, m, 0);
    for (int j = 0; j < 2; j++) t->lower[j] = -2.0, t->upper[j] = 2.0;
    drive_begin(t, m > 0 ? (double[]){0.5, 0.9} : (double[]){-1.2, 1.0}, 0.5, NULL);
    t->descent.exact.available = t->descent.exact.has_room = 1;
    t->batch->df = e->df, t->batch->dg = e->dg;
    while (t->descent.end == HECO_DESCENT_RUNNING && t->evals < 10000) {
        heco_batch *b  = t->batch;
        b->count       = heco_descent_ask(&t->descent, b->x);
        b->derivatives = heco_descent_wants_derivatives(&t->descent);
        assert_true(b->count <= heco_descent_rows(&t->descent));
        drive_evaluate(t, b);
        if (b->derivatives) exact_valley(e, b);
        else if (b->count > e->largest) e->largest = b->count;
        heco_descent_tell(&t->descent, b);
    }
    return t->descent.end;
}

/* The valley, within a circle where m is 1, with derivatives of that kind. */
static heco_descent_end exact_run(exact *e, slopes kind, size_t m) {
    return exact_run_on(e, kind, m > 0 ? round_valley : valley, m);
}

/* Where the violation is least, a Hessian of the Lagrangian would not help: it is not measured. */
static void an_infeasible_end_costs_no_hessian(void **state) {
    (void)state;
    exact e;
    assert_int_equal(exact_run_on(&e, RIGHT, empty_plane, 1), HECO_DESCENT_CONVERGED);
    assert_near(e.t.descent.best.viol, 4.0, 1e-6);
    assert_int_equal(e.t.descent.curvature.count, 0);
    drive_close(&e.t);
}

/* Derivatives given: no probe is ever asked for, and each costs one evaluation. */
static void derivatives_may_be_given(void **state) {
    (void)state;
    exact e;
    assert_int_equal(exact_run(&e, RIGHT, 0), HECO_DESCENT_CONVERGED);
    assert_true(e.t.descent.best.f < 1e-8);
    assert_int_equal(e.largest, 1);
    assert_true(e.t.descent.curvature.count > 0); /* a Hessian of two gradients before the end */
    assert_int_equal(e.t.descent.exact.supplied + 2 * (uint64_t)e.t.descent.curvature.count, e.asked);
    assert_int_equal(e.t.descent.exact.wrong, 0);
    /* the start, the two rows of the check, one for each point with derivatives, and steps */
    assert_int_equal(e.t.evals, 1 + 2 + e.asked + (uint64_t)e.t.descent.count.trials);
    drive_close(&e.t);
    assert_int_equal(exact_run(&e, RIGHT, 1), HECO_DESCENT_CONVERGED);
    assert_near(e.t.descent.best.f, 0.00861565, 1e-6);
    drive_close(&e.t);
}

/* A sign is wrong: noticed at three points, then never asked for again; the end is as good. */
static void wrong_derivatives_are_noticed(void **state) {
    (void)state;
    exact e;
    assert_int_equal(exact_run(&e, WRONG, 0), HECO_DESCENT_CONVERGED);
    assert_true(e.t.descent.best.f < 1e-8);
    assert_int_equal(e.asked, 3);
    assert_int_equal(e.t.descent.exact.supplied, 0);
    assert_int_equal(e.t.descent.exact.wrong, 1);
    drive_close(&e.t);
    assert_int_equal(exact_run(&e, WRONG, 1), HECO_DESCENT_CONVERGED);
    assert_near(e.t.descent.best.f, 0.00861565, 1e-6);
    drive_close(&e.t);
}

/* Right where it begins and wrong elsewhere: the steps show it, and differences go on. */
static void derivatives_may_turn_wrong(void **state) {
    (void)state;
    exact e;
    assert_int_equal(exact_run(&e, WRONG_LATER, 0), HECO_DESCENT_CONVERGED);
    assert_true(e.t.descent.exact.supplied > 1);
    assert_int_equal(e.t.descent.exact.rejected, 1);
    assert_int_equal(e.t.descent.differences.level, 0);
    assert_true(e.t.descent.best.f < 1e-8);
    drive_close(&e.t);
}

/* Without an answer it stops asking after three requests. Two missing answers: differences twice. */
static void missing_derivatives_are_replaced(void **state) {
    (void)state;
    exact e;
    assert_int_equal(exact_run(&e, NOT_THERE, 1), HECO_DESCENT_CONVERGED);
    assert_near(e.t.descent.best.f, 0.00861565, 1e-6);
    assert_int_equal(e.asked, 3);
    drive_close(&e.t);
    assert_int_equal(exact_run(&e, NOT_AT_FIRST, 1), HECO_DESCENT_CONVERGED);
    assert_near(e.t.descent.best.f, 0.00861565, 1e-6);
    assert_int_equal(e.t.descent.exact.supplied + 2 * (uint64_t)e.t.descent.curvature.count, e.asked - 2);
    drive_close(&e.t);
}

/* Variables of size 1e-8 and 1e8 in one problem. */
static int unscaled(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double a = x[0] * 1e8, b = x[1] * 1e-8;
    f[0] = (a - 2.0) * (a - 2.0) + (b - 1.0) * (b - 1.0);
    g[0] = 1e6 * (a + b - 2.0);
    return HECO_POINT_OK;
}

static void units_of_the_variables_do_not_matter(void **state) {
    (void)state;
    drive t;
    drive_open(&t, unscaled, 2, 1, 0);
    t.lower[0] = -5e-8, t.upper[0] = 5e-8, t.lower[1] = -5e8, t.upper[1] = 5e8;
    drive_begin(&t, (double[]){-3e-8, 4e8}, 0.5, NULL);
    assert_int_equal(drive_run(&t), HECO_DESCENT_CONVERGED);
    assert_near(t.descent.best.f, 0.5, 1e-6); /* (1.5, 0.5) */
    assert_double(t.descent.best.viol, 0.0);
    assert_true(t.evals < 60);
    drive_close(&t);
}

/* Integers move by the model: (x - 2.3)^2 + (z - 17.6)^2 + x z / 100 leads from z = -30 to 18. */
static int mixed(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = (x[0] - 2.3) * (x[0] - 2.3) + (x[1] - 17.6) * (x[1] - 17.6) + 0.01 * x[0] * x[1];
    return HECO_POINT_OK;
}

static void integers_move_in_whole_steps(void **state) {
    (void)state;
    drive t;
    drive_open(&t, mixed, 2, 0, 0);
    t.integer[1] = 1;
    t.lower[0] = -50.0, t.upper[0] = 50.0, t.lower[1] = -40.5, t.upper[1] = 60.5;
    drive_begin(&t, (double[]){-20.0, -30.0}, 0.5, NULL);
    assert_int_equal(t.descent.ni, 1);
    while (t.descent.end == HECO_DESCENT_RUNNING) {
        drive_step(&t);
        for (size_t i = 0; i < t.batch->count; i++)
            assert_double(t.batch->x[2 * i + 1], nearbyint(t.batch->x[2 * i + 1]));
    }
    assert_double(t.descent.best.x[1], 18.0);
    assert_near(t.descent.best.x[0], 2.3 - 0.005 * 18.0, 1e-4);
    assert_true(t.evals < 60);
    drive_close(&t);
}

/* The variables have no bounds: the search sees u = asinh(t), and f is a quadratic function of t. */
static int far_bowl(void *user, const double *u, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = 0.0;
    for (int j = 0; j < 3; j++) f[0] += (heco_sinh(u[j]) - 0.3) * (heco_sinh(u[j]) - 0.3);
    return HECO_POINT_OK;
}

static const unsigned char sinh_scales[3] = {HECO_SINH_SCALE, HECO_SINH_SCALE, HECO_SINH_SCALE};

static void drive_open_far(drive *t) {
    drive_open(t, far_bowl, 3, 0, 0);
    t->space.missing = sinh_scales;
    for (int j = 0; j < 3; j++) t->lower[j] = -28.0, t->upper[j] = 28.0;
}

/* From 1e7, 1e9 and 1e11 a descent in u halves f with each of more than a hundred steps. */
static void variables_without_bounds_move_in_natural_coordinates(void **state) {
    (void)state;
    drive t;
    drive_open_far(&t);
    drive_begin(&t, (double[]){16.8, -21.4, 26.0}, 0.5, NULL);
    assert_int_equal(drive_run(&t), HECO_DESCENT_CONVERGED);
    assert_true(t.descent.best.f < 1e-6);
    assert_true(t.evals < 150);
    drive_close(&t);
}

/* By hand: at u = asinh(t) the unit of a step is 2 cosh(u) = 2 sqrt(1 + t t). */
static void steps_are_linear_in_natural_coordinates(void **state) {
    (void)state;
    drive t;
    drive_open_far(&t);
    double u = heco_asinh(3.0), far = heco_asinh(3.0 + 0.25 * 2.0 * sqrt(10.0));
    drive_begin(&t, (double[]){u, 0.0, 0.0}, 0.5, NULL);
    assert_near(heco_descent_displace(&t.descent, 0, u, 0.25), far, 1e-14);
    assert_near(heco_descent_distance(&t.descent, 0, u, far), 0.25, 1e-14);
    assert_near(heco_descent_displace(&t.descent, 1, 0.0, 0.25), heco_asinh(0.5), 1e-15);
    t.descent.linear.grad[0] = 1.0, t.descent.bfgs.B[0] = 1.0;
    t.descent.current.x[0] = 0.0; /* the unit becomes 2, shorter by sqrt(10) */
    heco_descent_move_frame(&t.descent);
    assert_near(t.descent.linear.grad[0], 1.0 / sqrt(10.0), 1e-14);
    assert_near(t.descent.bfgs.B[0], 0.1, 1e-14);
    drive_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_batches_by_hand),
        cmocka_unit_test(rosenbrock_converges_with_a_certificate),
        cmocka_unit_test(constraints_end_feasible_exactly),
        cmocka_unit_test(ends_do_not_depend_on_a_constant),
        cmocka_unit_test(rows_without_interior_end_feasible),
        cmocka_unit_test(difference_steps_follow_the_digits),
        cmocka_unit_test(digits_of_a_difference_from_a_limit_do_not_count),
        cmocka_unit_test(an_exact_output_does_not_hide_that_others_are_rounded),
        cmocka_unit_test(contradicting_constraints_end_stuck),
        cmocka_unit_test(equalities_without_gradient_end_feasible),
        cmocka_unit_test(a_spoilt_trial_is_corrected),
        cmocka_unit_test(redundant_constraints_do_no_harm),
        cmocka_unit_test(discontinuities_are_found_and_respected),
        cmocka_unit_test(noise_widens_the_differences),
        cmocka_unit_test(a_constant_is_flat),
        cmocka_unit_test(a_failing_probe_is_asked_on_the_other_side),
        cmocka_unit_test(a_known_optimum_ends_it_early),
        cmocka_unit_test(derivatives_may_be_given),
        cmocka_unit_test(an_infeasible_end_costs_no_hessian),
        cmocka_unit_test(wrong_derivatives_are_noticed),
        cmocka_unit_test(derivatives_may_turn_wrong),
        cmocka_unit_test(missing_derivatives_are_replaced),
        cmocka_unit_test(units_of_the_variables_do_not_matter),
        cmocka_unit_test(integers_move_in_whole_steps),
        cmocka_unit_test(variables_without_bounds_move_in_natural_coordinates),
        cmocka_unit_test(steps_are_linear_in_natural_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
