/* Tables, the records they are made of, and the rankings that turn one into the other.
 *
 * Records are runs and published summaries, collected from results databases, CSV files or
 * the caller; a ranking gives a table; a table is written as text, Markdown, CSV, JSON or
 * LaTeX.
 */
#ifndef HECO_REPORT_H
#define HECO_REPORT_H

#include <stdio.h>

#include "heco/answer.h"
#include "heco/experiment.h"
#include "heco/journal.h"

HECO_BEGIN_DECLS

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

/* The type of a cell. */
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
/* Puts the next cell: a text; NULL: no value. */
HECO_API void heco_table_put_text(heco_table *table, const char *text);
/* Puts the next cell: an integer. */
HECO_API void heco_table_put_integer(heco_table *table, int64_t value);
/* Puts the next cell: a number; NAN: no value. */
HECO_API void heco_table_put_real(heco_table *table, double value);
/* Marks the last cell as the best. */
HECO_API void heco_table_mark(heco_table *table);
/* Adds a line below the table. */
HECO_API void heco_table_footnote(heco_table *table, const char *text);
/* Returns HECO_OK, HECO_ERR_MEMORY, or HECO_ERR_ORDER if the last row is not complete. */
HECO_API heco_status heco_table_check(const heco_table *table);
/* Returns the title of the table. */
HECO_API const char *heco_table_title(const heco_table *table);
/* Returns the number of rows. */
HECO_API size_t heco_table_rows(const heco_table *table);
/* Returns the number of columns. */
HECO_API size_t heco_table_columns(const heco_table *table);
/* Returns a column by number; NULL past the end. */
HECO_API const heco_column *heco_table_column(const heco_table *table, size_t column);
/* Returns a cell by row and column; NULL past the end. */
HECO_API const heco_cell *heco_table_cell(const heco_table *table, size_t row, size_t column);
/* Returns a footnote by number; NULL past the end. */
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

/* The values that the CEC 2017 competition compares. This struct is closed. */
typedef struct {
    double feasible_rate, mean_viol, mean; /* Compared in this order, larger rate first   */
    double median_viol, median;            /* Compared in this order                      */
} heco_cec_entry;

/* An algorithm on a problem as a paper summarises it. Start from heco_published_default(). */
typedef struct {
    size_t         size;  /* sizeof(heco_published), set by its default                   */
    const char    *suite, *problem, *algorithm; /* names                                  */
    size_t         dim;   /* 0: not known, or of no meaning                               */
    heco_cec_entry entry; /* Values that the competition compares                         */
    heco_dims      dims;  /* Role of the dimensions in the suite, as in heco_record       */
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
/* Makes an empty collection of records. */
HECO_API heco_status heco_records_new(heco_records **out);
/* Adds a copy of a run. */
HECO_API heco_status heco_records_add(heco_records *records, const heco_record *record,
                                      heco_error *error);
/* Adds a copy of a published summary. */
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
/* Returns the number of runs. */
HECO_API size_t heco_records_count(const heco_records *records);
/* Returns a run by number; NULL past the end. */
HECO_API const heco_record *heco_records_at(const heco_records *records, size_t index);
/* Returns the number of published summaries. */
HECO_API size_t heco_records_published_count(const heco_records *records);
/* Returns a published summary by number; NULL past the end. */
HECO_API const heco_published *heco_records_published_at(const heco_records *records,
                                                         size_t              index);
/* NULL is fine. */
HECO_API void heco_records_free(heco_records *records);

/* ---- exports ---- */

/* The formats of exports by number: "coco", "iohprofiler", "cec2020", "cec2026"; NULL past the end. */
HECO_API const char *heco_export_format_at(size_t index);
/* Writes the runs of a results database in the file format of another tool, into
 * FOLDER/SUITE/ALGORITHM, which is made. Files that exist are not changed: HECO_ERR_CONFLICT.
 * docs/guide/exports.md describes the formats. All need traces, and cec2026 full ones. */
HECO_API heco_status heco_results_export(heco_results *results, const char *format,
                                         const char *folder, heco_error *error);

/* ---- rankings ---- */

/* The contents of a ranking. */
typedef enum {
    HECO_VIEW_TOTALS,      /* per dimension and over all dimensions                       */
    HECO_VIEW_PER_PROBLEM, /* ranks on each problem                                       */
    HECO_VIEW_VALUES       /* best, median, c, worst, mean, std, ...: no ranks            */
} heco_rank_view;

/* Options of a ranking. Start from heco_rank_options_default(). */
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
    unsigned           digits;          /* values that agree in so many significant digits are
                                         * equal; 0: runs are rounded to 8 decimals       */
    double             level;           /* level of tests and intervals: 0.05             */
    size_t             resamples;       /* of bootstrap intervals: 2000; the Bayesian test draws
                                         * ten times as many                              */
    uint64_t           seed;            /* of the resampling: 1                           */
    double             rope;            /* pairs: a smaller A12 - 0.5 means no difference in
                                         * practice: 0.06                                 */
    double             accuracy;        /* ert, profile: a run succeeds at a feasible f within
                                         * accuracy * max(1, |f*|) of the best f* known or found,
                                         * which needs traces; 0: at its own target       */
} heco_rank_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_rank_options_init(heco_rank_options *options, size_t size);
/* Everything there is, by the rule of CEC 2017. */
static inline heco_rank_options heco_rank_options_default(void) {
    heco_rank_options options;
    heco_rank_options_init(&options, sizeof options);
    return options;
}

