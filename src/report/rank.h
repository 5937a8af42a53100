/* A rule turns a comparison into a table: one rank_<rule>.c and one row in rank_table.c. */
#ifndef HECO_REPORT_RANK_H
#define HECO_REPORT_RANK_H

#include "report/comparison.h"

/* Computes the table. `view` is TOTALS or PER_PROBLEM. The caller frees *out, also on failure. */
typedef heco_status (*heco_rank_fn)(heco_table **out, const heco_comparison *comparison,
                                    const heco_rank_options *options, heco_error *error);
heco_status heco_rank_cec2017(heco_table **out, const heco_comparison *comparison,
                              const heco_rank_options *options, heco_error *error);
heco_status heco_rank_cec2006(heco_table **out, const heco_comparison *comparison,
                              const heco_rank_options *options, heco_error *error);
heco_status heco_rank_uscore(heco_table **out, const heco_comparison *comparison,
                             const heco_rank_options *options, heco_error *error);
heco_status heco_rank_uscore_2024(heco_table **out, const heco_comparison *comparison,
                                  const heco_rank_options *options, heco_error *error);
heco_status heco_rank_friedman(heco_table **out, const heco_comparison *comparison,
                               const heco_rank_options *options, heco_error *error);
/* Makes the table of values, which is the same for every rule. */
heco_status heco_rank_values(heco_table **out, const heco_comparison *comparison,
                             const heco_rank_options *options, heco_error *error);

/* Scores of algorithms per dimension as papers print them: a row per algorithm, best total first,
 * a column per dimension and a total if there are several. */
typedef struct {
    const char   *title;
    const double *score;   /* dims x algorithms; NAN: no score                              */
    int           largest; /* 1 if larger scores are better                                */
} heco_rank_scores;
heco_status heco_rank_wide(heco_table **out, const heco_comparison *comparison,
                           const heco_rank_scores *scores);

#endif
