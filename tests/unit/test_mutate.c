/* Mutations: values worked by hand, exact in binary; every width of the kernels gives the same. */
#include "testing.h"

#include "solver/de/mutate.h"
#include "solver/common/repair.h"

static void formulas_by_hand(void **state) {
    (void)state;
    double a[2] = {1, 2}, b[2] = {3, -2}, c[2] = {8, 4}, d[2] = {4, 8}, u[2];
    heco_mutate_rand1(u, a, c, d, 0.5, 2); /* 1 + 0.5 (8 - 4), 2 + 0.5 (4 - 8) */
    assert_double(u[0], 3.0);
    assert_double(u[1], 0.0);
    heco_mutate_toward1(u, &(heco_parents){a, b, c, d}, 0.25, 0.5, 2); /* 1 + 0.25 * 2 + 2, 2 - 0.25 * 4 - 2 */
    assert_double(u[0], 3.5);
    assert_double(u[1], -1.0);
}

static void mirrored_equals_mutation_then_repair(void **state) {
    (void)state;
    enum { N = 37 };
    double a[N], b[N], c[N], d[N], lower[N], upper[N], one[N], two[N];
    for (size_t j = 0; j < N; j++) {
        a[j] = sin((double)j), b[j] = cos(3.0 * (double)j), c[j] = 2.0 * sin(7.0 * (double)j);
        d[j] = 2.0 * cos(5.0 * (double)j), lower[j] = -1.0, upper[j] = 1.0;
    }
    for (size_t n = 1; n <= N; n++) {
        heco_space space = {.n = n, .lower = lower, .upper = upper};
        heco_parents p = {a, b, c, d};
        heco_mutate_toward1(one, &p, 0.7, 0.7, n);
        heco_repair_reflect_once(one, &space);
        heco_mutate_toward1_mirror(two, &p, 0.7, &space);
        assert_memory_equal(one, two, n * sizeof *one);
        heco_mutate_rand1(one, a, b, c, 0.7, n);
        heco_repair_reflect_once(one, &space);
        heco_mutate_rand1_mirror(two, a, b, c, 0.7, &space);
        assert_memory_equal(one, two, n * sizeof *one);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_by_hand),
        cmocka_unit_test(mirrored_equals_mutation_then_repair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
