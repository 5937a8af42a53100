/* What all solvers of the comparison are counted by. An evaluation is one call of the problem at
 * one point, f, g and h together; a run is over at the first feasible point that meets the
 * target of the problem, or when its evaluations are used up.
 *
 * Solvers see the unit box; integers are rounded before the problem sees them. Equalities are
 * bands -tol <= h <= tol, because the best known values of cec2006 make use of that tolerance, so
 * there are only constraints c <= 0: g, then h - tol, then -h - tol. */
#ifndef HECO_BENCH_PEERS_HARNESS_H
#define HECO_BENCH_PEERS_HARNESS_H

#include "heco/heco.h"

HECO_BEGIN_DECLS

typedef struct peers_run peers_run;

/* Value and violation by which a run is judged, where solvers see others. */
typedef struct {
    double f, viol;
} peers_truth;

/* What one run came to. */
typedef struct {
    uint64_t evals;     /* made                                             */
    int64_t  solved;    /* evaluation that solved the problem, or -1        */
    double   f, viol;   /* of the best point, by heco's rule for better     */
} peers_outcome;

/* `target` NAN: never solved. NULL: no memory. */
peers_run *peers_run_new(const heco_problem *problem, double target, uint64_t max_evals);
void       peers_run_free(peers_run *run);
/* Judges the run by these values, which every evaluation of the problem sets. */
void peers_run_judge_by(peers_run *run, const peers_truth *truth);
/* Lets solvers that accept a start point begin at x, n values that outlive the run. NULL: none. */
void peers_run_start_at(peers_run *run, const double *x);
/* Returns that point, or NULL. */
const double *peers_run_start(const peers_run *run);
/* Forgets everything but the problem and the start point. */
void peers_run_restart(peers_run *run);

const heco_problem *peers_run_problem(const peers_run *run);
/* Number of constraints c: ng + 2 nh. */
size_t peers_run_constraints(const peers_run *run);
uint64_t peers_run_left(const peers_run *run);

/* One evaluation at u in [0, 1]^n (clipped): f and all c. Values that are not finite are replaced
 * by a large one. A point equal to the last one is not evaluated again. Returns 1 when the run is
 * over: the solver has to stop, further calls are refused with the last values. */
int peers_run_eval(peers_run *run, const double *u, double *f, double *c);
/* Forward differences at u: n further evaluations, none where they were made for the same u.
 * `df` has n values, `dc` a row of n for each constraint. */
int peers_run_slopes(peers_run *run, const double *u, double *df, double *dc);
/* The evaluation for solvers that speak heco_problem: x in the box of the problem; `user` is the
 * run. Nothing is rounded here: a point with a fractional integer counts, and has failed. */
int peers_run_eval_heco(void *user, const double *x, double *f, double *g, double *h);

int           peers_run_over(const peers_run *run);
peers_outcome peers_run_outcome(const peers_run *run);

/* For callers without C structures (peers.py): opens a problem of a suite by name; NULL: there is
 * none. `max_evals` 0: as the suite says. The run owns the suite. */
peers_run *peers_run_open(const char *suite, const char *problem, uint64_t max_evals);
size_t     peers_run_variables(const peers_run *run);
/* 1 for an integer variable. */
int peers_run_is_integer(const peers_run *run, size_t j);
/* evals, solved, f and viol as four doubles. */
void peers_run_report(const peers_run *run, double *out);

HECO_END_DECLS

#endif
