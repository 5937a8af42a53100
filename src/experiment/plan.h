/* What the rest of this folder sees of a plan beyond its jobs. */
#ifndef HECO_EXPERIMENT_PLAN_H
#define HECO_EXPERIMENT_PLAN_H

#include "experiment/variants.h"

const heco_variant *heco_plan_variants(const heco_plan *plan, size_t *count);
heco_trace_mode     heco_plan_trace(const heco_plan *plan);
/* Which variant a job belongs to: a row of heco_plan_variants. */
size_t heco_plan_variant_of(const heco_plan *plan, size_t job);

#endif
