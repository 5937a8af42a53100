/* Chooses how a search uses its workers: the points of a batch and the number of lanes. Both are
 * part of the search, so that a resumed search takes them from its journal. */
#ifndef HECO_RUN_PARALLEL_CHOICE_H
#define HECO_RUN_PARALLEL_CHOICE_H

#include "heco/evaluator.h"
#include "heco/run.h"

typedef struct {
    uint64_t batch; /* heco_run_options.batch */
    size_t   lanes; /* 0: none                */
} heco_parallel_choice;

/* Fails if the options ask for too many lanes. `problem` has derivatives only if the algorithm uses
 * them. */
heco_status heco_parallel_choose(heco_parallel_choice *out, const heco_problem *problem,
                                 const heco_minimize_options *options,
                                 const heco_algorithm *algorithm, const heco_backend *backend,
                                 heco_error *error);

#endif
