/* The parts of bp-epsmag-es that epsmag-es lacks: runs of two kinds, the level, the matrix. */
#include "known_problem.h"

#include "solver/papers/bp_epsmag_es.c"

#include "algorithm_fixture.h"

/* Four offspring of two variables, one inequality. */
static bp_state *open_four(fixture *t, const double g[4]) {
    fixture_open(t, &heco_algorithm_bp_epsmag_es, 2, 1, 0, 10000, "lambda=4 T=10");
    bp_state *s = t->state;
    bp_epsmag_ask(s, t->batch);
    for (size_t i = 0; i < 4; i++) {
        t->batch->x[2 * i] = t->batch->x[2 * i + 1] = 0.25 * (double)i;
        t->batch->f[i] = 4.0 - (double)i, t->batch->g[i] = g[i];
        t->batch->viol[i] = g[i] > 0.0 ? g[i] : 0.0;
    }
    bp_epsmag_tell(s, fixture_count(t));
    return s;
}

/* Violations 0, 1, 2, 5 have the median 1.5; the best two (mu = ceil(4/3)) at that level are the
 * second and the first point. */
static void level_and_centre(void **state) {
    (void)state;
    fixture   t;
    bp_state *s = open_four(&t, (double[4]){-1, 1, 2, 5});
    assert_int_equal(s->e.ma.mu, 2);
    assert_near(s->e.eps, 1.5, 1e-15);
    assert_near(s->e.y[0], 0.125, 1e-15);
    fixture_close(&t);
}

/* With more than a fifth of the parents within it the level falls by (1 - g/T)^2, else it rises by
 * a tenth; it is 0 below 1e-8 and in the last generation before T. */
static void the_level_follows_the_parents(void **state) {
    (void)state;
    fixture   t;
    bp_state *s = open_four(&t, (double[4]){-1, 1, 2, 5});
    double    v[4] = {1, 1, 9, 9};
    memcpy(s->e.fix.v, v, sizeof v);
    s->e.g = 5.0, s->e.eps = 2.0;
    s->e.order[0] = 0, s->e.order[1] = 2;
    bp_epsmag_next_level(s);
    assert_near(s->e.eps, 0.5, 1e-15);
    s->e.order[0] = 3;
    bp_epsmag_next_level(s);
    assert_near(s->e.eps, 0.55, 1e-15);
    s->e.eps = 1e-9;
    bp_epsmag_next_level(s);
    assert_double(s->e.eps, 0.0);
    s->e.eps = 1.0, s->e.g = 9.0;
    bp_epsmag_next_level(s);
    assert_double(s->e.eps, 0.0);
    fixture_close(&t);
}

/* M = I, p = (1, 0), two parents z = (1, 0) and (1, 0): the entry M11 is
 * (1 - a - b + a) times (1 + b w1) times (1 + b w2) with a = c_1/2, b = c_mu/2: the terms of the
 * parents follow one another. M22 is 1 - a - b. */
static void the_matrix_is_updated_in_turn(void **state) {
    (void)state;
    fixture   t;
    bp_state *s = open_four(&t, (double[4]){0, 0, 0, 0});
    heco_ma  *ma = &s->e.ma;
    heco_ma_reset(ma);
    ma->c_1 = 0.2, ma->c_mu = 0.4;
    ma->p[0] = 1.0, ma->p[1] = 0.0;
    for (size_t k = 0; k < 2; k++) ma->z[2 * k] = 1.0, ma->z[2 * k + 1] = 0.0, s->e.order[k] = k;
    bp_epsmag_update_matrix(s);
    assert_near(ma->M[0], 0.8 * (1.0 + 0.2 * ma->w[0]) * (1.0 + 0.2 * ma->w[1]), 1e-15);
    assert_near(ma->M[3], 0.7, 1e-15);
    assert_double(ma->M[1], 0.0);
    fixture_close(&t);
}

/* Run 3 is small if small runs have spent less; large runs double, counted without small ones. */
static void runs_of_two_kinds(void **state) {
    (void)state;
    fixture   t;
    bp_state *s = open_four(&t, (double[4]){0, 0, 0, 0});
    s->best_v   = 0.0;
    s->runs     = 2;
    bp_epsmag_begin_run(s);
    assert_false(s->small);
    assert_int_equal(s->e.ma.lambda, 16);
    s->runs = 3, s->spent[0] = 100.0, s->spent[1] = 10.0;
    bp_epsmag_begin_run(s);
    assert_true(s->small);
    assert_in_range(s->e.ma.lambda, 4, 16); /* lambda0 (32/8)^(u^2) */
    assert_int_equal(s->small_runs, 1);
    s->runs = 4, s->spent[1] = 200.0;
    bp_epsmag_begin_run(s);
    assert_false(s->small);
    assert_int_equal(s->e.ma.lambda, 32); /* 2^(4 - 1) lambda0 */
    fixture_close(&t);
}

/* Odd restarts without a feasible point repair longer and have no level. */
static void hard_problems_are_repaired_longer(void **state) {
    (void)state;
    fixture   t;
    bp_state *s = open_four(&t, (double[4]){1, 1, 1, 1});
    s->best_v = 1.0, s->runs = 1;
    bp_epsmag_begin_run(s);
    assert_int_equal(s->steps, 20);
    assert_double(s->T, 0.0);
    s->runs = 2;
    bp_epsmag_begin_run(s);
    assert_int_equal(s->steps, 3);
    assert_double(s->T, 10.0);
    fixture_close(&t);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("bp-epsmag-es", SET(0), 40000);
    assert_solves_known("bp-epsmag-es", SET("repair=0"), 40000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_and_centre),
        cmocka_unit_test(the_level_follows_the_parents),
        cmocka_unit_test(the_matrix_is_updated_in_turn),
        cmocka_unit_test(runs_of_two_kinds),
        cmocka_unit_test(hard_problems_are_repaired_longer),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
