/* The points evaluated so far, in the unit cube: every variable scaled by its bounds, fixed ones
 * left out, integer ones on their grid. Distances are Euclidean. */
#ifndef HECO_SOLVER_SURROGATE_SAMPLES_H
#define HECO_SOLVER_SURROGATE_SAMPLES_H

#include "base/rng.h"
#include "heco/algorithm.h"

typedef struct {
    const heco_space *space;
    size_t            n, m; /* free variables; outputs: f, g, h                       */
    size_t            count, capacity;
    size_t           *variable;      /* which variable of the space column j is                */
    double           *lower, *upper; /* of the columns; whole numbers for integer variables    */
    unsigned char    *integer;
    double           *x, *y;  /* by rows; y has g less its tolerance                    */
    int              *run;    /* the local search a row belongs to; -1: none            */
    unsigned char    *usable; /* every output is a number of sensible size              */
    double           *work;   /* n                                                      */
} heco_samples;

void heco_samples_init(heco_samples *e, const heco_space *space, size_t capacity,
                         heco_arena *arena);
/* Puts u into the cube and on the grid. */
void heco_samples_round(const heco_samples *e, double *u);
/* From the cube to the variables of the problem (all of them), and back. */
void heco_samples_to_space(const heco_samples *e, double *x, const double *u);
void heco_samples_to_cube(const heco_samples *e, double *u, const double *x);
/* One more row; y has m entries. There must be room. */
void heco_samples_add(heco_samples *e, const double *u, const double *y, int run);
/* The outputs of row i of a batch. */
void heco_samples_outputs(const heco_samples *e, double *y, const heco_batch *b, size_t i);
/* Distance from u to the nearest row; infinite when there is none. */
double heco_samples_distance(const heco_samples *e, const double *u);
/* The farthest from all rows of `tries` uniform points of the cube, or of the part of it within
 * `radius` of c (each coordinate) unless that is NULL; its distance. */
double heco_samples_farthest(const heco_samples *e, double *u, const double *c, double radius,
                               size_t tries, heco_rng *rng);
/* A point of a grid (all variables integer) that is not a row yet; 0 when there is none, when the
 * box is not such a grid, or when it has more points than there is room for. */
int heco_samples_unused(const heco_samples *e, double *u);

#endif
