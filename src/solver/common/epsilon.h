/* Epsilon-level schedules. */
#ifndef HECO_SOLVER_COMMON_EPSILON_H
#define HECO_SOLVER_COMMON_EPSILON_H

#include <math.h>
#include <stddef.h>

#include "base/elementary.h"

/* Returns eps0 (1 - s/end)^cp before `end`, then 0; s and end are shares of the budget. */
static inline double heco_epsilon_power(double eps0, double s, double end, double cp) {
    return s < end ? eps0 * heco_pow(1.0 - s / end, cp) : 0.0;
}

/* Returns eps0 (1 - s)^cp. With cp from the next function the level is exp(-target) at s = share,
 * where the caller sets it to 0. */
static inline double heco_epsilon_fade(double eps0, double s, double cp) {
    return eps0 * heco_pow(1.0 - s, cp);
}

/* Returns (-ln eps0 - target)/ln(1 - share), or 0 if that is negative: a tiny eps0 must not make
 * the level grow. eps0 > 0, 0 < share < 1. */
static inline double heco_epsilon_exponent(double eps0, double target, double share) {
    double cp = (-heco_log(eps0) - target) / heco_log(1.0 - share);
    return cp > 0.0 ? cp : 0.0;
}

/* Returns the largest finite violation, the first level. */
static inline double heco_epsilon_largest(const double *v, size_t count) {
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        if (v[i] > largest && v[i] < INFINITY) largest = v[i];
    return largest;
}

#endif
