#include "known_problem.h"

#include "solver/papers/enmode.c"

typedef struct {
    heco_arena   arena;
    heco_rng     rng;
    heco_error   error;
    heco_space   space;
    heco_setup   setup;
    uint64_t     evals;
    double       option[ENMODE_OPTIONS];
    enmode_state s;
    size_t       max_batch;
} fixture;

/* Two variables, two inequalities, one equality, six members. */
static void fixture_open(fixture *t) {
    memset(t, 0, sizeof *t);
    for (int i = 0; i < ENMODE_OPTIONS; i++) t->option[i] = enmode_options[i].value;
    t->option[ENMODE_N0] = 6;
    t->space = (heco_space){.n = 2, .ng = 2, .nh = 1, .lower = KNOWN_LOWER, .upper = KNOWN_UPPER,
                            .eq_tol = 1e-4};
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, 1, 0);
    t->setup = (heco_setup){.space = &t->space, .max_evals = 10000, .option = t->option,
                            .rng = &t->rng, .arena = &t->arena, .error = &t->error,
                            .evals = &t->evals};
    assert_int_equal(enmode_init(&t->s, &t->setup, &t->max_batch), HECO_OK);
}

/* Sums of violations: g1 6, g2 60, h 0.3; so g1 and h are the easy half of three, rounded up. */
static void first(fixture *t) {
    double     x[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2}, f[6] = {1, 2, 3, 4, 5, 6};
    double     g[12] = {1, 10, 2, 10, 3, 10, -1, 10, -1, 10, -1, 10};
    double     h[6]  = {0.1, -0.2, 0, 5e-5, 0, 0};
    heco_batch in = {.n = 2, .ng = 2, .nh = 1, .count = 6, .x = x, .f = f, .g = g, .h = h};
    t->evals += in.count;
    enmode_tell(&t->s, &in);
}

static void easy_constraints_come_first(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t);
    first(&t);
    assert_int_equal(t.s.actives, 2);
    assert_true(t.s.active[0] && !t.s.active[1] && t.s.active[2]);
    assert_near(t.s.e.P.v[0], 1.1 / 2.0, 1e-15);
    assert_near(t.s.e.P.v[1], 2.2 / 2.0, 1e-15);
    assert_double(t.s.e.P.v[3], 0.0); /* g2 does not count yet */
    enmode_activate_all(&t.s);
    assert_near(t.s.e.P.v[0], 11.1 / 3.0, 1e-15);
    assert_near(t.s.e.P.v[3], 10.0 / 3.0, 1e-15);
    heco_arena_release(&t.arena);
}

/* Members 0 to 2 are infeasible with v 0.55, 1.1, 1.5; members 3 to 5 are feasible. */
static void gains(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t);
    first(&t);
    double     f[6] = {0.5, 4, 3, 2, 9, 6}, v[6] = {0.55 / 2, 0.0, 2.0, 0.0, 0.0, 0.1};
    heco_batch in = {.n = 2, .ng = 2, .nh = 1, .count = 6, .f = f};
    memcpy(t.s.e.v, v, sizeof v);
    enmode_set_gains(&t.s, &in);
    assert_near(t.s.gain[0], 0.5 + 0.5, 1e-15);       /* v and f fall by half               */
    assert_near(t.s.gain[1], 1.0 + 0.0 + 1.0, 1e-15); /* becomes feasible: the largest on top */
    assert_double(t.s.gain[2], 0.0);                  /* a larger violation                  */
    assert_near(t.s.gain[3], 0.5, 1e-15);             /* both feasible: f from 4 to 2        */
    assert_double(t.s.gain[4], 0.0);
    assert_double(t.s.gain[5], 0.0);
    heco_arena_release(&t.arena);
}

/* Mean gains 3 and 1 give shares 3/4 and 1/4; no share is below 0.1. */
static void shares(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t);
    double gain[4] = {4, 2, 1, 1};
    memcpy(t.s.gain, gain, sizeof gain);
    memcpy(t.s.op, (unsigned char[4]){0, 0, 1, 1}, 4);
    enmode_set_shares(&t.s, 4);
    assert_near(t.s.share[0], 0.75, 1e-15);
    assert_near(t.s.share[1], 0.25, 1e-15);
    t.s.gain[2] = t.s.gain[3] = 0.0;
    enmode_set_shares(&t.s, 4);
    assert_near(t.s.share[0], 0.9, 1e-15);
    t.s.gain[0] = t.s.gain[1] = 0.0;
    enmode_set_shares(&t.s, 4);
    assert_near(t.s.share[0], 0.5, 1e-15);
    heco_arena_release(&t.arena);
}

/* The program archives the members that stay. */
static void members_that_stay_are_archived(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t);
    first(&t);
    double x[12] = {0}, f[6] = {9, 9, 9, 0, 9, 9}, g[12], h[6] = {0};
    for (size_t i = 0; i < 6; i++) g[2 * i] = i == 3 ? -1.0 : 50.0, g[2 * i + 1] = 0.0;
    heco_batch in = {.n = 2, .ng = 2, .nh = 1, .count = 6, .x = x, .f = f, .g = g, .h = h};
    t.evals += 6;
    enmode_tell(&t.s, &in);
    assert_int_equal(t.s.e.A.count, 5);
    assert_double(t.s.e.P.f[3], 0.0);
    assert_double(t.s.e.A.x[0], 0.0);
    assert_double(t.s.e.A.x[1], 1.0);
    assert_int_equal(t.s.e.success[0].count, 1);
    heco_arena_release(&t.arena);
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
