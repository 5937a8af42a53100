#include "testing.h"

#include "base/dense.h"
#include "base/rng.h"

static void products_along_rows(void **state) {
    (void)state;
    const double A[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, x[5] = {1, -1, 2, 0, 3}, t[2] = {2, -1};
    double       out[2], sum[5];
    heco_dense_rows_dot(out, A, x, 2, 5);
    assert_double(out[0], 1.0 - 2.0 + 6.0 + 15.0);
    assert_double(out[1], 6.0 - 7.0 + 16.0 + 30.0);
    heco_dense_rows_sum(sum, A, t, 2, 5);
    for (size_t k = 0; k < 5; k++) assert_double(sum[k], 2.0 * A[k] - A[5 + k]);
    assert_double(heco_dense_dot(A, x, 0), 0.0);
    assert_double(heco_dense_largest(x, 5), 3.0);
    assert_double(heco_dense_largest(x, 0), 0.0);
}

/* 1 + 2^-53 is lost when the terms are added one after the other, not with four partial sums. */
static void a_dot_product_has_four_partial_sums(void **state) {
    (void)state;
    const double one[8] = {1, 1, 1, 1, 1, 1, 1, 1}, tiny = 0x1p-53;
    const double a[8] = {1, tiny, 0, 0, 0, tiny, 0, 0};
    assert_double(heco_dense_dot(a, one, 8), 1.0 + 0x1p-52);
}

static void rows_lose_a_multiple(void **state) {
    (void)state;
    double       A[6] = {1, 2, 3, 4, 5, 6}, y[3] = {1, 1, 1};
    const double t[2] = {1, 10}, x[3] = {1, 0, -1};
    heco_dense_rows_subtract(A, t, x, 2, 3);
    const double expected[6] = {0, 2, 4, -6, 5, 16};
    assert_memory_equal(A, expected, sizeof A);
    heco_dense_add(y, 2.0, x, 3);
    assert_double(y[0], 3.0);
    assert_double(y[2], -1.0);
}

static void a_rotation_takes_an_entry_to_zero(void **state) {
    (void)state;
    double a[2] = {3, 1}, b[2] = {4, 2};
    heco_dense_rotate(a, b, 0.6, 0.8, 2);
    assert_near(a[0], 5.0, 1e-15);
    assert_near(b[0], 0.0, 1e-15);
    assert_near(a[1], 2.2, 1e-15);
    assert_near(b[1], 0.4, 1e-15);
}

/* (4 2 -2; 2 5 3; -2 3 14) = U'U with U = (2 1 -1; 0 2 2; 0 0 3). */
static void cholesky_and_its_inverse(void **state) {
    (void)state;
    const double B[9]       = {4, 2, -2, 99, 5, 3, 99, 99, 14}; /* the lower triangle is not read */
    const double U[9]       = {2, 1, -1, -7, 2, 2, -7, -7, 3};
    const double inverse[9] = {1.0 / 2, 0, 0, -1.0 / 4, 1.0 / 2, 0, 1.0 / 3, -1.0 / 3, 1.0 / 3};
    double       out[9], M[9];
    for (int i = 0; i < 9; i++) out[i] = -7.0;
    assert_int_equal(heco_dense_cholesky(out, B, 3), 1);
    assert_memory_equal(out, U, sizeof U);
    heco_dense_invert_factor(M, out, 3);
    for (int i = 0; i < 9; i++) assert_near(M[i], inverse[i], 1e-15);
    const double indefinite[4] = {1, 2, 2, 1}, nan[1] = {NAN}, infinite[1] = {INFINITY};
    assert_int_equal(heco_dense_cholesky(out, indefinite, 2), 0);
    assert_int_equal(heco_dense_cholesky(out, nan, 1), 0);
    assert_int_equal(heco_dense_cholesky(out, infinite, 1), 0);
}

/* One row at a time, as the textbook has it: the blocks must give the same bits. */
static int one_by_one(double *U, double *M, const double *B, size_t n) {
    for (size_t i = 0; i < n * n; i++) U[i] = B[i], M[i] = 0.0;
    for (size_t k = 0; k < n; k++) {
        if (!(U[k * n + k] > 0.0)) return 0;
        U[k * n + k] = sqrt(U[k * n + k]);
        for (size_t l = k + 1; l < n; l++) U[k * n + l] /= U[k * n + k];
        for (size_t i = k + 1; i < n; i++)
            for (size_t l = i; l < n && U[k * n + i] != 0.0; l++)
                U[i * n + l] -= U[k * n + i] * U[k * n + l];
    }
    for (size_t k = 0; k < n; k++) {
        M[k * n + k] = 1.0;
        for (size_t l = 0; l < k; l++)
            for (size_t i = 0; i <= l && U[l * n + k] != 0.0; i++)
                M[k * n + i] -= U[l * n + k] * M[l * n + i];
        for (size_t i = 0; i <= k; i++) M[k * n + i] *= 1.0 / U[k * n + k];
    }
    return 1;
}

static void blocks_give_the_same_bits(void **state) {
    (void)state;
    enum { MOST = 67 };
    static double B[MOST * MOST], U[MOST * MOST], M[MOST * MOST], u[MOST * MOST], m[MOST * MOST];
    heco_rng      rng;
    heco_rng_init(&rng, 5, 0);
    for (size_t n = 1; n <= MOST; n++) {
        for (size_t i = 0; i < n; i++)
            for (size_t l = 0; l <= i; l++) { /* some zeros; the diagonal outweighs the rest */
                double t     = heco_rng_uniform(&rng);
                B[i * n + l] = B[l * n + i] = i == l ? 1.0 + (double)n : t < 0.3 ? 0.0 : t;
            }
        assert_true(one_by_one(u, m, B, n));
        assert_true(heco_dense_cholesky(U, B, n));
        heco_dense_invert_factor(M, U, n);
        for (size_t i = 0; i < n; i++)
            assert_memory_equal(U + i * n + i, u + i * n + i, (n - i) * sizeof *U);
        assert_memory_equal(M, m, n * n * sizeof *M);
        B[n * n - 1] = -1.0;
        assert_false(heco_dense_cholesky(U, B, n));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_along_rows),
        cmocka_unit_test(a_dot_product_has_four_partial_sums),
        cmocka_unit_test(rows_lose_a_multiple),
        cmocka_unit_test(a_rotation_takes_an_entry_to_zero),
        cmocka_unit_test(cholesky_and_its_inverse),
        cmocka_unit_test(blocks_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
