#include "testing.h"

#include "search/matrix.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_by_hand),
        cmocka_unit_test(identity_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
