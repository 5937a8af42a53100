/* Repair: moves a coordinate that is outside the box back into it. */
#ifndef HECO_SOLVER_COMMON_REPAIR_H
#define HECO_SOLVER_COMMON_REPAIR_H

#include "base/rng.h"
#include "heco/problem.h"

/* One coordinate of heco_repair_reflect_once. Twice a bound may overflow where bounds are beyond
 * half of the largest number: the run puts such points back into the box (run.c). */
static inline double heco_repair_mirror(double x, double lo, double hi) {
    double up = 2.0 * lo - x, down = 2.0 * hi - x;
    up   = up < hi ? up : hi;
    down = down > lo ? down : lo;
    x    = x < lo ? up : x; /* up >= lo, so the next line leaves it alone */
    return x > hi ? down : x;
}

/* Mirrored once at the violated bound, and set to the other bound if that is outside too. */
void heco_repair_reflect_once(double *u, const heco_space *space);
/* Mirrored at the bounds until it is inside. */
void heco_repair_reflect(double *u, const heco_space *space);
/* The excess modulo the box width, mirrored once (epsMAg-ES). */
void heco_repair_reflect_mod(double *u, const heco_space *space);
void heco_repair_clip(double *u, const heco_space *space);
/* The mean of the violated bound and the target's coordinate. */
void heco_repair_midpoint(double *u, const double *target, const heco_space *space);
/* share * bound + (1 - share) * target. */
void heco_repair_blend(double *u, const double *target, double share, const heco_space *space);
/* (1 - b) * bound + b * target, b uniform in [0, most) for each coordinate (COLSHADE). */
void heco_repair_near(double *u, const double *target, double most, const heco_space *space,
                      heco_rng *rng);
/* Drawn again, uniform in the box. */
void heco_repair_resample(double *u, const heco_space *space, heco_rng *rng);
/* FROFI, DeCODE: all coordinates below the box share one decision, all above it another. With
 * probability 1/2 they are mirrored once (and set to the upper bound if that is outside too), else
 * all set to the lower or all to the upper bound. */
void heco_repair_reflect_or_bound(double *u, const heco_space *space, heco_rng *rng);

#endif
