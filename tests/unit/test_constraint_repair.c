/* Steps of the two repairs, worked by hand on the box [-1, 1]^n. */
#include "testing.h"

#include "base/arena.h"
#include "solver/common/constraint_repair.h"

typedef struct {
    heco_arena             arena;
    heco_space             space;
    heco_constraint_repair r;
    heco_batch             batch;
    double                 x[8], f[4], g[4], h[4], viol[4];
} fixture;

static const double LOW[2] = {-1, -1}, HIGH[2] = {1, 1};

static void fixture_open(fixture *t, heco_repair_kind kind, size_t n, size_t ng, size_t nh) {
    memset(t, 0, sizeof *t);
    t->space = (heco_space){
        .n = n, .ng = ng, .nh = nh, .lower = LOW, .upper = HIGH, .eq_tol = 1e-4};
    heco_arena_init(&t->arena);
    heco_constraint_repair_init(&t->r, kind, 0.125, &t->space, 4, &t->arena);
    t->batch = (heco_batch){.n = n, .ng = ng, .nh = nh, .capacity = 4, .x = t->x, .f = t->f,
                            .g = t->g, .h = t->h, .viol = t->viol};
}

/* Evaluates the batch with the one linear constraint sum of x - limit; the violation is its
 * positive part, or its size for an equality. */
static const heco_batch *evaluate(fixture *t, double limit) {
    for (size_t i = 0; i < t->batch.count; i++) {
        double c = -limit;
        for (size_t j = 0; j < t->space.n; j++) c += t->x[i * t->space.n + j];
        t->f[i] = 7.0;
        if (t->space.ng > 0) t->g[i] = c, t->viol[i] = c > 0.0 ? c : 0.0;
        else t->h[i] = c, t->viol[i] = fabs(c) > 1e-4 ? fabs(c) : 0.0;
    }
    return &t->batch;
}

/* g = x1 + x2 - 1 at (0.8, 0.6): J = (1, 1), pinv(J) = (1/2, 1/2), so x - pinv(J) 0.4 is
 * (0.6, 0.4), where g is 0. */
static void newton_step(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, HECO_REPAIR_NEWTON, 2, 1, 0);
    t.batch.count = 1, t.x[0] = 0.8, t.x[1] = 0.6;
    heco_constraint_repair_take(&t.r, evaluate(&t, 1.0));
    heco_constraint_repair_add(&t.r, 0);
    assert_true(heco_constraint_repair_begin(&t.r, 3));
    heco_constraint_repair_ask(&t.r, &t.batch);
    assert_int_equal(t.batch.count, 2);
    assert_near(t.x[0], 0.925, 1e-15); /* eta ahead */
    assert_near(t.x[3], 0.725, 1e-15);
    assert_true(heco_constraint_repair_tell(&t.r, evaluate(&t, 1.0)));
    heco_constraint_repair_ask(&t.r, &t.batch);
    assert_int_equal(t.batch.count, 1);
    assert_near(t.x[0], 0.6, 1e-12);
    assert_near(t.x[1], 0.4, 1e-12);
    t.f[0] = 3.0, t.g[0] = 0.0, t.viol[0] = 0.0;
    assert_false(heco_constraint_repair_tell(&t.r, &t.batch)); /* feasible: the list is at its end */
    assert_near(t.r.x[0], 0.6, 1e-12);
    assert_double(t.r.f[0], 3.0);
    assert_double(t.r.v[0], 0.0);
    assert_true(t.r.changed[0]);
    heco_arena_release(&t.arena);
}

/* h = x - 1/4 at 1/2, damping mu = 0.01: with l^2 = 3/2 and u^2 = 1/2 the normal equation is
 * (1 + mu/(6 + mu) + mu/(2 + mu) + mu) d = -1/4. */
static void slack_step_of_an_equality(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, HECO_REPAIR_SLACKS, 1, 0, 1);
    t.batch.count = 1, t.x[0] = 0.5;
    heco_constraint_repair_take(&t.r, evaluate(&t, 0.25));
    heco_constraint_repair_add(&t.r, 0);
    assert_true(heco_constraint_repair_begin(&t.r, 4));
    heco_constraint_repair_ask(&t.r, &t.batch);
    assert_near(t.x[0], 0.75, 1e-15); /* an eighth of the width ahead */
    assert_true(heco_constraint_repair_tell(&t.r, evaluate(&t, 0.25)));
    heco_constraint_repair_ask(&t.r, &t.batch);
    assert_near(t.x[0], 0.25409167305113767, 1e-14);
    assert_true(heco_constraint_repair_tell(&t.r, evaluate(&t, 0.25)));
    assert_near(t.r.slack.damping, 0.001, 1e-15);          /* accepted                  */
    assert_int_equal(t.r.phase, HECO_REPAIR_PROBES); /* at the new point          */
    heco_arena_release(&t.arena);
}

