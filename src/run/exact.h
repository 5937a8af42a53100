/* Problems that need no search: a linear or convex quadratic objective, and linear constraints. */
#ifndef HECO_RUN_EXACT_H
#define HECO_RUN_EXACT_H

#include "heco/answer.h"

typedef struct {
    double *x;      /* n values, or NULL: the problem needs a search                      */
    double  f;      /* at x                                                               */
    int     proved; /* multipliers prove that x is optimal if it is feasible              */
} heco_exact;

/* Solves the problem if its structure is known and convex, and makes a search of one point of it.
 * If optimality is not proved, a search with at most one start begins at the point. Journals, known
 * designs and algorithms that use no derivatives keep the search. `options` then refer to e->x,
 * which is in the arena. */
void heco_exact_apply(heco_exact *e, const heco_problem *problem, const heco_algorithm *algorithm,
                      heco_minimize_options *options, heco_arena *arena);
/* Returns whether the outcome of that search is feasible and optimal: its f, in which a maximum has
 * the other sign, is the one that the structure predicts. */
int  heco_exact_is_optimal(const heco_exact *e, const heco_problem *problem,
                           const heco_outcome *outcome);

#endif
