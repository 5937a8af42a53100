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

/* Four rows at a time: out is then loaded and stored a quarter as often. */
HECO_CLONES void heco_dense_block_sum(double *restrict out, const double *A, const double *t,
                                      size_t rows, size_t n, size_t stride) {
    size_t i = 0;
    for (size_t k = 0; k < n; k++) out[k] = 0.0;
    for (; i + 4 <= rows; i += 4) {
        const double *restrict a = A + i * stride, *restrict b = a + stride;
        const double *restrict c = b + stride, *restrict d = c + stride;
        double ta = t[i], tb = t[i + 1], tc = t[i + 2], td = t[i + 3];
        for (size_t k = 0; k < n; k++)
            out[k] = (((out[k] + ta * a[k]) + tb * b[k]) + tc * c[k]) + td * d[k];
    }
    for (; i < rows; i++) heco_dense_add(out, t[i], A + i * stride, n);
}

void heco_dense_rows_sum(double *out, const double *A, const double *t, size_t rows, size_t n) {
    heco_dense_block_sum(out, A, t, rows, n, n);
}

HECO_CLONES void heco_dense_rows_subtract(double *restrict A, const double *restrict t,
                                          const double *restrict x, size_t rows, size_t n) {
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < n; k++) A[i * n + k] -= t[i] * x[k];
}

void heco_dense_identity(double *M, size_t n) {
    memset(M, 0, n * n * sizeof *M);
    for (size_t j = 0; j < n; j++) M[j * n + j] = 1.0;
}

void heco_dense_scale(double *A, double t, size_t count) {
    for (size_t k = 0; k < count; k++) A[k] *= t;
}

HECO_CLONES
void heco_dense_add_outer(double *restrict M, double       w, const double *restrict a,
                          const double *restrict b, size_t n) {
    for (size_t j = 0; j < n; j++) {
        double wb = w * b[j];
        for (size_t i = 0; i < n; i++) M[j * n + i] += wb * a[i];
    }
}

/* Adds four terms to two rows: two sums and eight factors stay in registers. */
static inline void dense_add_four(double *restrict a, double *restrict b, const double *restrict ca,
                                  const double *restrict cb, const double *restrict rows,
                                  size_t n) {
    const double *r0 = rows, *r1 = rows + n, *r2 = rows + 2 * n, *r3 = rows + 3 * n;
    double        a0 = ca[0], a1 = ca[1], a2 = ca[2], a3 = ca[3];
    double        b0 = cb[0], b1 = cb[1], b2 = cb[2], b3 = cb[3];
    for (size_t i = 0; i < n; i++) {
        a[i] = (((a[i] + a0 * r0[i]) + a1 * r1[i]) + a2 * r2[i]) + a3 * r3[i];
        b[i] = (((b[i] + b0 * r0[i]) + b1 * r1[i]) + b2 * r2[i]) + b3 * r3[i];
    }
}

HECO_CLONES
void heco_dense_add_product(double *restrict out, const double *restrict coef,
                            const double *restrict rows, size_t count, size_t terms, size_t n) {
    size_t pairs = count / 2, fours = terms - terms % 4;
    for (size_t r = 0; r < 2 * pairs; r += 2)
        for (size_t t = 0; t < fours; t += 4)
            dense_add_four(out + r * n, out + (r + 1) * n, coef + r * terms + t,
                           coef + (r + 1) * terms + t, rows + t * n, n);
    for (size_t r = 0; r < count; r++)
        for (size_t t = r < 2 * pairs ? fours : 0; t < terms; t++)
            for (size_t i = 0; i < n; i++) out[r * n + i] += coef[r * terms + t] * rows[t * n + i];
}
