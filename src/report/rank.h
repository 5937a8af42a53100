/* A rule turns a comparison into a table: one rank_<rule>.c and one row in rank_table.c. */
#ifndef HECO_REPORT_RANK_H
#define HECO_REPORT_RANK_H

#include "heco/report.h"
#include "report/comparison.h"

/* Computes the table. `view` is TOTALS or PER_PROBLEM. The caller frees *out, also on failure. */
typedef heco_status heco_rank_fn(heco_table **out, const heco_comparison *comparison,
                                 const heco_rank_options *options, heco_error *error);
heco_rank_fn        heco_rank_cec2017, heco_rank_cec2006, heco_rank_cec2020, heco_rank_uscore,
    heco_rank_uscore_2024, heco_rank_friedman, heco_rank_critical, heco_rank_pairs, heco_rank_ert,
    heco_rank_profile;

/* Makes the table of values, which is the same for every rule. */
heco_rank_fn heco_rank_values;

/* Scores of algorithms per dimension as papers print them: a row per algorithm, best total first,
 * a column per dimension and a total if there are several. */
typedef struct {
    const char   *title;
    const double *score;   /* dims x algorithms; NAN: no score                              */
    int           largest; /* 1 if larger scores are better                                */
} heco_rank_scores;
heco_status heco_rank_wide(heco_table **out, const heco_comparison *comparison,
                           const heco_rank_scores *scores);

/* ---- parts: the dimensions, then all of them together ---- */

/* Some problems and the algorithms that have them all. */
typedef struct {
    size_t        dim;       /* SIZE_MAX: all dimensions                                  */
    const size_t *algorithm; /* numbers of the algorithms                                 */
    size_t        count;
    size_t        begin, end; /* problems begin .. end - 1                                */
} heco_rank_part;
/* Returns the number of parts. If `wide` is nonzero, a single dimension has no total. */
size_t         heco_rank_parts(const heco_comparison *comparison, int wide);
heco_rank_part heco_rank_part_at(const heco_comparison *comparison, size_t index);
/* Puts the dimension of the part, or "all". */
void heco_rank_put_part(heco_table *table, const heco_rank_part *part);
/* Returns "Dimension 10", "The suite" or "All dimensions". */
const char *heco_rank_part_text(char *buffer, size_t size, const heco_rank_part *part);
/* Adds a footnote and returns 1 if the part has fewer than two algorithms or problems. */
int heco_rank_part_is_small(heco_table *table, const heco_rank_part *part);
/* Fills `value` with a row of midranks per problem, by the rule of the competition. `scratch` has
 * room for part->count numbers. */
heco_status heco_rank_blocks(const heco_comparison *comparison, const heco_rank_part *part,
                             int by_median, double *value, double *scratch);

/* ---- runs against runs ---- */

/* Returns the options of the bootstrap intervals: resamples, seed and level. */
heco_resampling heco_rank_resampling(const heco_rank_options *options);
/* Compares the runs of two cells by the rank-sum test, with an interval of A12 if `interval` is not
 * NULL. All values are NAN if a cell has no runs. */
heco_status heco_rank_runs(const heco_comparison_cell *a, const heco_comparison_cell *b,
                           const heco_rank_options *options, heco_wilcoxon *out,
                           heco_interval *interval);
/* Makes the empty table of heco_rank_runs_put(); `other` is the name of the column with the second
 * algorithm. */
heco_status heco_rank_runs_table(heco_table **out, const heco_comparison *comparison,
                                 const char *other);
/* Puts one row per problem of the part: the runs of algorithm `mine` against those of `other`, both
 * indices into part->algorithm, with Holm's adjustment over the problems. */
heco_status heco_rank_runs_put(heco_table *table, const heco_comparison *comparison,
                               const heco_rank_options *options, const heco_rank_part *part,
                               const size_t pair[2]);

/* ---- running times ---- */

/* Expected running times of all cells. */
typedef struct {
    double *ert;       /* problems x algorithms; infinite: no success; NAN: no runs       */
    double *successes; /* the same layout                                                 */
} heco_rank_times;
/* Computes them. The arrays belong to the comparison. `interval`, which may be NULL, has the same
 * layout. Refuses runs without a criterion of success. */
heco_status heco_rank_times_compute(heco_rank_times *out, heco_interval *interval,
                                    const heco_comparison   *comparison,
                                    const heco_rank_options *options, heco_error *error);
/* Returns the ratio of the time of a cell to the best time on the problem; infinite: no success. */
double heco_rank_times_ratio(const heco_rank_times *times, const heco_comparison *comparison,
                             size_t problem, size_t algorithm);

/* ---- rank_diagram.c ---- */

typedef struct {
    const char        *caption;
    const char *const *name;  /* names of all algorithms                                 */
    const size_t      *label; /* numbers of the names, best first                        */
    const size_t      *order; /* the same algorithms as indices into mean_rank and p     */
    const double      *mean_rank;
    const double      *p; /* count x count, adjusted by Holm's procedure             */
    size_t             count;
    double             difference; /* Nemenyi's critical difference                       */
    double             level;
} heco_rank_diagram;
/* Adds the drawing to the table; the LaTeX writer prints it below. Returns HECO_OK or
 * HECO_ERR_MEMORY. */
heco_status heco_rank_diagram_add(heco_table *table, const heco_rank_diagram *diagram);

#endif
