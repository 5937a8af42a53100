/* Decides the options of a search that the caller leaves open: budget, stopping on convergence and
 * batch size. The command, Python and C share it, so the same problem and seed give the same
 * search. */
#ifndef HECO_RUN_POLICY_H
#define HECO_RUN_POLICY_H

#include "heco/run.h"

enum {
    HECO_POLICY_EVALS_PER_VARIABLE = 10000, /* the default budget is this times (n + 1)      */
    HECO_POLICY_FEW_EVALS          = 1000,  /* up to this budget a batch is as large as the number
                                             * of workers: evaluations are likely to be expensive */
    HECO_POLICY_BATCHES            = 25,    /* but the budget has at least this many batches: with 100
                                             * evaluations, batches of 16 miss 47 of 63 problems of CEC
                                             * 2006, batches of one 27                       */
    HECO_POLICY_MAX_FAILED         = 200,   /* the run ends if that many first evaluations fail */
    HECO_POLICY_OPTIONS            = 2,     /* stop and batch                                */
    HECO_POLICY_OPTION_SIZE        = 32
};

/* Returns the budget of a run with n variables. */
uint64_t heco_policy_budget(const heco_run_options *options, size_t n);
/* Writes the options of the algorithm that follow from those of the run, unless the caller has set
 * them, as "name=value". Returns their number. */
size_t heco_policy_options(const heco_run_options *options, const heco_algorithm *algorithm,
                           size_t n, char text[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE]);

/* Writes the options of an algorithm that heco_minimize() sets for a user's problem, as opposed to
 * one of a benchmark: it aims at the constraints themselves, and the budget is a ceiling, so that
 * it stops when it has converged. Returns their number. */
size_t heco_policy_answer_options(const heco_run_options *options, const heco_algorithm *algorithm,
                                  char text[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE]);

#endif
