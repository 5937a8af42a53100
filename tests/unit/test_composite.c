/* pool: the three trials are what their formulas say, with parameters from the pools. */
#include "testing.h"

#include "solver/de/composite.h"

enum { MEMBERS = 5 };

/* Member i is the unit vector i: coordinate j of a trial is the coefficient of member j. */
static void open_members(heco_population *P, heco_arena *arena, heco_rng *rng) {
    heco_arena_init(arena);
    heco_rng_init(rng, 3, 0);
    heco_population_init(P, MEMBERS, MEMBERS, arena);
    for (size_t i = 0; i < MEMBERS; i++) P->x[i * MEMBERS + i] = 1.0;
    P->count = MEMBERS;
}

static int in_pool(double F) { return F == 0.6 || F == 0.8 || F == 1.0; }

static void current_to_rand(void **state) {
    (void)state;
    heco_population P;
    heco_arena      arena;
    heco_rng        rng;
    open_members(&P, &arena, &rng);
    for (size_t round = 0; round < 200; round++) {
        double u[MEMBERS], F = 0.0, K = -1.0, sum = 0.0;
        size_t i = round % MEMBERS;
        heco_composite_current_to_rand(u, &P, i, &rng);
        for (size_t j = 0; j < MEMBERS; j++) {
            sum += u[j];
            if (u[j] < 0.0) F = -u[j]; /* x_r3 */
        }
        for (size_t j = 0; j < MEMBERS; j++)
            if (j != i && u[j] > 0.0 && u[j] != F) K = u[j];
        assert_true(in_pool(F));
        assert_near(sum, 1.0, 1e-15);
        assert_true(K >= 0.0 && K < 1.0);
        assert_near(u[i], 1.0 - K, 1e-15);
    }
    heco_arena_release(&arena);
}

/* Most negative coefficient, F of the mutant, when the coefficients are those of a whole mutant:
 * nothing of member 0, sum 1. Else 0. */
static double whole_mutant(const double *u) {
    double sum = 0.0, least = 0.0;
    for (size_t j = 0; j < MEMBERS; j++) sum += u[j], least = u[j] < least ? u[j] : least;
    return u[0] == 0.0 && fabs(sum - 1.0) < 1e-15 ? -least : 0.0;
}

/* With CR = 1, a third of the trials, the whole mutant shows. */
static void rand_and_rand_to_best(void **state) {
    (void)state;
    heco_population P;
    heco_arena      arena;
    heco_rng        rng;
    size_t          whole = 0, to_best = 0;
    open_members(&P, &arena, &rng);
    for (size_t round = 0; round < 600; round++) {
        double u[MEMBERS], F;
        size_t ones = 0, Fs = 0;
        heco_composite_rand(u, &P, 0, &rng);
        if ((F = whole_mutant(u)) != 0.0) {
            for (size_t j = 1; j < MEMBERS; j++) ones += u[j] == 1.0, Fs += u[j] == F;
            assert_true(in_pool(F) && ones >= 1 && Fs >= 1);
            whole++;
        }
        heco_composite_rand_to_best(u, &P, 0, 4, &rng);
        if ((F = whole_mutant(u)) != 0.0 && u[4] != 0.0) {
            assert_true(in_pool(F));
            assert_true(u[4] == F || u[4] == 2.0 * F || u[4] == 1.0); /* r2, r1 may be the best */
            to_best++;
        }
    }
    assert_true(whole > 150 && whole < 350);
    assert_true(to_best > 100 && to_best < 300);
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(current_to_rand),
        cmocka_unit_test(rand_and_rand_to_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
