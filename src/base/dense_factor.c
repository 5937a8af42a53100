/* Cholesky factorisation with its solves, and Jacobi's eigenvalue method. */
#include <math.h>
#include <string.h>

#include "base/clones.h"
#include "base/dense.h"

/* Rows of a block stay in the cache while all other rows pass. Every element loses the same
 * products in the same order as with one row at a time, so the bits are the same. */
enum { FACTOR_BLOCK = 16 };

/* Elements `from` to `to` of u lose t_0 (row 0 of R), then t_1 (row 1) .. t_3 (row 3). R has rows
 * of n, the t_j are n apart. Factors of 0 are skipped: 0 times infinity is not a number. */
static inline void factor_subtract_four(double *restrict u, const double *restrict R,
                                        const double *restrict t, size_t n, size_t from,
                                        size_t to) {
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

/* Subtracts t r from u, elements `from` to `to`. A factor of 0 is skipped, as above. */
static inline void factor_subtract(double *restrict u, const double *restrict r, double t,
                                   size_t from, size_t to) {
    if (t == 0.0) return;
    for (size_t i = from; i < to; i++) u[i] -= t * r[i];
}

/* Finishes rows begin .. end - 1 of the factor; returns the number of pivots that are large
 * enough. */
static inline size_t factor_rows(double *U, const double *B, size_t n, size_t begin, size_t end,
                                 double least) {
    size_t rank = 0;
    for (size_t k = begin; k < end; k++) {
        double *row   = U + k * n;
        double  pivot = row[k];
        if (!(pivot > 0.0) || !(pivot > least * B[k * n + k]) || !isfinite(pivot)) {
            for (size_t l = k; l < n; l++) row[l] = 0.0;
            continue;
        }
        double root = sqrt(pivot);
        row[k]      = root;
        for (size_t l = k + 1; l < n; l++) row[l] /= root;
        for (size_t i = k + 1; i < end; i++) factor_subtract(U + i * n, row, row[i], i, n);
        rank++;
    }
    return rank;
}

/* Right-looking: as soon as a block of rows is finished, every later row loses its share. */
HECO_CLONES size_t heco_dense_cholesky_semidefinite(double *restrict U, const double *restrict B,
                                                    size_t n, double least) {
    size_t rank = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t l = i; l < n; l++) U[i * n + l] = B[i * n + l];
    for (size_t begin = 0, end; begin < n; begin = end) {
        end = begin + FACTOR_BLOCK < n ? begin + FACTOR_BLOCK : n;
        rank += factor_rows(U, B, n, begin, end, least);
        for (size_t i = end; i < n; i++) /* only after a whole block, which has fours */
            for (size_t k = begin; k < end; k += 4)
                factor_subtract_four(U + i * n, U + k * n, U + k * n + i, n, i, n);
    }
    return rank;
}

int heco_dense_cholesky(double *U, const double *B, size_t n) {
    return heco_dense_cholesky_semidefinite(U, B, n, 0.0) == n;
}

/* Returns 0 for a row that the factorisation set to 0, so that its unknown is 0. */
static double factor_divide(double x, double diagonal) {
    return diagonal > 0.0 ? x / diagonal : 0.0;
}

void heco_dense_cholesky_solve(const double *U, size_t n, double *x) {
    for (size_t k = 0; k < n; k++) {
        x[k] = factor_divide(x[k], U[k * n + k]);
        factor_subtract(x, U + k * n, x[k], k + 1, n);
    }
    for (size_t k = n; k-- > 0;) {
        double sum = x[k];
        for (size_t i = k + 1; i < n; i++) sum -= U[k * n + i] * x[i];
        x[k] = factor_divide(sum, U[k * n + k]);
    }
}

/* Row k of the inverse loses its share of the four rows from l on, all of them before it. */
static inline void factor_invert_four(double *row, const double *M, const double *t, size_t n,
                                      size_t l) {
    factor_subtract_four(row, M + l * n, t, n, 0, l + 1);
    for (size_t j = 1; j < 4; j++)
        factor_subtract(row, M + (l + j) * n, t[j * n], l + 1, l + j + 1);
}

