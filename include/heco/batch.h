/* Rows of points and their values: one array per quantity, rows of x contiguous. */
#ifndef HECO_BATCH_H
#define HECO_BATCH_H

#include "heco/problem.h"

HECO_BEGIN_DECLS

enum {
    HECO_ROW_OK      = 0,
    HECO_ROW_FAILED  = 1, /* the evaluation failed: f is NAN                            */
    HECO_ROW_SKIPPED = 2  /* not evaluated, because a stop was asked for                */
};

typedef struct {
    size_t         n, ng, nh;
    size_t         count, capacity;
    double        *x, *f, *g, *h; /* row i of x starts at x + i * n                      */
    double        *viol;          /* written by heco_run_tell, by nobody else            */
    unsigned char *state;         /* HECO_ROW_*; written by the evaluator                */
    int            stop;          /* the evaluation asked to end the search              */
} heco_batch;

HECO_API heco_status heco_batch_new(heco_batch **out, const heco_space *space, size_t capacity);
HECO_API void        heco_batch_free(heco_batch *batch);

HECO_END_DECLS

#endif
