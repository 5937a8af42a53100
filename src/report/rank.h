/* A rule turns a comparison into a table: one rank_<rule>.c and one row in rank_table.c. */
#ifndef HECO_REPORT_RANK_H
#define HECO_REPORT_RANK_H

#include "report/comparison.h"

/* `view` is TOTALS or PER_PROBLEM; a table in *out is freed by the caller, also on failure. */
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
/* The values behind the ranks, whatever the rule. */
heco_status heco_rank_values(heco_table **out, const heco_comparison *comparison,
                             const heco_rank_options *options, heco_error *error);

/* Scores of algorithms per dimension as papers print them: a row per algorithm, best total
 * first, a column per dimension and one for the total where there are several. */
typedef struct {
    const char   *title;
    const double *score;   /* comparison dims rows of comparison algorithms, NAN: takes no part      */
    int           largest; /* the largest score is the best                                */
} heco_rank_scores;
heco_status heco_rank_wide(heco_table **out, const heco_comparison *comparison,
                           const heco_rank_scores *scores);

#endif
