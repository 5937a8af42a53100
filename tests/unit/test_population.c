/* Populations: gather, keep, best. */
#include "testing.h"

#include "base/index_sort.h"
#include "base/rng.h"
#include "solver/common/pick.h"
#include "solver/common/population.h"

static heco_population five(heco_arena *arena) {
    heco_population p;
    heco_population_init(&p, 2, 8, arena);
    for (int i = 0; i < 5; i++)
        heco_population_set(&p, (size_t)i, (double[]){i, 10.0 * i}, 5.0 - i, i == 4 ? 1.0 : 0.0);
    p.count = 5;
    return p;
}

static void gather_reorders_all_quantities(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    heco_population p = five(&arena);
    double          scratch[16];
    heco_population_gather(&p, (size_t[]){4, 1, 3}, 3, scratch);
    assert_int_equal(p.count, 3);
    assert_double(heco_population_row(&p, 0)[1], 40.0);
    assert_double(p.v[0], 1.0);
    assert_double(p.f[2], 2.0);
    heco_arena_release(&arena);
}

/* One inequality and one equality of tolerance 0.5: the sum of values, or of what exceeds it. */
static void rows_of_a_batch_become_members(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    heco_population p = five(&arena);
    heco_space      space = {.n = 2, .ng = 1, .nh = 1, .eq_tol = 0.5};
    double          x[4] = {1, 2, 3, 4}, f[2] = {7, 8}, g[2] = {3, -1}, h[2] = {-2, 0.5}, v[2];
    heco_batch      b = {.n = 2, .ng = 1, .nh = 1, .count = 2, .x = x, .f = f, .g = g, .h = h};
    heco_row_violations(v, &b, &space, 0.0);
    assert_double(v[0], 5.0);
    assert_double(v[1], 0.0);
    heco_row_violations(v, &b, &space, 1.0);
    assert_double(v[0], 4.5);
    heco_population_fill(&p, &b, v);
    assert_int_equal(p.count, 2);
    assert_double(heco_population_row(&p, 1)[0], 3.0);
    assert_double(p.f[1], 8.0);
    assert_double(p.v[0], 4.5);
    heco_arena_release(&arena);
}

static void insert_drops_the_last(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    heco_population p = five(&arena);
    heco_population_insert(&p, 1, (double[]){7.0, 8.0}, 6.0, 0.5);
    assert_int_equal(p.count, 5);
    static const double first[5] = {0, 7, 1, 2, 3};
    for (size_t i = 0; i < 5; i++) assert_double(heco_population_row(&p, i)[0], first[i]);
    assert_double(p.f[1], 6.0);
    assert_double(p.v[1], 0.5);
    assert_double(p.f[4], 2.0);
    heco_population_insert(&p, 4, (double[]){9.0, 9.0}, 1.0, 0.0);
    assert_double(heco_population_row(&p, 4)[1], 9.0);
    assert_double(heco_population_row(&p, 3)[0], 2.0);
    heco_arena_release(&arena);
}

static void the_best_is_feasible_first(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    heco_population p = five(&arena);
    assert_int_equal(heco_population_best(&p), 3); /* member 4 has a smaller f but is infeasible */
    p.f[1] = p.f[3];
    assert_int_equal(heco_population_best(&p), 1); /* the first of equals */
    heco_arena_release(&arena);
}

/* Whatever the order, exactly the chosen members remain, each with its own values. */
static void keep_drops_exactly_the_rest(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 1, 0);
    for (int round = 0; round < 500; round++) {
        heco_arena arena;
        heco_arena_init(&arena);
        heco_population p = five(&arena);
        size_t          order[5], keep = heco_rng_index(&rng, 6), chosen = 0, left = 0;
        heco_pick_identity(order, 5);
        heco_pick_subset(order, 5, 5, &rng);
        for (size_t k = 0; k < keep; k++) chosen |= (size_t)1 << order[k];
        heco_population_keep(&p, order, keep);
        assert_int_equal(p.count, keep);
        for (size_t i = 0; i < keep; i++) {
            double id = heco_population_row(&p, i)[0];
            left |= (size_t)1 << (int)id;
            assert_double(p.f[i], 5.0 - id);
            assert_double(heco_population_row(&p, i)[1], 10.0 * id);
        }
        assert_int_equal(left, chosen);
        heco_arena_release(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gather_reorders_all_quantities),
        cmocka_unit_test(rows_of_a_batch_become_members),
        cmocka_unit_test(insert_drops_the_last),
        cmocka_unit_test(the_best_is_feasible_first),
        cmocka_unit_test(keep_drops_exactly_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
