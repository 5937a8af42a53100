/* Who is compared on what: the records of one suite as a grid of problems (per dimension) and
 * algorithms. */
#ifndef HECO_REPORT_COMPARISON_H
#define HECO_REPORT_COMPARISON_H

#include "base/arena.h"
#include "heco/report.h"

typedef struct {                       /* one algorithm on one problem                   */
    size_t                    runs;    /* 0 where only published values are known         */
    const heco_outcome         *outcome; /* of the runs, by run number                      */
    const heco_record *const *record;  /* the same runs                                   */
    int                       published;
    heco_cec_entry            entry;   /* what the competition compares                   */
    heco_summary              summary; /* runs > 0 only                                   */
} heco_comparison_cell;

typedef struct {
    size_t      dim;
    const char *name;
} heco_comparison_problem;

typedef struct {             /* the problems of one dimension                  */
    size_t  dim, begin, end; /* comparison problems begin .. end - 1                 */
    size_t *algorithm;       /* numbers of those that take part                 */
    size_t  algorithms;
} heco_comparison_dim;

typedef struct {
    const char         *suite, *instance;
    const char        **algorithm;
    size_t              algorithms;
    heco_comparison_problem *problem;
    size_t              problems;
    heco_comparison_dim     *dim;
    size_t              dims;
    size_t             *everywhere; /* algorithms that take part in every dimension       */
    size_t              everywhere_count;
    heco_comparison_cell   **cell; /* problems rows of algorithms; NULL: nothing there   */
    char              **note; /* what the reader of a ranking must know             */
    size_t              notes;
    heco_arena          arena;
} heco_comparison;

/* `complete`: only problems that all algorithms of their dimension have, and no dimension
 * with fewer than one algorithm. Otherwise everything there is. */
heco_status heco_comparison_open(heco_comparison **out, const heco_records *records,
                            const heco_rank_options *options, int complete, heco_error *error);
void        heco_comparison_close(heco_comparison *comparison);

/* What dimensions mean in the suite, a name of the records themselves. HECO_OK or
 * HECO_ERR_MEMORY. */
heco_status heco_comparison_dims(heco_dims *out, const heco_records *records, const char *suite);

/* NULL: the algorithm has nothing on that problem. */
const heco_comparison_cell *heco_comparison_at(const heco_comparison *comparison, size_t problem, size_t algorithm);

/* "10", or "-" for a suite without dimensions, into the table. */
void heco_comparison_put_dim(heco_table *table, size_t dim);
/* "Dimension 10", or "The suite" where dimensions mean nothing, to begin a note with. */
const char *heco_comparison_dim_text(char *buffer, size_t size, size_t dim);
/* A table with the notes of the comparison. */
heco_status heco_comparison_table(heco_table **out, const heco_comparison *comparison, const char *title,
                             const heco_column *columns, size_t count);

#endif
