/* Recorded rows in memory: all of a search in lanes, found by their places because rows of lanes finish
 * in any order, or those of one batch, which a report reads in their order. */
#ifndef HECO_RUN_JOURNAL_JOURNAL_TABLE_H
#define HECO_RUN_JOURNAL_JOURNAL_TABLE_H

#include "run/journal/journal_row.h"

/* A recorded row. */
typedef struct {
    heco_journal_place place;
    int                ahead; /* its lane had not asked for it                                */
    unsigned char      state; /* HECO_ROW_*, never HECO_ROW_SKIPPED                           */
    size_t             at;    /* number of its values in the table, in units of `width`       */
    double             seconds; /* of the last time record before it, for reports             */
} heco_journal_table_row;

/* All zero: empty. */
typedef struct {
    size_t                  n, width; /* values of x; values of a row: x, f, g, h             */
    heco_journal_table_row *row;
    double                 *values;
    size_t                  count, capacity;
} heco_journal_table;

/* Adds a row. Returns 0 if there is no memory. */
int heco_journal_table_add(heco_journal_table *t, const heco_journal_entry *e, double seconds);
/* Sorts the rows; find needs it. */
void heco_journal_table_sort(heco_journal_table *t);
/* Returns the row that a lane asked for at this place; NULL: none. */
const heco_journal_table_row *heco_journal_table_find(const heco_journal_table *t,
                                                      const heco_journal_place *place);
/* Returns the row ahead at x of that lane and batch; NULL: none. */
const heco_journal_table_row *heco_journal_table_ahead(const heco_journal_table *t, uint64_t lane,
                                                       uint64_t batch, const double *x);
void heco_journal_table_free(heco_journal_table *t);

#endif
