/* The workers of the backend process, seen from the parent: started, waited for, ended, and the
 * memory that each of them shares with it. */
#ifndef HECO_EVALUATE_PROCESS_PROCESS_POOL_H
#define HECO_EVALUATE_PROCESS_PROCESS_POOL_H

#include <poll.h>

#include "evaluate/process/process_worker.h"
#include "evaluate/watch.h"

enum { HECO_PROCESS_ROWS = 256 }; /* most rows of a chunk */

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
    size_t index[HECO_PROCESS_ROWS]; /* which rows of the caller's batch these are          */
} heco_process_worker;

typedef struct {
    const heco_problem    *problem;
    heco_evaluator_options options;
    unsigned               count;
    heco_process_worker   *worker;
    struct pollfd         *polls;
    char                  *shared;
    size_t                 shared_bytes, rows;
    double                 row_seconds; /* smoothed; 0: not known yet                         */
    /* of the batch in hand */
    heco_batch           *batch;
    heco_evaluator_stats *stats;
    size_t                next, left; /* next fresh row; rows without an answer             */
    size_t               *again, agains, capacity; /* rows to be sent again                   */
    unsigned             *tries;
    heco_watch            watch;
    double                give_up; /* when points under way are abandoned; 0: no stop asked  */
} heco_process_pool;

/* Forks a worker; its phase is HECO_PROCESS_DOWN when that fails. */
void heco_process_start(heco_process_pool *pool, heco_process_worker *w);
/* Waits for a worker that is dead or being killed; its exit status. What it had started ends with
 * it. */
int heco_process_reap(heco_process_worker *w);
/* Dead, but nobody has waited for it? */
int heco_process_is_dead(const heco_process_worker *w);
/* What that exit status means, in words. */
void heco_process_describe(const heco_process_pool *pool, int status, char *out, size_t size);
/* How many workers are in that phase. */
unsigned heco_process_in_phase(const heco_process_pool *pool, heco_process_phase phase);
/* Memory for the rows of all workers. */
heco_status heco_process_map(heco_process_pool *pool, heco_error *error);
/* Ends all workers and frees the pool. */
void heco_process_close(void *state);

#endif
