/* Tables, the records they are made of, and the rankings that turn one into the other.
 *
 * Records are runs and published summaries, collected from results databases, CSV files or
 * the caller; a ranking gives a table; a table is written as text, Markdown, CSV, JSON or
 * LaTeX.
 */
#ifndef HECO_REPORT_H
#define HECO_REPORT_H

#include <stdio.h>

#include "heco/experiment.h"

HECO_BEGIN_DECLS

/* ---- statistics ---- */

/* Statistics of runs: numbers in, numbers out.
 *
 * Throughout, smaller is better, and a run is feasible when its violation is 0. Functions
 * that need memory return HECO_ERR_MEMORY when there is none, and HECO_ERR_ARG for empty
 * input; the others cannot fail. Nothing is kept between calls. */
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
HECO_API heco_status heco_uscore_compute(const heco_uscore_trials *trials, heco_uscore_rule rule,
                                         double *accuracy, double *speed);

/* ---- tables ---- */

/* How the numbers of a column look to a reader. */
typedef enum {
    HECO_STYLE_PLAIN,     /* text and whole numbers                                       */
    HECO_STYLE_FIXED,     /* `digits` decimals                                            */
    HECO_STYLE_GENERAL,   /* `digits` significant digits                                  */
    HECO_STYLE_SCIENTIFIC /* `digits` decimals and an exponent                            */
} heco_style;
/* One column of a table. */
typedef struct {
    const char *name;  /* in CSV and JSON: never changes                                  */
    const char *title; /* for reading; NULL: the name                                     */
    heco_style  style; /* for reading: CSV and JSON always carry 17 significant digits    */
    int         digits; /* see heco_style                                                 */
} heco_column;

/* What a cell holds. */
typedef enum { HECO_CELL_NONE, HECO_CELL_TEXT, HECO_CELL_INTEGER, HECO_CELL_REAL } heco_cell_kind;
/* One cell; the field that `kind` names is the value. */
typedef struct {
    heco_cell_kind kind; /* NONE: no value; a NAN becomes this                            */
    int            mark; /* to be printed bold where there is bold                        */
    const char    *text;    /* belongs to the table                                       */
    const char    *shown;   /* `text` without control characters                          */
    int64_t        integer; /* a whole number                                             */
    double         real;    /* any other number                                           */
} heco_cell;

/* A title, columns, rows of cells, and notes below. */
typedef struct heco_table heco_table;
/* A table without rows. Everything is copied. Cells are put one after the other, row by row; lack
 * of memory shows at the end, in heco_table_check. */
HECO_API heco_status heco_table_new(heco_table **out, const char *title,
                                    const heco_column *columns, size_t count);
/* The next cell: a text; NULL: no value. */
HECO_API void heco_table_put_text(heco_table *table, const char *text);
/* The next cell: a whole number. */
HECO_API void heco_table_put_integer(heco_table *table, int64_t value);
/* The next cell: a number; NAN: no value. */
HECO_API void heco_table_put_real(heco_table *table, double value);
/* The cell put last is the best. */
HECO_API void heco_table_mark(heco_table *table);
/* One more line below the table. */
HECO_API void heco_table_footnote(heco_table *table, const char *text);
/* HECO_OK, HECO_ERR_MEMORY, or HECO_ERR_ORDER when the last row is not complete. */
HECO_API heco_status heco_table_check(const heco_table *table);
/* What the table is called. */
HECO_API const char *heco_table_title(const heco_table *table);
/* Number of rows. */
HECO_API size_t heco_table_rows(const heco_table *table);
/* Number of columns. */
HECO_API size_t heco_table_columns(const heco_table *table);
/* A column by number; NULL past the end. */
HECO_API const heco_column *heco_table_column(const heco_table *table, size_t column);
/* A cell by row and column; NULL past the end. */
HECO_API const heco_cell *heco_table_cell(const heco_table *table, size_t row, size_t column);
/* A note by number; NULL past the end. */
HECO_API const char *heco_table_footnote_at(const heco_table *table, size_t index);
/* NULL is fine. */
HECO_API void heco_table_free(heco_table *table);

/* The formats by number: "text", "md", "csv", "json", "tex"; NULL past the end. */
HECO_API const char *heco_format_at(size_t index);
/* HECO_OK, or HECO_ERR_NAME with the nearest names. */
HECO_API heco_status heco_format_check(const char *format, heco_error *error);
/* 1: made for reading (text, md, tex); 0: for programs. */
HECO_API int heco_format_readable(const char *format);
/* Writes the table; HECO_ERR_IO when the file takes no more. */
HECO_API heco_status heco_table_write(const heco_table *table, const char *format, FILE *file,
                                      heco_error *error);

/* ---- records ---- */

/* An algorithm on a problem as a paper summarises it. Start from heco_published_default(). */
typedef struct {
    size_t         size;  /* sizeof(heco_published), set by its default                   */
    const char    *suite, *problem, *algorithm; /* names                                  */
    size_t         dim;   /* 0: not known, or of no meaning                               */
    heco_cec_entry entry; /* what the competition compares                                */
    heco_dims      dims;  /* what dimensions mean in the suite, as in heco_record         */
} heco_published;
/* Fills the `size` bytes that the caller's summary has with the defaults. */
HECO_API void heco_published_init(heco_published *published, size_t size);
/* Nothing is known. */
static inline heco_published heco_published_default(void) {
    heco_published published;
    heco_published_init(&published, sizeof published);
    return published;
}

