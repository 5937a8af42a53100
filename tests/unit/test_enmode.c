#include "algorithm_fixture.h"
#include "known_problem.h"

#include "solver/papers/enmode.c"

/* Two variables, two inequalities, one equality, six members. */
static enmode_state *open_state(fixture *t) {
    fixture_open(t, &heco_algorithm_enmode, 2, 2, 1, 10000, "N0=6");
    for (size_t j = 0; j < 2; j++) t->lower[j] = KNOWN_LOWER[j], t->upper[j] = KNOWN_UPPER[j];
    return t->state;
}

/* Sums of violations: g1 6, g2 60, h 0.3; so g1 and h are the easy half of three, rounded up. */
static void first(fixture *t) {
    double     x[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2}, f[6] = {1, 2, 3, 4, 5, 6};
    double     g[12] = {1, 10, 2, 10, 3, 10, -1, 10, -1, 10, -1, 10};
    double     h[6]  = {0.1, -0.2, 0, 5e-5, 0, 0};
    heco_batch in    = {.n = 2, .ng = 2, .nh = 1, .count = 6, .x = x, .f = f, .g = g, .h = h};
    t->evals += in.count;
    enmode_tell(t->state, &in);
}

static void easy_constraints_come_first(void **state) {
    (void)state;
    fixture       t;
    enmode_state *s = open_state(&t);
    first(&t);
    assert_int_equal(s->actives, 2);
    assert_true(s->active[0] && !s->active[1] && s->active[2]);
    assert_near(s->e.P.v[0], 1.1 / 2.0, 1e-15);
    assert_near(s->e.P.v[1], 2.2 / 2.0, 1e-15);
    assert_double(s->e.P.v[3], 0.0); /* g2 does not count yet */
    enmode_activate_all(s);
    assert_near(s->e.P.v[0], 11.1 / 3.0, 1e-15);
    assert_near(s->e.P.v[3], 10.0 / 3.0, 1e-15);
    fixture_close(&t);
}

/* Members 0 to 2 are infeasible with v 0.55, 1.1, 1.5; members 3 to 5 are feasible. */
static void gains(void **state) {
    (void)state;
    fixture       t;
    enmode_state *s = open_state(&t);
    first(&t);
    double     f[6] = {0.5, 4, 3, 2, 9, 6}, v[6] = {0.55 / 2, 0.0, 2.0, 0.0, 0.0, 0.1};
    heco_batch in = {.n = 2, .ng = 2, .nh = 1, .count = 6, .f = f};
    memcpy(s->e.v, v, sizeof v);
    enmode_set_gains(s, &in);
    assert_near(s->gain[0], 0.5 + 0.5, 1e-15);       /* v and f fall by half               */
    assert_near(s->gain[1], 1.0 + 0.0 + 1.0, 1e-15); /* becomes feasible: the largest on top */
    assert_double(s->gain[2], 0.0);                  /* a larger violation                  */
    assert_near(s->gain[3], 0.5, 1e-15);             /* both feasible: f from 4 to 2        */
    assert_double(s->gain[4], 0.0);
    assert_double(s->gain[5], 0.0);
    fixture_close(&t);
}

/* Mean gains 3 and 1 give shares 3/4 and 1/4; no share is below 0.1. */
static void shares(void **state) {
    (void)state;
    fixture       t;
    enmode_state *s       = open_state(&t);
    double        gain[4] = {4, 2, 1, 1};
    memcpy(s->gain, gain, sizeof gain);
    memcpy(s->op, (unsigned char[4]){0, 0, 1, 1}, 4);
    enmode_set_shares(s, 4);
    assert_near(s->share[0], 0.75, 1e-15);
    assert_near(s->share[1], 0.25, 1e-15);
    s->gain[2] = s->gain[3] = 0.0;
    enmode_set_shares(s, 4);
    assert_near(s->share[0], 0.9, 1e-15);
    s->gain[0] = s->gain[1] = 0.0;
    enmode_set_shares(s, 4);
    assert_near(s->share[0], 0.5, 1e-15);
    fixture_close(&t);
}

/* The program archives the members that stay. */
static void members_that_stay_are_archived(void **state) {
    (void)state;
    fixture       t;
    enmode_state *s = open_state(&t);
    first(&t);
    double x[12] = {0}, f[6] = {9, 9, 9, 0, 9, 9}, g[12], h[6] = {0};
    for (size_t i = 0; i < 6; i++) g[2 * i] = i == 3 ? -1.0 : 50.0, g[2 * i + 1] = 0.0;
    heco_batch in = {.n = 2, .ng = 2, .nh = 1, .count = 6, .x = x, .f = f, .g = g, .h = h};
    t.evals += 6;
    enmode_tell(s, &in);
    assert_int_equal(s->e.A.count, 5);
    assert_double(s->e.P.f[3], 0.0);
    assert_double(s->e.A.x[0], 0.0);
    assert_double(s->e.A.x[1], 1.0);
    assert_int_equal(s->e.success[0].count, 1);
    fixture_close(&t);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("enmode", SET(0), 40000);
    assert_solves_known("enmode", SET("wait=0"), 40000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(easy_constraints_come_first),
        cmocka_unit_test(gains),
        cmocka_unit_test(shares),
        cmocka_unit_test(members_that_stay_are_archived),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
