/* Population-size schedules. */
#ifndef HECO_SOLVER_COMMON_POPSIZE_H
#define HECO_SOLVER_COMMON_POPSIZE_H

#include <math.h>
#include <stddef.h>

/* Returns round(N0 + s (N_end - N0)), halves away from zero; s is the share of the budget used, and
 * above 1 counts as 1. */
static inline size_t heco_popsize_linear(size_t N0, size_t N_end, double s) {
    return (size_t)round((double)N0 + fmin(s, 1.0) * ((double)N_end - (double)N0));
}

#endif
