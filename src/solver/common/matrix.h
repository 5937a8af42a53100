/* Square matrices stored by columns: M x is then a sum of columns, which a compiler turns into
 * vector instructions without changing the order of the sums. */
#ifndef HECO_SOLVER_COMMON_MATRIX_H
#define HECO_SOLVER_COMMON_MATRIX_H

#include <stddef.h>

void heco_matrix_identity(double *M, size_t n);
/* out = M x; out must not be x. */
void heco_matrix_times(double *out, const double *M, const double *x, size_t n);
void heco_matrix_scale(double *M, double factor, size_t n);
/* M += w a b^T. */
void heco_matrix_add_outer(double *M, double w, const double *a, const double *b, size_t n);
/* out_r += sum over t of coef[r * terms + t] rows_t, for `count` rows of n each: all vectors of a
 * generation in one call. The sums run over t in order, so that each row has the bits of
 * heco_matrix_times or of `terms` calls of heco_matrix_add. out must not overlap the others. */
void heco_matrix_add_product(double *out, const double *coef, const double *rows, size_t count,
                             size_t terms, size_t n);
/* y += w x, for rows of any length. */
void heco_matrix_add(double *y, double w, const double *x, size_t n);

#endif
