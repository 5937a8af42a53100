/* nses: who survives, worked by hand. */
#include "solver/papers/nses.c"

#include "algorithm_fixture.h"

/* N = 4: parents, then children, of given f and violation; points all different. */
static nses_state *open_four(fixture *t, const double *f, const double *v) {
    fixture_open(t, &heco_algorithm_nses, 1, 1, 0, 1000, "N=4");
    nses_state *s = t->state;
    nses_ask(s, t->batch);
    memcpy(t->batch->f, f, 4 * sizeof *f);
    memcpy(t->batch->g, v, 4 * sizeof *v);
    nses_tell(s, t->batch);
    assert_int_equal(s->P.count, 4);
    for (size_t i = 0; i < 4; i++) s->P.v[i] = v[i]; /* without the scale */
    heco_scaled_violation_reset(&s->scaled, &t->space);
    return s;
}

static void tell_children(fixture *t, const double *f, const double *v) {
    nses_ask(t->state, t->batch);
    for (size_t i = 0; i < 4; i++) t->batch->x[i] = 0.001 * (double)(i + 1);
    memcpy(t->batch->f, f, 4 * sizeof *f);
    memcpy(t->batch->g, v, 4 * sizeof *v);
    nses_tell(t->state, t->batch);
}

static void assert_population(const nses_state *s, const double *f, const double *v) {
    assert_int_equal(s->P.count, 4);
    for (size_t i = 0; i < 4; i++) assert_double(s->P.f[i], f[i]), assert_double(s->P.v[i], v[i]);
}

/* Nobody feasible: fronts {(1,9) (2,5) (3,2) (8,1)} and after them; by rising v inside the first. */
static void without_feasible_points(void **state) {
    (void)state;
    fixture     t;
    nses_state *s = open_four(&t, (double[]){1, 4, 3, 9}, (double[]){9, 6, 2, 3});
    tell_children(&t, (double[]){2, 8, 9, 9}, (double[]){5, 1, 9, 7});
    assert_population(s, (double[]){8, 3, 2, 1}, (double[]){1, 2, 5, 9});
    fixture_close(&t);
}

/* Three of eight feasible: n_F = round(3/8 * 4) = 2, f = 4 and 5. Then infeasible ones with f up to
 * 5 in the order of their fronts: (3,1), (2,3); (5.5,0.5) would lead but is dominated by (5,0). */
static void feasible_points_get_their_share(void **state) {
    (void)state;
    fixture     t;
    nses_state *s = open_four(&t, (double[]){4, 5, 7, 3}, (double[]){0, 0, 0, 1});
    tell_children(&t, (double[]){2, 5.5, 9, 9}, (double[]){3, 0.5, 9, 8});
    assert_population(s, (double[]){4, 5, 3, 2}, (double[]){0, 0, 1, 3});
    fixture_close(&t);
}

/* One feasible point, (1,0), dominates every other: they come only because nothing else is left. */
static void dominated_ones_come_last(void **state) {
    (void)state;
    fixture     t;
    nses_state *s = open_four(&t, (double[]){1, 5, 7, 3}, (double[]){0, 2, 2, 1});
    tell_children(&t, (double[]){2, 8, 9, 9}, (double[]){3, 4, 9, 8});
    assert_population(s, (double[]){1, 3, 2, 5}, (double[]){0, 1, 3, 2});
    fixture_close(&t);
}

/* All feasible: the best half. */
static void all_feasible(void **state) {
    (void)state;
    fixture     t;
    nses_state *s = open_four(&t, (double[]){1, 5, 7, 3}, (double[]){0, 0, 0, 0});
    tell_children(&t, (double[]){2, 8, 6, 4}, (double[]){0, 0, 0, 0});
    assert_population(s, (double[]){1, 2, 3, 4}, (double[]){0, 0, 0, 0});
    fixture_close(&t);
}

/* Two different points in the pool: both stay and are repeated. */
static void duplicates_leave(void **state) {
    (void)state;
    fixture     t;
    nses_state *s = open_four(&t, (double[]){2, 2, 2, 2}, (double[]){0, 0, 0, 0});
    nses_ask(s, t.batch);
    for (size_t i = 0; i < 4; i++) {
        s->P.x[i] = 0.5, t.batch->x[i] = 0.25;
        t.batch->f[i] = 1.0, t.batch->g[i] = 0.0;
    }
    nses_tell(s, t.batch);
    assert_population(s, (double[]){1, 2, 1, 2}, (double[]){0, 0, 0, 0});
    fixture_close(&t);
}

static void g13_is_solved(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("nses", "g13", 300000), 0.0539415140, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_feasible_points),
        cmocka_unit_test(feasible_points_get_their_share),
        cmocka_unit_test(dominated_ones_come_last),
        cmocka_unit_test(all_feasible),
        cmocka_unit_test(duplicates_leave),
        cmocka_unit_test(g13_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
