/* LSHADE44: acceptance, archive, memories and sizes worked by hand. Includes the source to reach its
 * steps. */
#include "testing.h"

#include "../../src/solver/papers/lshade44.c"

#include "heco/run.h"
#include "heco/suite.h"

static const double     lower[3] = {0, 0, 0}, upper[3] = {1, 1, 1};
static const heco_space space = {.n = 3, .ng = 1, .lower = lower, .upper = upper, .eq_tol = 1e-4};

typedef struct {
    heco_arena     arena;
    heco_rng       rng;
    heco_setup     setup;
    uint64_t       evals;
    double         option[LSHADE44_OPTIONS];
    lshade44_state s;
} fixture;

static void fixture_open(fixture *t, double N0) {
    size_t batch;
    memset(t, 0, sizeof *t);
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, 3, 0);
    for (size_t k = 0; k < LSHADE44_OPTIONS; k++) t->option[k] = lshade44_options[k].value;
    t->option[LSHADE44_N0] = N0;
    t->setup = (heco_setup){.space = &space, .max_evals = 1000, .option = t->option,
                            .rng = &t->rng, .arena = &t->arena, .evals = &t->evals};
    assert_int_equal(heco_lshade44_init(&t->s, &t->setup, &batch), HECO_OK);
}

static void defaults_follow_the_program(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, NAN);
    assert_int_equal(t.s.e.N0, 54); /* 18 n */
    assert_int_equal(t.s.e.N_end, 4);
    assert_int_equal(t.s.e.A.capacity, 140); /* round(2.6 * 54) */
    assert_near(t.s.cr_sd * t.s.cr_sd, 0.1, 1e-15);
    heco_arena_release(&t.arena);
}

/* Targets (f, v): (1,0) (2,0) (0,3) (0,3); trials: better feasible, equal feasible, feasible against
 * infeasible, more violated. Accepted: the first three, with gains 1 - 0.5, 0 and 3. */
static void acceptance_by_hand(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, 4);
    double f[4] = {1, 2, 0, 0}, v[4] = {0, 0, 3, 3}, x[12] = {0};
    for (size_t i = 0; i < 4; i++) heco_population_set(&t.s.e.P, i, (double[]){0.1, 0.2, 0.1 * (double)i}, f[i], v[i]);
    t.s.e.P.count = 4;
    t.s.strategy[0] = 0, t.s.strategy[1] = 0, t.s.strategy[2] = 2, t.s.strategy[3] = 3;
    t.s.e.F[0] = 0.25, t.s.e.F[1] = 0.75, t.s.e.F[2] = 0.5, t.s.e.F[3] = 0.9;
    t.s.e.CR[0] = 0.5, t.s.e.CR[1] = 1.0, t.s.e.CR[2] = 0.0, t.s.e.CR[3] = 0.3;
    lshade44_select(&t.s, x, (double[]){0.5, 2, 7, 0}, (double[]){0, 0, 0, 4});
    assert_double(t.s.e.P.f[0], 0.5);
    assert_double(t.s.e.P.f[1], 2.0);
    assert_double(t.s.e.P.v[2], 0.0);
    assert_double(t.s.e.P.v[3], 3.0);
    assert_int_equal(t.s.e.A.count, 3);
    assert_double(t.s.e.A.x[8], 0.2); /* the replaced point of target 2 */
    assert_double(t.s.compete.n[0], 2.0);
    assert_double(t.s.compete.n[3], 0.0);
    assert_double(t.s.e.memory[0].F[0], 0.25); /* the second success has weight 0 */
    assert_double(t.s.e.memory[0].CR[0], 0.5);
    assert_true(isnan(t.s.e.memory[2].CR[0])); /* all successful CR are 0: terminal */
    assert_double(t.s.e.memory[3].F[0], 0.5);
    heco_arena_release(&t.arena);
}

static void the_top_are_the_best_by_violation_then_f(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, 20);
    for (size_t i = 0; i < 20; i++)
        heco_population_set(&t.s.e.P, i, (double[]){0, 0, 0}, (double)((7 * i) % 20), i % 4 == 0 ? 0.0 : 1.0);
    t.s.e.P.count = 20;
    lshade44_find_top(&t.s);
    assert_int_equal(t.s.top, 2); /* round(0.11 * 20) */
    /* feasible: 0 4 8 12 16 with f = 0 8 16 4 12 */
    size_t sum = t.s.e.order[0] + t.s.e.order[1];
    assert_int_equal(sum, 0 + 12);
    heco_arena_release(&t.arena);
}

static void population_and_archive_shrink_together(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, 20);
    for (size_t i = 0; i < 20; i++) heco_population_set(&t.s.e.P, i, (double[]){0, 0, 0}, (double)i, 0.0);
    t.s.e.P.count = 20;
    for (int i = 0; i < 52; i++) heco_archive_add(&t.s.e.A, (double[]){0, 0, 0}, &t.rng);
    t.evals = 500; /* half of the budget: 20 + 0.5 (4 - 20) */
    lshade44_shrink(&t.s);
    assert_int_equal(t.s.e.P.count, 12);
    assert_int_equal(t.s.e.A.count, 31); /* round(2.6 * 12) */
    double largest = 0.0;
    for (size_t i = 0; i < 12; i++) largest = fmax(largest, t.s.e.P.f[i]);
    assert_double(largest, 11.0);
    heco_arena_release(&t.arena);
}

/* The exponential trial differs from its target on one cyclic run, and stays in the box. */
static void trials_stay_inside(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, 10);
    for (size_t i = 0; i < 10; i++) {
        double *row = heco_population_row(&t.s.e.P, i);
        for (size_t j = 0; j < 3; j++) row[j] = heco_rng_uniform_inline(&t.rng);
        t.s.e.P.f[i] = heco_rng_uniform_inline(&t.rng);
    }
    t.s.e.P.count = 10;
    lshade44_find_top(&t.s);
    for (int round = 0; round < 3000; round++) {
        double row[3], same = 0;
        size_t i = (size_t)round % 10;
        lshade44_trial(&t.s, i, row);
        for (size_t j = 0; j < 3; j++) {
            assert_true(row[j] >= 0.0 && row[j] <= 1.0);
            same += row[j] == heco_population_row(&t.s.e.P, i)[j];
        }
        assert_true(same < 3.0);
    }
    heco_arena_release(&t.arena);
}

/* g06: f* = -6961.81387558015 (Liang et al. 2006). */
static void a_known_problem_is_solved(void **state) {
    (void)state;
    heco_suite         *suite;
    const heco_problem *p;
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, NULL), HECO_OK);
    assert_int_equal(heco_suite_problem(suite, (size_t)heco_suite_find(suite, "g06", NULL), 0, &p, NULL), HECO_OK);
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *answer;
    o.algorithm     = "lshade44";
    o.run.max_evals = 30000;
    assert_int_equal(heco_minimize(&answer, p, &o, NULL), HECO_OK);
    assert_near(heco_solution_result(answer)->outcome.f, -6961.81387558015, 1e-4);
    heco_solution_free(answer);
    heco_suite_close(suite);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_follow_the_program), cmocka_unit_test(acceptance_by_hand),
        cmocka_unit_test(the_top_are_the_best_by_violation_then_f),
        cmocka_unit_test(population_and_archive_shrink_together), cmocka_unit_test(trials_stay_inside),
        cmocka_unit_test(a_known_problem_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
