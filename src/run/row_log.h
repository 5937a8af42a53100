/* Takes the rows of a batch as they finish: records them in the journal, and keeps the best of them for
 * the progress, which otherwise changes only after a whole batch. It never influences the search. */
#ifndef HECO_RUN_ROW_LOG_H
#define HECO_RUN_ROW_LOG_H

#include <pthread.h>

#include "heco/evaluator.h"
#include "heco/run.h"
#include "run/journal/journal.h"

typedef struct {
    const heco_space *space;
    heco_journal     *journal; /* NULL: none                                                  */
    double            sign;    /* factor of f: -1 if the problem maximises                    */
    pthread_mutex_t   lock;    /* of all below: any thread may finish a row                   */
    const heco_batch *batch;   /* the batch being evaluated                                   */
    double           *x, f, viol; /* the best of its finished rows; f INFINITY: none          */
    size_t            worst;   /* constraint that it violates most, from 1; 0: none           */
    heco_error        error;   /* the first failure of the journal                            */
} heco_row_log;

heco_status heco_row_log_init(heco_row_log *log, const heco_space *space, int maximise,
                              heco_journal *journal, heco_error *error);
void        heco_row_log_free(heco_row_log *log);
/* Begins a batch. */
void heco_row_log_begin(heco_row_log *log, const heco_batch *batch);
/* Takes rows of the batch, or of a view of it: a heco_rows_fn whose user is the log. */
void heco_row_log_take(void *log, const heco_batch *rows, size_t begin, size_t end);
/* Replaces the best point of `progress` by the best finished row if that is better; `part` asked for
 * the batch. Its x is valid until the next batch begins; only the thread that begins batches may read
 * it. */
void heco_row_log_improve(heco_row_log *log, const char *part, heco_progress *progress);
/* Returns whether the journal could not be written, in which case the batch must end. */
int heco_row_log_has_failed(heco_row_log *log);

#endif
