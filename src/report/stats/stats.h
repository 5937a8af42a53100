/* Statistics of runs: summaries, tests and scores.
 *
 * Smaller values are better, and a run is feasible if its violation is 0. Functions that need
 * memory return HECO_ERR_MEMORY if there is none, and HECO_ERR_ARG for empty input; the others
 * cannot fail. */
#ifndef HECO_REPORT_STATS_STATS_H
#define HECO_REPORT_STATS_STATS_H

#include "heco/report.h"

/* --- one algorithm on one problem --- */

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
/* Computes the summary of `count` runs. An f that is NAN counts as +infinity. */
heco_status heco_summary_compute(const heco_outcome *runs, size_t count,
                                          heco_summary *out);

/* The measures of the CEC 2006 competition. */
typedef struct {
    size_t runs, successes;             /* how many; how many of them reached the target  */
    double feasible_rate, success_rate; /* percent                                        */
    double evals_to_success;            /* mean over the successful runs; NAN: none       */
    double success_performance;         /* that mean * runs / successes; NAN: none        */
} heco_success;
/* Computes these measures of `count` runs. */
void heco_success_compute(const heco_outcome *runs, size_t count, heco_success *out);

/* --- several algorithms on one problem: the order of the CEC 2017 competition --- */

/* Rounds to 8 decimals, the precision of the competition. */
double heco_cec_round(double value);
/* Rounds to `digits` significant digits. */
double heco_cec_significant(double value, unsigned digits);
/* Rounds every value of an entry to `digits` significant digits. */
heco_cec_entry heco_cec_entry_significant(heco_cec_entry entry, unsigned digits);
/* Rounds every value of an entry. */
heco_cec_entry heco_cec_entry_round(heco_cec_entry entry);
/* Returns the rounded entry of a summary. */
heco_cec_entry heco_cec_entry_of(const heco_summary *summary);
/* Compares by mean. Returns a negative number, 0 or a positive number if a is before, equal to or
 * after b. */
int heco_cec_compare_mean(const heco_cec_entry *a, const heco_cec_entry *b);
/* Compares by median. */
int heco_cec_compare_median(const heco_cec_entry *a, const heco_cec_entry *b);
/* rank = 1 + number of strictly better entries. Compares the entries as they are: round
 * values first. */
void heco_cec_rank(const heco_cec_entry *entries, size_t count, unsigned *by_mean,
                            unsigned *by_median);

/* --- tests --- */

/* Ranks from 1, equal values share the mean of their places. `ties` (may be NULL): the sum
 * of t^3 - t over groups of t equal values. No value may be NAN. */
heco_status heco_midranks(const double *values, size_t count, double *ranks,
                                   double *ties);

/* The result of a Wilcoxon test. */
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
heco_status heco_rank_sum(const double *a, size_t a_count, const double *b,
                                   size_t b_count, heco_wilcoxon *out);
/* The smallest p that the rank-sum test can have with samples of these sizes: 2 / C(na + nb, na). */
double heco_rank_sum_least(size_t a_count, size_t b_count);
/* Signed-rank test of paired samples; equal pairs are dropped (and count half in `effect`).
 * Exact up to 200 pairs, normal approximation beyond. */
heco_status heco_signed_rank(const double *a, const double *b, size_t count,
                                      heco_wilcoxon *out);

/* The result of the Friedman test. */
typedef struct {
    double chi2, p_chi2;                     /* Friedman, corrected for ties              */
    double iman_davenport, p_iman_davenport; /* F with k - 1 and (k - 1)(n - 1) degrees   */
} heco_friedman;
/* `values`: n blocks (problems), each a row of k treatments (algorithms); n, k >= 2. Writes
 * the k mean ranks. */
heco_status heco_friedman_compute(const double *values, size_t n, size_t k,
                                           double *mean_ranks, heco_friedman *out);
/* Two-sided p of the difference of two mean ranks after Friedman, not adjusted. */
double heco_friedman_contrast(double mean_rank_a, double mean_rank_b, size_t n, size_t k);
/* Nemenyi's two-sided p of the difference of two mean ranks, adjusted for all pairs of k. */
double heco_nemenyi(double mean_rank_a, double mean_rank_b, size_t n, size_t k);
/* The difference of mean ranks at which Nemenyi's p is `level`. */
double heco_nemenyi_difference(double level, size_t n, size_t k);
/* Holm's step-down adjustment; `adjusted` may be `p` itself. A NAN takes no part. */
heco_status heco_holm_adjust(const double *p, size_t count, double *adjusted);

/* --- resampling --- */

/* How often to resample, and the level: an interval covers 1 - level. */
typedef struct {
    size_t   resamples;
    uint64_t seed;
    double   level;
} heco_resampling;
/* A percentile bootstrap interval. */
typedef struct {
    double low, high;
} heco_interval;
/* Interval of the mean. */
heco_status heco_bootstrap_mean(const double *values, size_t count, const heco_resampling *how,
                                heco_interval *out);
/* Interval of the expected running time, see heco_ert. */
heco_status heco_bootstrap_ert(const double *evals, const double *success, size_t count,
                               const heco_resampling *how, heco_interval *out);
/* Interval of A12, the effect of heco_rank_sum. */
heco_status heco_bootstrap_a12(const double *a, size_t a_count, const double *b, size_t b_count,
                               const heco_resampling *how, heco_interval *out);

/* Probabilities of the Bayesian signed-rank test; their sum is 1. */
typedef struct {
    double smaller, equal, larger; /* the difference is below -rope, within rope, above it */
} heco_bayes;
/* The test of `count` differences, from how->resamples draws of the posterior. */
heco_status heco_bayes_signed_rank(const double *difference, size_t count, double rope,
                                   const heco_resampling *how, heco_bayes *out);

/* --- running times --- */

/* Expected running time: all evaluations over the number of successes; infinite without one.
 * success[i] is 1 or 0, and evals[i] is the evaluations until success, else all of the run. */
double heco_ert(const double *evals, const double *success, size_t count);

/* --- U-score: where a run ends and how soon it gets there --- */

/* Two versions of the score. */
typedef enum {
    HECO_USCORE_PAIRWISE, /* the rule of 2026                                             */
    HECO_USCORE_RANKED    /* the rule of 2024 and 2025                                    */
} heco_uscore_rule;

/* All trials of all algorithms on one problem. */
typedef struct {
    size_t        algorithms, trials, checkpoints; /* how many                            */
    const size_t *algorithm;   /* of each trial                                           */
    const double *f;           /* trials rows of checkpoints: f of the best point so far  */
    const double *viol;        /* its violation, summed over the constraints              */
} heco_uscore_trials;
/* Points of each algorithm: `accuracy` and `speed`; under RANKED all in `accuracy`. */
heco_status heco_uscore_compute(const heco_uscore_trials *trials, heco_uscore_rule rule,
                                         double *accuracy, double *speed);

#endif
