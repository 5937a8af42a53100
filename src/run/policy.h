/* What a search does where its options leave the choice open. The command, Python and C get the
 * same answer here, so the same problem and seed give the same search. */
#ifndef HECO_RUN_POLICY_H
#define HECO_RUN_POLICY_H

#include "heco/run.h"

enum {
    HECO_POLICY_EVALS_PER_VARIABLE = 10000, /* the default budget is this times (n + 1)      */
    HECO_POLICY_FEW_EVALS          = 1000,  /* up to this budget evaluations are likely to be
                                             * expensive, and a batch is as large as the
                                             * number of workers                             */
    HECO_POLICY_MAX_FAILED         = 200,   /* failures in a row from the start that end a run */
    HECO_POLICY_OPTIONS            = 2,     /* stop and batch                                */
    HECO_POLICY_OPTION_SIZE        = 32
};

/* The budget of a run in n variables. */
uint64_t heco_policy_budget(const heco_run_options *options, size_t n);
/* Writes the options of the algorithm that follow from the run's and that the caller has not set, as
 * "name=value". Returns how many there are. */
size_t heco_policy_options(const heco_run_options *options, const heco_algorithm *algorithm,
                           size_t n, char text[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE]);

#endif
