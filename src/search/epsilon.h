/* Epsilon-level schedules. */
#ifndef HECO_SEARCH_EPSILON_H
#define HECO_SEARCH_EPSILON_H

#include <math.h>

/* eps0 (1 - s/end)^cp before `end`, then 0; s and end are shares of the budget. */
static inline double heco_epsilon_power(double eps0, double s, double end, double cp) {
    return s < end ? eps0 * pow(1.0 - s / end, cp) : 0.0;
}

#endif
