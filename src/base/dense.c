#include "base/dense.h"

#include <math.h>
#include <string.h>

#include "base/clones.h"

HECO_CLONES double heco_dense_dot(const double *a, const double *b, size_t n) {
    double s[4] = {0.0, 0.0, 0.0, 0.0};
    size_t i    = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t l = 0; l < 4; l++) s[l] += a[i + l] * b[i + l];
    for (; i < n; i++) s[0] += a[i] * b[i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

double heco_dense_largest(const double *a, size_t n) {
    double most = 0.0;
    for (size_t i = 0; i < n; i++) most = fabs(a[i]) > most ? fabs(a[i]) : most;
    return most;
}

HECO_CLONES void heco_dense_add(double *restrict y, double t, const double *restrict x, size_t n) {
    for (size_t i = 0; i < n; i++) y[i] += t * x[i];
}

HECO_CLONES void heco_dense_rotate(double *restrict a, double *restrict b, double c, double s,
                                   size_t n) {
    for (size_t i = 0; i < n; i++) {
        double p = a[i], q = b[i];
        a[i] = c * p + s * q;
        b[i] = c * q - s * p;
    }
}

void heco_dense_rows_dot(double *out, const double *A, const double *x, size_t rows, size_t n) {
    for (size_t i = 0; i < rows; i++) out[i] = heco_dense_dot(A + i * n, x, n);
}

HECO_CLONES void heco_dense_rows_sum(double *restrict out, const double *restrict A,
                                     const double *restrict t, size_t rows, size_t n) {
    for (size_t k = 0; k < n; k++) out[k] = 0.0;
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < n; k++) out[k] += t[i] * A[i * n + k];
}

HECO_CLONES void heco_dense_rows_subtract(double *restrict A, const double *restrict t,
                                          const double *restrict x, size_t rows, size_t n) {
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < n; k++) A[i * n + k] -= t[i] * x[k];
}

/* Rows that are dealt with together: they stay in the cache while all others pass. Every element
 * loses the same products in the same order as with one row at a time, so the bits are the same. */
enum { DENSE_BLOCK = 16 };

/* u gets less t_0 (row 0 of R), less t_1 (row 1) .. less t_3 (row 3), from element `from` to `to`.
 * R has rows of n, the t_j are n apart. What is 0 is left out: 0 times infinity is not a number. */
static inline void dense_less_four(double *restrict u, const double *restrict R,
                                   const double *restrict t, size_t n, size_t from, size_t to) {
    double        t0 = t[0], t1 = t[n], t2 = t[2 * n], t3 = t[3 * n];
    const double *r1 = R + n, *r2 = R + 2 * n, *r3 = R + 3 * n;
    if (t0 == 0.0 || t1 == 0.0 || t2 == 0.0 || t3 == 0.0) {
        for (size_t j = 0; j < 4; j++)
            for (size_t i = from; i < to && t[j * n] != 0.0; i++) u[i] -= t[j * n] * R[j * n + i];
        return;
    }
    for (size_t i = from; i < to; i++) {
        double v = u[i] - t0 * R[i];
        v -= t1 * r1[i];
        v -= t2 * r2[i];
        u[i] = v - t3 * r3[i];
    }
}

static inline void dense_less_one(double *restrict u, const double *restrict r, double t,
                                  size_t from, size_t to) {
    if (t == 0.0) return;
    for (size_t i = from; i < to; i++) u[i] -= t * r[i];
}

/* Rows begin .. end - 1 of the factor; what they take from each other. */
static inline int dense_cholesky_rows(double *U, size_t n, size_t begin, size_t end) {
    for (size_t k = begin; k < end; k++) {
        double *row   = U + k * n;
        double  pivot = row[k];
        if (!(pivot > 0.0) || !isfinite(pivot)) return 0;
        double root = sqrt(pivot);
        row[k]      = root;
        for (size_t l = k + 1; l < n; l++) row[l] /= root;
        for (size_t i = k + 1; i < end; i++) dense_less_one(U + i * n, row, row[i], i, n);
    }
    return 1;
}

/* Right-looking: as soon as a block of rows is final, every later row gets less its share. */
HECO_CLONES int heco_dense_cholesky(double *restrict U, const double *restrict B, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t l = i; l < n; l++) U[i * n + l] = B[i * n + l];
    for (size_t begin = 0, end; begin < n; begin = end) {
        end = begin + DENSE_BLOCK < n ? begin + DENSE_BLOCK : n;
        if (!dense_cholesky_rows(U, n, begin, end)) return 0;
        for (size_t i = end; i < n; i++) /* only after a whole block, which has fours */
            for (size_t k = begin; k < end; k += 4)
                dense_less_four(U + i * n, U + k * n, U + k * n + i, n, i, n);
    }
    return 1;
}

/* Row k of the inverse gets less its share of the four rows from l on, all of them before it. */
static inline void dense_invert_four(double *row, const double *M, const double *t, size_t n,
                                     size_t l) {
    dense_less_four(row, M + l * n, t, n, 0, l + 1);
    for (size_t j = 1; j < 4; j++) dense_less_one(row, M + (l + j) * n, t[j * n], l + 1, l + j + 1);
}

HECO_CLONES void heco_dense_invert_factor(double *restrict M, const double *restrict U, size_t n) {
    memset(M, 0, n * n * sizeof *M);
    for (size_t begin = 0, end; begin < n; begin = end) {
        end = begin + DENSE_BLOCK < n ? begin + DENSE_BLOCK : n;
        for (size_t l = 0; l < begin; l += 4)
            for (size_t k = begin; k < end; k++)
                dense_invert_four(M + k * n, M, U + l * n + k, n, l);
        for (size_t k = begin; k < end; k++) {
            double *row = M + k * n, scale = 1.0 / U[k * n + k];
            row[k] = 1.0;
            for (size_t l = begin; l < k; l++)
                dense_less_one(row, M + l * n, U[l * n + k], 0, l + 1);
            for (size_t i = 0; i <= k; i++) row[i] *= scale;
        }
    }
}
