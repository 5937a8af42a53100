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

/* Returns the number of the constraint that exceeds its tolerance most, from 1; 0 if all are met. */
size_t heco_violation_worst(const heco_space *space, const double *g, const double *h);

/* The tolerance that marks a residual (heco_problem.residuals) among the inequalities: no value
 * exceeds it, and no user writes it. */
#define HECO_RESIDUAL_TOL 0x1.fffffffffffffp1022

/* The tolerance that marks a piece of a maximum (heco_problem.pieces) in the same way. */
#define HECO_PIECE_TOL 0x1.ffffffffffffep1022

/* Returns whether inequality k is a residual. */
static inline int heco_space_is_residual(const heco_space *s, size_t k) {
    return s->tol != NULL && k < s->ng && s->tol[k] == HECO_RESIDUAL_TOL;
}

/* Returns whether inequality k is a residual or a piece, and so belongs to the objective. */
static inline int heco_space_is_objective(const heco_space *s, size_t k) {
    return s->tol != NULL && k < s->ng && s->tol[k] >= HECO_PIECE_TOL;
}

/* Returns the number of pieces; they are the last inequalities. */
static inline size_t heco_space_pieces(const heco_space *s) {
    size_t count = 0;
    while (s->tol != NULL && count < s->ng && s->tol[s->ng - 1 - count] == HECO_PIECE_TOL) count++;
    return count;
}

/* Returns the violation up to which constraint k is met to rounding: a thousandth of its tolerance,
 * for an equality at most 1e-10, so that the answer does not depend on the unit of h. */
double heco_space_aim(const heco_space *space, size_t k);
/* Returns whether every constraint is met to rounding. */
int heco_violation_is_exact(const heco_space *space, const double *g, const double *h);

#endif
