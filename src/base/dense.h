/* Small dense kernels in plain C: vectors, rows of a matrix, the Cholesky factor and its inverse.
 *
 * Matrices are stored by rows without gaps. Every kernel runs along rows, element by element or
 * with four partial sums, so that it can be vectorised and gives the same bits on every machine.
 * Outputs come first and never overlap inputs. */
#ifndef HECO_BASE_DENSE_H
#define HECO_BASE_DENSE_H

#include <stddef.h>

/* a'b, by four partial sums. */
double heco_dense_dot(const double *a, const double *b, size_t n);
/* The largest |a_i|; 0 for none. */
double heco_dense_largest(const double *a, size_t n);
/* y += t x. */
void heco_dense_add(double *y, double t, const double *x, size_t n);
/* (a, b) becomes (c a + s b, c b - s a). */
void heco_dense_rotate(double *a, double *b, double c, double s, size_t n);

/* out_i = (row i of A)'x. */
void heco_dense_rows_dot(double *out, const double *A, const double *x, size_t rows, size_t n);
/* out = sum of t_i (row i of A). */
void heco_dense_rows_sum(double *out, const double *A, const double *t, size_t rows, size_t n);
/* Row i of A gets less t_i x. */
void heco_dense_rows_subtract(double *A, const double *t, const double *x, size_t rows, size_t n);

/* The upper triangular U with U'U = B, of which the upper triangle is read; 0: B is not positive
 * definite. What is below the diagonal of U is not touched. */
int heco_dense_cholesky(double *U, const double *B, size_t n);
/* The whole lower triangular matrix inv(U'); its row k is column k of inv(U). */
void heco_dense_invert_factor(double *M, const double *U, size_t n);

#endif
