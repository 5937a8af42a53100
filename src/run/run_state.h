/* The inside of a run, for the files that implement it. */
#ifndef HECO_RUN_RUN_STATE_H
#define HECO_RUN_RUN_STATE_H

#include "run/cheap_projection.h"
#include "run/stop.h"
#include "run/tracker.h"
#include "run/translate.h"
#include "solver/member.h"

struct heco_run {
    heco_arena        arena;
    heco_member       member;      /* the algorithm, which may hold others */
    heco_space        space;       /* the user's */
    heco_translation *translation; /* NULL: the algorithm searches in the user's space */
    const heco_space *inner;       /* the space of the algorithm */
    heco_setup        setup;       /* the arguments of its init */
    heco_batch        batch;       /* rows that the algorithm asks for */
    heco_batch        outer; /* the same rows in the user's space, if there is a translation */
    double           *align; /* room for an inner point, if there is a translation */
    heco_tracker      tracker;
    heco_stop_rules   rules;
    heco_stop_fn      on_progress;
    void             *progress_user;
    heco_result       result;
    heco_error        error;
    const char       *part;      /* of the algorithm that asked for the batch; NULL: no name */
    const char       *best_part; /* the same of the best point */
    size_t            worst;     /* constraint that the best point violates most, from 1; 0: none */
    size_t            asked;     /* rows asked for and not yet told */
    int               timed_out; /* the time limit passed during ask; the batch is discarded */
    int               clips;     /* the bounds are near overflow, so points are clipped here */
    int               external;  /* the algorithm is not built in, so its points are checked */
    heco_cheap_projection *cheap; /* NULL: there are no cheap constraints, or they are unknown */
    heco_batch             ahead, ahead_outer; /* rows of heco_run_ahead(), if it is prepared */
};

/* Clips and rounds rows of the algorithm's space and maps them to the user's space. Without a
 * translation `outer` is not used. */
void heco_run_place(const heco_run *run, heco_batch *inner, heco_batch *outer);
/* Reports the progress after a batch. Returns nonzero if the caller wants to stop. */
int heco_run_reports(const heco_run *run);

#endif
