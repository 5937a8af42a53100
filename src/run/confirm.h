/* Evaluates the best point once more, outside the budget, and reports its constraints. */
#ifndef HECO_RUN_CONFIRM_H
#define HECO_RUN_CONFIRM_H

#include "heco/run.h"

typedef struct {
    heco_batch              again;      /* one row: the second evaluation of the best point  */
    heco_constraint_report *constraint; /* ng + nh                                           */
    int                     reproduced; /* 1: the same bits; 0: not; -1: not known           */
} heco_confirmation;

/* Takes memory from the arena, which records a lack of it. */
void heco_confirmation_init(heco_confirmation *c, const heco_space *space, heco_arena *arena);
/* Evaluates the point of `result`. If the two evaluations differ, `result` gets the worse one:
 * a point is reported as feasible only if both evaluations say so. */
void heco_confirmation_evaluate(heco_confirmation *c, const heco_space *space,
                                heco_evaluator *evaluator, heco_result *result);
/* Writes the report of the constraints from `result`: names of the problem, tolerances of
 * `space`. */
void heco_confirmation_report(heco_confirmation *c, const heco_problem *problem,
                              const heco_space *space, const heco_result *result);

#endif
