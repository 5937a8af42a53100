/* dw: weights in time, values by hand, selection. */
#include "solver/papers/dw.c"

#include "algorithm_fixture.h"

static dw_state *open_four(fixture *t, const char *set, const double *f, const double *v) {
    fixture_open(t, &heco_algorithm_dw, 2, 1, 0, 1000, set);
    dw_state *s = t->state;
    dw_ask(s, t->batch);
    memcpy(t->batch->f, f, 4 * sizeof *f);
    memcpy(t->batch->g, v, 4 * sizeof *v);
    dw_tell(s, fixture_count(t));
    return s;
}

/* w_max 0.7, gone after 0.6 of 1000 evaluations. */
static void weights_fade(void **state) {
    (void)state;
    fixture   t;
    dw_state *s = open_four(&t, "N=4", (double[]){1, 2, 3, 4}, (double[]){0, 0, 0, 0});
    t.evals    = 300;
    assert_near(dw_bias(s), 0.35, 1e-15);
    s->bias = dw_bias(s);
    static const size_t place[4] = {3, 0, 1, 2};
    memcpy(s->place, place, sizeof place);
    assert_near(dw_weight(s, 0), 0.35, 1e-15);
    assert_double(dw_weight(s, 1), 0.0);
    assert_near(dw_weight(s, 2), 0.35 / 3.0, 1e-15);
    t.evals = 600;
    assert_double(dw_bias(s), 0.0);
    fixture_close(&t);
}

/* f from 10 to 30, v up to 4. */
static void values_by_hand(void **state) {
    (void)state;
    fixture   t;
    dw_state *s = open_four(&t, "N=4", (double[]){10, 20, 30, 15}, (double[]){4, 2, 0, 1});
    heco_extremes_init(&s->extremes);
    dw_extend_extremes(s, s->P.f, s->P.v);
    assert_near(dw_value(s, 0.4, 20, 2), 0.3 + 0.01 * 0.5, 1e-15); /* max(0.4 * 0.5, 0.6 * 0.5) */
    assert_near(dw_value(s, 0.4, 30, 0), 0.4 + 0.01 * 0.4, 1e-15);
    assert_near(dw_value(s, 0.0, 30, 1), 0.25 + 0.01 * 0.25, 1e-15);
    assert_double(dw_value(s, 0.4, INFINITY, INFINITY), INFINITY);
    size_t count = heco_dominance_front(s->front, s->P.f, s->P.v, 4, s->scratch);
    assert_int_equal(count, 3); /* (20, 2) is dominated by (15, 1) */
    assert_int_equal(dw_best(s, count, 0.0), 2);
    assert_int_equal(dw_best(s, count, 0.95), 0);
    assert_int_equal(dw_best(s, count, 0.5), 3);
    s->extremes.v_max = 0.0; /* all parents feasible: an infeasible child is the worst there is */
    assert_double(dw_value(s, 0.4, 10, 1e-9), INFINITY);
    fixture_close(&t);
}

/* Weight 0 orders by (v, f); a weight on f lets violation be traded for it. */
static void selection_by_weight(void **state) {
    (void)state;
    fixture   t;
    dw_state *s = open_four(&t, "N=4", (double[]){10, 10, 10, 20}, (double[]){2, 2, 2, 4});
    heco_extremes_init(&s->extremes);
    dw_extend_extremes(s, s->P.f, s->P.v);
    double parent[2] = {10, 2}, less_v[2] = {99, 1}, less_f[2] = {9, 2}, trade[2] = {5, 2.5};
    assert_true(dw_better(s, 0.0, less_v, parent));
    assert_true(dw_better(s, 0.0, less_f, parent));
    assert_false(dw_better(s, 0.0, trade, parent));
    assert_false(dw_better(s, 0.0, parent, parent));
    assert_false(dw_better(s, 0.7, less_v, parent)); /* 0.7 * 8.9 */
    double high[2] = {15, 2}; /* 0.7 * 0.5 against 0.3 * 0.5 and 0.3 * 0.625 */
    assert_true(dw_better(s, 0.7, trade, high));
    fixture_close(&t);
}

/* normalise=pool lets a bad child set the scale of all violations. */
static void what_is_normalised_on(void **state) {
    (void)state;
    for (int pool = 0; pool < 2; pool++) {
        fixture   t;
        dw_state *s = open_four(&t, pool ? "N=4 normalise=pool" : "N=4", (double[]){1, 2, 3, 4},
                                (double[]){1, 2, 3, 4});
        dw_ask(s, t.batch);
        memcpy(t.batch->f, (double[]){9, 9, 9, 9}, 4 * sizeof(double));
        memcpy(t.batch->g, (double[]){400, 9, 9, 9}, 4 * sizeof(double));
        dw_tell(s, fixture_count(&t));
        assert_double(s->extremes.v_max, pool ? 400.0 : 4.0);
        assert_double(s->extremes.f_max, pool ? 9.0 : 4.0);
        assert_double(s->P.f[3], 4.0);
        fixture_close(&t);
    }
}

static void g10_is_solved(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("dw", "g10", 500000), 7049.2480205286, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_fade),
        cmocka_unit_test(values_by_hand),
        cmocka_unit_test(selection_by_weight),
        cmocka_unit_test(what_is_normalised_on),
        cmocka_unit_test(g10_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
