/* What a run remembers: the best point by the one rule of violation.c, counters, and the best
 * values at given evaluation counts. Bookkeeping only: it never influences the search. */
#ifndef HECO_RUN_TRACKER_H
#define HECO_RUN_TRACKER_H

#include "base/arena.h"
#include "heco/run.h"

typedef struct {
    const heco_space *space;
    double            target;
    double           *x, *g, *h; /* the best point */
    double            f, viol;
    int               any;       /* has a point with finite values been recorded? */
    uint64_t          evals, failed;
    uint64_t          evals_at_best, evals_to_feasible, evals_to_target;
    const uint64_t   *checkpoint;
    size_t            checkpoints, passed;
    double           *checkpoint_f, *checkpoint_viol;
    /* the latest row that was evaluated, but not to finite values */
    uint64_t          odd;       /* how many there were                           */
    double           *odd_x, odd_value;
    size_t            odd_which; /* 0: f, 1 .. ng + nh: the constraint, SIZE_MAX: the
                                  * violation, which overflows                     */
} heco_tracker;

void heco_tracker_init(heco_tracker *r, const heco_space *space, const heco_run_options *options,
                      heco_arena *arena);
/* Counts the rows in their order, writes viol of every row, turns rows that are not finite into
 * failed ones with the worst values, and keeps the best. */
void heco_tracker_batch(heco_tracker *r, heco_batch *batch);

#endif
