#include "solver/common/matrix.h"

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
void heco_matrix_add_outer(double *restrict M, double       w, const double *restrict a,
                           const double *restrict b, size_t n) {
    for (size_t j = 0; j < n; j++) {
        double wb = w * b[j];
        for (size_t i = 0; i < n; i++) M[j * n + i] += wb * a[i];
    }
}

/* Four terms for two rows: the compiler keeps two sums and eight factors in registers. */
static inline void matrix_add_four(double *restrict a, double *restrict b,
                                   const double *restrict ca, const double *restrict cb,
                                   const double *restrict rows, size_t n) {
    const double *r0 = rows, *r1 = rows + n, *r2 = rows + 2 * n, *r3 = rows + 3 * n;
    double        a0 = ca[0], a1 = ca[1], a2 = ca[2], a3 = ca[3];
    double        b0 = cb[0], b1 = cb[1], b2 = cb[2], b3 = cb[3];
    for (size_t i = 0; i < n; i++) {
        a[i] = (((a[i] + a0 * r0[i]) + a1 * r1[i]) + a2 * r2[i]) + a3 * r3[i];
        b[i] = (((b[i] + b0 * r0[i]) + b1 * r1[i]) + b2 * r2[i]) + b3 * r3[i];
    }
}

HECO_CLONES
void heco_matrix_add_product(double *restrict out, const double *restrict coef,
                             const double *restrict rows, size_t count, size_t terms, size_t n) {
    size_t pairs = count / 2, fours = terms - terms % 4;
    for (size_t r = 0; r < 2 * pairs; r += 2)
        for (size_t t = 0; t < fours; t += 4)
            matrix_add_four(out + r * n, out + (r + 1) * n, coef + r * terms + t,
                            coef + (r + 1) * terms + t, rows + t * n, n);
    for (size_t r = 0; r < count; r++)
        for (size_t t = r < 2 * pairs ? fours : 0; t < terms; t++)
            for (size_t i = 0; i < n; i++) out[r * n + i] += coef[r * terms + t] * rows[t * n + i];
}
