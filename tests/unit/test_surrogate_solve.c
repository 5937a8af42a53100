/* The surrogate's model problem and the points beside the first: exact models of linear functions, whose
 * solutions are known. */
#include "solver/algorithm_table.h"
#include "solver/surrogate/surrogate.h"

#include "algorithm_fixture.h"

/* A box [-1, 1]^2, cube coordinates u: f = -u_0 - 2 u_1, g = u_0 + u_1 - limit. Nine points of a grid
 * of 0.3, 0.5, 0.7 about the centre (0.5, 0.5), which is row 4. */
static surrogate_state *open(fixture *t, double limit, int integer) {
    fixture_open(t, &heco_algorithm_surrogate, 2, 1, 0, 200, NULL);
    surrogate_state *s = t->state;
    for (int i = 0; i < 9; i++) {
        double u[] = {0.3 + 0.2 * (i % 3), 0.3 + 0.2 * (i / 3)};
        heco_samples_add(&s->samples, u, (double[]){-u[0] - 2 * u[1], u[0] + u[1] - limit}, 0);
    }
    s->local.radius = 0.25, s->local.safety = 0.0, s->local.margin[1] = 0.0;
    s->samples.integer[0] = (unsigned char)integer;
    heco_surrogate_set_scales(s);
    return s;
}

static void the_corner_of_the_region(void **state) {
    (void)state;
    fixture              t;
    double               x[2];
    surrogate_state     *s   = open(&t, 10.0, 0);
    surrogate_subproblem sub = {.model = heco_surrogate_fit(s, 4), .radius = 0.25, .starts = 4};
    assert_int_equal(heco_surrogate_solve(s, &sub, x), 1);
    assert_near(x[0], 0.75, 1e-6);
    assert_near(x[1], 0.75, 1e-6);
    assert_near(s->solver.best_multiplier[0], 0.0, 1e-6); /* the constraint is far away */
    sub.radius = 1.0;                     /* the cube ends before */
    assert_int_equal(heco_surrogate_solve(s, &sub, x), 1);
    assert_near(x[0], 1.0, 1e-6);
    assert_near(x[1], 1.0, 1e-6);
    fixture_close(&t);
}

/* u_0 + u_1 <= 1.1 in the region [0.25, 0.75]^2: u_1 = 0.75 is worth more, u_0 = 0.35. */
static void constraints_hold_unless_dropped(void **state) {
    (void)state;
    fixture              t;
    double               x[2];
    surrogate_state     *s   = open(&t, 1.1, 0);
    surrogate_subproblem sub = {.model = heco_surrogate_fit(s, 4), .radius = 0.25, .starts = 4};
    assert_int_equal(heco_surrogate_solve(s, &sub, x), 1);
    assert_near(x[0], 0.35, 1e-5);
    assert_near(x[1], 0.75, 1e-5);
    assert_true(s->solver.best_multiplier[0] > 1e-3); /* it costs something */
    sub.drop               = 1;       /* only unreliable models are dropped */
    s->models.large.out[1].error = 0.0, s->models.large.out[1].deviation = 1.0;
    assert_int_equal(heco_surrogate_solve(s, &sub, x), 1);
    assert_near(x[0], 0.35, 1e-5);
    s->models.large.out[1].error = 1.0;
    assert_int_equal(heco_surrogate_solve(s, &sub, x), 1);
    assert_near(x[0], 0.75, 1e-5);
    fixture_close(&t);
}

static void solutions_keep_away(void **state) {
    (void)state;
    fixture              t;
    double               x[2];
    surrogate_state     *s   = open(&t, 10.0, 0);
    surrogate_subproblem sub = {.model = heco_surrogate_fit(s, 4), .radius = 0.25, .starts = 4,
                                .away = 0.05};
    assert_int_equal(heco_surrogate_solve(s, &sub, x), 1); /* 0.07 from (0.7, 0.7) */
    sub.away = 0.1;
    assert_int_equal(heco_surrogate_solve(s, &sub, x), 0);
    fixture_close(&t);
}

/* Three levels 0, 0.5, 1 of u_0: with u_0 + u_1 <= 1.1 and the whole cube (0, 1) is worth 2, (0.5, 0.6)
 * 1.7. */
static void integers_end_on_their_grid(void **state) {
    (void)state;
    fixture              t;
    double               x[2];
    surrogate_state     *s   = open(&t, 1.1, 1);
    surrogate_subproblem sub = {.model = heco_surrogate_fit(s, 4), .radius = 1.0, .starts = 6};
    assert_int_equal(heco_surrogate_solve(s, &sub, x), 1);
    assert_near(x[0], 0.0, 1e-12);
    assert_near(x[1], 1.0, 1e-5);
    fixture_close(&t);
}

/* h = u_0 + u_1 - 1.1 with tolerance 1e-4: f is smaller above 0. An equality that was predicted well
 * may use 95 % of its tolerance, another one is met closely. */
static void an_equality_may_use_its_tolerance(void **state) {
    (void)state;
    for (int well = 0; well < 2; well++) {
        fixture t;
        double  x[2];
        fixture_open(&t, &heco_algorithm_surrogate, 2, 0, 1, 200, NULL);
        surrogate_state *s = t.state;
        for (int i = 0; i < 9; i++) {
            double u[] = {0.3 + 0.2 * (i % 3), 0.3 + 0.2 * (i / 3)};
            heco_samples_add(&s->samples, u, (double[]){-u[0] - 2 * u[1], u[0] + u[1] - 1.1}, 0);
        }
        s->local.equality_error = well ? 0.0 : INFINITY;
        heco_surrogate_set_scales(s);
        surrogate_subproblem sub = {.model = heco_surrogate_fit(s, 4), .radius = 0.25, .starts = 2};
        assert_int_equal(heco_surrogate_solve(s, &sub, x), 1);
        assert_near(x[1], 0.75, 1e-6);
        assert_near(x[0] + x[1] - 1.1, well ? 0.95e-4 : 0.0, 1e-6);
        assert_true(s->solver.best_multiplier[0] > 0.0);
        fixture_close(&t);
    }
}

