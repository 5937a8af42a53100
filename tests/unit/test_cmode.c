/* cmode: nondominated children, whom they replace, the archive and its return. */
#include "solver/papers/cmode.c"

#include "algorithm_fixture.h"

/* Q is the whole population of four when mu = lambda = 4, in the order of perm. */
static cmode_state *open_four(fixture *t, const char *set, const double *f, const double *v) {
    fixture_open(t, &heco_algorithm_cmode, 2, 1, 0, 1000, set);
    cmode_state *s = t->state;
    cmode_ask(s, t->batch);
    assert_int_equal(t->batch->count, 4);
    memcpy(t->batch->f, f, 4 * sizeof *f);
    memcpy(t->batch->g, v, 4 * sizeof *v);
    cmode_tell(s, t->batch);
    return s;
}

static void tell_children(fixture *t, const double *f, const double *v) {
    memcpy(t->batch->f, f, t->batch->count * sizeof *f);
    memcpy(t->batch->g, v, t->batch->count * sizeof *v);
    cmode_tell(t->state, t->batch);
}

static double total(const double *x) {
    double sum = 0.0;
    for (size_t i = 0; i < 4; i++) sum += x[i];
    return sum;
}

static void sizes(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_cmode, 5, 1, 0, 500000, NULL);
    cmode_state *s = t.state;
    assert_int_equal(s->mu, 180);
    assert_int_equal(s->lambda, 8);
    assert_int_equal(s->A.capacity, 22);
    fixture_close(&t);
    fixture_open(&t, &heco_algorithm_cmode, 5, 1, 0, 60, NULL);
    assert_int_equal(((cmode_state *)t.state)->mu, 6);
    assert_int_equal(((cmode_state *)t.state)->lambda, 6);
    fixture_close(&t);
}

/* Members (10,0) (20,5) (30,9) (0,20). Children (9,3) (8,30) (9,4) (50,50): the third is dominated
 * by the first, the fourth by all. (9,3) dominates (20,5) and (30,9), (8,30) nobody. */
static void a_child_replaces_one_member_it_dominates(void **state) {
    (void)state;
    fixture      t;
    cmode_state *s = open_four(&t, "mu=4 lambda=4", (double[]){10, 20, 30, 0},
                               (double[]){0, 5, 9, 20});
    cmode_ask(s, t.batch);
    tell_children(&t, (double[]){9, 8, 9, 50}, (double[]){3, 30, 4, 50});
    double f = total(s->P.f), v = total(s->P.v);
    assert_true((f == 49 && v == 32) || (f == 39 && v == 28)); /* 20 or 30 has become 9 */
    assert_int_equal(s->A.count, 1); /* nobody feasible in R: the least violation is kept */
    assert_double(s->A.f[0], 9.0);
    assert_double(s->A.v[0], 3.0);
    fixture_close(&t);
}

static void a_feasible_child_leaves_the_archive_alone(void **state) {
    (void)state;
    fixture      t;
    cmode_state *s = open_four(&t, "mu=4 lambda=4", (double[]){1, 2, 3, 4}, (double[]){0, 0, 0, 0});
    cmode_ask(s, t.batch);
    tell_children(&t, (double[]){9, 0, 9, 9}, (double[]){0, 1, 1, 1});
    assert_int_equal(s->A.count, 0); /* (9,0) is in R */
    assert_double(total(s->P.f), 10.0);
    fixture_close(&t);
}

/* k = 2: after two generations (5,1) and (4,2) come back, except where a member dominates them. */
static void the_archive_returns(void **state) {
    (void)state;
    for (int always = 0; always < 2; always++) {
        fixture      t;
        const char  *set = always ? "mu=4 lambda=4 k=2 feedback=always" : "mu=4 lambda=4 k=2";
        cmode_state *s   = open_four(&t, set, (double[]){3, 3, 3, 3}, (double[]){0, 0, 0, 0});
        cmode_ask(s, t.batch);
        tell_children(&t, (double[]){5, 9, 9, 9}, (double[]){1, 8, 8, 8});
        assert_int_equal(s->A.count, 1);
        cmode_ask(s, t.batch);
        tell_children(&t, (double[]){2, 9, 9, 9}, (double[]){2, 8, 8, 8});
        assert_int_equal(s->A.count, 0);
        /* (3,0) dominates (5,1), not (2,2) */
        assert_double(total(s->P.f), always ? 3 + 3 + 5 + 2 : 3 + 3 + 3 + 2);
        fixture_close(&t);
    }
}

/* One inequality and one equality whose excesses differ by more than xi. */
static void scales_that_differ_are_normalised(void **state) {
    (void)state;
    for (int far = 0; far < 2; far++) {
        fixture t;
        fixture_open(&t, &heco_algorithm_cmode, 2, 1, 1, 1000, "mu=4 lambda=4");
        cmode_state *s = t.state;
        cmode_ask(s, t.batch);
        for (size_t i = 0; i < 4; i++) {
            t.batch->f[i] = 0.0;
            t.batch->g[i] = far ? 400.0 : 100.0;
            t.batch->h[i] = 2.0001;
        }
        cmode_tell(s, t.batch);
        assert_near(s->P.v[0], far ? 2.0 : 102.0, 1e-12);
        fixture_close(&t);
    }
}

static void g21_is_solved(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("cmode", "g21", 500000), 193.7245100700, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(a_child_replaces_one_member_it_dominates),
        cmocka_unit_test(a_feasible_child_leaves_the_archive_alone),
        cmocka_unit_test(the_archive_returns),
        cmocka_unit_test(scales_that_differ_are_normalised),
        cmocka_unit_test(g21_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
