/* A problem with the limit of one constraint moved; everything else is that of the problem inside. */
#ifndef HECO_RUN_MOVED_LIMIT_H
#define HECO_RUN_MOVED_LIMIT_H

#include "base/arena.h"
#include "heco/problem.h"

typedef struct {
    heco_problem          inner;
    heco_problem          outer; /* the problem with the moved limit                          */
    size_t                constraint;
    double                shift; /* by which g or h falls                                     */
    heco_constraint_form *forms; /* ng + nh                                                   */
    heco_linear           linear;
    double               *constant; /* of the linear constraints                              */
} heco_moved_limit;

/* Wraps a problem. It must outlive the wrapper. Out of memory is recorded in the arena. */
void heco_moved_limit_init(heco_moved_limit *m, const heco_problem *inner, size_t constraint,
                           heco_arena *arena);
/* Moves the limit, given in the original form of the constraint. */
void heco_moved_limit_set(heco_moved_limit *m, double limit);
/* Returns the shift of g or h that belongs to a limit. */
double heco_moved_limit_shift(const heco_moved_limit *m, double limit);

#endif
