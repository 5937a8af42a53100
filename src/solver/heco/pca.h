/* Principal components of a few rows, and the projection of a point onto the space they span
 * through the mean. */
#ifndef HECO_SOLVER_HECO_PCA_H
#define HECO_SOLVER_HECO_PCA_H

#include "base/dense_spectral.h"

typedef struct {
    size_t     n, most;    /* coordinates; directions at most */
    size_t     count;      /* directions of the last fit      */
    double    *mean;
    double    *direction;  /* count rows of n, orthonormal    */
    double    *centred, *matrix, *value, *weight; /* work space */
    heco_eigen eigen;
} heco_pca;

/* Allocates memory for fits of up to `rows` rows with at most `most` directions. */
void heco_pca_init(heco_pca *p, size_t n, size_t rows, size_t most, heco_arena *arena);
/* Fits the rows member[0..rows) of x. Keeps the directions of largest variance: `most` of them, or,
 * with `explained` > 0, the fewest that explain this share of the variance. Directions without
 * variance are left out. Returns 1 if no fit was possible, else 0. */
int heco_pca_fit(heco_pca *p, const double *x, const size_t *member, size_t rows, double explained);
/* Replaces u by its projection onto the mean plus the span of the directions. */
void heco_pca_project(heco_pca *p, double *u);

#endif
