/* Missing bounds and scales of variables. The functions are inline, because libheco and
 * libheco_tools both need them and share no private names. */
#ifndef HECO_PROBLEM_DEFAULT_BOUND_H
#define HECO_PROBLEM_DEFAULT_BOUND_H

#include <math.h>

#include "base/arena.h"
#include "heco/problem.h"

/* Returns the HECO_LOWER_MISSING and HECO_UPPER_MISSING bits of variable j. */
static inline unsigned heco_space_missing(const heco_space *s, size_t j) {
    return s->missing != NULL ? s->missing[j] & (HECO_LOWER_MISSING | HECO_UPPER_MISSING) : 0u;
}

/* Returns whether variable j has a logarithmic scale. */
static inline int heco_space_is_log(const heco_space *s, size_t j) {
    return s->missing != NULL && (s->missing[j] & HECO_LOG_SCALE) != 0;
}

/* Marks variables of an algorithm's space, in `missing`: u = asinh(t), where t is linear in the
 * user's variable without bounds. */
enum { HECO_SINH_SCALE = 128 };

/* Returns whether variable j of an algorithm's space is such a variable. */
static inline int heco_space_is_sinh(const heco_space *s, size_t j) {
    return s->missing != NULL && (s->missing[j] & HECO_SINH_SCALE) != 0;
}

/* Returns a point of the range: its middle, on the scale of the variable. Without one bound it is
 * the other one, without both it is 0. */
static inline double heco_space_middle(double lower, double upper, int log_scale) {
    if (!isfinite(lower) && !isfinite(upper)) return 0.0;
    if (!isfinite(lower) || !isfinite(upper)) return isfinite(lower) ? lower : upper;
    return log_scale ? sqrt(lower) * sqrt(upper) : 0.5 * lower + 0.5 * upper;
}

/* Sets the missing bounds: `distance` away from zero, or from the other bound if that is farther.
 */
static inline void heco_default_bound_set(double distance, unsigned missing, double *lower,
                                          double *upper) {
    if (missing == HECO_LOWER_MISSING) *lower = fmin(-distance, *upper - distance);
    if (missing == HECO_UPPER_MISSING) *upper = fmax(distance, *lower + distance);
    if (missing == (HECO_LOWER_MISSING | HECO_UPPER_MISSING)) *lower = -distance, *upper = distance;
}

/* Replaces infinite bounds by default bounds at `distance` and marks them as missing. Takes arrays
 * from the arena if there are any; it records missing memory. Returns how many variables lack a
 * bound. */
static inline size_t heco_default_bounds(heco_space *s, double distance, heco_arena *arena) {
    size_t count = 0;
    for (size_t j = 0; j < s->n; j++) count += !isfinite(s->lower[j]) || !isfinite(s->upper[j]);
    if (count == 0) return 0;
    double        *lower   = heco_arena_take(arena, s->n, sizeof *lower);
    double        *upper   = heco_arena_take(arena, s->n, sizeof *upper);
    unsigned char *missing = heco_arena_take(arena, s->n, 1);
    if (lower == NULL || upper == NULL || missing == NULL) return count;
    for (size_t j = 0; j < s->n; j++) {
        unsigned infinite = (s->lower[j] == -INFINITY ? HECO_LOWER_MISSING : 0u) |
                            (s->upper[j] == INFINITY ? HECO_UPPER_MISSING : 0u);
        lower[j] = s->lower[j], upper[j] = s->upper[j];
        missing[j] = (unsigned char)((s->missing != NULL ? s->missing[j] : 0u) | infinite);
        heco_default_bound_set(distance, infinite, &lower[j], &upper[j]);
    }
    s->lower = lower, s->upper = upper, s->missing = missing;
    return count;
}

#endif
