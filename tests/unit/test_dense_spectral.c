#include "testing.h"

#include "base/dense_spectral.h"

static void pinv_of_a_regular_matrix_is_its_inverse(void **state) {
    (void)state;
    heco_arena   arena;
    heco_pinv    w = {0};
    const double a[4] = {2.0, 1.0, 5.0, 3.0}; /* determinant 1 */
    const double inverse[4] = {3.0, -1.0, -5.0, 2.0};
    double       out[4];
    heco_arena_init(&arena);
    heco_pinv_init(&w, 2, 2, &arena);
    assert_false(heco_arena_failed(&arena));
    assert_int_equal(heco_dense_pinv(&w, out, a, 2, 2, 1e-12), 1);
    for (int i = 0; i < 4; i++) assert_near(out[i], inverse[i], 1e-12);
    heco_arena_release(&arena);
}

/* A = (1 2; 3 4; 5 6): (A^T A)^-1 A^T = (-1.33.. -0.33.. 0.66..; 1.0833.. 0.33.. -0.4166..). */
static void pinv_of_tall_and_wide(void **state) {
    (void)state;
    const double tall[6] = {1, 2, 3, 4, 5, 6}, wide[6] = {1, 3, 5, 2, 4, 6};
    const double expected[6] = {-4.0 / 3, -1.0 / 3, 2.0 / 3, 13.0 / 12, 1.0 / 3, -5.0 / 12};
    double       out[6];
    heco_arena   arena;
    heco_pinv    w = {0}, v = {0};
    heco_arena_init(&arena);
    heco_pinv_init(&w, 3, 2, &arena);
    heco_pinv_init(&v, 5, 7, &arena); /* larger than needed serves too */
    assert_int_equal(heco_dense_pinv(&w, out, tall, 3, 2, 1e-12), 1);
    for (int i = 0; i < 6; i++) assert_near(out[i], expected[i], 1e-12);
    assert_int_equal(heco_dense_pinv(&v, out, wide, 2, 3, 1e-12), 1);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 2; j++) assert_near(out[i * 2 + j], expected[j * 3 + i], 1e-12);
    heco_arena_release(&arena);
}

/* Rank 1: a = u v^T has pinv v u^T / (|u|^2 |v|^2). Zero has pinv zero. */
static void pinv_of_singular_matrices(void **state) {
    (void)state;
    const double a[6] = {1, 2, 2, 2, 4, 4}, zero[6] = {0};
    double       out[6];
    heco_arena   arena;
    heco_pinv    w = {0};
    heco_arena_init(&arena);
    heco_pinv_init(&w, 2, 3, &arena);
    assert_int_equal(heco_dense_pinv(&w, out, a, 2, 3, 1e-12), 1);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 2; j++) assert_near(out[i * 2 + j], a[j * 3 + i] / 45.0, 1e-14);
    assert_int_equal(heco_dense_pinv(&w, out, zero, 2, 3, 1e-12), 1);
    for (int i = 0; i < 6; i++) assert_near(out[i], 0.0, 0.0);
    heco_arena_release(&arena);
}

/* A (3x3) with a singular value at 1e-9: kept or dropped by the cut-off. */
static void the_cutoff_is_absolute(void **state) {
    (void)state;
    const double a[9] = {1, 0, 0, 0, 1e-9, 0, 0, 0, 100};
    double       out[9];
    heco_arena   arena;
    heco_pinv    w = {0};
    heco_arena_init(&arena);
    heco_pinv_init(&w, 3, 3, &arena);
    assert_int_equal(heco_dense_pinv(&w, out, a, 3, 3, 1e-12), 1);
    assert_near(out[4], 1e9, 1.0);
    assert_int_equal(heco_dense_pinv(&w, out, a, 3, 3, 1e-8), 1);
    assert_near(out[4], 0.0, 0.0);
    assert_near(out[8], 0.01, 1e-15);
    heco_arena_release(&arena);
}

