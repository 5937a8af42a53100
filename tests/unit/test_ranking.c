/* The order that is kept equals the order that sorting again gives. */
#include "testing.h"

#include "base/rng.h"
#include "solver/de/ranking.h"

enum { N = 40 };

static void by_hand(void **state) {
    (void)state;
    heco_arena   arena;
    heco_ranking r;
    double       f[4] = {3, 1, 2, 0}, v[4] = {0.1, 0.5, 0.0, 0.3};
    heco_arena_init(&arena);
    heco_ranking_init(&r, 4, &arena);
    heco_ranking_sort(&r, f, v, 0.2, 4); /* 2 and 0 are within the level: by f; then 3, then 1 */
    const size_t first[4] = {2, 0, 3, 1};
    assert_memory_equal(r.order, first, sizeof first);
    f[1] = 2.5, v[1] = 0.2; /* from last to second */
    heco_ranking_update(&r, f, v, 1);
    const size_t second[4] = {2, 1, 0, 3};
    assert_memory_equal(r.order, second, sizeof second);
    assert_int_equal(r.place[3], 3);
    v[2] = 0.3; /* from first to the last but one: as violated as 3, but with a larger f */
    heco_ranking_update(&r, f, v, 2);
    const size_t third[4] = {1, 0, 3, 2};
    assert_memory_equal(r.order, third, sizeof third);
    heco_arena_release(&arena);
}

/* Few different values, so that ties are common; some infinite ones. */
static void updates_equal_sorting(void **state) {
    (void)state;
    heco_arena   arena;
    heco_ranking kept, anew;
    heco_rng     rng;
    double       f[N], v[N];
    heco_arena_init(&arena);
    heco_rng_init(&rng, 3, 0);
    heco_ranking_init(&kept, N, &arena);
    heco_ranking_init(&anew, N, &arena);
    for (size_t i = 0; i < N; i++) f[i] = (double)heco_rng_index_inline(&rng, 9), v[i] = (double)heco_rng_index_inline(&rng, 4);
    for (size_t count = 1; count <= N; count += 13) {
        heco_ranking_sort(&kept, f, v, 1.0, count);
        for (int turn = 0; turn < 2000; turn++) {
            size_t i = heco_rng_index_inline(&rng, count);
            f[i]     = (double)heco_rng_index_inline(&rng, 9);
            v[i]     = (double)heco_rng_index_inline(&rng, 5);
            if (v[i] == 4.0) f[i] = v[i] = INFINITY;
            heco_ranking_update(&kept, f, v, i);
            heco_ranking_sort(&anew, f, v, 1.0, count);
            assert_memory_equal(kept.order, anew.order, count * sizeof *anew.order);
            assert_memory_equal(kept.place, anew.place, count * sizeof *anew.place);
        }
    }
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(updates_equal_sorting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
