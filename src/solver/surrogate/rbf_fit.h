/* Fits interpolation models: selects a window of points, solves four bases, and takes for every
 * output the basis and the transform of least leave-one-out error. */
#ifndef HECO_SOLVER_SURROGATE_RBF_FIT_H
#define HECO_SOLVER_SURROGATE_RBF_FIT_H

#include "solver/surrogate/rbf_basis.h"

/* Evaluated points: x by rows of n, y by rows of m; only the `usable` ones enter models. */
typedef struct {
    const double        *x, *y;
    const unsigned char *usable;
    size_t               count;
} heco_rbf_data;

typedef struct {
    size_t         n, m, most, rows; /* variables, outputs, largest window, largest archive */
    double         noise;
    heco_rbf_work  work;
    heco_rbf_basis basis[HECO_RBF_BASES];
    double        *kernel;   /* most x most                                               */
    double        *values;   /* points x 2 m: every output as it is, then by plog         */
    double        *distance; /* of all rows                                               */
    size_t        *order, *scratch;
    double        *column, *residual;
} heco_rbf_fitter;

void heco_rbf_fitter_init(heco_rbf_fitter *f, size_t n, size_t m, size_t most, size_t rows,
                          heco_arena *arena);
/* Fits q to the at most `cap` usable points nearest to c. At least one point must be usable. Errors
 * are those of the `near` nearest points; 0 means max(n + 2, half of the points). Returns the mean
 * over the outputs of ln(error / deviation). */
double heco_rbf_fit(heco_rbf_fitter *f, heco_rbf *q, const heco_rbf_data *data, const double *c,
                    size_t cap, size_t near);

#endif
