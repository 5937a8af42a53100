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

/* Row 1 is twice row 0: its pivot is 0, its unknown too. 4 x + 2 z = 6, 2 x + 5 z = 7. */
static void a_dependent_row_gets_the_solution_0(void **state) {
    (void)state;
    const double B[9] = {4, 8, 2, 8, 16, 4, 2, 4, 5};
    double       U[9], x[3] = {6, 12, 7};
    assert_int_equal(heco_dense_cholesky(U, B, 3), 0);
    assert_int_equal(heco_dense_cholesky_semidefinite(U, B, 3, 1e-12), 2);
    assert_true(U[4] == 0.0 && U[5] == 0.0);
    heco_dense_cholesky_solve(U, 3, x);
    assert_near(x[0], 1.0, 1e-15);
    assert_double(x[1], 0.0);
    assert_near(x[2], 1.0, 1e-15);
}

static void cholesky_solves(void **state) {
    (void)state;
    enum { MOST = 60 };
    heco_rng      rng;
    static double g[MOST * MOST], a[MOST * MOST], u[MOST * MOST], x[MOST * 3], one[MOST];
    heco_rng_init(&rng, 7, 0);
    for (size_t n = 1; n <= MOST; n += n < 9 ? 1 : 17) {
        for (size_t i = 0; i < n * n; i++) g[i] = heco_rng_uniform(&rng) - 0.5;
        for (size_t i = 0; i < n * 3; i++) x[i] = heco_rng_uniform(&rng) - 0.5;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                a[i * n + j] = i == j ? 1.0 : 0.0;
                for (size_t k = 0; k < n; k++) a[i * n + j] += g[i * n + k] * g[j * n + k];
            }
        static double right[MOST * 3];
        memcpy(right, x, sizeof x);
        for (size_t i = 0; i < n; i++) one[i] = x[i * 3 + 1];
        assert_int_equal(heco_dense_cholesky(u, a, n), 1);
        heco_dense_cholesky_forward(u, n, x, 2, 3);
        heco_dense_cholesky_back(u, n, x, 2, 3);
        heco_dense_cholesky_solve(u, n, one);
        for (size_t i = 0; i < n; i++) {
            double sum[2] = {0, 0}, alone = 0.0;
            for (size_t j = 0; j < n; j++) {
                sum[0] += a[i * n + j] * x[j * 3], sum[1] += a[i * n + j] * x[j * 3 + 1];
                alone += a[i * n + j] * one[j];
            }
            assert_near(sum[0], right[i * 3], 1e-10);
            assert_near(sum[1], right[i * 3 + 1], 1e-10);
            assert_near(alone, right[i * 3 + 1], 1e-10);
            assert_double(x[i * 3 + 2], right[i * 3 + 2]); /* not among the columns asked for */
        }
    }
}

/* M = (1 2; 3 4) by columns. */
static void products_by_hand(void **state) {
    (void)state;
    double       M[4] = {1, 3, 2, 4}, out[2];
    const double x[2] = {5, 6}, a[2] = {1, 10};
    heco_dense_rows_sum(out, M, x, 2, 2);
    assert_double(out[0], 17.0);
    assert_double(out[1], 39.0);
    heco_dense_scale(M, 2.0, 4);
    heco_dense_add_outer(M, 0.5, a, x, 2); /* + (2.5 3; 25 30) */
    const double expected[4] = {4.5, 31, 7, 38};
    assert_memory_equal(M, expected, sizeof M);
    heco_dense_add(out, 3.0, a, 2);
    assert_double(out[1], 69.0);
}

static void identity_changes_nothing(void **state) {
    (void)state;
    double M[25], x[5] = {1, -2, 3, -4, 5}, out[5];
    heco_dense_identity(M, 5);
    heco_dense_rows_sum(out, M, x, 5, 5);
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
            heco_dense_add_product(all, x, M, count, n, n);
            for (size_t r = 0; r < count; r++) {
                heco_dense_rows_sum(one, M, x + r * n, n, n);
                assert_memory_equal(all + r * n, one, n * sizeof *one);
            }
        }
}

/* 2 rows of 3, one term: (1 1 1), (2 2 2) + (3, 5) (1 10 100). */
static void a_product_is_added(void **state) {
    (void)state;
    double       out[6] = {1, 1, 1, 2, 2, 2};
    const double coef[2] = {3, 5}, rows[3] = {1, 10, 100};
    heco_dense_add_product(out, coef, rows, 2, 1, 3);
    const double expected[6] = {4, 31, 301, 7, 52, 502};
    assert_memory_equal(out, expected, sizeof out);
}

/* (2 1; 1 2) has the values 1 and 3 with the vectors (1, -1) and (1, 1). */
static void eigenvalues_by_hand(void **state) {
    (void)state;
    double a[4] = {2, 1, 1, 2}, v[4];
    heco_dense_jacobi(a, v, 2);
    assert_near(fmin(a[0], a[3]), 1.0, 1e-14);
    assert_near(fmax(a[0], a[3]), 3.0, 1e-14);
    assert_near(a[1], 0.0, 1e-14);
    size_t least = a[0] < a[3] ? 0 : 1;
    assert_near(v[least] + v[2 + least], 0.0, 1e-14);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_along_rows),
        cmocka_unit_test(a_dot_product_has_four_partial_sums),
        cmocka_unit_test(rows_lose_a_multiple),
        cmocka_unit_test(a_rotation_takes_an_entry_to_zero),
        cmocka_unit_test(cholesky_and_its_inverse),
        cmocka_unit_test(blocks_give_the_same_bits),
        cmocka_unit_test(a_dependent_row_gets_the_solution_0),
        cmocka_unit_test(cholesky_solves),
        cmocka_unit_test(products_by_hand),
        cmocka_unit_test(identity_changes_nothing),
        cmocka_unit_test(products_at_once_have_the_same_bits),
        cmocka_unit_test(a_product_is_added),
        cmocka_unit_test(eigenvalues_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
