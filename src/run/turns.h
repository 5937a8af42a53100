/* What the loop of drive.c gets to know of a run beyond the public interface. */
#ifndef HECO_RUN_TURNS_H
#define HECO_RUN_TURNS_H

#include "heco/run.h"
#include "run/tracker.h"

const heco_tracker *heco_run_tracker(const heco_run *run);
/* The user's space as points are judged in it: with the tolerances of linear equalities. */
const heco_space *heco_run_space(const heco_run *run);
/* Calls on_progress, with `more` rows of the batch in hand counted as done; its answer, 0 where
 * nobody listens. */
int heco_run_report(const heco_run *run, size_t more);
/* Until the time limit; INFINITY: there is none. */
double heco_run_seconds_left(const heco_run *run);

#endif
