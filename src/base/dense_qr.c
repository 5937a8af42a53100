#include "base/dense_qr.h"

#include <math.h>
#include <string.h>

#include "base/clones.h"
#include "base/dense.h"

void heco_qr_init(heco_qr *qr, size_t max_rows, size_t max_cols, heco_arena *arena) {
    memset(qr, 0, sizeof *qr);
    qr->max_rows = max_rows;
    qr->max_cols = max_cols;
    qr->v        = heco_arena_take(arena, max_rows * max_cols, sizeof *qr->v);
    qr->r        = heco_arena_take(arena, max_cols * max_cols, sizeof *qr->r);
    qr->work     = heco_arena_take(arena, 2 * max_cols, sizeof *qr->work);
    qr->pivot    = heco_arena_take(arena, max_cols, sizeof *qr->pivot);
}

/* x -= a u + b w, a row of length n. */
static inline void dense_qr_subtract2(double *restrict x, double a, const double *restrict u,
                                      double b, const double *restrict w, size_t n) {
    for (size_t j = 0; j < n; j++) x[j] = x[j] - a * u[j] - b * w[j];
}

static inline void dense_qr_subtract(double *restrict x, double a, const double *restrict u,
                                     size_t n) {
    for (size_t j = 0; j < n; j++) x[j] -= a * u[j];
}

/* Writes the reflector I - v v' that maps column k of `a` to a multiple of the first unit vector;
 * returns that multiple. */
static double dense_qr_reflector(double *v, const double *a, size_t k, size_t rows, size_t cols) {
    double square = 0.0;
    for (size_t i = k; i < rows; i++) v[i] = a[i * cols + k], square += v[i] * v[i];
    double alpha = v[k] > 0.0 ? -sqrt(square) : sqrt(square);
    double first = v[k] - alpha;
    double scale = 1.0 / sqrt(square - v[k] * alpha); /* sqrt(2 / |v|^2) with the new first entry */
    v[k]         = first;
    for (size_t i = k; i < rows; i++) v[i] *= scale;
    return alpha;
}

/* Exchanges two columns of `a` and their entries of qr->pivot. */
static void dense_qr_swap_columns(heco_qr *qr, double *a, size_t k, size_t other) {
    if (k == other) return;
    for (size_t i = 0; i < qr->rows; i++) {
        double t                = a[i * qr->cols + k];
        a[i * qr->cols + k]     = a[i * qr->cols + other];
        a[i * qr->cols + other] = t;
    }
    size_t p         = qr->pivot[k];
    qr->pivot[k]     = qr->pivot[other];
    qr->pivot[other] = p;
}

/* Applies reflector k to the columns after k; `norm` gets their remaining squared lengths. */
HECO_CLONES static void dense_qr_eliminate(const heco_qr *qr, double *a, size_t k, double *norm) {
    const double *v = qr->v + k * qr->max_rows;
    size_t        n = qr->cols - k - 1, cols = qr->cols;
    double       *w = qr->work + qr->max_cols, *restrict square = norm + k + 1;
    heco_dense_block_sum(w, a + k * cols + k + 1, v + k, qr->rows - k, n, cols);
    dense_qr_subtract(a + k * cols + k + 1, v[k], w, n);
    for (size_t j = 0; j < n; j++) square[j] = 0.0;
    for (size_t i = k + 1; i < qr->rows; i++) {
        double *restrict row = a + i * cols + k + 1;
        dense_qr_subtract(row, v[i], w, n);
        for (size_t j = 0; j < n; j++) square[j] += row[j] * row[j];
    }
}