HECO_CLONES void heco_dense_invert_factor(double *restrict M, const double *restrict U, size_t n) {
    memset(M, 0, n * n * sizeof *M);
    for (size_t begin = 0, end; begin < n; begin = end) {
        end = begin + FACTOR_BLOCK < n ? begin + FACTOR_BLOCK : n;
        for (size_t l = 0; l < begin; l += 4)
            for (size_t k = begin; k < end; k++)
                factor_invert_four(M + k * n, M, U + l * n + k, n, l);
        for (size_t k = begin; k < end; k++) {
            double *row = M + k * n, scale = 1.0 / U[k * n + k];
            row[k] = 1.0;
            for (size_t l = begin; l < k; l++)
                factor_subtract(row, M + l * n, U[l * n + k], 0, l + 1);
            for (size_t i = 0; i <= k; i++) row[i] *= scale;
        }
    }
}

/* x loses a_0 (row 0 of R), .. a_3 (row 3); the rows of R are `stride` apart. */
static inline void factor_subtract_rows(double *restrict x, const double a[4], const double *R,
                                        size_t stride, size_t n) {
    const double *restrict p = R, *restrict q = p + stride;
    const double *restrict r = q + stride, *restrict s = r + stride;
    double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    for (size_t j = 0; j < n; j++) x[j] = x[j] - a0 * p[j] - a1 * q[j] - a2 * r[j] - a3 * s[j];
}

/* Divides x by `by`. */
static inline void factor_divide_row(double *restrict x, double by, size_t count) {
    double scale = 1.0 / by;
    for (size_t c = 0; c < count; c++) x[c] *= scale;
}

HECO_CLONES void heco_dense_cholesky_forward(const double *U, size_t n, double *x, size_t count,
                                             size_t stride) {
    for (size_t k = 0; k < n; k += 4) {
        size_t end = k + 4 < n ? k + 4 : n;
        for (size_t i = k; i < end; i++) {
            for (size_t p = k; p < i; p++)
                factor_subtract(x + i * stride, x + p * stride, U[p * n + i], 0, count);
            factor_divide_row(x + i * stride, U[i * n + i], count);
        }
        for (size_t i = end; i < n; i++) {
            const double *top  = U + k * n + i;
            const double  a[4] = {top[0], top[n], top[2 * n], top[3 * n]};
            factor_subtract_rows(x + i * stride, a, x + k * stride, stride, count);
        }
    }
}

HECO_CLONES void heco_dense_cholesky_back(const double *U, size_t n, double *x, size_t count,
                                          size_t stride) {
    for (size_t end = n; end > 0;) {
        size_t k = end >= 4 ? end - 4 : 0;
        for (size_t i = end; i-- > k;) {
            for (size_t p = i + 1; p < end; p++)
                factor_subtract(x + i * stride, x + p * stride, U[i * n + p], 0, count);
            factor_divide_row(x + i * stride, U[i * n + i], count);
        }
        for (size_t i = 0; i < k; i++) /* k > 0 means that the block has four rows */
            factor_subtract_rows(x + i * stride, U + i * n + k, x + k * stride, stride, count);
        end = k;
    }
}

/* Rotates two rows or columns of a matrix, whose entries are `along` apart. */
static void factor_rotate(double *p, double *q, size_t along, size_t n, double c, double s) {
    for (size_t k = 0; k < n; k++, p += along, q += along) {
        double x = *p, y = *q;
        *p = c * x - s * y;
        *q = s * x + c * y;
    }
}

void heco_dense_jacobi(double *A, double *V, size_t n) {
    enum { SWEEPS = 12 }; /* convergence is quadratic: six or so are enough */
    heco_dense_identity(V, n);
    int rotated = 1;
    for (int sweep = 0; sweep < SWEEPS && rotated; sweep++) {
        rotated = 0;
        for (size_t p = 0; p < n; p++)
            for (size_t q = p + 1; q < n; q++) {
                double off = A[p * n + q];
                if (!(fabs(off) >= 1e-15)) continue;
                double theta = (A[q * n + q] - A[p * n + p]) / (2.0 * off);
                double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
                double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                factor_rotate(A + p, A + q, n, n, c, s);
                factor_rotate(A + p * n, A + q * n, 1, n, c, s);
                factor_rotate(V + p, V + q, n, n, c, s);
                rotated = 1;
            }
    }
}
