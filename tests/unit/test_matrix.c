#include "testing.h"

#include "solver/common/matrix.h"

/* M = (1 2; 3 4) by columns. */
static void products_by_hand(void **state) {
    (void)state;
    double       M[4] = {1, 3, 2, 4}, out[2];
    const double x[2] = {5, 6}, a[2] = {1, 10};
    heco_matrix_times(out, M, x, 2);
    assert_double(out[0], 17.0);
    assert_double(out[1], 39.0);
    heco_matrix_scale(M, 2.0, 2);
    heco_matrix_add_outer(M, 0.5, a, x, 2); /* + (2.5 3; 25 30) */
    const double expected[4] = {4.5, 31, 7, 38};
    assert_memory_equal(M, expected, sizeof M);
    heco_matrix_add(out, 3.0, a, 2);
    assert_double(out[1], 69.0);
}

static void identity_changes_nothing(void **state) {
    (void)state;
    double M[25], x[5] = {1, -2, 3, -4, 5}, out[5];
    heco_matrix_identity(M, 5);
    heco_matrix_times(out, M, x, 5);
    assert_memory_equal(out, x, sizeof x);
}

/* Every size around the blocks: the bits of one vector at a time. */
static void products_at_once_have_the_same_bits(void **state) {
    (void)state;
    enum { MOST = 19 };
    double M[MOST * MOST], x[MOST * MOST], all[MOST * MOST], one[MOST];
    for (size_t k = 0; k < MOST * MOST; k++) {
        M[k] = sin(1.0 + (double)k);
        x[k] = cos(3.0 * (double)k) / 7.0;
    }
    for (size_t n = 1; n <= MOST; n++)
        for (size_t count = 1; count <= MOST; count++) {
            memset(all, 0, sizeof all);
            heco_matrix_add_product(all, x, M, count, n, n);
            for (size_t r = 0; r < count; r++) {
                heco_matrix_times(one, M, x + r * n, n);
                assert_memory_equal(all + r * n, one, n * sizeof *one);
            }
        }
}

/* 2 rows of 3, one term: (1 1 1), (2 2 2) + (3, 5) (1 10 100). */
static void a_product_is_added(void **state) {
    (void)state;
    double       out[6] = {1, 1, 1, 2, 2, 2};
    const double coef[2] = {3, 5}, rows[3] = {1, 10, 100};
    heco_matrix_add_product(out, coef, rows, 2, 1, 3);
    const double expected[6] = {4, 31, 301, 7, 52, 502};
    assert_memory_equal(out, expected, sizeof out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_by_hand),
        cmocka_unit_test(identity_changes_nothing),
        cmocka_unit_test(products_at_once_have_the_same_bits),
        cmocka_unit_test(a_product_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
