/* decode: schedules, normalised values, selection, restart, collapse of the weights. */
#include "solver/papers/decode.c"

#include "algorithm_fixture.h"

/* N = 4 on two variables, one inequality; f and v as given. */
static decode_state *open_four(fixture *t, const double *f, const double *v) {
    fixture_open(t, &heco_algorithm_decode, 2, 1, 0, 400, "N=4");
    decode_state *s = t->state;
    decode_ask(s, t->batch);
    memcpy(t->batch->f, f, 4 * sizeof *f);
    memcpy(t->batch->g, v, 4 * sizeof *v);
    decode_tell(s, fixture_count(t));
    return s;
}

/* D = 2: eps0 = min(10, largest v); cp = (-ln 10 - 6)/ln 0.15 = 4.37652 */
static void the_level_starts_at_a_limit(void **state) {
    (void)state;
    fixture       t;
    decode_state *s = open_four(&t, (double[]){1, 2, 3, 4}, (double[]){1, 50, 3, 4});
    assert_double(s->eps0, 10.0);
    assert_near(s->cp, 4.3765, 1e-3);
    fixture_close(&t);
    s = open_four(&t, (double[]){1, 2, 3, 4}, (double[]){0, 5, 3, -4});
    assert_double(s->eps0, 5.0);
    fixture_close(&t);
    s = open_four(&t, (double[]){1, 2, 3, 4}, (double[]){0, 0, 0, 0});
    assert_double(s->eps0, 0.0);
    decode_levels(s);
    assert_double(s->pmax, 1e-18); /* nobody is strictly below a level of 0 */
    fixture_close(&t);
}

static void weights_fade_along_a_sigmoid(void **state) {
    (void)state;
    fixture       t;
    decode_state *s = open_four(&t, (double[]){1, 2, 3, 4}, (double[]){1, 50, 3, 4});
    t.evals        = 300; /* alpha: half */
    assert_near(decode_width(s), 0.5, 1e-15);
    t.evals = 340;
    assert_near(decode_width(s), 1.0 / (1.0 + exp(3.0)), 1e-15);
    t.evals = 0;
    assert_near(decode_width(s), 1.0, 1e-9);
    s->pmax = 1e-18;
    assert_double(decode_width(s), 1e-18);
    fixture_close(&t);
}

/* f = 1 2 3 4: deviation sqrt(5/3); v = 0 0 2 4: mean 1.5, sqrt(11/3). */
static void values_are_normalised_by_the_deviation(void **state) {
    (void)state;
    fixture       t;
    decode_state *s    = open_four(&t, (double[]){1, 2, 3, 4}, (double[]){0, 0, 2, 4});
    decode_norm   norm = decode_normalise(s, NULL, NULL);
    assert_double(norm.f_min, 1.0);
    assert_near(norm.f_div, sqrt(5.0 / 3.0), 1e-15);
    assert_near(norm.v_div, sqrt(11.0 / 3.0), 1e-15);
    double expected = 0.25 * 2.0 / sqrt(5.0 / 3.0) + 0.75 * 2.0 / sqrt(11.0 / 3.0);
    assert_near(decode_value(&norm, 0.25, 3, 2), expected, 1e-15);
    assert_double(decode_value(&norm, 0.0, INFINITY, INFINITY), INFINITY);
    double f[4] = {5, 5, 5, INFINITY}, v[4] = {0, 0, 0, INFINITY}; /* failed points do not count */
    norm        = decode_normalise(s, f, v);
    double mean = 25.0 / 7.0, squares = 1 + 4 + 9 + 16 + 25 + 25 + 25;
    assert_near(norm.f_div, sqrt((squares - 7.0 * mean * mean) / 6.0), 1e-12);
    fixture_close(&t);
}

/* Members (1,4) (2,2) (4,0) (4,4); w near 1 wants f, w = 0 wants v. */
static void the_best_depends_on_the_weight(void **state) {
    (void)state;
    fixture       t;
    decode_state *s    = open_four(&t, (double[]){1, 2, 4, 4}, (double[]){4, 2, 0, 4});
    decode_norm   norm = decode_normalise(s, NULL, NULL);
    s->fronts          = heco_dominance_front(s->front, s->P.f, s->P.v, 4, s->scratch);
    assert_int_equal(s->fronts, 3);
    assert_int_equal(decode_best(s, &norm, 0.99), 0);
    assert_int_equal(decode_best(s, &norm, 1e-18), 2);
    assert_int_equal(decode_best(s, &norm, 0.0), 2);
    assert_int_equal(decode_best(s, &norm, 0.55), 1);
    fixture_close(&t);
}

/* Weight 0: by violation alone, strictly. Full weight 3/4 of pr = 1: f counts. */
static void selection_by_subproblem(void **state) {
    (void)state;
    fixture       t;
    decode_state *s = open_four(&t, (double[]){5, 5, 5, 5}, (double[]){2, 2, 2, 2});
    s->phase        = DECODE_GENERATION;
    s->width        = 1.0;
    static const size_t weight[4] = {0, 0, 3, 3};
    memcpy(s->weight, weight, sizeof weight);
    t.batch->count = 4;
    memcpy(t.batch->f, (double[]){0, 9, 0, 9}, 4 * sizeof(double));
    memcpy(t.batch->g, (double[]){2, 1, 3, 1.5}, 4 * sizeof(double));
    decode_tell(s, fixture_count(&t));
    static const double f[4] = {5, 9, 0, 5}; /* equal v is not smaller; f against v decides */
    for (size_t i = 0; i < 4; i++) assert_double(s->P.f[i], f[i]);
    assert_int_equal(s->phase, DECODE_PREPARE);
    fixture_close(&t);
}

static void a_collapsed_population_is_restarted(void **state) {
    (void)state;
    fixture       t;
    decode_state *s = open_four(&t, (double[]){5, 6, 7, 8}, (double[]){2, 2, 2, 2});
    decode_ask(s, t.batch);
    assert_int_equal(s->phase, DECODE_RESTART);
    assert_int_equal(t.batch->count, 4);
    for (size_t i = 0; i < 4; i++) t.batch->f[i] = 1.0, t.batch->g[i] = (double)i + 1.0;
    decode_tell(s, fixture_count(&t));
    assert_int_equal(s->phase, DECODE_GENERATION);
    assert_double(s->P.v[3], 4.0);
    assert_double(s->eps0, 2.0); /* as it was */
    assert_int_equal(t.evals, 8);
    fixture_close(&t);
    s = open_four(&t, (double[]){5, 6, 7, 8}, (double[]){0, 0, 0, 0}); /* feasible: no restart */
    decode_ask(s, t.batch);
    assert_int_equal(s->phase, DECODE_GENERATION);
    fixture_close(&t);
}

static void g10_is_solved(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("decode", "g10", 500000), 7049.2480205286, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_level_starts_at_a_limit),
        cmocka_unit_test(weights_fade_along_a_sigmoid),
        cmocka_unit_test(values_are_normalised_by_the_deviation),
        cmocka_unit_test(the_best_depends_on_the_weight),
        cmocka_unit_test(selection_by_subproblem),
        cmocka_unit_test(a_collapsed_population_is_restarted),
        cmocka_unit_test(g10_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
