/* Rows of a batch over ranks, seen from rank 0: small chunks to whoever has finished the last one,
 * values into the rows they belong to. Which rank gets which rows depends on the clock; results
 * land in fixed rows, so that never shows.
 *
 * Knows messages only, not what carries them, so that bench/scaling runs this very code against an
 * imagined cluster. */
#ifndef HECO_EVALUATE_MPI_ROW_DISPATCHER_H
#define HECO_EVALUATE_MPI_ROW_DISPATCHER_H

#include "evaluate/mpi/channel.h"
#include "heco/evaluator.h"

/* WORK: this, then count rows of x. */
typedef struct {
    uint64_t batch; /* its number                                                            */
    uint64_t begin, count;
} heco_row_work;

/* DONE: this, then f, g and h of count rows, then their states. */
typedef struct {
    heco_row_work work;
    uint64_t       stop; /* the function asked to end the search                             */
    uint64_t       retried, restarted, timed_out;
    double         seconds; /* of the whole chunk                                            */
    char           last_failure[400];
} heco_row_done;

typedef struct heco_row_dispatcher heco_row_dispatcher;

heco_status heco_row_dispatcher_new(heco_row_dispatcher **out, heco_channel *channel, const heco_space *space,
                              const heco_evaluator_options *options, heco_error *error);
/* What a backend's eval does. */
heco_status heco_row_dispatcher_eval(heco_row_dispatcher *dispatcher, heco_batch *batch, heco_evaluator_stats *stats);
void        heco_row_dispatcher_free(heco_row_dispatcher *dispatcher);

/* Bytes of a DONE message for that many rows. */
size_t heco_row_done_size(const heco_space *space, size_t count);

#endif
