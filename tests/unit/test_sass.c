/* The steps of sass, worked by hand on the box [-1, 1]^2 with one inequality and one equality. */
#include "known_problem.h"

#include "solver/papers/sass.c"

#include "algorithm_fixture.h"

/* Four members at x = (0, 0), (0.25, 0.25), .. with f = 1 .. 4; g and h as given. */
static sass_state *open_four(fixture *t, const double g[4], const double h[4]) {
    fixture_open(t, &heco_algorithm_sass, 2, 1, 1, 1000, "N=4 TC=10");
    sass_state *s = t->state;
    sass_ask(s, t->batch);
    for (size_t i = 0; i < 4; i++) {
        t->batch->x[2 * i] = t->batch->x[2 * i + 1] = 0.25 * (double)i;
        t->batch->f[i] = (double)(i + 1), t->batch->g[i] = g[i], t->batch->h[i] = h[i];
        t->batch->viol[i] = heco_violation(&t->space, &g[i], &h[i]);
    }
    sass_tell(s, fixture_count(t));
    return s;
}

/* Violations (means over two constraints) 0, 1, 2, 1: sorted 0, 1, 1, 2. ceil(0.9 4) = 4 of them
 * have the mean 1, and (-5 - ln 1)/ln 0.05 = 1.67 gives way to 3. */
static void first_level(void **state) {
    (void)state;
    fixture     t;
    sass_state *s = open_four(&t, (double[4]){-1, 2, 4, 0}, (double[4]){0, 0, 0, -2});
    assert_near(s->E0, 1.0, 1e-15);
    assert_double(s->cp, 3.0);
    assert_double(s->e.P.v[0], 0.0);
    assert_double(s->e.P.v[3], 2.0);
    assert_double(heco_population_row(&s->e.P, 3)[2], 4.0); /* g moves with its member */
    assert_double(s->E, 0.0);                               /* 0 in the first generation */
    fixture_close(&t);
}

/* At E = 0.5: max(0, 2 - 0.5) + max(0, |-1| - 0.5 - 1e-4). */
static void level_on_every_constraint(void **state) {
    (void)state;
    fixture     t;
    sass_state *s = open_four(&t, (double[4]){-1, 2, 4, 0}, (double[4]){0, 0, 0, -2});
    s->E          = 0.5;
    assert_near(heco_constraint_repair_violation(&s->fix, (double[2]){2.0, -1.0}, s->E), 1.5 + 0.4999, 1e-15);
    assert_double(heco_constraint_repair_violation(&s->fix, (double[2]){0.5, 0.5}, s->E), 0.0);
    assert_true(isinf(heco_constraint_repair_violation(&s->fix, (double[2]){NAN, 0.0}, s->E)));
    fixture_close(&t);
}

/* Trials: 0 has smaller f but a larger violation (a success in memory, not in the population), 1 has
 * a smaller violation and larger f, 2 equals its member, 3 is worse in both. */
static void success_and_replacement(void **state) {
    (void)state;
    fixture     t;
    sass_state *s = open_four(&t, (double[4]){0, 1, 2, 3}, (double[4]){0, 0, 0, 0});
    double      f[4] = {0, 5, 3, 9}, c[8] = {1, 0, 0.5, 0, 2, 0, 9, 0};
    memcpy(s->fix.f, f, sizeof f);
    memcpy(s->fix.c, c, sizeof c);
    for (size_t i = 0; i < 4; i++) s->fix.v[i] = c[2 * i] / 2.0, s->e.F[i] = s->e.CR[i] = 0.4;
    s->fix.x[4] = 0.75; /* of trial 2 */
    sass_record(s);
    assert_int_equal(s->e.success[0].count, 1);
    assert_double(s->e.success[0].gain[0], 1.0);
    assert_int_equal(s->e.A.count, 1);
    assert_near(s->e.memory[0].F[0], 0.4, 1e-15);
    sass_replace(s);
    assert_double(s->e.P.f[0], 1.0);
    assert_double(s->e.P.f[1], 5.0);
    assert_double(heco_population_row(&s->e.P, 2)[0], 0.75); /* equal values replace */
    assert_double(s->e.P.f[3], 4.0);
    fixture_close(&t);
}

/* Violations that no longer differ end an infeasible population; a feasible one needs equal f. */
static void collapse(void **state) {
    (void)state;
    fixture     t;
    sass_state *s = open_four(&t, (double[4]){2, 2, 2, 2}, (double[4]){0, 0, 0, 0});
    assert_true(sass_is_collapsed(s));
    for (size_t i = 0; i < 4; i++) s->e.P.v[i] = 0.0;
    assert_false(sass_is_collapsed(s));
    for (size_t i = 0; i < 4; i++) s->e.P.f[i] = 1.0;
    assert_true(sass_is_collapsed(s));
    s->e.P.v[3] = 1.0;
    assert_false(sass_is_collapsed(s));
    fixture_close(&t);
}

/* Only every n-th generation is repaired, and only trials with 0 < v < 100. */
static void repairs_are_listed(void **state) {
    (void)state;
    fixture     t;
    sass_state *s = open_four(&t, (double[4]){2, 2, 2, 2}, (double[4]){0, 0, 0, 0});
    t.option[SASS_REPAIR] = 1.0;
    for (size_t i = 0; i < 4; i++) s->fix.v[i] = (double[4]){0, 1, 100, 3}[i];
    s->g = 3.0;
    assert_int_equal(sass_list_repairs(s), 0);
    s->g = 4.0;
    assert_int_equal(sass_list_repairs(s), 4);
    assert_int_equal(s->fix.todos, 2);
    assert_int_equal(s->fix.todo[0], 1);
    assert_int_equal(s->fix.todo[1], 3);
    fixture_close(&t);
}

/* With 20 variables and equalities repairs are long and the best member is repaired as well. */
static void long_repairs(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_sass, 20, 0, 1, 10000, "N=4 repair=0");
    sass_state *s = t.state;
    sass_ask(s, t.batch);
    for (size_t i = 0; i < 4; i++)
        t.batch->f[i] = 0.0, t.batch->h[i] = t.batch->viol[i] = (double)(4 - i);
    sass_tell(s, fixture_count(&t));
    s->g = 20.0;
    assert_int_equal(sass_list_repairs(s), 5000 / 21);
    assert_int_equal(s->fix.todos, 1);
    assert_int_equal(s->fix.todo[0], 4);
    assert_double(s->fix.v[4], 1.0);
    fixture_close(&t);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("sass", SET(0), 40000);
    assert_solves_known("sass", SET("repair=0"), 40000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_level),
        cmocka_unit_test(level_on_every_constraint),
        cmocka_unit_test(success_and_replacement),
        cmocka_unit_test(collapse),
        cmocka_unit_test(repairs_are_listed),
        cmocka_unit_test(long_repairs),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
