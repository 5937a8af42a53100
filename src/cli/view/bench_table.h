/* What heco bench prints on standard output: the plan of a dry run, and the summary. */
#ifndef HECO_CLI_VIEW_BENCH_TABLE_H
#define HECO_CLI_VIEW_BENCH_TABLE_H

#include <stdio.h>

#include "heco/experiment.h"

/* One line per suite, dimension and algorithm of the whole plan, then what heco_bench_estimate
 * expects of a bench with these options. */
void bench_table_plan(FILE *out, const heco_plan *plan, const heco_bench_options *options,
                      const heco_bench_summary *expected, int as_json);
/* One line per suite, dimension and algorithm of all that is stored, then what was done now. */
void bench_table_print(FILE *out, const char *db, const heco_results *results,
                       const heco_bench_summary *summary, int as_json);
/* Only the lines per suite, dimension and algorithm. */
void bench_table_groups(FILE *out, const heco_results *results);

#endif
