/* One number that says how good the runs of a plan are, for programs that tune options. */
#ifndef HECO_CLI_VIEW_BENCH_COST_H
#define HECO_CLI_VIEW_BENCH_COST_H

#include "heco/experiment.h"

/* Returns the cost of one run; smaller is better. A feasible run costs 0 to 1: with a best known
 * value f* it is 0 at a relative distance of 1e-8 and 1 at 100, linear in the logarithm; without
 * f* it rises with f. An infeasible run costs 1 + v / (1 + v) with the mean violation v, and a run
 * without a point costs 2. */
double bench_cost_of(const heco_record *run);
/* Returns the mean cost of the runs of the plan; NAN if one is not in the results. */
double bench_cost_mean(const heco_plan *plan, const heco_results *results);

#endif
