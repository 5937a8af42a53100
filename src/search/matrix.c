#include "search/matrix.h"

#include <string.h>

#include "base/clones.h"

HECO_CLONES
void heco_matrix_add(double *restrict y, double w, const double *restrict x, size_t n) {
    for (size_t i = 0; i < n; i++) y[i] += w * x[i];
}

void heco_matrix_identity(double *M, size_t n) {
    memset(M, 0, n * n * sizeof *M);
    for (size_t j = 0; j < n; j++) M[j * n + j] = 1.0;
}

HECO_CLONES
void heco_matrix_times(double *restrict out, const double *restrict M, const double *restrict x,
                       size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = 0.0;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) out[i] += x[j] * M[j * n + i];
}

void heco_matrix_scale(double *M, double factor, size_t n) {
    for (size_t k = 0; k < n * n; k++) M[k] *= factor;
}

HECO_CLONES
void heco_matrix_add_outer(double *restrict M, double w, const double *restrict a,
                           const double *restrict b, size_t n) {
    for (size_t j = 0; j < n; j++) {
        double wb = w * b[j];
        for (size_t i = 0; i < n; i++) M[j * n + i] += wb * a[i];
    }
}
