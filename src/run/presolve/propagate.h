/* Bound propagation (feasibility-based bound tightening): in each row, the bounds of all other
 * variables imply a bound of the remaining one. */
#ifndef HECO_RUN_PRESOLVE_PROPAGATE_H
#define HECO_RUN_PRESOLVE_PROPAGATE_H

#include "heco/problem.h"

/* Bounds that are tightened. A missing bound counts as infinite until a row implies one. */
typedef struct {
    double        *lower, *upper; /* n each                                       */
    unsigned char *missing;       /* n HECO_LOWER_MISSING, HECO_UPPER_MISSING bits */
    size_t         closed;        /* missing bounds that were found               */
    size_t         moved;         /* other bounds that were tightened             */
} heco_box;

/* Tolerance of a linear equality, relative to its constant if that is above 1. */
#define HECO_LINEAR_TOL 1e-9

/* Tightens `box`, which holds the bounds of `space`, until no bound moves enough. Returns
 * HECO_ERR_MODEL if the rows leave no value for a variable. */
heco_status heco_propagate_bounds(heco_box *box, const heco_space *space, heco_error *error);

#endif
