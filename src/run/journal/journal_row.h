/* The record of one finished evaluation: its place in the search, its point and its values. Rows are
 * recorded in the order in which they finish; their places put them into the order of the search. */
#ifndef HECO_RUN_JOURNAL_JOURNAL_ROW_H
#define HECO_RUN_JOURNAL_JOURNAL_ROW_H

#include "heco/algorithm.h"
#include "run/journal/journal_file.h"

/* Where a row belongs: row `row` of batch `batch` of a lane. */
typedef struct {
    uint64_t lane, batch, row;
} heco_journal_place;

/* Returns a number below, equal to or above 0: rows of a search are ordered by batch, lane, row. */
int heco_journal_place_compare(const heco_journal_place *a, const heco_journal_place *b);

/* A record. */
typedef struct {
    heco_journal_place place;
    unsigned char      state;   /* HECO_ROW_*, never HECO_ROW_SKIPPED                     */
    int                derived; /* its derivatives were requested                         */
    int                ahead;   /* its lane had not asked for it (heco/lanes.h)           */
    const double      *values;  /* x, f, g, h, then the derivatives                       */
    size_t             count;   /* of the values                                          */
} heco_journal_entry;

/* Reads a record. Returns 0 if it is malformed although the checksum is right. */
int heco_journal_entry_read(heco_journal_entry *e, const heco_journal_record *r);
/* Returns whether the record has the right number of values for these sizes. */
int heco_journal_entry_fits(const heco_journal_entry *e, size_t n, size_t ng, size_t nh);
/* Returns the most bytes of a record, with its frame. */
size_t heco_journal_row_bytes(size_t n, size_t ng, size_t nh, int derivatives);
/* Writes the record of row i of the batch, with its frame, at `at`, and returns its length. If
 * `derived` is set, row i is row 0 of the batch and its derivatives were requested. `sign` is the
 * factor of f. */
size_t heco_journal_row_write(unsigned char *at, const heco_journal_place *place,
                              const heco_batch *b, size_t i, int derived, double sign);

/* Writes the record of a row of a lane, with its frame, and returns its length. Its f
 * is the one that the search minimises. */
size_t heco_journal_row_write_lane(unsigned char *at, const heco_journal_entry *row);

#endif
