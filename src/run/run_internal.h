/* The part of a run's interface that drive.c and minimize.c need beyond the public one. */
#ifndef HECO_RUN_RUN_INTERNAL_H
#define HECO_RUN_RUN_INTERNAL_H

#include "heco/run.h"
#include "run/tracker.h"

const heco_tracker *heco_run_tracker(const heco_run *run);
/* Returns the user's space with the raised tolerances of linear equalities. */
const heco_space *heco_run_space(const heco_run *run);
/* Calls on_progress, if there is one, with `more` rows of the current batch counted as done, and
 * returns its answer. */
int heco_run_report(const heco_run *run, size_t more);
/* Returns the seconds until the time limit; INFINITY: there is none. */
double heco_run_seconds_left(const heco_run *run);

#endif
