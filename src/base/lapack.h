/* Dense linear algebra behind LAPACK; built only where LAPACK was found (HECO_HAVE_LAPACK).
 *
 * Matrices are stored by rows, at most 20000 of them (LAPACK counts in int). Work space is taken
 * once, from an arena, for a largest size; the functions themselves allocate nothing. They return 1
 * on success. They return 0 if the input holds a value that is not finite or if LAPACK does not
 * converge; the outputs are then unusable. */
#ifndef HECO_BASE_LAPACK_H
#define HECO_BASE_LAPACK_H

#include <stddef.h>

#include "base/arena.h"

typedef struct {
    size_t  rows, cols; /* the largest matrix this work space serves */
    int     work_size;
    double *a, *u, *vt, *s, *work;
    int    *iwork;
} heco_pinv;

typedef struct {
    size_t  n; /* the largest matrix this work space serves */
    int     work_size;
    double *work;
} heco_eigen;

/* Takes work space for matrices up to rows x cols. */
void heco_pinv_init(heco_pinv *w, size_t rows, size_t cols, heco_arena *arena);
/* out (cols x rows) = Moore-Penrose inverse of a (rows x cols); singular values up to `cutoff`
 * count as 0. `out` must not be `a`. */
int heco_lapack_pinv(heco_pinv *w, double *out, const double *a, size_t rows, size_t cols,
                     double cutoff);

/* Takes work space for matrices up to n x n. */
void heco_eigen_init(heco_eigen *w, size_t n, heco_arena *arena);
/* Eigenvalues in ascending order; row k of `vectors` (n x n) is the unit eigenvector of value k,
 * its largest component (the first of equals) positive. Reads the upper triangle of `a`.
 * `vectors` may be `a`. */
int heco_lapack_eigen_symmetric(heco_eigen *w, double *values, double *vectors, const double *a,
                                size_t n);

#endif
