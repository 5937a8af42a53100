/* The part of a run's interface that drive.c and minimize.c need beyond the public one. */
#ifndef HECO_RUN_RUN_INTERNAL_H
#define HECO_RUN_RUN_INTERNAL_H

#include "heco/run.h"
#include "run/tracker.h"

const heco_tracker *heco_run_tracker(const heco_run *run);
/* Returns the user's space with the raised tolerances of linear equalities. */
const heco_space *heco_run_space(const heco_run *run);
/* Calls on_progress, if there is one, and returns its answer. */
int heco_run_report(const heco_run *run, const heco_progress *now);
/* Returns the name of the part of the search that asked for the batch; NULL: it has none. */
const char *heco_run_part(const heco_run *run);
/* Writes the point that the algorithm asks for if it takes x as an initial point. */
void heco_run_align(const heco_run *run, double *out, const double *x);
/* Lets the run move the points that it asks for onto the cheap constraints of the problem, which
 * must stay valid. Without it, points that violate one are only rejected. */
heco_status heco_run_set_problem(heco_run *run, const heco_problem *problem, heco_error *error);
/* Returns the seconds until the time limit; INFINITY: there is none. */
double heco_run_seconds_left(const heco_run *run);

/* A point with its values, in the user's space. */
typedef struct {
    const double *x, *g, *h;
    double        f, viol;
} heco_point;

/* Takes the memory for the functions below, which are for lanes. */
heco_status heco_run_prepare_ahead(heco_run *run, heco_error *error);
/* Returns the largest number of rows of a batch. */
size_t heco_run_most_rows(const heco_run *run);
/* Returns the budget. */
uint64_t heco_run_max_evals(const heco_run *run);
/* Between ask and tell, returns rows that the next ask is likely to contain; there may be none. */
const heco_batch *heco_run_ahead(heco_run *run);
/* Between tell and ask, returns 1 if the algorithm takes points of others. */
int heco_run_is_at_rest(const heco_run *run);
/* Between tell and ask, passes a point of another lane to the algorithm. */
heco_status heco_run_inform(heco_run *run, const heco_point *point);

#endif
