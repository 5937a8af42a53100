/* Factorisations against what defines them, and a case worked by hand. */
#include "testing.h"

#include "base/dense_qr.h"
#include "base/rng.h"

enum { MOST = 60 };

typedef struct {
    heco_arena arena;
    heco_rng   rng;
    heco_qr    qr;
} bench;

static void bench_open(bench *b) {
    heco_arena_init(&b->arena);
    heco_rng_init(&b->rng, 7, 0);
    heco_qr_init(&b->qr, MOST, MOST, &b->arena);
    assert_false(heco_arena_failed(&b->arena));
}

static void fill(bench *b, double *a, size_t count) {
    for (size_t i = 0; i < count; i++) a[i] = heco_rng_normal_inline(&b->rng);
}

/* Q (R; 0) has the columns of A in the order of the pivots, and Q'Q x = x. */
static void qr_gives_the_matrix_back(void **state) {
    (void)state;
    static const size_t sizes[][2] = {{1, 1}, {2, 1}, {5, 5}, {9, 4}, {60, 13}, {40, 37}};
    static double       a[MOST * MOST], x[MOST * MOST], copy[MOST * MOST];
    double              work[MOST];
    for (size_t t = 0; t < sizeof sizes / sizeof sizes[0]; t++) {
        bench  b;
        size_t M = sizes[t][0], p = sizes[t][1];
        bench_open(&b);
        fill(&b, a, M * p);
        memcpy(copy, a, sizeof a);
        heco_qr_factor(&b.qr, a, M, p, 1e-9);
        assert_int_equal(b.qr.rank, p);
        memset(x, 0, sizeof x);
        for (size_t k = 0; k < p; k++)
            for (size_t j = k; j < p; j++) x[k * p + j] = b.qr.r[k * b.qr.max_cols + j];
        heco_qr_apply(&b.qr, x, p, work);
        for (size_t i = 0; i < M; i++)
            for (size_t j = 0; j < p; j++)
                assert_near(x[i * p + j], copy[i * p + b.qr.pivot[j]], 1e-13);
        heco_qr_apply_t(&b.qr, x, p, work);
        for (size_t k = 1; k < M; k++) assert_near(x[k * p], 0.0, 1e-13);
        for (size_t k = 1; k < p; k++)
            assert_true(fabs(b.qr.r[k * b.qr.max_cols + k]) <= fabs(b.qr.r[0]) * (1.0 + 1e-12));
        heco_arena_release(&b.arena);
    }
}

/* Columns 1, z, 2z + 1: rank 2, and a least-squares fit through the points is exact. */
static void dependent_columns_get_coefficient_0(void **state) {
    (void)state;
    bench  b;
    double a[15], y[5], beta[3], work[1];
    bench_open(&b);
    for (size_t i = 0; i < 5; i++) {
        double z     = (double)i - 1.5;
        a[3 * i]     = 1.0;
        a[3 * i + 1] = z;
        a[3 * i + 2] = 2.0 * z + 1.0;
        y[i]         = 4.0 - 3.0 * z;
    }
    heco_qr_factor(&b.qr, a, 5, 3, 1e-9);
    assert_int_equal(b.qr.rank, 2);
    heco_qr_apply_t(&b.qr, y, 1, work);
    heco_qr_solve(&b.qr, beta, y);
    assert_int_equal((beta[0] == 0.0) + (beta[1] == 0.0) + (beta[2] == 0.0), 1);
    for (size_t i = 0; i < 5; i++) {
        double z = (double)i - 1.5;
        assert_near(beta[0] + beta[1] * z + beta[2] * (2.0 * z + 1.0), 4.0 - 3.0 * z, 1e-13);
    }
    memset(a, 0, sizeof a);
    heco_qr_factor(&b.qr, a, 5, 3, 1e-9);
    assert_int_equal(b.qr.rank, 0);
    heco_arena_release(&b.arena);
}

/* Z' S Z for few and for many columns Z, against Z written out. */
static void projection_of_a_symmetric_matrix(void **state) {
    (void)state;
    static double a[MOST * MOST], s[MOST * MOST], full[MOST * MOST], work[MOST * MOST + MOST];
    static double z[MOST * MOST], out[MOST * MOST];
    for (size_t p = 3; p <= 35; p += 32) {
        bench  b;
        size_t M = 40, n = M - p;
        bench_open(&b);
        fill(&b, a, M * p);
        fill(&b, s, M * M);
        for (size_t i = 0; i < M; i++)
            for (size_t j = 0; j < i; j++) s[i * M + j] = s[j * M + i];
        memcpy(full, s, sizeof s);
        heco_qr_factor(&b.qr, a, M, p, 1e-9);
        memset(z, 0, sizeof z);
        for (size_t i = 0; i < n; i++) z[(p + i) * n + i] = 1.0;
        heco_qr_apply(&b.qr, z, n, work);
        heco_qr_project(&b.qr, out, s, work);
        for (size_t c = 0; c < n; c++)
            for (size_t d = c; d < n; d++) {
                double sum = 0.0;
                for (size_t i = 0; i < M; i++)
                    for (size_t j = 0; j < M; j++)
                        sum += z[i * n + c] * full[i * M + j] * z[j * n + d];
                assert_near(out[c * n + d], sum, 1e-12);
            }
        heco_arena_release(&b.arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(qr_gives_the_matrix_back),
        cmocka_unit_test(dependent_columns_get_coefficient_0),
        cmocka_unit_test(projection_of_a_symmetric_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
