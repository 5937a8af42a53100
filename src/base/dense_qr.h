/* Dense factorisations in plain C: Householder QR with column pivoting, Cholesky, triangular
 * solves.
 *
 * Matrices are stored by rows and every sum runs in one fixed order, element by element along rows,
 * so that a compiler may use vector instructions and still give the same bits on every machine.
 * Meant for a few hundred rows. Nothing here allocates but the two init functions. */
#ifndef HECO_BASE_DENSE_QR_H
#define HECO_BASE_DENSE_QR_H

#include <stddef.h>

#include "base/arena.h"

/* A P = Q (R; 0): Q is the product of the reflectors I - v v', and pivot[k] names the column of A
 * that column k of A P is. Only the first `rank` columns were factorised. */
typedef struct {
    size_t  rows, cols, rank;
    size_t  max_rows, max_cols; /* what there is memory for                                  */
    double *v;                  /* reflector k is row k, of max_rows; its entries k .. rows-1 */
    double *r;                  /* row k of R is row k, of max_cols                          */
    double *work;               /* 2 max_cols                                                */
    size_t *pivot;
} heco_qr;

void heco_qr_init(heco_qr *qr, size_t max_rows, size_t max_cols, heco_arena *arena);
/* Factorises a (rows x cols), which is overwritten. Diagonal entries of R up to `cutoff` times the
 * first count as 0 and end the factorisation. */
void heco_qr_factor(heco_qr *qr, double *a, size_t rows, size_t cols, double cutoff);
/* x (rows x count) = Q' x, and x = Q x. `work` holds count. */
void heco_qr_apply_t(const heco_qr *qr, double *x, size_t count, double *work);
void heco_qr_apply(const heco_qr *qr, double *x, size_t count, double *work);
/* Solves R beta = b (rank entries) and undoes the pivoting: beta gets `cols` entries, 0 where a
 * column was not factorised. */
void heco_qr_solve(const heco_qr *qr, double *beta, double *b);
/* The part of Q' s Q that belongs to the last rows - rank columns of Q, as `out` of that order,
 * upper triangle. s (rows x rows) is symmetric and is overwritten; `work` holds rows * rows + rows.
 */
void heco_qr_project(const heco_qr *qr, double *out, double *s, double *work);

/* w (n entries) = the sum over i of v_i times row i of x, whose rows are `stride` apart. */
void heco_rows_combine(double *w, const double *v, const double *x, size_t rows, size_t n,
                       size_t stride);

/* The sum of a_i b_i, in four parts: one after the other, every sum would wait for the last. */
static inline double heco_dot(const double *a, const double *b, size_t count) {
    double s[4] = {0.0, 0.0, 0.0, 0.0};
    size_t i    = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t l = 0; l < 4; l++) s[l] += a[i + l] * b[i + l];
    for (; i < count; i++) s[0] += a[i] * b[i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

/* The upper triangle u of a symmetric n x n matrix becomes U with U'U = the matrix. 0, or nonzero
 * when the matrix is not positive definite. The lower triangle is neither read nor written. */
int heco_cholesky(double *u, size_t n);
/* x (n x count) = U'^-1 x, and x = U^-1 x. Column c of row i is x[i * stride + c]. */
void heco_cholesky_forward(const double *u, size_t n, double *x, size_t count, size_t stride);
void heco_cholesky_back(const double *u, size_t n, double *x, size_t count, size_t stride);
/* x = (U'U)^-1 x for one vector. */
void heco_cholesky_solve(const double *u, size_t n, double *x);

#endif
