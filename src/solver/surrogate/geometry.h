/* Where a set of points is thin: the direction in which those near a centre spread least. */
#ifndef HECO_SOLVER_SURROGATE_GEOMETRY_H
#define HECO_SOLVER_SURROGATE_GEOMETRY_H

#include "solver/surrogate/samples.h"

/* Eigenvalues of the symmetric n x n matrix a, by Jacobi rotations: a's diagonal; column k of v is
 * the vector of value k. */
void heco_jacobi(double *a, double *v, size_t n);
/* The smallest eigenvalue of the sum of d d' over the rows x with all |d_j| <= 2, d = (x -
 * c)/radius, and its eigenvector, scaled to a largest entry of 1. `work` holds 2 n n. */
double heco_geometry_least(double *direction, const heco_samples *e, const double *c, double radius,
                         double *work);

#endif
