/* The share of the budget that a search has used. The run or the outer algorithm counts the
 * evaluations, so that evaluations made elsewhere count too (heco_member_charge). */
#ifndef HECO_SOLVER_COMMON_SETUP_PROGRESS_H
#define HECO_SOLVER_COMMON_SETUP_PROGRESS_H

#include "heco/algorithm.h"

/* Returns the share of the budget that is used; tell includes the rows of its own call. */
static inline double heco_setup_progress(const heco_setup *setup) {
    return (double)*setup->evals / (double)setup->max_evals;
}
/* Returns the number of evaluations left. */
static inline uint64_t heco_setup_left(const heco_setup *setup) {
    return setup->max_evals - *setup->evals;
}
/* Returns 1 if the time limit has passed: long computations may then stop. */
static inline int heco_setup_is_timed_out(const heco_setup *setup) {
    return setup->is_timed_out != NULL && setup->is_timed_out(setup->timeout_user);
}

#endif
