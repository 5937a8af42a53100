/* frofi: what is archived, the replacement group by group, the mutation. */
#include "solver/papers/frofi.c"

#include "algorithm_fixture.h"

/* N members of given f and v (one inequality without tolerance, so v is its value). */
static frofi_state *open_members(fixture *t, const char *set, const double *f, const double *v) {
    fixture_open(t, &heco_algorithm_frofi, 2, 1, 0, 1000, set);
    frofi_state *s = t->state;
    frofi_ask(s, t->batch);
    memcpy(t->batch->f, f, s->N * sizeof *f);
    memcpy(t->batch->g, v, s->N * sizeof *v);
    frofi_tell(s, t->batch);
    return s;
}

static void tell_values(fixture *t, const double *f, const double *v) {
    memcpy(t->batch->f, f, t->batch->count * sizeof *f);
    memcpy(t->batch->g, v, t->batch->count * sizeof *v);
    frofi_tell(t->state, t->batch);
}

static void groups_follow_the_dimension(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_frofi, 2, 1, 0, 500000, NULL);
    assert_int_equal(((frofi_state *)t.state)->N, 80);
    assert_int_equal(((frofi_state *)t.state)->group, 16); /* MRN 5 */
    fixture_close(&t);
    fixture_open(&t, &heco_algorithm_frofi, 20, 1, 0, 500000, NULL);
    assert_int_equal(((frofi_state *)t.state)->group, 8); /* MRN 10 */
    fixture_close(&t);
    fixture_open(&t, &heco_algorithm_frofi, 2, 1, 0, 1000, "N=4 MRN=100");
    assert_int_equal(((frofi_state *)t.state)->group, 1);
    fixture_close(&t);
}

/* Six members in groups of two by falling f: {0, 1}, {2, 3}, {4, 5}. All trials lose; those of
 * members 0, 2 and 5 have smaller f, with v = 7, 4, 9. */
static void lost_trials_replace_members_of_large_violation(void **state) {
    (void)state;
    fixture      t;
    frofi_state *s = open_members(&t, "N=6 MRN=3", (double[]){60, 50, 40, 30, 20, 10},
                                  (double[]){0, 3, 1, 2, 0, 5});
    frofi_ask(s, t.batch);
    assert_int_equal(t.batch->count, 6);
    tell_values(&t, (double[]){45, 70, 35, 70, 70, 5}, (double[]){7, 9, 4, 9, 9, 9});
    /* group {0, 1}: member 1 has v = 3; the trial of v = 4, f = 35 < 50 takes its place.
     * group {2, 3}: member 3, v = 2; the trial of v = 7 has f = 45, not below 30.
     * group {4, 5}: member 5, v = 5; 45 is not below 10 either. */
    static const double f[6] = {60, 35, 40, 30, 20, 10}, v[6] = {0, 4, 1, 2, 0, 5};
    for (size_t i = 0; i < 6; i++) assert_double(s->P.f[i], f[i]), assert_double(s->P.v[i], v[i]);
    assert_int_equal(s->phase, FROFI_GENERATION); /* somebody is feasible */
    fixture_close(&t);
}

/* The one lost trial serves one group only. */
static void a_trial_is_used_once(void **state) {
    (void)state;
    fixture      t;
    frofi_state *s = open_members(&t, "N=4 MRN=4", (double[]){4, 3, 2, 1}, (double[]){1, 1, 1, 0});
    frofi_ask(s, t.batch);
    tell_values(&t, (double[]){0, 9, 9, 9}, (double[]){2, 9, 9, 9});
    static const double f[4] = {0, 3, 2, 1};
    for (size_t i = 0; i < 4; i++) assert_double(s->P.f[i], f[i]);
    fixture_close(&t);
}

/* Nobody feasible: one more point, which differs from a member in one coordinate. */
static void an_infeasible_population_is_mutated(void **state) {
    (void)state;
    fixture      t;
    frofi_state *s = open_members(&t, "N=4 MRN=1", (double[]){4, 3, 2, 1}, (double[]){1, 8, 2, 3});
    frofi_ask(s, t.batch);
    tell_values(&t, (double[]){9, 9, 9, 9}, (double[]){9, 9, 9, 9});
    assert_int_equal(s->phase, FROFI_MUTATION);
    frofi_ask(s, t.batch);
    assert_int_equal(t.batch->count, 1);
    int found = 0;
    for (size_t i = 0; i < 4; i++) {
        const double *x = heco_population_row(&s->P, i);
        found |= (x[0] == t.batch->x[0]) != (x[1] == t.batch->x[1]);
    }
    assert_true(found);
    tell_values(&t, (double[]){2.5}, (double[]){100}); /* smaller f than member 1, of v = 8 */
    assert_double(s->P.f[1], 2.5);
    assert_double(s->P.v[1], 100.0);
    assert_int_equal(s->phase, FROFI_GENERATION);
    s->phase       = FROFI_MUTATION;
    t.batch->count = 1;
    tell_values(&t, (double[]){2.5}, (double[]){0}); /* not smaller: dropped */
    assert_double(s->P.v[1], 100.0);
    fixture_close(&t);
}

static void g10_is_solved(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("frofi", "g10", 500000), 7049.2480205286, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_follow_the_dimension),
        cmocka_unit_test(lost_trials_replace_members_of_large_violation),
        cmocka_unit_test(a_trial_is_used_once),
        cmocka_unit_test(an_infeasible_population_is_mutated),
        cmocka_unit_test(g10_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
