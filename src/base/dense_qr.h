/* Householder QR with column pivoting (Golub and Van Loan 2013, section 5.4.2) in plain C. The
 * conventions are those of dense.h. Meant for a few hundred rows. */
#ifndef HECO_BASE_DENSE_QR_H
#define HECO_BASE_DENSE_QR_H

#include <stddef.h>

#include "base/arena.h"

/* A P = Q (R; 0). Q is the product of the reflectors I - v v'; column k of A P is column pivot[k]
 * of A. Only the first `rank` columns are factorised. */
typedef struct {
    size_t  rows, cols, rank;
    size_t  max_rows, max_cols; /* room                                                      */
    double *v;                  /* reflector k is row k, of max_rows; its entries k .. rows-1 */
    double *r;                  /* row k of R is row k, of max_cols                          */
    double *work;               /* 2 max_cols                                                */
    size_t *pivot;
} heco_qr;

/* Takes memory for matrices up to max_rows x max_cols. */
void heco_qr_init(heco_qr *qr, size_t max_rows, size_t max_cols, heco_arena *arena);
/* Factorises a (rows x cols), which is overwritten. A diagonal entry of R of at most `cutoff` times
 * the first one counts as 0 and ends the factorisation. */
void heco_qr_factor(heco_qr *qr, double *a, size_t rows, size_t cols, double cutoff);
/* x (rows x count) = Q' x, and x = Q x. `work` holds count. */
void heco_qr_apply_t(const heco_qr *qr, double *x, size_t count, double *work);
void heco_qr_apply(const heco_qr *qr, double *x, size_t count, double *work);
/* Solves R beta = b (rank entries) and undoes the pivoting: beta gets `cols` entries, 0 where a
 * column was not factorised. */
void heco_qr_solve(const heco_qr *qr, double *beta, double *b);
/* Writes Z' s Z, where Z is the last rows - rank columns of Q; the upper triangle of `out` is
 * valid. s (rows x rows) is symmetric and is overwritten; `work` holds rows * rows + rows. */
void heco_qr_project(const heco_qr *qr, double *out, double *s, double *work);

#endif
