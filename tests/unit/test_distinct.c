/* distinct: what counts as the same row, and that the first one stays. */
#include "testing.h"

#include "base/rng.h"
#include "solver/common/distinct.h"

static void the_first_of_equal_rows_stays(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    heco_distinct d;
    heco_distinct_init(&d, 6, &arena);
    static const double x[6][2] = {{1, 2}, {0.0, 1}, {1, 2}, {2, 1}, {-0.0, 1}, {1, 2}};
    size_t              order[6] = {5, 4, 3, 2, 1, 0};
    assert_int_equal(heco_distinct_remove_equal(&d, order, 6, &x[0][0], 2), 3);
    assert_int_equal(order[0], 5);
    assert_int_equal(order[1], 4);
    assert_int_equal(order[2], 3);
    assert_int_equal(heco_distinct_remove_equal(&d, order, 0, &x[0][0], 2), 0);
    heco_arena_release(&arena);
}

/* Against the obvious double loop, on rows of few values. */
static void agrees_with_a_double_loop(void **state) {
    (void)state;
    enum { ROWS = 300, N = 3 };
    static double x[ROWS * N];
    heco_arena    arena;
    heco_rng      rng;
    heco_distinct d;
    heco_arena_init(&arena);
    heco_rng_init(&rng, 1, 0);
    heco_distinct_init(&d, ROWS, &arena);
    for (size_t values = 1; values < 40; values += 3) {
        size_t order[ROWS], expected[ROWS], count = 0;
        for (size_t i = 0; i < ROWS * N; i++) x[i] = (double)heco_rng_index_inline(&rng, values) - 3.0;
        for (size_t i = 0; i < ROWS; i++) {
            size_t k = 0;
            while (k < count && memcmp(x + expected[k] * N, x + i * N, N * sizeof *x) != 0) k++;
            if (k == count) expected[count++] = i;
            order[i] = i;
        }
        assert_int_equal(heco_distinct_remove_equal(&d, order, ROWS, x, N), count);
        assert_memory_equal(order, expected, count * sizeof *order);
    }
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_of_equal_rows_stays),
        cmocka_unit_test(agrees_with_a_double_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