/* u_0 + u_1 <= 0.2 in the region [0.25, 0.75]^2: no point is feasible, the corner is nearest. */
static void an_infeasible_region_gives_the_least_violation(void **state) {
    (void)state;
    fixture              t;
    double               x[2];
    surrogate_state     *s   = open(&t, 0.2, 0);
    surrogate_subproblem sub = {.model = heco_surrogate_fit(s, 4), .radius = 0.25, .starts = 4};
    assert_int_equal(heco_surrogate_solve(s, &sub, x), 1);
    assert_near(x[0], 0.25, 1e-6);
    assert_near(x[1], 0.25, 1e-6);
    fixture_close(&t);
}

/* Evaluations at u_1 = 1 failed: the solution stays 1e-8 away from there, then 1e-7. */
static void solutions_avoid_a_face_that_failed(void **state) {
    (void)state;
    fixture              t;
    double               x[2];
    surrogate_state     *s   = open(&t, 10.0, 0);
    surrogate_subproblem sub = {.model = heco_surrogate_fit(s, 4), .radius = 1.0, .starts = 2};
    heco_samples_add(&s->samples, (double[]){0.2, 1.0}, (double[]){NAN, NAN}, 0);
    for (double layer = 1e-8; layer < 1e-5; layer *= 10.0) {
        assert_int_equal(heco_surrogate_solve(s, &sub, x), 1);
        assert_double(x[0], 1.0);
        assert_near((1.0 - x[1]) / layer, 1.0, 1e-6);
        heco_samples_add(&s->samples, x, (double[]){NAN, NAN}, 0);
        s->samples.x[s->samples.count * 2 - 2] = 0.9; /* not at u_0 = 1 */
    }
    fixture_close(&t);
}

/* Number j of a batch: three ways in turn, each new, in the cube and with the model's values. */
static void more_points_of_a_batch_differ(void **state) {
    (void)state;
    fixture          t;
    double           x[2], y[2];
    surrogate_state *s    = open(&t, 1.1, 0);
    surrogate_trial   trial = {.x = x, .y = y};
    for (size_t j = 1; j <= 9; j++) {
        size_t before = s->samples.count;
        assert_int_equal(heco_surrogate_propose_more(s, &trial, j), 1);
        assert_int_equal(trial.kind, SURROGATE_MORE);
        for (int k = 0; k < 2; k++) assert_true(x[k] >= 0.0 && x[k] <= 1.0);
        assert_true(heco_samples_distance(&s->samples, x) > 1e-6);
        assert_near(y[0], -x[0] - 2 * x[1], 1e-6);
        assert_near(y[1], x[0] + x[1] - 1.1, 1e-6);
        heco_samples_add(&s->samples, x, y, 0);
        assert_int_equal(s->samples.count, before + 1);
    }
    fixture_close(&t);
}

/* Without a usable point there is no model: a place far from all points, and no prediction. */
static void more_points_without_values(void **state) {
    (void)state;
    fixture          t;
    double           x[2], y[2];
    surrogate_trial   trial = {.x = x, .y = y};
    fixture_open(&t, &heco_algorithm_surrogate, 2, 1, 0, 200, NULL);
    surrogate_state *s = t.state;
    heco_samples_add(&s->samples, (double[]){0.1, 0.1}, (double[]){NAN, 0}, 0);
    assert_int_equal(heco_surrogate_propose_more(s, &trial, 1), 1);
    assert_true(isnan(y[0]) && isnan(y[1]));
    assert_true(heco_samples_distance(&s->samples, x) > 0.3);
    fixture_close(&t);
}

/* One integer variable with three levels, all known: there is no place left. */
static void a_full_grid_has_no_place(void **state) {
    (void)state;
    static const double        lower[] = {0}, upper[] = {2};
    static const unsigned char whole[] = {1};
    fixture                    t;
    double                     x[1], y[1];
    surrogate_trial             trial = {.x = x, .y = y};
    fixture_open(&t, &heco_algorithm_surrogate, 1, 0, 0, 50, NULL);
    surrogate_state *s     = t.state;
    heco_space       space = {.n = 1, .lower = lower, .upper = upper, .integer = whole};
    heco_samples_init(&s->samples, &space, 50, &t.arena);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(heco_surrogate_draw_far(s, NULL, 0.0, x), 1);
        heco_samples_add(&s->samples, x, (double[]){NAN}, 0); /* failed, but known */
    }
    assert_int_equal(heco_surrogate_draw_far(s, NULL, 0.0, x), 0);
    assert_int_equal(heco_surrogate_propose_more(s, &trial, 1), 0);
    fixture_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_corner_of_the_region),
        cmocka_unit_test(constraints_hold_unless_dropped),
        cmocka_unit_test(solutions_keep_away),
        cmocka_unit_test(integers_end_on_their_grid),
        cmocka_unit_test(an_equality_may_use_its_tolerance),
        cmocka_unit_test(an_infeasible_region_gives_the_least_violation),
        cmocka_unit_test(solutions_avoid_a_face_that_failed),
        cmocka_unit_test(more_points_of_a_batch_differ),
        cmocka_unit_test(more_points_without_values),
        cmocka_unit_test(a_full_grid_has_no_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
