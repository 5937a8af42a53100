/* The order of a population by the epsilon rule, kept up to date while single members change, for
 * algorithms that replace one member at a time. The order is by (violation, 0 up to the level; f;
 * index), so it has no ties, and an update has the same result as sorting again. */
#ifndef HECO_SOLVER_DE_RANKING_H
#define HECO_SOLVER_DE_RANKING_H

#include "base/arena.h"

typedef struct {
    size_t  count;
    size_t *order, *place; /* order[place[i]] = i                    */
    double *cut;           /* violations, those up to the level are 0 */
    double  eps;
    size_t *scratch;
} heco_ranking;

void heco_ranking_init(heco_ranking *r, size_t capacity, heco_arena *arena);
/* Sorts all members again. */
void heco_ranking_sort(heco_ranking *r, const double *f, const double *v, double eps, size_t count);
/* Moves member i, whose values have changed, to its new place. */
void heco_ranking_update(heco_ranking *r, const double *f, const double *v, size_t i);

#endif
