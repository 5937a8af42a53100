/* The rules that end a run. */
#ifndef HECO_RUN_STOP_H
#define HECO_RUN_STOP_H

#include "heco/run.h"
#include "run/tracker.h"

typedef struct {
    uint64_t max_evals, stall, max_failed;
    double   max_seconds;
    int      at_target;
    int      one_point; /* the space has one point, so that one evaluation is the whole search */
    double   started;   /* heco_clock() at the beginning */
} heco_stop_rules;

/* Copies the limits and starts the clock. */
void heco_stop_init(heco_stop_rules *rules, const heco_run_options *options);
/* Returns the first rule that holds, or HECO_STOP_NOT_YET. */
heco_stop heco_stop_reason(const heco_stop_rules *rules, const heco_tracker *tracker);
/* Returns the seconds until the time limit; INFINITY: there is none. */
double heco_stop_seconds_left(const heco_stop_rules *rules);
/* Returns the reason why a batch was cut short: time limit or user. */
heco_stop heco_stop_cut_reason(const heco_stop_rules *rules);

#endif
