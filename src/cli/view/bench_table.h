/* The output of heco bench: the plan of a dry run, the summary, and one number for tuners. */
#ifndef HECO_CLI_VIEW_BENCH_TABLE_H
#define HECO_CLI_VIEW_BENCH_TABLE_H

#include <stdio.h>

#include "heco/experiment.h"

/* Prints one line per suite, dimension and algorithm of the plan, then the estimate of
 * heco_bench_estimate(). */
void bench_table_plan(FILE *out, const heco_plan *plan, const heco_bench_options *options,
                      const heco_bench_summary *expected, int as_json);
/* Prints one line: the runs of the plan and their expected time. */
void bench_table_announce(FILE *out, const heco_bench_options *options,
                          const heco_bench_summary *expected);
/* Prints one line per suite, dimension and algorithm of the stored runs, then the summary. */
void bench_table_print(FILE *out, const char *db, const heco_results *results,
                       const heco_bench_summary *summary, int as_json);
/* Prints only the lines per suite, dimension and algorithm. */
void bench_table_groups(FILE *out, const heco_results *results);

/* ---- bench_cost.c ---- */

/* Returns the cost of one run; smaller is better. A feasible run costs 0 to 1: with a best known
 * value f* it is 0 at a relative distance of 1e-8 and 1 at 100, linear in the logarithm; without
 * f* it rises with f. An infeasible run costs 1 + v / (1 + v) with the mean violation v, and a run
 * without a point costs 2. */
double bench_cost_of(const heco_record *run);
/* Returns the mean cost of the runs of the plan; NAN if one is not in the results. */
double bench_cost_mean(const heco_plan *plan, const heco_results *results);

#endif
