/* The share of the budget that a search has used. The run or the outer algorithm counts the
 * evaluations, so that evaluations made elsewhere count too (heco_member_charge). */
#ifndef HECO_SOLVER_COMMON_SETUP_PROGRESS_H
#define HECO_SOLVER_COMMON_SETUP_PROGRESS_H

#include "heco/algorithm.h"

/* The share of the budget that is used; within tell the rows of that call are counted. */
static inline double heco_setup_progress(const heco_setup *setup) {
    return (double)*setup->evals / (double)setup->max_evals;
}
/* Evaluations that are left. */
static inline uint64_t heco_setup_left(const heco_setup *setup) {
    return setup->max_evals - *setup->evals;
}
/* Has the time limit passed? What takes seconds may be given up then: the search is over. */
static inline int heco_setup_is_late(const heco_setup *setup) {
    return setup->is_late != NULL && setup->is_late(setup->late_user);
}

#endif
