/* One batch of points and their answers over the pipes of one program. A batch is written in few
 * system calls and answered in any order. */
#ifndef HECO_MODELS_EXEC_EXEC_BATCH_H
#define HECO_MODELS_EXEC_EXEC_BATCH_H

#include "models/exec/exec_worker.h"

#define HECO_EXEC_ANSWERED (~(SIZE_MAX >> 1)) /* flag in heco_exec_batch.row */

/* The batch being evaluated. */
typedef struct {
    const double *x;
    double       *f, *g, *h;
    size_t        opens; /* rows in worker->open                                             */
    uint64_t      first; /* ID of the first row sent                                         */
    size_t        count; /* rows sent                                                        */
    size_t       *row;   /* which they were, by ID - first                                   */
    int           partial; /* an evaluation stopped early                                    */
} heco_exec_batch;

typedef enum {
    HECO_EXEC_END_DONE,    /* all points that were sent are answered                         */
    HECO_EXEC_END_ENDED,   /* the program has ended                                          */
    HECO_EXEC_END_LATE,    /* no answer came in time                                         */
    HECO_EXEC_END_MALFORMED, /* a line is not an answer                                        */
    HECO_EXEC_END_TWICE,   /* a point was answered twice                                     */
    HECO_EXEC_END_STOPPED     /* the caller wants to stop                                       */
} heco_exec_end;

/* Makes room for `count` rows, all of them open. Returns 0 if there is no memory. */
int heco_exec_batch_begin(heco_exec_worker *w, heco_exec_batch *b, size_t count);
/* Sends open rows and stores their answers until all are answered. Writes `why` if it ends
 * otherwise. */
heco_exec_end heco_exec_batch_exchange(heco_exec_worker *w, heco_exec_batch *b, char *why,
                                       size_t size);
/* Removes a row from the open rows. */
void heco_exec_batch_settle(heco_exec_worker *w, heco_exec_batch *b, size_t row);
/* Handles a failed row: settles it as NAN, or leaves it open to be tried again. */
void heco_exec_batch_fail(heco_exec_worker *w, heco_exec_batch *b, size_t row);

#endif
