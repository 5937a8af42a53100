/* Dense linear algebra in plain C: vectors, matrices, Cholesky and Jacobi. QR is in dense_qr.h,
 * eigenvalues and pseudo-inverses of larger matrices are in dense_spectral.h.
 *
 * Matrices are stored by rows without gaps unless a stride is given. Every sum runs in one fixed
 * order, element by element along rows or with four partial sums, so that a compiler may use vector
 * instructions and still give the same bits on every machine. Outputs come first and do not overlap
 * inputs. Functions that can fail return 1 on success and 0 otherwise. */
#ifndef HECO_BASE_DENSE_H
#define HECO_BASE_DENSE_H

#include <stddef.h>

/* ---- vectors ---- */

/* Returns a'b, by four partial sums. */
double heco_dense_dot(const double *a, const double *b, size_t n);
/* Returns the largest |a_i|; 0 if n is 0. */
double heco_dense_largest(const double *a, size_t n);
/* y += t x. */
void heco_dense_add(double *y, double t, const double *x, size_t n);
/* (a, b) becomes (c a + s b, c b - s a). */
void heco_dense_rotate(double *a, double *b, double c, double s, size_t n);

/* ---- matrices ---- */

/* out_i = (row i of A)'x. */
void heco_dense_rows_dot(double *out, const double *A, const double *x, size_t rows, size_t n);
/* out = sum of t_i (row i of A), i ascending. For a matrix stored by columns this is A t. */
void heco_dense_rows_sum(double *out, const double *A, const double *t, size_t rows, size_t n);
/* The same for rows that are `stride` apart. */
void heco_dense_block_sum(double *out, const double *A, const double *t, size_t rows, size_t n,
                          size_t stride);
/* Row i of A loses t_i x. */
void heco_dense_rows_subtract(double *A, const double *t, const double *x, size_t rows, size_t n);
/* A becomes the n x n identity. */
void heco_dense_identity(double *A, size_t n);
/* All `count` entries of A are multiplied by t. */
void heco_dense_scale(double *A, double t, size_t count);
/* Row i of A (n x n) gains (t b_i) a. */
void heco_dense_add_outer(double *A, double t, const double *a, const double *b, size_t n);
/* Row r of out gains the sum over t of coef[r * terms + t] (row t of A), t ascending, for `count`
 * rows of n entries. Each row has the bits of `terms` calls of heco_dense_add. */
void heco_dense_add_product(double *out, const double *coef, const double *A, size_t count,
                            size_t terms, size_t n);

/* ---- factorisations: dense_factor.c ---- */

/* Writes the upper triangular U with U'U = B; the upper triangle of B is read. The entries of U
 * below the diagonal are not touched. Returns 1 if B is positive definite, else 0. */
int heco_dense_cholesky(double *U, const double *B, size_t n);
/* The same for a positive semidefinite B: a row of U whose pivot is at most `least` times its
 * diagonal entry of B becomes 0. Returns the number of other rows. */
size_t heco_dense_cholesky_semidefinite(double *U, const double *B, size_t n, double least);
/* x = U^-1 U'^-1 x. Entries of rows of U that are 0 become 0. */
void heco_dense_cholesky_solve(const double *U, size_t n, double *x);
/* x (n x count) = U'^-1 x, and x = U^-1 x. Column c of row i is x[i * stride + c]. */
void heco_dense_cholesky_forward(const double *U, size_t n, double *x, size_t count,
                                 size_t stride);
void heco_dense_cholesky_back(const double *U, size_t n, double *x, size_t count, size_t stride);
/* Writes the whole lower triangular matrix inv(U'). Its row k is column k of inv(U). */
void heco_dense_invert_factor(double *M, const double *U, size_t n);
/* Eigenvalues of the symmetric n x n matrix A by Jacobi rotations (Golub and Van Loan 2013, section
 * 8.5). They replace the diagonal of A; column k of V is the eigenvector of value k. */
void heco_dense_jacobi(double *A, double *V, size_t n);

#endif
