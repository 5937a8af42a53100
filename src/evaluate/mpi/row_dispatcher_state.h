/* The inside of a row dispatcher, for the files that implement it. */
#ifndef HECO_EVALUATE_MPI_ROW_DISPATCHER_STATE_H
#define HECO_EVALUATE_MPI_ROW_DISPATCHER_STATE_H

#include "evaluate/backends.h"
#include "evaluate/desk.h"
#include "evaluate/mpi/row_dispatcher.h"

/* Points that come one by one. All of them have the same number in place of that of a batch. */
typedef struct {
    heco_desk      desk;    /* not open before the first point                                */
    int           *rank;    /* of each row of the desk: the rank that evaluates it; 0: none    */
    unsigned char *lost;    /* per rank: 1 if it has left                                     */
    size_t        *waiting; /* rows that no rank has, a queue of waits                         */
    size_t         waits;
    int            begun; /* points are under way, with the number of the dispatcher          */
    int            stop;  /* the function asked to end the search                             */
} heco_point_desk;

struct heco_row_dispatcher {
    heco_channel          *channel;
    const heco_space      *space;
    heco_evaluator_options options;
    int                   *out; /* per rank: chunks or points without a result                 */
    unsigned char         *message;
    size_t                 rows;        /* most rows of a chunk                               */
    double                 row_seconds; /* smoothed mean time of a row; 0: not measured yet   */
    uint64_t               number;      /* of the batch being evaluated                       */
    heco_batch            *batch;
    heco_failures         *stats;
    size_t                 next, left; /* next row to send; rows without a result             */
    size_t                 pending;    /* chunks of this batch without a result               */
    double                 asked, give_up;
    int                    given_up;  /* the last batch ended with chunks in progress          */
    heco_rows_receiver     rows_done; /* receives finished rows                               */
    heco_point_desk        points;
};

/* Returns the number of points that a rank evaluates at a time. */
unsigned heco_row_dispatcher_inside(const heco_row_dispatcher *dispatcher);
/* Updates the mean time of a row and adds the failures of a chunk to d->stats. */
void heco_row_dispatcher_take_stats(heco_row_dispatcher *dispatcher, const heco_row_done *done);
/* Writes the reason into d->stats->last_failure. Returns HECO_ERR_EVAL. */
heco_status heco_row_dispatcher_fail(heco_row_dispatcher *dispatcher, const char *why);
/* Writes which rank has left and why into d->stats->last_failure. Returns HECO_ERR_EVAL. */
heco_status heco_row_dispatcher_fail_lost(heco_row_dispatcher *dispatcher,
                                          const heco_message  *message);
/* Returns whether a rank has left while points were evaluated. */
int heco_row_dispatcher_has_lost(const heco_row_dispatcher *dispatcher, int rank);
/* Returns whether a rank is left. Otherwise last_failure has the reason of the last that left. */
int heco_row_dispatcher_has_ranks(const heco_row_dispatcher *dispatcher);
/* Frees the memory of the points. */
void heco_row_dispatcher_free_points(heco_row_dispatcher *dispatcher);

#endif
