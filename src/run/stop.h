/* When a run ends: one struct for all rules. */
#ifndef HECO_RUN_STOP_H
#define HECO_RUN_STOP_H

#include "heco/run.h"
#include "run/tracker.h"

typedef struct {
    uint64_t max_evals, stall, max_failed;
    double   max_seconds;
    int      at_target;
    double   started; /* heco_clock() at the beginning */
} heco_stop_rules;

void heco_stop_init(heco_stop_rules *rules, const heco_run_options *options);
/* The first rule that holds, or HECO_STOP_NOT_YET. */
heco_stop heco_stop_check(const heco_stop_rules *rules, const heco_tracker *tracker);
/* Until the time limit, on the one clock that it is measured with; INFINITY: there is none. */
double heco_stop_seconds_left(const heco_stop_rules *rules);
/* Why a batch was abandoned half-way: the time limit, or somebody. */
heco_stop heco_stop_cut(const heco_stop_rules *rules);

#endif