/* A pinv A = A and A pinv symmetric, for a regular matrix and for one of rank N - 1. */
static void pinv_has_its_properties(void **state) {
    (void)state;
    enum { N = 12 };
    double     a[N * N], b[N * N], ab[N * N];
    heco_arena arena;
    heco_pinv  w = {0};
    heco_arena_init(&arena);
    heco_pinv_init(&w, N, N, &arena);
    for (int singular = 0; singular < 2; singular++) {
        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < N; j++)
                a[i * N + j] = sin(1.0 + 3.0 * (double)i + 7.0 * (double)(j * j)) + (i == j ? 2.0 : 0.0);
        for (size_t j = 0; j < N && singular; j++) a[j] = a[N + j] + a[2 * N + j];
        assert_int_equal(heco_dense_pinv(&w, b, a, N, N, 1e-12), 1);
        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < N; j++) {
                ab[i * N + j] = 0.0;
                for (size_t k = 0; k < N; k++) ab[i * N + j] += a[i * N + k] * b[k * N + j];
            }
        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < N; j++) {
                double aba = 0.0;
                for (size_t k = 0; k < N; k++) aba += ab[i * N + k] * a[k * N + j];
                assert_near(aba, a[i * N + j], 1e-11);
                assert_near(ab[i * N + j], ab[j * N + i], 1e-11);
                if (!singular) assert_near(ab[i * N + j], i == j ? 1.0 : 0.0, 1e-11);
            }
    }
    heco_arena_release(&arena);
}

static void eigenpairs_by_hand(void **state) {
    (void)state;
    const double a[9] = {2, 1, 0, 1, 2, 0, 0, 0, -5};
    const double half = sqrt(0.5);
    double       values[3], vectors[9];
    heco_arena   arena;
    heco_eigen   w = {0};
    heco_arena_init(&arena);
    heco_eigen_init(&w, 3, &arena);
    assert_int_equal(heco_dense_eigen(&w, values, vectors, a, 3), 1);
    const double expected[9] = {0, 0, 1, half, -half, 0, half, half, 0};
    assert_near(values[0], -5.0, 1e-14);
    assert_near(values[1], 1.0, 1e-14);
    assert_near(values[2], 3.0, 1e-14);
    for (int i = 0; i < 9; i++) /* (half, -half): which component leads is a matter of rounding */
        if (i < 3 || i >= 6) assert_near(vectors[i], expected[i], 1e-14);
        else assert_near(fabs(vectors[i]), fabs(expected[i]), 1e-14);
    assert_near(vectors[3] + vectors[4], 0.0, 1e-14);
    heco_arena_release(&arena);
}

/* sum_k value_k v_k v_k^T gives the matrix back; in place. */
static void eigenpairs_rebuild_the_matrix(void **state) {
    (void)state;
    enum { N = 20 };
    double     a[N * N], vectors[N * N], values[N];
    heco_arena arena;
    heco_eigen w = {0};
    heco_arena_init(&arena);
    heco_eigen_init(&w, N, &arena);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) a[i * N + j] = 1.0 / (1.0 + (double)(i + j)) + (i == j ? 0.5 : 0.0);
    memcpy(vectors, a, sizeof a);
    assert_int_equal(heco_dense_eigen(&w, values, vectors, vectors, N), 1);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            double sum = 0.0;
            for (size_t k = 0; k < N; k++) sum += values[k] * vectors[k * N + i] * vectors[k * N + j];
            assert_near(sum, a[i * N + j], 1e-13);
        }
    heco_arena_release(&arena);
}

/* v_k' A v_k = value_k and rows orthonormal, for a matrix with repeated eigenvalues and for one that
 * is zero, at the ends of the range of doubles. */
