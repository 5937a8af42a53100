/* A batch whose rows are points that come and go one by one: for backends with submit and collect. A
 * row is free, under way, finished or being read by the caller. */
#ifndef HECO_EVALUATE_DESK_H
#define HECO_EVALUATE_DESK_H

#include "heco/evaluator.h"

typedef struct {
    heco_batch *batch; /* NULL: not open                                                     */
    size_t      rows;
    uint64_t   *id;
    size_t     *unused, unused_count; /* free rows                                            */
    size_t     *done, done_first, done_count; /* finished rows, a ring, oldest first          */
    size_t      reading; /* the row of the last answer, free at the next; SIZE_MAX: none      */
} heco_desk;

/* Makes a desk with room for `rows` points. */
heco_status heco_desk_open(heco_desk *desk, const heco_space *space, size_t rows);
void        heco_desk_close(heco_desk *desk);
/* Frees all rows. */
void heco_desk_clear(heco_desk *desk);
/* Copies a point into a free row, whose state becomes HECO_ROW_SKIPPED, and returns the row;
 * SIZE_MAX: there is none. */
size_t heco_desk_put(heco_desk *desk, uint64_t id, const double *x);
/* Marks a row as finished. */
void heco_desk_finish(heco_desk *desk, size_t row);
/* Takes the row that finished first. Returns 0 if there is none. The answer is valid until the next
 * call. */
int heco_desk_take(heco_desk *desk, heco_answer *out);

#endif
