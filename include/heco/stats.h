/* Statistics of runs: numbers in, numbers out.
 *
 * Throughout, smaller is better, and a run is feasible when its violation is 0. Functions
 * that need memory return HECO_ERR_MEMORY when there is none, and HECO_ERR_ARG for empty
 * input; the others cannot fail. Nothing is kept between calls. */
#ifndef HECO_STATS_H
#define HECO_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "heco/outcome.h"

HECO_BEGIN_DECLS

/* ---- one algorithm on one problem ---- */

/* All runs of one algorithm on one problem. */
typedef struct {
    size_t runs;                               /* how many                                */
    double best, median, worst;                /* f of runs 1, (runs + 1) / 2 and last in
                                                * the order by violation, then f          */
    double best_viol, median_viol, worst_viol; /* and the violations of these runs        */
    unsigned median_c[3];                      /* c of the median run                     */
    double mean, std;                          /* of f over all runs; std with divisor n  */
    double feasible_rate;                      /* percent                                 */
    double mean_viol;                          /* over all runs                           */
} heco_summary;
/* The summary of `count` runs. An f that is not a number counts as +infinity. */
HECO_API heco_status heco_summary_compute(const heco_outcome *runs, size_t count,
                                          heco_summary *out);

typedef struct {               /* the measures of the CEC 2006 competition              */
    size_t runs, successes;             /* how many; how many of them reached the target  */
    double feasible_rate, success_rate; /* percent                                        */
    double evals_to_success;            /* mean over the successful runs; NAN: none       */
    double success_performance;         /* that mean * runs / successes; NAN: none        */
} heco_success;
/* These measures of `count` runs. */
HECO_API void heco_success_compute(const heco_outcome *runs, size_t count, heco_success *out);

/* ---- several algorithms on one problem: the order of the CEC 2017 competition ---- */

/* What is compared. */
typedef struct {
    double feasible_rate, mean_viol, mean; /* by mean: in this order, larger rate first   */
    double median_viol, median;            /* by median: in this order                    */
} heco_cec_entry;
/* To 8 decimals, the precision at which the competition compares. */
HECO_API double heco_cec_round(double value);
/* The same for all of an entry. */
HECO_API heco_cec_entry heco_cec_entry_round(heco_cec_entry entry);
/* The rounded entry of runs made by the caller. */
HECO_API heco_cec_entry heco_cec_entry_of(const heco_summary *summary);
/* Negative, 0 or positive: a before, level with or after b. */
HECO_API int heco_cec_compare_mean(const heco_cec_entry *a, const heco_cec_entry *b);
/* The same by median. */
HECO_API int heco_cec_compare_median(const heco_cec_entry *a, const heco_cec_entry *b);
/* rank = 1 + number of strictly better entries. Compares the entries as they are: round
 * first what is not yet rounded. */
HECO_API void heco_cec_rank(const heco_cec_entry *entries, size_t count, unsigned *by_mean,
                            unsigned *by_median);

/* ---- tests ---- */

/* Ranks from 1, equal values share the mean of their places. `ties` (may be NULL): the sum
 * of t^3 - t over groups of t equal values. No value may be NAN. */
HECO_API heco_status heco_midranks(const double *values, size_t count, double *ranks,
                                   double *ties);

/* What a Wilcoxon test says. */
typedef struct {
    double statistic; /* rank sum of a, or sum of the ranks of positive differences a - b */
    double z;         /* standardised, with tie and continuity correction                */
    double p;         /* two-sided                                                       */
    double effect;    /* chance that a < b, ties counting half: 0.5 means no difference  */
    size_t used;      /* observations that took part                                     */
    int    exact;     /* p from the permutation distribution, given the ties             */
} heco_wilcoxon;
/* Rank-sum (Mann-Whitney) test of two independent samples. Exact up to 50 values in all,
 * normal approximation beyond. */
HECO_API heco_status heco_rank_sum(const double *a, size_t a_count, const double *b,
                                   size_t b_count, heco_wilcoxon *out);
/* Signed-rank test of paired samples; equal pairs are dropped (and count half in `effect`).
 * Exact up to 200 pairs, normal approximation beyond. */
HECO_API heco_status heco_signed_rank(const double *a, const double *b, size_t count,
                                      heco_wilcoxon *out);

/* What the Friedman test says. */
typedef struct {
    double chi2, p_chi2;                     /* Friedman, corrected for ties              */
    double iman_davenport, p_iman_davenport; /* F with k - 1 and (k - 1)(n - 1) degrees   */
} heco_friedman;
/* `values`: n blocks (problems), each a row of k treatments (algorithms); n, k >= 2. Writes
 * the k mean ranks. */
HECO_API heco_status heco_friedman_compute(const double *values, size_t n, size_t k,
                                           double *mean_ranks, heco_friedman *out);
/* Two-sided p of the difference of two mean ranks after Friedman, not adjusted. */
HECO_API double heco_friedman_contrast(double mean_rank_a, double mean_rank_b, size_t n, size_t k);
/* Holm's step-down adjustment; `adjusted` may be `p` itself. A NAN takes no part. */
HECO_API heco_status heco_holm_adjust(const double *p, size_t count, double *adjusted);

/* ---- distributions ---- */

/* Fraction of `values` at or below each of `at` (ascending). A NAN in `values` never is. */
HECO_API heco_status heco_ecdf_at(const double *values, size_t count, const double *at,
                                  size_t points, double *fraction);

/* ---- U-score: where a run ends and how soon it gets there ---- */

/* Two versions of the score. */
typedef enum {
    HECO_USCORE_PAIRWISE, /* the rule of 2026                                             */
    HECO_USCORE_RANKED    /* the rule of 2024 and 2025                                    */
} heco_uscore_rule;

typedef struct {               /* all trials of all algorithms on one problem           */
    size_t        algorithms, trials, checkpoints; /* how many                            */
    const size_t *algorithm;   /* of each trial                                           */
    const double *f;           /* trials rows of checkpoints: f of the best point so far  */
    const double *viol;        /* its violation, summed over the constraints              */
} heco_uscore_trials;
/* Points of each algorithm: `accuracy` and `speed`; under RANKED all in `accuracy`. */
HECO_API heco_status heco_uscore_compute(const heco_uscore_trials *field, heco_uscore_rule rule,
                                         double *accuracy, double *speed);

HECO_END_DECLS

#endif
