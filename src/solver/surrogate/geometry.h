/* Geometry of the samples about a centre: the direction in which they vary least. */
#ifndef HECO_SOLVER_SURROGATE_GEOMETRY_H
#define HECO_SOLVER_SURROGATE_GEOMETRY_H

#include "solver/surrogate/samples.h"

/* Returns the smallest eigenvalue of the sum of d d' over the samples with all |d_j| <= 2, where d
 * = (x - c)/radius. Writes its eigenvector, scaled to a largest entry of 1. `work` holds 2 n n. */
double heco_geometry_least_direction(double *direction, const heco_samples *e, const double *c,
                                     double radius, double *work);

#endif
