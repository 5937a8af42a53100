/* The interface of a plan to the rest of this folder. */
#ifndef HECO_EXPERIMENT_PLAN_H
#define HECO_EXPERIMENT_PLAN_H

#include "experiment/variants.h"
#include "heco/experiment.h"

/* Returns the variants and sets *count to their number. */
const heco_variant *heco_plan_variants(const heco_plan *plan, size_t *count);
heco_trace_mode     heco_plan_trace(const heco_plan *plan);
/* Jobs are ordered by task (a problem in a dimension), then variant, then run: job number (task *
 * variants + variant) * runs + run - 1. */
size_t   heco_plan_tasks(const heco_plan *plan);
unsigned heco_plan_runs(const heco_plan *plan);
/* Returns the first job of a task, which holds the data that all its jobs share. */
const heco_job *heco_plan_task(const heco_plan *plan, size_t task);

/* ---- cost.c ---- */

/* Returns the cost of a job in a unit that is only good for comparing jobs. */
double heco_cost(const heco_job *job);
/* Sorts job numbers by descending cost, otherwise in the order of the plan. */
heco_status heco_cost_sort(size_t *order, size_t count, const heco_plan *plan, heco_error *error);

/* ---- part.c ---- */

/* Refuses a part number outside 1 .. parts. */
heco_status heco_part_check(const heco_bench_options *options, heco_error *error);

/* Returns 1 if the job belongs to the part. Neighbouring jobs are runs of one algorithm on one
 * problem and go to different parts. */
static inline int heco_part_has(const heco_bench_options *options, size_t job) {
    return options->parts == 0 || job % options->parts == options->part - 1;
}

#endif
