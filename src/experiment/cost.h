/* How long jobs take: a rough unit for ordering them and an estimate in seconds. */
#ifndef HECO_EXPERIMENT_COST_H
#define HECO_EXPERIMENT_COST_H

#include "experiment/plan.h"

/* Returns the cost of a job in a unit that is only good for comparing jobs. */
double heco_cost(const heco_job *job);
/* Sorts job numbers by descending cost, otherwise in the order of the plan. */
heco_status heco_cost_sort(size_t *order, size_t count, const heco_plan *plan, heco_error *error);

#endif
