/* The parent's side of the backend process: starts and ends the workers, and owns the memory they
 * share with it. */
#ifndef HECO_EVALUATE_PROCESS_PROCESS_POOL_H
#define HECO_EVALUATE_PROCESS_PROCESS_POOL_H

#include <poll.h>
#include <sys/types.h>

#include "evaluate/process/process_worker.h"
#include "evaluate/backends.h"
#include "evaluate/desk.h"

enum { HECO_PROCESS_ROWS = 256 }; /* most rows of a chunk                                    */

typedef enum {
    HECO_PROCESS_DOWN,
    HECO_PROCESS_STARTING,
    HECO_PROCESS_IDLE,
    HECO_PROCESS_BUSY
} heco_process_phase;

typedef struct {
    heco_process_phase phase;
    pid_t              pid;
    int                fd;
    unsigned           bad_starts;
    double             sent; /* when it was started, or got its chunk                        */
    heco_process_slot *slot;
    heco_batch         rows;         /* a view of the slot                                  */
    size_t index[HECO_PROCESS_ROWS]; /* which row of the caller's batch each row is          */
} heco_process_worker;

typedef struct {
    const heco_problem    *problem;
    heco_evaluator_options options;
    unsigned               count;
    heco_process_worker   *worker;
    struct pollfd         *polls;
    char                  *shared;
    size_t                 shared_bytes, rows;
    double                 row_seconds; /* smoothed mean time of a row; 0: not measured yet   */
    /* state of the batch being evaluated */
    heco_batch           *batch;
    heco_failures *stats;
    size_t                next, left; /* next row not sent yet; rows without a result        */
    size_t               *again, agains, capacity; /* rows to be sent again                   */
    unsigned             *tries;
    heco_stop_check       check;
    heco_desk             desk; /* points that come and go one by one                        */
    heco_rows_receiver    rows_done; /* receives finished rows                                */
    double                give_up; /* when points in progress are aborted; 0: no stop requested */
} heco_process_pool;

/* Forks a worker; its phase is HECO_PROCESS_DOWN if that fails. */
void heco_process_start(heco_process_pool *pool, heco_process_worker *w);
/* Kills a worker and the processes it started; returns its wait status. */
int heco_process_stop(heco_process_worker *w);
/* Returns how many workers are in that phase. */
unsigned heco_process_in_phase(const heco_process_pool *pool, heco_process_phase phase);
/* Maps the memory shared with the workers and sets their slots and pool->rows, the rows of a slot. */
heco_status heco_process_map(heco_process_pool *pool, heco_error *error);
/* Ends all workers and frees the pool. */
void heco_process_close(void *state);

#endif
