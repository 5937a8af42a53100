/* Eigenvalues and pseudo-inverses of dense matrices in plain C. The conventions are those of
 * dense.h.
 *
 * Work space is taken once, from an arena, for a largest size; the functions themselves allocate
 * nothing. They return 1 on success. They return 0 if the input holds a value that is not finite or
 * if the iteration does not converge; the outputs are then unusable. */
#ifndef HECO_BASE_DENSE_SPECTRAL_H
#define HECO_BASE_DENSE_SPECTRAL_H

#include <stddef.h>

#include "base/arena.h"

typedef struct {
    size_t  rows, cols; /* the largest matrix this work space serves */
    double *w;          /* rows * cols                               */
    double *q;          /* side * side with side = min(rows, cols)   */
    double *norm;       /* side                                      */
    size_t *pivot;      /* side                                      */
} heco_pinv;

typedef struct {
    size_t  n;              /* the largest matrix this work space serves */
    double *a;              /* n * n                                     */
    double *off, *v, *work; /* n each                                    */
} heco_eigen;

/* Takes work space for matrices up to rows x cols. */
void heco_pinv_init(heco_pinv *w, size_t rows, size_t cols, heco_arena *arena);
/* out (cols x rows) = Moore-Penrose inverse of a (rows x cols); singular values up to `cutoff`
 * count as 0. `out` must not be `a`. */
int heco_dense_pinv(heco_pinv *w, double *out, const double *a, size_t rows, size_t cols,
                    double cutoff);

/* Takes work space for matrices up to n x n. */
void heco_eigen_init(heco_eigen *w, size_t n, heco_arena *arena);
/* Eigenvalues in ascending order; row k of `vectors` (n x n) is the unit eigenvector of value k,
 * its largest component (the first of equals) positive. Reads the upper triangle of `a`.
 * `vectors` may be `a`. */
int heco_dense_eigen(heco_eigen *w, double *values, double *vectors, const double *a, size_t n);

#endif
