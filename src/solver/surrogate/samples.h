/* The samples: all points evaluated so far with their outputs. Points are in the unit cube: every
 * variable is scaled by its bounds, fixed ones are left out, integer ones lie on a grid. Distances
 * are Euclidean. */
#ifndef HECO_SOLVER_SURROGATE_SAMPLES_H
#define HECO_SOLVER_SURROGATE_SAMPLES_H

#include "base/rng.h"
#include "heco/algorithm.h"
#include "solver/surrogate/two_valued.h"

typedef struct heco_samples {
    const heco_space *space;
    size_t            n, m;            /* free variables; outputs: f, g, h                */
    size_t            count, capacity; /* rows in use; room for rows                      */
    size_t           *variable;        /* variable of the space that column j stands for  */
    double           *lower, *upper;   /* of the columns; integers for integer variables  */
    unsigned char    *integer;
    double           *x, *y;      /* by rows; the tolerance of g is subtracted in y           */
    int              *run;        /* local search that a row belongs to; -1: not evaluated    */
    unsigned char    *usable;     /* every output is finite and at most 1e100 in size         */
    heco_two_valued  *two_valued; /* entry k: the values of output k so far                */
    double           *work;       /* n                                                        */
} heco_samples;

void heco_samples_init(heco_samples *e, const heco_space *space, size_t capacity,
                       heco_arena *arena);
/* Moves u into the cube and onto the grid. */
void heco_samples_round(const heco_samples *e, double *u);
/* Maps a point of the cube to all variables of the problem, and back. */
void heco_samples_to_space(const heco_samples *e, double *x, const double *u);
void heco_samples_to_cube(const heco_samples *e, double *u, const double *x);
/* Adds a row; y has m entries. The caller makes sure that there is room. */
void heco_samples_add(heco_samples *e, const double *u, const double *y, int run);
/* Writes the m outputs of row i of a batch. */
void heco_samples_outputs(const heco_samples *e, double *y, const heco_batch *b, size_t i);
/* Returns the distance from u to the nearest row; infinite if there are no rows. */
double heco_samples_distance(const heco_samples *e, const double *u);
/* Writes the range of variable j without the layers at either face of the cube in which all points
 * failed. Each failure makes a layer ten times wider, up to 1e-2 of the cube. A function that is
 * not defined at a bound can thus be minimised close to it. */
void heco_samples_range(const heco_samples *e, size_t j, double *lower, double *upper);
/* Draws `tries` uniform points of the cube, or within `radius` of c in each coordinate unless c is
 * NULL. Writes the one farthest from all rows and returns its distance. */
double heco_samples_draw_farthest(const heco_samples *e, double *u, const double *c, double radius,
                                  size_t tries, heco_rng *rng);
/* Writes a point that is not a row yet, if all variables are integers. Returns 0 if there is none,
 * if a variable is continuous, or if the grid has more than `capacity` points. */
int heco_samples_find_unused(const heco_samples *e, double *u);

#endif