/* g = x - 1/5 at 3/5: the slack of a violated inequality is 0, its weight 1. */
static void slack_step_of_an_inequality(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, HECO_REPAIR_SLACKS, 1, 1, 0);
    t.batch.count = 1, t.x[0] = 0.6;
    heco_constraint_repair_take(&t.r, evaluate(&t, 0.2));
    heco_constraint_repair_add(&t.r, 0);
    heco_constraint_repair_begin(&t.r, 4);
    heco_constraint_repair_ask(&t.r, &t.batch);
    heco_constraint_repair_tell(&t.r, evaluate(&t, 0.2));
    heco_constraint_repair_ask(&t.r, &t.batch);
    assert_near(t.x[0], 0.20698437597140218, 1e-14);
    heco_arena_release(&t.arena);
}

/* A step that makes the sum of squares larger leaves the point and the Jacobian, and is repeated
 * with ten times the damping: (1 + 0.1/6.1 + 0.1/2.1 + 0.1) d = -1/4. */
static void rejected_steps_are_damped(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, HECO_REPAIR_SLACKS, 1, 0, 1);
    t.batch.count = 1, t.x[0] = 0.5;
    heco_constraint_repair_take(&t.r, evaluate(&t, 0.25));
    heco_constraint_repair_add(&t.r, 0);
    heco_constraint_repair_begin(&t.r, 2);
    heco_constraint_repair_ask(&t.r, &t.batch);
    heco_constraint_repair_tell(&t.r, evaluate(&t, 0.25));
    heco_constraint_repair_ask(&t.r, &t.batch);
    t.h[0] = t.viol[0] = 9.0;
    assert_true(heco_constraint_repair_tell(&t.r, &t.batch));
    assert_int_equal(t.r.phase, HECO_REPAIR_POINT);
    heco_constraint_repair_ask(&t.r, &t.batch);
    assert_near(t.x[0], 0.5 - 0.25 / (1.0 + 0.1 / 6.1 + 0.1 / 2.1 + 0.1), 1e-14);
    t.viol[0] = INFINITY; /* a failed point is rejected too; two steps were allowed */
    assert_false(heco_constraint_repair_tell(&t.r, &t.batch));
    assert_double(t.r.x[0], 0.5);
    assert_false(t.r.changed[0]);
    heco_arena_release(&t.arena);
}

/* Differences point ahead, or back at a bound, or reach the farther bound if none of them fits. */
static void differences_stay_inside(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, HECO_REPAIR_NEWTON, 2, 1, 0);
    t.batch.count = 1, t.x[0] = 0.25, t.x[1] = 1.0;
    heco_constraint_repair_take(&t.r, evaluate(&t, 0.0));
    heco_constraint_repair_add(&t.r, 0);
    assert_true(heco_constraint_repair_begin(&t.r, 3));
    heco_constraint_repair_ask(&t.r, &t.batch);
    assert_double(t.x[0], 0.375);
    assert_double(t.x[3], 0.875);
    t.r.eta = 100.0, t.r.x[1] = -0.25;
    heco_constraint_repair_ask(&t.r, &t.batch);
    assert_double(t.x[0], -1.0);
    assert_double(t.x[3], 1.0);
    heco_arena_release(&t.arena);
}

/* Feasible and failed points are not put on the list. */
static void only_infeasible_points_are_repaired(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, HECO_REPAIR_NEWTON, 1, 1, 0);
    t.batch.count = 2;
    t.viol[0] = 0.0, t.viol[1] = INFINITY;
    heco_constraint_repair_take(&t.r, &t.batch);
    heco_constraint_repair_add(&t.r, 0);
    heco_constraint_repair_add(&t.r, 1);
    assert_false(heco_constraint_repair_begin(&t.r, 3));
    heco_arena_release(&t.arena);
}

/* On x1 = x2^2 and x1 + x2 = 0.75 (solution x2 = 1/2) the slack system converges from (1, -1). */
static void slacks_solve_a_system(void **state) {
    (void)state;
    fixture t;
    int     busy;
    fixture_open(&t, HECO_REPAIR_SLACKS, 2, 0, 2);
    t.r.eta       = 1e-7;
    t.batch.count = 1, t.x[0] = 0.9, t.x[1] = 0.1;
    for (busy = 2; busy != 0;) {
        for (size_t i = 0; i < t.batch.count; i++) {
            const double *x = t.x + 2 * i;
            t.h[2 * i] = x[0] - x[1] * x[1], t.h[2 * i + 1] = x[0] + x[1] - 0.75;
            t.viol[i] = fabs(t.h[2 * i]) + fabs(t.h[2 * i + 1]);
            if (t.viol[i] < 1e-6) t.viol[i] = 0.0;
        }
        if (busy == 2) {
            heco_constraint_repair_take(&t.r, &t.batch);
            heco_constraint_repair_add(&t.r, 0);
            busy = heco_constraint_repair_begin(&t.r, 100);
        } else busy = heco_constraint_repair_tell(&t.r, &t.batch);
        if (busy) heco_constraint_repair_ask(&t.r, &t.batch);
    }
    assert_near(t.r.x[0], 0.25, 1e-5);
    assert_near(t.r.x[1], 0.5, 1e-5);
    heco_arena_release(&t.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newton_step),
        cmocka_unit_test(slack_step_of_an_equality),
        cmocka_unit_test(slack_step_of_an_inequality),
        cmocka_unit_test(rejected_steps_are_damped),
        cmocka_unit_test(differences_stay_inside),
        cmocka_unit_test(only_infeasible_points_are_repaired),
        cmocka_unit_test(slacks_solve_a_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
