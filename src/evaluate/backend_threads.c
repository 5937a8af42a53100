/* Backend threads: a pool of threads, each of which takes the next rows of a batch. Each result is
 * stored in the row of its point, so the results do not depend on which thread computed them. The
 * caller's thread is one of the workers. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/thread_queue.h"
#include "evaluate/backends.h"
#include "evaluate/threads_rows.h"
#include "heco/common.h"
#include "problem/problem_read.h"

enum { THREADS_POLL_MS = 20 }; /* between two calls of the stop callback while threads finish */

typedef struct {
    const heco_problem *problem;
    unsigned            count; /* workers, the caller's thread included */
    void              **user;  /* of each worker: the problem's own, or a clone */
    heco_thread_queue  *queue; /* of the other threads */
    heco_batch         *batch;
    atomic_int          stop;
    heco_stop_check     check;  /* used by the caller's thread only */
    heco_rows_receiver  rows;   /* of finished rows, called by all threads */
    heco_threads_rows  *single; /* points one by one; NULL until the first */
} threads_pool;

/* Evaluates the rows begin .. end-1 in worker `thread`, unless `stop` is set. Sets `stop` if a
 * point ends the batch. */
static void threads_work(void *context, unsigned thread, size_t begin, size_t end) {
    threads_pool *pool = context;
    void         *user = pool->user[thread];
    if (atomic_load_explicit(&pool->stop, memory_order_relaxed)) return;
    int result = heco_evaluate_rows(pool->problem, user, pool->batch, begin, end);
    heco_rows_report(&pool->rows, pool->batch, begin, end);
    if (result == HECO_POINT_STOP) atomic_store(&pool->stop, 1);
}

static void threads_close(void *state) {
    threads_pool *pool = state;
    heco_threads_rows_close(pool->single);
    heco_thread_queue_close(pool->queue);
    heco_problem_drop_clones(pool->user, pool->problem, pool->count);
    free(pool);
}

static heco_status threads_open(void **state, const heco_problem *problem,
                                const heco_evaluator_options *options, heco_error *error) {
    unsigned workers = options->workers != 0 ? options->workers : heco_cores_count();
    if (problem->sharing == HECO_SHARE_NONE && workers > 1)
        return heco_fail(error, HECO_ERR_ARG,
                         "this problem may be evaluated by one thread only: use one worker or the "
                         "backend process");
    threads_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) return heco_fail_memory(error);
    pool->problem      = problem;
    pool->count        = workers;
    pool->check        = heco_stop_check_new(options);
    heco_status status = heco_problem_clones(&pool->user, problem, workers, error);
    if (status == HECO_OK)
        status = heco_thread_queue_open(&pool->queue, workers - 1, threads_work, pool, error);
    if (status == HECO_OK) *state = pool;
    else threads_close(pool);
    return status;
}

/* Evaluates rows in the caller's thread, then waits for the other threads. It polls the stop
 * callback also while it waits, because their points may take long. */
static void threads_drive(threads_pool *pool) {
    heco_stop_check *check = &pool->check;
    size_t           begin, end, count = pool->batch->count;
    unsigned         active;
    while (!atomic_load(&pool->stop) && heco_thread_queue_take(pool->queue, &begin, &end)) {
        if (heco_stop_check_poll(check, begin)) atomic_store(&pool->stop, 1);
        threads_work(pool, 0, begin, end);
    }
    while ((active = heco_thread_queue_wait(pool->queue, THREADS_POLL_MS)) > 0)
        if (heco_stop_check_now(check, count > active ? count - active : 0))
            atomic_store(&pool->stop, 1);
}

/* Gives the batch to all workers, takes part in the work and waits for the others. Sets
 * batch->stop. */
static heco_status threads_eval(void *state, heco_batch *batch, heco_failures *stats) {
    threads_pool *pool = state;
    (void)stats;
    pool->batch = batch;
    /* Whole slices suit a batch function; single rows balance an expensive one. */
    size_t chunk =
        pool->problem->eval_batch != NULL ? (batch->count + pool->count - 1) / pool->count : 1;
    if (chunk > 1) chunk = heco_stop_check_piece(&pool->check, chunk);
    double from = pool->check.ask != NULL ? heco_clock() : 0.0;
    atomic_store(&pool->stop, 0);
    heco_thread_queue_begin(pool->queue, batch->count, chunk > 0 ? chunk : 1);
    threads_drive(pool);
    if (pool->check.ask != NULL && batch->count > 0)
        heco_stop_check_learn(&pool->check, batch->count, (heco_clock() - from) * pool->count);
    batch->stop = atomic_load(&pool->stop);
    return HECO_OK;
}

static void threads_on_rows(void *state, heco_rows_fn done, void *user) {
    ((threads_pool *)state)->rows = (heco_rows_receiver){done, user};
}

static heco_status threads_submit(void *state, uint64_t id, const double *x) {
    threads_pool *pool   = state;
    heco_status   status = HECO_OK;
    if (pool->single == NULL)
        status = heco_threads_rows_open(&pool->single, pool->problem, pool->user, pool->count);
    return status == HECO_OK ? heco_threads_rows_submit(pool->single, id, x) : status;
}

static int threads_collect(void *state, double seconds, heco_answer *out, heco_failures *stats) {
    (void)stats;
    return heco_threads_rows_collect(((threads_pool *)state)->single, seconds, out);
}

static void threads_abandon(void *state) {
    heco_threads_rows_abandon(((threads_pool *)state)->single);
}

const heco_backend heco_backend_threads = {
    .size    = sizeof(heco_backend),
    .name    = "threads",
    .title   = "a pool of threads in this process",
    .traits  = HECO_BACKEND_PARALLEL,
    .open    = threads_open,
    .eval    = threads_eval,
    .close   = threads_close,
    .on_rows = threads_on_rows,
    .submit  = threads_submit,
    .collect = threads_collect,
    .abandon = threads_abandon,
};