void heco_qr_factor(heco_qr *qr, double *a, size_t rows, size_t cols, double cutoff) {
    double *norm = qr->work;
    qr->rows = rows, qr->cols = cols, qr->rank = 0;
    for (size_t j = 0; j < cols; j++) norm[j] = 0.0, qr->pivot[j] = j;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++) norm[j] += a[i * cols + j] * a[i * cols + j];
    for (size_t k = 0; k < cols && k < rows; k++) {
        size_t best = k;
        for (size_t j = k + 1; j < cols; j++)
            if (norm[j] > norm[best]) best = j;
        double diagonal = sqrt(norm[best]), first = k == 0 ? diagonal : fabs(qr->r[0]);
        if (!(diagonal > cutoff * first)) break;
        dense_qr_swap_columns(qr, a, k, best);
        norm[best] = norm[k];
        qr->r[k * qr->max_cols + k] =
            dense_qr_reflector(qr->v + k * qr->max_rows, a, k, rows, cols);
        dense_qr_eliminate(qr, a, k, norm);
        qr->rank = k + 1;
    }
    for (size_t k = 0; k < qr->rank; k++) /* at the end: swaps exchange entries of earlier rows */
        for (size_t j = k + 1; j < cols; j++) qr->r[k * qr->max_cols + j] = a[k * cols + j];
}

/* Applies reflector k to x, which has `count` columns. */
HECO_CLONES static void dense_qr_reflect(const heco_qr *qr, size_t k, double *x, size_t count,
                                         double *work) {
    const double *v = qr->v + k * qr->max_rows;
    heco_dense_block_sum(work, x + k * count, v + k, qr->rows - k, count, count);
    for (size_t i = k; i < qr->rows; i++) dense_qr_subtract(x + i * count, v[i], work, count);
}

void heco_qr_apply_t(const heco_qr *qr, double *x, size_t count, double *work) {
    for (size_t k = 0; k < qr->rank; k++) dense_qr_reflect(qr, k, x, count, work);
}

void heco_qr_apply(const heco_qr *qr, double *x, size_t count, double *work) {
    for (size_t k = qr->rank; k-- > 0;) dense_qr_reflect(qr, k, x, count, work);
}

void heco_qr_solve(const heco_qr *qr, double *beta, double *b) {
    for (size_t j = 0; j < qr->cols; j++) beta[j] = 0.0;
    for (size_t k = qr->rank; k-- > 0;) {
        const double *row = qr->r + k * qr->max_cols;
        for (size_t l = k + 1; l < qr->rank; l++) b[k] -= row[l] * b[l];
        b[k] /= row[k];
    }
    for (size_t k = 0; k < qr->rank; k++) beta[qr->pivot[k]] = b[k];
}

/* s = H s H for reflector k, from row and column k on: a symmetric update of rank 2. */
HECO_CLONES static void dense_qr_congruence(const heco_qr *qr, size_t k, double *s, double *w) {
    size_t        M = qr->rows, n = M - k;
    const double *v    = qr->v + k * qr->max_rows + k;
    double       *from = s + k * M + k, inner = 0.0;
    heco_dense_block_sum(w, from, v, n, n, M);
    for (size_t i = 0; i < n; i++) inner += v[i] * w[i];
    for (size_t i = 0; i < n; i++) w[i] -= 0.5 * inner * v[i];
    for (size_t i = 0; i < n; i++) dense_qr_subtract2(from + i * M, v[i], w, w[i], v, n);
}

/* out = Z' s Z, where the last columns Z of Q are formed explicitly: cheaper if they are few. */
HECO_CLONES static void dense_qr_project_few(const heco_qr *qr, double *out, const double *s,
                                             double *z, double *row) {
    size_t M = qr->rows, r = qr->rank, n = M - r;
    memset(z, 0, M * n * sizeof *z);
    memset(out, 0, n * n * sizeof *out);
    for (size_t i = 0; i < n; i++) z[(r + i) * n + i] = 1.0;
    heco_qr_apply(qr, z, n, row);
    for (size_t i = 0; i < M; i++) {
        heco_dense_block_sum(row, z, s + i * M, M, n, n);
        for (size_t a = 0; a < n; a++)
            dense_qr_subtract(out + a * n + a, -z[i * n + a], row + a, n - a);
    }
}

void heco_qr_project(const heco_qr *qr, double *out, double *s, double *work) {
    size_t M = qr->rows, r = qr->rank, n = M - r;
    if (n < r / 2) {
        dense_qr_project_few(qr, out, s, work, work + M * n);
        return;
    }
    for (size_t k = 0; k < r; k++) dense_qr_congruence(qr, k, s, work);
    for (size_t i = 0; i < n; i++) memcpy(out + i * n, s + (r + i) * M + r, n * sizeof *out);
}
