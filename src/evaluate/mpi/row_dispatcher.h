/* Distributes the rows of a batch over ranks. Rank 0 sends a chunk of rows to each rank that has
 * finished its last one, and stores the values in the rows of their points. The clock decides which
 * rank gets which rows, but not the results.
 *
 * It uses a heco_channel only, so that bench/scaling runs the same code on a simulated cluster. */
#ifndef HECO_EVALUATE_MPI_ROW_DISPATCHER_H
#define HECO_EVALUATE_MPI_ROW_DISPATCHER_H

#include "evaluate/mpi/channel.h"
#include "heco/evaluator.h"

/* A WORK message: this header, then count rows of x. */
typedef struct {
    uint64_t batch; /* number of the batch                                                   */
    uint64_t begin, count;
    uint64_t single; /* 1: a point that the rank evaluates beside others                      */
} heco_row_work;

/* A DONE message: this header, then f, g and h of count rows, then their states. */
typedef struct {
    heco_row_work work;
    uint64_t      stop; /* the function asked to end the search                              */
    uint64_t      retried, restarted, timed_out;
    double        seconds; /* of the whole chunk                                             */
    char          last_failure[400];
} heco_row_done;

typedef struct heco_row_dispatcher heco_row_dispatcher;

/* Makes a dispatcher for rank 0; channel and space must outlive it. */
heco_status heco_row_dispatcher_new(heco_row_dispatcher **out, heco_channel *channel,
                                    const heco_space *space, const heco_evaluator_options *options,
                                    heco_error *error);
/* Evaluates a batch, as heco_backend.eval does. */
heco_status heco_row_dispatcher_eval(heco_row_dispatcher *dispatcher, heco_batch *batch,
                                     heco_failures *stats);
/* Makes eval call `done` whenever rows have their values; NULL ends it. */
void heco_row_dispatcher_on_rows(heco_row_dispatcher *dispatcher, heco_rows_fn done, void *user);

/* The same for points that come one by one, as heco_backend.submit, collect and abandon do. A rank
 * that leaves costs its points a second evaluation on another rank; collect returns -1 if none is
 * left. */
heco_status heco_row_dispatcher_submit(heco_row_dispatcher *dispatcher, uint64_t id,
                                       const double *x);
int  heco_row_dispatcher_collect(heco_row_dispatcher *dispatcher, double seconds, heco_answer *out,
                                 heco_failures *stats);
void heco_row_dispatcher_abandon(heco_row_dispatcher *dispatcher);
void heco_row_dispatcher_free(heco_row_dispatcher *dispatcher);

/* Returns the bytes of a DONE message for that many rows. */
size_t heco_row_done_size(const heco_space *space, size_t count);

#endif
