/* The prices of the limits at an answer: Lagrange multipliers in the units of the problem. */
#ifndef HECO_RUN_PRICES_H
#define HECO_RUN_PRICES_H

#include "heco/answer.h"

typedef struct {
    heco_price *row;      /* ng + nh + n; NULL: unknown                                    */
    char        note[80]; /* why they are unknown                                          */
    uint64_t    evals;    /* evaluations that they took                                    */
} heco_price_list;

/* Returns whether prices are to be computed after a search with this result; otherwise writes the
 * reason into the note. `left` is the number of evaluations that the budget leaves. */
int heco_prices_wanted(heco_price_list *p, heco_prices when, const heco_space *space,
                       const heco_outcome *outcome, uint64_t left);
/* Computes the prices at the point of `result`, whose f is minimised. `problem` has the tolerances
 * of the run. The prices are in the arena. */
heco_status heco_prices_compute(heco_price_list *p, const heco_problem *problem,
                                const heco_result *result, heco_evaluator *evaluator,
                                heco_arena *arena);

#endif
