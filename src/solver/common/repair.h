/* Repair: moves a coordinate that is outside the box back into it. */
#ifndef HECO_SOLVER_COMMON_REPAIR_H
#define HECO_SOLVER_COMMON_REPAIR_H

#include "base/rng.h"
#include "heco/problem.h"

/* Reflects one coordinate as heco_repair_reflect_once does. Twice a bound overflows if the bound is
 * beyond half of the largest number; the run then moves the point back into the box (run.c). */
static inline double heco_repair_mirror(double x, double lo, double hi) {
    double up = 2.0 * lo - x, down = 2.0 * hi - x;
    up   = up < hi ? up : hi;
    down = down > lo ? down : lo;
    x    = x < lo ? up : x; /* up >= lo: the next line does not change it */
    return x > hi ? down : x;
}

/* Reflects once at the violated bound; a result outside becomes the other bound. */
void heco_repair_reflect_once(double *u, const heco_space *space);
/* Reflects at the bounds until the coordinate is inside. */
void heco_repair_reflect(double *u, const heco_space *space);
/* Reflects the excess modulo the width of the box (epsMAg-ES). */
void heco_repair_reflect_mod(double *u, const heco_space *space);
void heco_repair_clip(double *u, const heco_space *space);
/* Takes the mean of the violated bound and the target's coordinate. */
void heco_repair_midpoint(double *u, const double *target, const heco_space *space);
/* Takes share * bound + (1 - share) * target. */
void heco_repair_blend(double *u, const double *target, double share, const heco_space *space);
/* Takes (1 - b) * bound + b * target, b uniform in [0, most) for each coordinate (COLSHADE). */
void heco_repair_near(double *u, const double *target, double most, const heco_space *space,
                      heco_rng *rng);
/* Draws the coordinate uniformly in the box. */
void heco_repair_resample(double *u, const heco_space *space, heco_rng *rng);
/* FROFI, DeCODE: one decision for all coordinates below the box, one for all above it. With
 * probability 1/2 they are reflected once (a result outside becomes the upper bound), else all
 * become the lower or all the upper bound. */
void heco_repair_reflect_or_bound(double *u, const heco_space *space, heco_rng *rng);

#endif
