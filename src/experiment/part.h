/* The part of a plan that a bench runs. */
#ifndef HECO_EXPERIMENT_PART_H
#define HECO_EXPERIMENT_PART_H

#include "heco/experiment.h"

/* Refuses a part number outside 1 .. parts. */
heco_status heco_part_check(const heco_bench_options *options, heco_error *error);

/* Returns 1 if the job belongs to the part. Neighbouring jobs are runs of one algorithm on one
 * problem and go to different parts. */
static inline int heco_part_has(const heco_bench_options *options, size_t job) {
    return options->parts == 0 || job % options->parts == options->part - 1;
}

#endif
