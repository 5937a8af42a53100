#include "algorithm_fixture.h"
#include "known_problem.h"

#include "solver/papers/colshade.c"

/* Two variables, one inequality, two equalities, four members. */
static colshade_state *open_state(fixture *t) {
    fixture_open(t, &heco_algorithm_colshade, 2, 1, 2, 1000, "N0=4");
    for (size_t j = 0; j < 2; j++) t->lower[j] = KNOWN_LOWER[j], t->upper[j] = KNOWN_UPPER[j];
    return t->state;
}

/* h1 of the four: 3, -8, 1, 2; h2: all within 1e-4. Tolerances 8 and 1e-4; so the members differ in
 * g alone by the loose measure, in h1 too by the strict one. Sorted: strict 1, 2, 8, 3 + 6. */
static void first(fixture *t) {
    double     x[8] = {0, 1, 2, 3, 4, 5, 6, 7}, f[4] = {1, 2, 3, 4}, g[4] = {6, -1, -2, 0};
    double     h[8] = {3, 0, -8, 5e-5, 1, 0, 2, 0}, viol[4] = {1, 1, 1, 1};
    heco_batch in = {
        .n = 2, .ng = 1, .nh = 2, .count = 4, .x = x, .f = f, .g = g, .h = h, .viol = viol};
    t->evals += in.count;
    colshade_tell(t->state, &in);
}

static void tolerances_at_the_start(void **state) {
    (void)state;
    fixture         t;
    colshade_state *s = open_state(&t);
    first(&t);
    assert_double(s->tol[0], 0.0);
    assert_double(s->tol[1], 8.0);
    assert_double(s->tol[2], 1e-4);
    assert_int_equal(s->relaxed, 1);
    const double order[4] = {3, 4, 2, 1}, loose[4] = {0, 0, 0, 6};
    for (size_t i = 0; i < 4; i++) {
        assert_double(s->e.P.f[i], order[i]);
        assert_double(s->e.P.v[i], loose[i]);
    }
    assert_near(*colshade_strict(s, 0), 1.0 - 1e-4, 1e-15);
    assert_near(*colshade_strict(s, 3), 9.0 - 1e-4, 1e-14);
    fixture_close(&t);
}

/* 4 of 1000 evaluations, cut at 600: tau = 8 (1e-4/8)^(4/596). */
static void tolerances_shrink(void **state) {
    (void)state;
    fixture         t;
    colshade_state *s = open_state(&t);
    first(&t);
    colshade_tighten(s);
    double tau = 8.0 * pow(1e-4 / 8.0, 4.0 / 596.0);
    assert_near(s->tol[1], tau, 1e-12);
    assert_double(s->tol[2], 1e-4);
    assert_near(s->e.P.v[2], 8.0 - tau, 1e-12); /* measured again */
    s->tol[1] = 0.5;                            /* no member meets it: it stays */
    colshade_tighten(s);
    assert_double(s->tol[1], 0.5);
    assert_int_equal(s->relaxed, 1);
    t.evals = 600;
    colshade_tighten(s);
    assert_double(s->tol[1], 1e-4);
    assert_int_equal(s->relaxed, 0);
    assert_double(s->e.P.v[2], *colshade_strict(s, 2));
    fixture_close(&t);
}

static void check_gains(colshade_state *s, size_t i, const double trial[3], double gain_f,
                        double gain_v) {
    colshade_set_gains(s, i, trial[0], trial[1], trial[2]);
    assert_near(s->gain_f[i], gain_f, 1e-12);
    assert_near(s->gain_v[i], gain_v, 1e-12);
}

/* Member 0: f 3, strict 1 - 1e-4; member 2: f 2, svc 0, strict 8 - 1e-4; member 3: svc 6. */
static void acceptance(void **state) {
    (void)state;
    fixture         t;
    colshade_state *s = open_state(&t);
    first(&t);
    check_gains(s, 0, (double[]){0, 0, 5}, 0, 0); /* the best: strict counts, f does not */
    check_gains(s, 0, (double[]){9, 0, 0.5}, 0, 0.5 - 1e-4);
    check_gains(s, 2, (double[]){1.5, 0, 99}, 0.5, 0);   /* both met: f */
    check_gains(s, 2, (double[]){9, 0, 7}, 0, 1 - 1e-4); /* worse f, but relaxed and stricter */
    check_gains(s, 3, (double[]){9, 2, 99}, 0, 4);
    check_gains(s, 3, (double[]){9, 7, 99}, 0, 0);
    s->relaxed = 0;
    check_gains(s, 2, (double[]){9, 0, 7}, 0, 0);
    fixture_close(&t);
}