static void eigenvectors_are_orthonormal(void **state) {
    (void)state;
    enum { N = 40 };
    static double a[N * N], vectors[N * N], values[N];
    const double  scales[] = {1.0, 1e300, 1e-300, 0.0};
    heco_arena    arena;
    heco_eigen    w = {0};
    heco_arena_init(&arena);
    heco_eigen_init(&w, N, &arena);
    for (size_t t = 0; t < 4; t++) {
        for (size_t i = 0; i < N; i++) /* N - 1 eigenvalues are 2, one is 2 + N */
            for (size_t j = 0; j < N; j++) a[i * N + j] = scales[t] * (i == j ? 3.0 : 1.0);
        assert_int_equal(heco_dense_eigen(&w, values, vectors, a, N), 1);
        for (size_t k = 0; k < N; k++)
            assert_near(values[k], scales[t] * (k + 1 < N ? 2.0 : 2.0 + N), 1e-13 * N * scales[t]);
        for (size_t k = 0; k < N; k++)
            for (size_t l = 0; l <= k; l++) {
                double sum = 0.0;
                for (size_t j = 0; j < N; j++) sum += vectors[k * N + j] * vectors[l * N + j];
                assert_near(sum, k == l ? 1.0 : 0.0, 1e-13);
            }
    }
    heco_arena_release(&arena);
}

/* A pinv(A) A = A for rank 3 of 5 x 9 and 9 x 5, at the ends of the range of doubles. */
static void pinv_of_low_rank_at_every_scale(void **state) {
    (void)state;
    const double scales[] = {1.0, 1e250, 1e-250};
    for (size_t t = 0; t < 6; t++) {
        size_t     rows = t < 3 ? 5 : 9, cols = 14 - rows;
        double     a[45], out[45], scale = scales[t % 3];
        heco_arena arena;
        heco_pinv  w = {0};
        heco_arena_init(&arena);
        heco_pinv_init(&w, rows, cols, &arena);
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < cols; j++) {
                a[i * cols + j] = 0.0;
                for (size_t r = 0; r < 3; r++)
                    a[i * cols + j] += scale * (double)((i * 5 + r * 3) % 7) * (double)((j * 3 + r) % 5);
            }
        assert_int_equal(heco_dense_pinv(&w, out, a, rows, cols, 1e-10 * scale), 1);
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < cols; j++) {
                double sum = 0.0;
                for (size_t k = 0; k < cols; k++)
                    for (size_t l = 0; l < rows; l++)
                        sum += a[i * cols + k] * out[k * rows + l] * (a[l * cols + j] / scale);
                assert_near(sum, a[i * cols + j] / scale, 1e-11);
            }
        heco_arena_release(&arena);
    }
}

static void values_that_are_not_finite_are_refused(void **state) {
    (void)state;
    const double a[4] = {1.0, NAN, NAN, 1.0}, b[4] = {1.0, 0.0, INFINITY, 1.0};
    double       out[4], values[2];
    heco_arena   arena;
    heco_pinv    w = {0};
    heco_eigen   e = {0};
    heco_arena_init(&arena);
    heco_pinv_init(&w, 2, 2, &arena);
    heco_eigen_init(&e, 2, &arena);
    assert_int_equal(heco_dense_pinv(&w, out, a, 2, 2, 1e-12), 0);
    assert_int_equal(heco_dense_pinv(&w, out, b, 2, 2, 1e-12), 0);
    assert_int_equal(heco_dense_eigen(&e, values, out, a, 2), 0);
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pinv_of_a_regular_matrix_is_its_inverse),
        cmocka_unit_test(pinv_of_tall_and_wide),
        cmocka_unit_test(pinv_of_singular_matrices),
        cmocka_unit_test(the_cutoff_is_absolute),
        cmocka_unit_test(pinv_has_its_properties),
        cmocka_unit_test(eigenpairs_by_hand),
        cmocka_unit_test(eigenpairs_rebuild_the_matrix),
        cmocka_unit_test(eigenvectors_are_orthonormal),
        cmocka_unit_test(pinv_of_low_rank_at_every_scale),
        cmocka_unit_test(values_that_are_not_finite_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
