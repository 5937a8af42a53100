/* The best point once more, outside the budget, and its constraints one by one. */
#ifndef HECO_RUN_CONFIRM_H
#define HECO_RUN_CONFIRM_H

#include "heco/run.h"

typedef struct {
    heco_batch             *again;      /* one row: the best point, evaluated once more      */
    heco_constraint_report *constraint; /* ng + nh                                           */
    int                     reproduced; /* 1: the same bits; 0: not; -1: not known           */
} heco_confirmation;

/* Room for the point and the report; free it in either case. */
heco_status heco_confirmation_init(heco_confirmation *c, const heco_space *space,
                                   heco_error *error);
/* Evaluates the point of `result`. Where the two evaluations differ the worse one goes into it:
 * nobody should read "feasible" on the strength of the luckier of two. */
void heco_confirmation_evaluate(heco_confirmation *c, const heco_space *space,
                                heco_evaluator *evaluator, heco_result *result);
/* Writes the report of the constraints from `result`: names of the problem, tolerances of
 * `space`. */
void heco_confirmation_report(heco_confirmation *c, const heco_problem *problem,
                              const heco_space *space, const heco_result *result);
void heco_confirmation_free(heco_confirmation *c);

#endif
