/* The interface of a plan to the rest of this folder. */
#ifndef HECO_EXPERIMENT_PLAN_H
#define HECO_EXPERIMENT_PLAN_H

#include "experiment/variants.h"

/* Returns the variants and sets *count to their number. */
const heco_variant *heco_plan_variants(const heco_plan *plan, size_t *count);
heco_trace_mode     heco_plan_trace(const heco_plan *plan);
/* Jobs are ordered by task (a problem in a dimension), then variant, then run: job number (task *
 * variants + variant) * runs + run - 1. */
size_t   heco_plan_tasks(const heco_plan *plan);
unsigned heco_plan_runs(const heco_plan *plan);
/* Returns the first job of a task, which holds the data that all its jobs share. */
const heco_job *heco_plan_task(const heco_plan *plan, size_t task);

#endif
