/* Scales of constraints that state a limit.
 *
 * Violations in kilograms, millimetres and pascals cannot be added. If the user writes "stress <=
 * 2e8", the search divides the constraint by the size of this limit, so that violations are
 * relative. The divisor is rounded to a power of two. Then the scaled values have no rounding
 * errors, and a point is feasible in the search exactly if it is feasible for the user. */
#ifndef HECO_RUN_LIMIT_SCALE_H
#define HECO_RUN_LIMIT_SCALE_H

#include "heco/run.h"

/* Returns the power of two that is nearest to 1 / limit (on a logarithmic scale, within 2^-100 ..
 * 2^100); 1 if the limit is 0 or not finite. */
double heco_limit_scale(double limit);
/* Returns whether a scale differs from 1. `limits` may be NULL. */
int heco_limit_scales_needed(const double *limits, size_t count);

/* Sets the limits of the options to those of the problem's original forms, unless the caller gave
 * limits or a protocol compares violations as they are. *memory is for the caller to free. */
heco_status heco_limits_set(heco_run_options *options, double **memory, const heco_problem *problem,
                            heco_error *error);

#endif
