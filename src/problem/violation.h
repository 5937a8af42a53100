/* Measures of violation, inline for loops that need them for every trial. */
#ifndef HECO_PROBLEM_VIOLATION_H
#define HECO_PROBLEM_VIOLATION_H

#include <float.h>
#include <math.h>

#include "heco/problem.h"

/* Returns the sum over the violated constraints of their value minus `tolerances` (0 or 1) times
 * their tolerance. A value that is not finite, also minus infinity, gives infinity. The loop adds 0
 * instead of skipping a satisfied constraint, because a mispredicted branch costs more than the
 * addition. */
static inline double heco_violation_total(const heco_space *s, const double *g, const double *h,
                                          double tolerances) {
    double sum = 0.0;
    for (size_t k = 0; k < s->ng; k++) {
        double tol = s->tol != NULL ? s->tol[k] : 0.0;
        sum += g[k] <= tol && g[k] >= -DBL_MAX ? 0.0 : g[k] - tolerances * tol;
    }
    for (size_t k = 0; k < s->nh; k++) {
        double tol = s->tol != NULL ? s->tol[s->ng + k] : s->eq_tol;
        double a   = fabs(h[k]);
        sum += a <= tol ? 0.0 : a - tolerances * tol;
    }
    return sum - sum == 0.0 ? sum : INFINITY;
}

#endif
