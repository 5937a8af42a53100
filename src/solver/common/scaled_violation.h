/* Violations with comparable constraints: each constraint's excess over its tolerance divided by
 * the largest one in the first population (CMODE, NSES). */
#ifndef HECO_SOLVER_COMMON_SCALED_VIOLATION_H
#define HECO_SOLVER_COMMON_SCALED_VIOLATION_H

#include "base/arena.h"
#include "heco/algorithm.h"

typedef struct {
    double *scale; /* ng + nh divisors, inequalities first; all 1 before learning */
} heco_scaled_violation;

void heco_scaled_violation_init(heco_scaled_violation *s, const heco_space *space,
                                heco_arena *arena);
/* Sets scale[k] to the largest finite excess of constraint k over all rows, or to 1 if that is 0.
 * Returns the difference of the largest and the smallest of these excesses; 0 without constraints.
 */
double heco_scaled_violation_learn(heco_scaled_violation *s, const heco_space *space,
                                   const heco_batch *first);
/* Sets all divisors to 1. */
void heco_scaled_violation_reset(heco_scaled_violation *s, const heco_space *space);
/* Returns the sum of excess/scale: 0 exactly for a feasible point, +infinity if a value is not
 * finite. */
double heco_violation_scaled(const heco_space *space, const heco_scaled_violation *s,
                             const double *g, const double *h);

#endif
