/* One batch of points and their answers, over the pipes of one program. A batch is written in one
 * go and answered in any order, so that it costs few system calls. */
#ifndef HECO_MODELS_EXEC_EXEC_BATCH_H
#define HECO_MODELS_EXEC_EXEC_BATCH_H

#include "models/exec/exec_worker.h"

#define HECO_EXEC_ANSWERED (~(SIZE_MAX >> 1)) /* flag in heco_exec_batch.row */

/* The batch in hand. */
typedef struct {
    const double *x;
    double       *f, *g, *h;
    size_t        opens; /* rows in worker->open                                             */
    uint64_t      first; /* ID of the first row sent                                         */
    size_t        count; /* rows sent                                                        */
    size_t       *row;   /* which they were, by ID - first                                   */
} heco_exec_batch;

typedef enum {
    HECO_EXEC_END_DONE,    /* all that was sent is answered                                  */
    HECO_EXEC_END_ENDED,   /* the program has ended                                          */
    HECO_EXEC_END_LATE,    /* nothing came in time                                           */
    HECO_EXEC_END_RUBBISH, /* a line that is not an answer                                   */
    HECO_EXEC_END_TWICE,   /* a point was answered twice                                     */
    HECO_EXEC_END_LEFT     /* somebody wants to stop                                         */
} heco_exec_end;

/* Room for `count` rows, all of them open. 0: no memory. */
int heco_exec_batch_begin(heco_exec_worker *w, heco_exec_batch *b, size_t count);
/* Sends what fits and takes answers until all of it has some; `why` is written when it ends
 * otherwise. */
heco_exec_end heco_exec_batch_exchange(heco_exec_worker *w, heco_exec_batch *b, char *why,
                                       size_t size);
/* Takes a row out of the open ones. */
void heco_exec_batch_settle(heco_exec_worker *w, heco_exec_batch *b, size_t row);
/* The row failed: it is settled as NAN, or stays open to be tried again. */
void heco_exec_batch_fail(heco_exec_worker *w, heco_exec_batch *b, size_t row);

#endif
