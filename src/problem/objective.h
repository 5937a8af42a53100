/* The objective that follows from residuals or pieces (heco_problem.residuals, .pieces). */
#ifndef HECO_PROBLEM_OBJECTIVE_H
#define HECO_PROBLEM_OBJECTIVE_H

#include <math.h>
#include <stddef.h>

/* Returns the sum of the squares of `count` residuals. */
static inline double heco_objective_squares(const double *r, size_t count) {
    double sum = 0.0;
    for (size_t k = 0; k < count; k++) sum += r[k] * r[k];
    return sum;
}

/* Returns the maximum of `count` pieces; NAN if one of them is not a number. */
static inline double heco_objective_maximum(const double *v, size_t count) {
    double most = -INFINITY;
    for (size_t k = 0; k < count; k++) {
        if (isnan(v[k])) return NAN;
        if (v[k] > most) most = v[k];
    }
    return most;
}

#endif