/* Returns a rule by number: "cec2017", "cec2006", "u-score", ...; NULL past the end. */
HECO_API const char *heco_rank_rule_at(size_t index);
/* Returns one line about the rule. */
HECO_API const char *heco_rank_rule_help(size_t index);
/* 1: the rule needs the traces of the runs, see heco_records_read_db; 0: it does not, or there
 * is no such rule. */
HECO_API int heco_rank_rule_traces(const char *rule);
/* Computes a ranking as a table. A suite whose problems have a dimension of their own is ranked as
 * one table, others dimension by dimension: as the records say, else as the suite of that name
 * says, else in one table when problems differ in dimension and none comes in two. Only problems
 * that every algorithm of a dimension has are ranked; footnotes of the table name the others. */
HECO_API heco_status heco_rank_compute(heco_table **out, const heco_records *records,
                                       const heco_rank_options *options, heco_error *error);

/* ---- report pages ---- */

/* A file that a solve read: its path, its size, and its SHA-256 as text. This struct is closed. */
typedef struct {
    const char *path;   /* as the command named it                                         */
    uint64_t    bytes;  /* its size                                                        */
    const char *sha256; /* 64 hexadecimal digits; NULL: the file has changed since         */
} heco_page_file;

/* Options of a report page. Start from heco_page_options_default(). */
typedef struct {
    size_t             size;     /* sizeof(heco_page_options), set by its default         */
    const char *const *db;       /* results databases                                     */
    size_t             dbs;      /* how many                                              */
    const char *const *with;     /* CSV files, see heco_records_read_csv                  */
    size_t             withs;    /* how many                                              */
    int                paths;    /* 1: file names keep their folders                      */
    const char        *command;  /* of a solve: the command that repeats it, or NULL      */
    const heco_solution *solution; /* of a solve: its answer, for verdict and prices; NULL: not
                                  * known                                                 */
    const char        *unit;      /* of a solve: the unit of f; NULL: none                */
    const double      *reference; /* of a solve: the best known f; NULL: not known        */
    const heco_runs   *runs;      /* of a solve: all runs, of which the journal holds the best; NULL:
                                   * one search                                           */
    const char        *confidence; /* of several runs: a sentence on how far they agree; NULL: none */
    const heco_slices *slices;    /* of a solve: slices through its answer; NULL: none    */
    const heco_page_file *files;  /* of a solve: the files of the model                   */
    size_t             file_count; /* how many                                            */
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
/* The data of the page of a search that goes on. Each write reads only the records that the search
 * has appended since the write before. */
typedef struct heco_page_feed heco_page_feed;
/* Opens the journal and checks every record; HECO_OK or the reason why it cannot be read, *out is NULL
 * then. */
HECO_API heco_status heco_page_feed_open(heco_page_feed **out, const char *journal,
                                         heco_error *error);
/* Returns the description of the journal, which is valid until the next write; NULL after a write
 * that failed. */
HECO_API const heco_journal_info *heco_page_feed_info(const heco_page_feed *feed);
/* Writes the data, as heco_page_solve_data() does. A journal that another one has replaced is read
 * from its beginning. */
HECO_API heco_status heco_page_feed_write(heco_page_feed *feed, FILE *out,
                                          const heco_page_options *options, heco_error *error);
/* Closes a feed, or NULL. */
HECO_API void heco_page_feed_close(heco_page_feed *feed);
/* The methods paragraph of a paper about all runs of the databases and files, in LaTeX with
 * citations, then the BibTeX entries of everything cited: heco, the suites and the algorithms. */
HECO_API heco_status heco_report_methods(FILE *out, const heco_page_options *options,
                                         heco_error *error);
/* A page of several searches side by side, from their journals. `options` has one pointer per
 * journal. */
HECO_API heco_status heco_page_compare(FILE *out, const char *const *journals,
                                       const heco_page_options *const *options, size_t count,
                                       heco_error *error);
/* The data of such a page alone, as one JSON document. */
HECO_API heco_status heco_page_compare_data(FILE *out, const char *const *journals,
                                            const heco_page_options *const *options, size_t count,
                                            heco_error *error);
/* A page of a sweep over the limit of a constraint of the problem: f against the limit. */
HECO_API heco_status heco_page_sweep(FILE *out, const heco_sweep *sweep,
                                     const heco_problem *problem, size_t constraint,
                                     const heco_page_options *options, heco_error *error);
/* The page without data, to be filled in a browser: it asks for them at the address `data` beside
 * it. For servers. */
HECO_API heco_status heco_page_live(FILE *out, heco_error *error);

HECO_END_DECLS

#endif
