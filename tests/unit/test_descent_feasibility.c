#include "descent_drive.h"

enum { FRAMES = 4, BEAMS = 40, FEW_BEAMS = 20 };

/* Returns 0 or 1: whether a beam belongs to a frame. */
static double belongs(size_t frame, size_t beam) { return (double)((beam + frame) % FRAMES < 2); }

/* Light beams in frames whose compliance has a limit. Gauges are 1.5 + x. */
static int beams(size_t n, const double *x, double *f, double *g) {
    f[0] = 0.0;
    for (size_t j = 0; j < n; j++) f[0] += (1.0 + (double)(j % 3)) * (1.5 + x[j]);
    for (size_t i = 0; i < FRAMES; i++) {
        g[i] = -0.4;
        for (size_t j = 0; j < n; j++)
            g[i] += 2.0 * belongs(i, j) / ((double)n * (1.5 + x[j]) * (1.5 + x[j]));
    }
    return HECO_POINT_OK;
}

static int many_beams(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    return beams(BEAMS, x, f, g);
}

static int few_beams(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    return beams(FEW_BEAMS, x, f, g);
}

/* Without excursions the first feasible point comes after several sets of derivatives. */
static void the_first_feasible_point_needs_one_set_of_derivatives(void **state) {
    (void)state;
    drive  t;
    double x[BEAMS];
    for (size_t j = 0; j < BEAMS; j++) x[j] = -0.9;
    drive_open(&t, many_beams, BEAMS, FRAMES, 0);
    drive_begin(&t, x, 0.1, NULL);
    drive_step(&t);
    assert_int_equal(t.descent.phase, HECO_DESCENT_FEASIBILITY);
    while (t.descent.phase == HECO_DESCENT_FEASIBILITY) drive_step(&t);
    assert_double(t.descent.best.viol, 0.0);
    assert_true(t.evals <= 1 + BEAMS + 12);
    /* the descent goes on from its iterate */
    assert_int_equal(t.descent.phase, HECO_DESCENT_TRIAL);
    assert_memory_equal(t.descent.current.x, x, sizeof x);
    assert_true(t.descent.step.length <= 0.1);
    drive_run(&t);
    assert_double(t.descent.best.viol, 0.0);
    drive_close(&t);
}

/* Once a feasible point is known, an excursion has to promise a smaller f. */
static void a_better_feasible_point_leaves_no_excursion(void **state) {
    (void)state;
    drive  t;
    double x[BEAMS];
    for (size_t j = 0; j < BEAMS; j++) x[j] = -0.9;
    drive_open(&t, many_beams, BEAMS, FRAMES, 0);
    drive_begin(&t, x, 0.1, NULL);
    t.descent.goal.rival = 1.0; /* the least f is above */
    drive_step(&t);
    assert_int_equal(t.descent.phase, HECO_DESCENT_TRIAL);
    drive_close(&t);
}

static void few_variables_have_cheap_derivatives(void **state) {
    (void)state;
    drive  t;
    double x[FEW_BEAMS];
    for (size_t j = 0; j < FEW_BEAMS; j++) x[j] = -0.9;
    drive_open(&t, few_beams, FEW_BEAMS, FRAMES, 0);
    drive_begin(&t, x, 0.1, NULL);
    drive_step(&t);
    assert_int_equal(t.descent.phase, HECO_DESCENT_TRIAL);
    drive_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_feasible_point_needs_one_set_of_derivatives),
        cmocka_unit_test(a_better_feasible_point_leaves_no_excursion),
        cmocka_unit_test(few_variables_have_cheap_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
