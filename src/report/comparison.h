/* A comparison: the records of one suite as a grid of problems (per dimension) and algorithms. */
#ifndef HECO_REPORT_COMPARISON_H
#define HECO_REPORT_COMPARISON_H

#include "base/arena.h"
#include "report/stats/stats.h"

typedef struct { /* one algorithm on one problem */
    size_t                    runs;    /* 0 if only published values are known            */
    const heco_outcome       *outcome; /* outcomes of the runs, by run number             */
    const heco_record *const *record;  /* the same runs                                   */
    int                       published;
    heco_cec_entry            entry;   /* the values that the competition compares        */
    heco_summary              summary; /* valid if runs > 0                               */
} heco_comparison_cell;

typedef struct {
    size_t      dim;
    const char *name;
} heco_comparison_problem;

typedef struct {             /* the problems of one dimension                             */
    size_t  dim, begin, end; /* problems begin .. end - 1                                 */
    size_t *algorithm;       /* numbers of the algorithms with results                    */
    size_t  algorithms;
} heco_comparison_dim;

typedef struct {
    const char              *suite, *instance;
    const char             **algorithm;
    size_t                   algorithms;
    heco_comparison_problem *problem;
    size_t                   problems;
    heco_comparison_dim     *dim;
    size_t                   dims;
    size_t                  *everywhere; /* algorithms with results in every dimension    */
    size_t                   everywhere_count;
    heco_comparison_cell   **cell;       /* problems x algorithms; NULL: no result        */
    char                   **footnote;   /* warnings for the reader of a ranking          */
    size_t                   footnotes;
    heco_arena               arena;
    heco_arena              *work; /* inside `arena`: the memory of the ranking rules       */
} heco_comparison;

/* Makes a comparison. If `complete` is nonzero, it keeps only problems that all algorithms of
 * their dimension have, and only dimensions with an algorithm. */
heco_status heco_comparison_open(heco_comparison **out, const heco_records *records,
                                 const heco_rank_options *options, int complete,
                                 heco_error *error);
void        heco_comparison_close(heco_comparison *comparison);

/* Finds the meaning of dimensions in the suite, whose name is a text of the records. Returns
 * HECO_OK or HECO_ERR_MEMORY. */
heco_status heco_comparison_dims(heco_dims *out, const heco_records *records, const char *suite);

/* Returns a cell; NULL if the algorithm has no result on the problem. */
const heco_comparison_cell *heco_comparison_at(const heco_comparison *comparison, size_t problem,
                                               size_t algorithm);

/* Returns the best f known on the problem, or the best feasible one found if that is better or none
 * is known; NAN: neither. *known, which may be NULL, becomes 1 in the first case. */
double heco_comparison_reference(const heco_comparison *comparison, size_t problem, int *known);

/* Puts "10" into the table, or "-" for a suite without dimensions. */
void heco_comparison_put_dim(heco_table *table, size_t dim);
/* Returns "Dimension 10", or "The suite" if dimensions have no meaning, as the beginning of a
 * footnote. */
const char *heco_comparison_dim_text(char *buffer, size_t size, size_t dim);
/* Adds a footnote. Further ones are dropped without an error once there are 16. */
HECO_FORMAT(2, 3)
void heco_comparison_footnote(heco_comparison *comparison, const char *format, ...);
/* Adds the footnotes about budgets, numbers of runs and the instance. */
void heco_comparison_footnotes(heco_comparison *comparison);
/* Makes a table with the footnotes of the comparison. */
heco_status heco_comparison_table(heco_table **out, const heco_comparison *comparison,
                                  const char *title, const heco_column *columns, size_t count);

#endif