/* Gains 2 and 6 of the Levy operator, 8 of the other: 0.25 * 0.5 + 0.75 * 0.5. */
static void the_probability_of_levy(void **state) {
    (void)state;
    fixture         t;
    colshade_state *s = open_state(&t);
    heco_successes_add(&s->e.success[COLSHADE_FLIGHT], 0.5, 0.5, 2.0);
    heco_successes_add(&s->e.success[COLSHADE_FLIGHT], 0.5, 0.5, 6.0);
    heco_successes_add(&s->e.success[COLSHADE_PBEST], 0.5, 0.5, 8.0);
    colshade_adapt_levy(s);
    assert_double(s->p_levy, 0.5);
    s->e.success[COLSHADE_PBEST].count = 0;
    for (int k = 0; k < 10; k++) colshade_adapt_levy(s);
    assert_double(s->p_levy, 0.999);
    s->e.success[COLSHADE_FLIGHT].count = 0;
    colshade_adapt_levy(s);
    assert_double(s->p_levy, 0.999);
    fixture_close(&t);
}

/* F stays above sqrt((1 - CR/2)/N); Levy steps go from x towards pbest, half of them shorter than
 * 0.01/0.6745^2 of F times the way. */
static void samples_and_flights(void **state) {
    (void)state;
    fixture         t;
    colshade_state *s = open_state(&t);
    first(&t);
    int shorter = 0, flights = 0;
    for (int k = 0; k < 10000; k++) {
        colshade_sample(s, 1);
        assert_true(s->e.CR[1] >= 0.0 && s->e.CR[1] <= 1.0);
        assert_true(s->e.F[1] <= 1.0 && s->e.F[1] > sqrt((1.0 - s->e.CR[1] / 2.0) / 4.0) - 0.02);
        flights += s->op[1] == COLSHADE_FLIGHT;
        double row[2];
        colshade_levy(s, 1, 0, row); /* from (6, 7) to (4, 5) */
        assert_true(row[0] < 6.0 && row[1] < 7.0);
        shorter += (6.0 - row[0]) / (2.0 * s->e.F[1]) < 0.01 / (0.67448975 * 0.67448975);
    }
    assert_in_range(flights, 4800, 5200);
    assert_in_range(shorter, 4800, 5200);
    fixture_close(&t);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("colshade", SET(0), 10000);
    assert_solves_known("colshade", SET("cut=0"), 10000);
}

static int yes(void *user) {
    ++*(int *)user;
    return 1;
}

/* No trial is made once the time is over; the run does not evaluate what was asked for. */
static void the_time_limit_ends_an_ask(void **state) {
    (void)state;
    fixture    t;
    int        looks = 0;
    double     x[8];
    heco_batch out = {.n = 2, .x = x, .capacity = 4};
    for (size_t i = 0; i < 8; i++) x[i] = 77.0;
    colshade_state *s = open_state(&t);
    first(&t);
    t.setup.is_timed_out = yes, t.setup.timeout_user = &looks;
    assert_int_equal(colshade_ask(s, &out), HECO_OK);
    assert_int_equal(looks, 1);
    for (size_t i = 0; i < 8; i++) assert_true(x[i] == 77.0);
    t.setup.is_timed_out = NULL;
    assert_int_equal(colshade_ask(s, &out), HECO_OK);
    assert_int_equal(out.count, 4);
    for (size_t i = 0; i < 8; i++) assert_true(x[i] != 77.0);
    fixture_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tolerances_at_the_start),
        cmocka_unit_test(tolerances_shrink),
        cmocka_unit_test(acceptance),
        cmocka_unit_test(the_probability_of_levy),
        cmocka_unit_test(samples_and_flights),
        cmocka_unit_test(the_time_limit_ends_an_ask),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
