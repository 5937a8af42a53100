/* Merit, scales and weights of the surrogate, worked by hand. */
#include "solver/algorithm_table.h"
#include "solver/surrogate/surrogate.h"

#include "algorithm_fixture.h"

/* Outputs f, g_1, h_1 with tolerance 1e-4: m = 3. */
static surrogate_state *open(fixture *t) {
    fixture_open(t, &heco_algorithm_surrogate, 2, 1, 1, 100, NULL);
    surrogate_state *s = t->state;
    assert_true(s->m == 3 && s->ng == 1 && s->nh == 1);
    s->merit.weight[1] = 2.0, s->merit.weight[2] = 10.0;
    s->merit.scale[0] = 1.0, s->merit.scale[1] = 4.0, s->merit.scale[2] = 0.5;
    return s;
}

static void put(surrogate_state *s, double x, double f, double g, double h, int run) {
    heco_samples_add(&s->samples, (double[]){x, 0.5}, (double[]){f, g, h}, run);
}

static void the_merit_of_values(void **state) {
    (void)state;
    fixture          t;
    surrogate_state *s = open(&t);
    assert_double(heco_surrogate_violation(s, (double[]){0, -3, 0}, 1), 0.0);
    assert_double(heco_surrogate_violation(s, (double[]){0, 3, 0}, 1), 3.0);
    assert_near(heco_surrogate_violation(s, (double[]){0, 0, -0.5}, 2), 0.4999, 1e-15);
    assert_double(heco_surrogate_violation(s, (double[]){0, 0, 1e-4}, 2), 0.0);
    assert_near(heco_surrogate_merit(s, (double[]){7, 3, -0.5}), 7 + 2 * 3 + 10 * 0.4999, 1e-12);
    assert_true(heco_surrogate_merit(s, (double[]){7, NAN, 0}) >= 7);
    assert_true(isinf(heco_surrogate_merit(s, (double[]){NAN, 0, 0})));
    assert_true(isinf(heco_surrogate_merit(s, (double[]){-INFINITY, 0, 0}))); /* no bargain */
    assert_near(heco_surrogate_scaled_violation(s, (double[]){7, 3, -0.5001}), 0.75 + 1.0, 1e-12);
    fixture_close(&t);
}

static void centre_and_best(void **state) {
    (void)state;
    fixture          t;
    surrogate_state *s = open(&t);
    s->local.run             = 1;
    assert_int_equal(heco_surrogate_centre(s), 0); /* E.count: none */
    assert_int_equal(heco_surrogate_best(s), 0);
    put(s, 0.1, -100.0, -1, 0, 0); /* of another local search, feasible: the best */
    put(s, 0.2, 5.0, 1.0, 0, 1);   /* merit 7                                     */
    put(s, 0.3, 6.0, 0.0, 0, 1);   /* merit 6: the centre                         */
    put(s, 0.4, NAN, 0.0, 0, 1);   /* of no use                                   */
    put(s, 0.5, 6.0, -2.0, 0, 1);  /* no better                                   */
    assert_int_equal(heco_surrogate_centre(s), 2);
    assert_int_equal(heco_surrogate_best(s), 0);
    assert_true(isinf(heco_surrogate_row_merit(s, 3)));
    assert_double(heco_surrogate_row_merit(s, 1), 7.0);
    s->local.run = 2;
    assert_int_equal(heco_surrogate_centre(s), 5); /* nothing of that run */
    fixture_close(&t);
}

/* 11 values 0 .. 10: the quantiles 0.9 and 0.1 are 9 and 1. */
static void scales_are_spreads_of_the_values(void **state) {
    (void)state;
    fixture          t;
    surrogate_state *s = open(&t);
    for (int i = 0; i <= 10; i++) put(s, 0.05 * i, i, 10.0 * i, -3.0, 0);
    put(s, 0.9, NAN, 1e9, 1e9, 0); /* does not count */
    heco_surrogate_set_scales(s);
    assert_near(s->merit.scale[0], 8.0, 1e-12);
    assert_near(s->merit.scale[1], 80.0, 1e-12);
    assert_near(s->merit.scale[2], 3.0, 1e-9); /* all alike: their size */
    assert_near(s->merit.weight[0], 1.0, 1e-15);
    assert_near(s->merit.weight[1], 0.1, 1e-15);
    fixture_close(&t);
}

static void weights_follow_multipliers(void **state) {
    (void)state;
    fixture          t;
    surrogate_state *s = open(&t);
    heco_rbf        *q = &s->models.large;
    for (size_t k = 0; k < 3; k++) q->out[k] = (heco_rbf_output){.scale = k == 0 ? 8.0 : 2.0};
    s->merit.least_weight[1] = s->merit.least_weight[2] = 0.0;
    /* unit 4: multipliers 3 and -0.001 are worth 12 and 0.004 */
    heco_surrogate_set_weights(s, q, (double[]){0, 0, 0}, (double[]){3.0, -0.001});
    assert_near(s->merit.weight[1], 24.0, 1e-12);
    assert_near(s->merit.weight[2], 7.0, 1e-12); /* falls to 0.7 of the old one, no faster */
    heco_surrogate_set_weights(s, q, (double[]){0, 0, 0}, (double[]){99.0, 0.0});
    assert_near(s->merit.weight[1], 0.7 * 24.0, 1e-12); /* a multiplier at its limit is not believed */
    s->merit.least_weight[2] = 50.0;
    heco_surrogate_set_weights(s, q, (double[]){0, 0, 0}, (double[]){0.0, 0.0});
    assert_near(s->merit.weight[2], 50.0, 1e-12);
    q->out[1].error = 0.71, q->out[1].deviation = 1.0;
    q->out[2].error = 0.69, q->out[2].deviation = 1.0;
    assert_int_equal(heco_surrogate_is_unreliable(q, 1), 1);
    assert_int_equal(heco_surrogate_is_unreliable(q, 2), 0);
    fixture_close(&t);
}

/* From merit 1 + 2 x 4 to f = 10, feasible: 9 of f for 8 of penalty is a bad trade. */
static void weights_are_raised_against_bad_trades(void **state) {
    (void)state;
    fixture          t;
    surrogate_state *s = open(&t);
    double           centre[] = {1, 4, 0}, y[] = {10, 0, 0}, cheap[] = {2, 0, 0};
    heco_surrogate_raise_weights(s, centre, cheap);
    assert_double(s->merit.weight[1], 2.0);
    heco_surrogate_raise_weights(s, y, centre); /* the other way there is nothing to gain */
    assert_double(s->merit.weight[1], 2.0);
    heco_surrogate_raise_weights(s, centre, y);
    assert_near(s->merit.weight[1], 2.0 * 9.0 / (0.7 * 8.0), 1e-12);
    assert_near(s->merit.weight[2], 10.0 * 9.0 / (0.7 * 8.0), 1e-12);
    assert_true(heco_surrogate_merit(s, y) < heco_surrogate_merit(s, centre));
    double dear[] = {1e9, 0, 0};
    s->merit.weight[1]       = 2.0;
    heco_surrogate_raise_weights(s, centre, dear);
    assert_near(s->merit.weight[1], 200.0, 1e-9); /* by a hundred at most */
    fixture_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_merit_of_values),
        cmocka_unit_test(centre_and_best),
        cmocka_unit_test(scales_are_spreads_of_the_values),
        cmocka_unit_test(weights_follow_multipliers),
        cmocka_unit_test(weights_are_raised_against_bad_trades),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
