/* Keeps the best point by heco_better_feasible(), counters, and the best values at given evaluation
 * counts. It never influences the search. */
#ifndef HECO_RUN_TRACKER_H
#define HECO_RUN_TRACKER_H

#include "base/arena.h"
#include "heco/run.h"

typedef struct {
    const heco_space *space;
    double            target;
    double           *x, *g, *h; /* the best point */
    double            f, viol;
    struct {                     /* the best point that meets the constraints to rounding */
        double  *x, *g, *h, f;   /* f is infinite: there is none                        */
        uint64_t evals;          /* evaluation that gave it, from 1                     */
    } exact;
    int               any;       /* 1: a point with finite values has been recorded */
    uint64_t          evals, failed, rejected, partial;
    uint64_t          evals_at_best, evals_to_feasible, evals_to_target;
    const uint64_t   *checkpoint;
    size_t            checkpoints, passed;
    double           *checkpoint_f, *checkpoint_viol;
    /* the largest values of the rows with f so far, which unknown values of other rows become */
    int     fills;  /* 1: they are recorded, because a row lacked f                   */
    int     filled; /* 1: there was a row with f                                      */
    double *most_g, *most_h, most_f;
    double  least; /* known violation of the best row without f, as long as !any      */
    /* rows that were evaluated to a value that is not finite */
    uint64_t          nonfinite; /* how many; the others describe the latest       */
    double           *nonfinite_x, nonfinite_value;
    size_t            nonfinite_which; /* 0: f, 1 .. ng + nh: the constraint, SIZE_MAX: the
                                  * violation, which overflows                     */
} heco_tracker;

/* Takes all memory from the arena. `space` must outlive the tracker. */
void heco_tracker_init(heco_tracker *r, const heco_space *space, const heco_run_options *options,
                      heco_arena *arena);
/* Counts the rows in order, writes their viol, marks rows that are not finite as failed, and keeps
 * the best. A row without f (heco_batch_lacks_f) is never better than one with f. Its unknown
 * values become the largest ones of the rows with f so far, those of this batch included, so that
 * every algorithm ranks it behind these and by its known violation. */
void heco_tracker_add_batch(heco_tracker *r, heco_batch *batch);

#endif