/* Runs and published summaries, in the order in which they came. */
typedef struct heco_records heco_records;
/* None yet. */
HECO_API heco_status heco_records_new(heco_records **out);
/* One more run; everything is copied. */
HECO_API heco_status heco_records_add(heco_records *records, const heco_record *record,
                                      heco_error *error);
/* One more published summary; everything is copied. */
HECO_API heco_status heco_records_add_published(heco_records *records,
                                                const heco_published *published,
                                                heco_error           *error);
/* Reads a CSV file; its header says which of the known layouts it has (see
 * docs/guide/ranking.md). On failure nothing was added; `error` names file and line. */
HECO_API heco_status heco_records_read_csv(heco_records *records, const char *path,
                                           heco_error *error);
/* Reads the finished runs of a results database (heco/experiment.h), each under the label of its
 * variant; with `traces` nonzero their traces too, which the U-score wants and which are large.
 * The database stays open until the
 * records are freed. On failure nothing was added. */
HECO_API heco_status heco_records_read_db(heco_records *records, const char *path, int traces,
                                          heco_error *error);
/* Number of runs. */
HECO_API size_t heco_records_count(const heco_records *records);
/* A run by number; NULL past the end. */
HECO_API const heco_record *heco_records_at(const heco_records *records, size_t index);
/* Number of published summaries. */
HECO_API size_t heco_records_published_count(const heco_records *records);
/* A published summary by number; NULL past the end. */
HECO_API const heco_published *heco_records_published_at(const heco_records *records,
                                                         size_t              index);
/* NULL is fine. */
HECO_API void heco_records_free(heco_records *records);

/* ---- rankings ---- */

/* What a ranking shows. */
typedef enum {
    HECO_VIEW_TOTALS,      /* per dimension and over all dimensions                       */
    HECO_VIEW_PER_PROBLEM, /* ranks on each problem                                       */
    HECO_VIEW_VALUES       /* best, median, c, worst, mean, std, ...: no ranks            */
} heco_rank_view;

/* What is ranked, how, and how it is shown. Start from heco_rank_options_default(). */
typedef struct {
    size_t             size;            /* sizeof(heco_rank_options), set by its default  */
    const char        *rule;            /* see heco_rank_rule_at                          */
    const char        *suite;           /* NULL: that of the rule, or the only one there  */
    const size_t      *dims;            /* none: all                                      */
    size_t             dim_count;       /* how many dimensions                            */
    const char *const *algorithms;      /* none: all, in order of appearance              */
    size_t             algorithm_count; /* how many algorithms                            */
    const char        *control;         /* friedman: compare with this one; NULL: the best */
    heco_rank_view     view;            /* totals, problems or values                     */
    int                wide;            /* totals: one row per algorithm, best first, a
                                         * column per dimension, as papers print them     */
    int                round_published; /* cec2017: round published values too            */
} heco_rank_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_rank_options_init(heco_rank_options *options, size_t size);
/* Everything there is, by the rule of CEC 2017. */
static inline heco_rank_options heco_rank_options_default(void) {
    heco_rank_options options;
    heco_rank_options_init(&options, sizeof options);
    return options;
}

/* The rules by number: "cec2017", "cec2006", "u-score", ...; NULL past the end. */
HECO_API const char *heco_rank_rule_at(size_t index);
/* What the rule does, in one line. */
HECO_API const char *heco_rank_rule_help(size_t index);
/* 1: the rule needs the traces of the runs, see heco_records_read_db; 0: it does not, or there
 * is no such rule. */
HECO_API int heco_rank_rule_traces(const char *rule);
/* The ranking as a table. A suite whose problems have a dimension of their own is ranked as one
 * table, others dimension by dimension: as the records say, else as the suite of that name
 * says, else in one table when problems differ in dimension and none comes in two. Only problems
 * that every algorithm of a dimension has are ranked; notes of the table say what was left out. */
HECO_API heco_status heco_rank_compute(heco_table **out, const heco_records *records,
                                       const heco_rank_options *options, heco_error *error);

/* ---- report pages ---- */

/* What a report page is made of. Start from heco_page_options_default(). */
typedef struct {
    size_t             size;     /* sizeof(heco_page_options), set by its default         */
    const char *const *db;       /* results databases                                     */
    size_t             dbs;      /* how many                                              */
    const char *const *with;     /* CSV files, see heco_records_read_csv                  */
    size_t             withs;    /* how many                                              */
    int                paths;    /* 1: file names keep their folders                      */
    const char        *command;  /* of a solve: what repeats it; NULL: not known          */
} heco_page_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_page_options_init(heco_page_options *options, size_t size);
/* Nothing is set. */
static inline heco_page_options heco_page_options_default(void) {
    heco_page_options options;
    heco_page_options_init(&options, sizeof options);
    return options;
}

/* A page of all runs of the databases and files: one HTML file that needs nothing else. */
HECO_API heco_status heco_page_bench(FILE *out, const heco_page_options *options,
                                     heco_error *error);
/* A page of one search from its journal: running, stopped or finished. */
HECO_API heco_status heco_page_solve(FILE *out, const char *journal,
                                     const heco_page_options *options, heco_error *error);
/* The data of such a page alone, as one JSON document. */
HECO_API heco_status heco_page_bench_data(FILE *out, const heco_page_options *options,
                                          heco_error *error);
/* The same for one search. */
HECO_API heco_status heco_page_solve_data(FILE *out, const char *journal,
                                          const heco_page_options *options, heco_error *error);
/* The page without data, to be filled in a browser: it asks for them at the address `data` beside
 * it. For servers. */
HECO_API heco_status heco_page_live(FILE *out, heco_error *error);

HECO_END_DECLS

#endif
