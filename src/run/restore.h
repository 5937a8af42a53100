/* Restoration: chooses the answer, and moves it onto the constraints.
 *
 * The best point of a search may use up the tolerances of the constraints. The answer is the best
 * point that meets every constraint to rounding (heco_violation_is_exact) if that is as good;
 * otherwise a few least-norm steps move the best point onto the constraints it violates. */
#ifndef HECO_RUN_RESTORE_H
#define HECO_RUN_RESTORE_H

#include "heco/run.h"
#include "run/tracker.h"

typedef struct {
    const heco_space   *space;
    const heco_tracker *tracker;
    heco_evaluator     *evaluator;
    uint64_t            most; /* evaluations that it may use                              */
    heco_arena         *arena; /* of the answer                                          */
} heco_restore_plan;

typedef struct {
    double  *x, *g, *h; /* the answer if it is not that of the search                     */
    uint64_t evals;     /* evaluations used                                               */
    int      moved;     /* 1: the answer is a restored point                              */
} heco_restoration;

/* Sets the point and values of `result`, whose arrays then are in the plan's arena or the tracker.
 * Nothing changes if memory is missing or no better point is found. */
void heco_restore_answer(heco_restoration *r, const heco_restore_plan *plan, heco_result *result);

#endif
