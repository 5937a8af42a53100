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

/* Right-looking: as soon as row k is final, every later row gets less its share. */
HECO_CLONES int heco_dense_cholesky(double *restrict U, const double *restrict B, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t l = i; l < n; l++) U[i * n + l] = B[i * n + l];
    for (size_t k = 0; k < n; k++) {
        double *row   = U + k * n;
        double  pivot = row[k];
        if (!(pivot > 0.0) || !isfinite(pivot)) return 0;
        double root = sqrt(pivot);
        row[k]      = root;
        for (size_t l = k + 1; l < n; l++) row[l] /= root;
        for (size_t i = k + 1; i < n; i++) {
            double t = row[i];
            if (t == 0.0) continue;
            for (size_t l = i; l < n; l++) U[i * n + l] -= t * row[l];
        }
    }
    return 1;
}

HECO_CLONES void heco_dense_invert_factor(double *restrict M, const double *restrict U, size_t n) {
    memset(M, 0, n * n * sizeof *M);
    for (size_t k = 0; k < n; k++) {
        double *row = M + k * n, scale = 1.0 / U[k * n + k];
        row[k] = 1.0;
        for (size_t l = 0; l < k; l++) {
            double t = U[l * n + k];
            if (t == 0.0) continue;
            for (size_t i = 0; i <= l; i++) row[i] -= t * M[l * n + i];
        }
        for (size_t i = 0; i <= k; i++) row[i] *= scale;
    }
}
