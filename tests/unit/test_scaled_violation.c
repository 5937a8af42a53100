/* scaled: divisors from the first population, and the sum they make. */
#include "testing.h"

#include "solver/common/scaled_violation.h"

static const double     lower[1] = {0}, upper[1] = {1};
static const heco_space space    = {
    .n = 1, .ng = 2, .nh = 1, .lower = lower, .upper = upper, .eq_tol = 0.5};

/* Largest excesses: g1 100, g2 none, h 2 - 0.5; the infinite one does not count. */
static void divisors_are_the_largest_excesses(void **state) {
    (void)state;
    heco_arena  arena;
    heco_scaled_violation s;
    double      g[8] = {100, -1, 50, -3, -1, -2, INFINITY, INFINITY}, h[4] = {0.4, -2, 1, INFINITY};
    heco_batch  first = {.n = 1, .ng = 2, .nh = 1, .count = 4, .g = g, .h = h};
    heco_arena_init(&arena);
    heco_scaled_violation_init(&s, &space, &arena);
    assert_double(heco_violation_scaled(&space, &s, g, h), 100.0); /* plain before learning */
    assert_double(heco_scaled_violation_learn(&s, &space, &first), 100.0);   /* 100 - 0 */
    assert_double(s.scale[0], 100.0);
    assert_double(s.scale[1], 1.0);
    assert_double(s.scale[2], 1.5);
    assert_double(heco_violation_scaled(&space, &s, (double[]){50, 3}, (double[]){-1.25}), 4.0);
    assert_double(heco_violation_scaled(&space, &s, (double[]){0, -3}, (double[]){-0.5}), 0.0);
    assert_double(heco_violation_scaled(&space, &s, (double[]){NAN, -3}, (double[]){0}), INFINITY);
    heco_scaled_violation_reset(&s, &space);
    assert_double(heco_violation_scaled(&space, &s, (double[]){50, 3}, (double[]){-1.5}), 54.0);
    heco_arena_release(&arena);
}

static void no_constraints(void **state) {
    (void)state;
    heco_arena  arena;
    heco_scaled_violation s;
    heco_space  none  = {.n = 1, .lower = lower, .upper = upper};
    heco_batch  first = {.n = 1, .count = 4};
    heco_arena_init(&arena);
    heco_scaled_violation_init(&s, &none, &arena);
    assert_double(heco_scaled_violation_learn(&s, &none, &first), 0.0);
    assert_double(heco_violation_scaled(&none, &s, NULL, NULL), 0.0);
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(divisors_are_the_largest_excesses),
        cmocka_unit_test(no_constraints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
