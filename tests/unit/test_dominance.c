/* dominance: the relation, the front, nondominated sorting against the definition. */
#include "testing.h"

#include "base/rng.h"
#include "solver/common/dominance.h"

static void the_relation(void **state) {
    (void)state;
    assert_true(heco_dominates(1, 1, 2, 2));
    assert_true(heco_dominates(1, 2, 2, 2));
    assert_true(heco_dominates(2, 1, 2, 2));
    assert_false(heco_dominates(2, 2, 2, 2));
    assert_false(heco_dominates(1, 3, 2, 2));
    assert_true(heco_dominates(1, 1, INFINITY, INFINITY));
    assert_false(heco_dominates(INFINITY, INFINITY, INFINITY, INFINITY));
}

static void a_front_by_hand(void **state) {
    (void)state;
    static const double f[6] = {5, 3, 3, 4, 3, 9}, v[6] = {0, 1, 2, 1, 1, 0};
    size_t              front[6], scratch[6];
    assert_int_equal(heco_dominance_front(front, f, v, 6, scratch), 2);
    assert_int_equal(front[0], 0); /* (5, 0) */
    assert_int_equal(front[1], 1); /* (3, 1), the first of two */
}

/* Rank r: dominated by some member of rank r - 1, by none of rank r. Few values, so ties abound. */
static void ranks_satisfy_the_definition(void **state) {
    (void)state;
    enum { COUNT = 60 };
    heco_rng rng;
    heco_rng_init(&rng, 1, 0);
    for (size_t values = 1; values <= 30; values++) {
        double f[COUNT], v[COUNT], key[COUNT];
        size_t order[COUNT], rank[COUNT], scratch[COUNT], front[COUNT];
        for (size_t i = 0; i < COUNT; i++) {
            f[i] = (double)heco_rng_index_inline(&rng, values);
            v[i] = (double)heco_rng_index_inline(&rng, values);
            if (heco_rng_index_inline(&rng, 20) == 0) f[i] = v[i] = INFINITY;
        }
        size_t fronts = heco_dominance_sort(order, rank, f, v, COUNT, (heco_order_work){key, scratch});
        for (size_t i = 0; i < COUNT; i++) {
            int from_above = rank[i] == 0;
            assert_true(rank[i] < fronts);
            for (size_t j = 0; j < COUNT; j++) {
                if (!heco_dominates(f[j], v[j], f[i], v[i])) continue;
                assert_true(rank[j] < rank[i]);
                from_above |= rank[j] + 1 == rank[i];
            }
            assert_true(from_above);
        }
        for (size_t k = 1; k < COUNT; k++) {
            assert_true(rank[order[k - 1]] <= rank[order[k]]);
            if (rank[order[k - 1]] == rank[order[k]]) assert_true(v[order[k - 1]] <= v[order[k]]);
        }
        size_t kept = heco_dominance_front(front, f, v, COUNT, scratch);
        for (size_t k = 0; k < kept; k++) assert_int_equal(rank[front[k]], 0);
        for (size_t k = 1; k < kept; k++)
            assert_true(v[front[k - 1]] < v[front[k]] && f[front[k - 1]] > f[front[k]]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_relation),
        cmocka_unit_test(a_front_by_hand),
        cmocka_unit_test(ranks_satisfy_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
