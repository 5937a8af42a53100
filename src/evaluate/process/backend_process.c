/* Backend process: evaluates points in forked workers. A crash, an exit, an endless loop or
 * excessive memory use of the user's code costs one point and not the search.
 *
 * Each worker has a slot of rows in memory shared with the parent, and a socket. One byte on the
 * socket means "go", one byte means "done". Before each row the worker records in the slot which
 * row it begins and when. After a crash or a timeout the parent reads there which point it was.
 * A problem with a batch function gets whole chunks. If a worker dies in a chunk, the rows of the
 * chunk are sent again one by one, so that only the faulty points fail.
 *
 * The size of the chunks depends on the clock. The results do not, because each result is stored
 * in the row of its point. */
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/child.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/text.h"
#include "evaluate/backends.h"
#include "evaluate/process/process_pool.h"
#include "heco/common.h"

enum { PROCESS_STARTS = 3 }; /* consecutive failed starts after which a worker stays down */
static const double process_chunk_seconds = 5e-3; /* longest chunk, by the mean time of a row */
static const double process_way_seconds   = 2e-4; /* round trip of a chunk */
static const double process_start_seconds = 10.0; /* least time for a start; with a timeout only */
static const double process_poll_seconds  = 0.02; /* between two calls of the stop callback */
static const double process_grace_seconds = 1.0;  /* for points in progress after a stop request */

/* Queues a row for another try. If it has no tries left, marks it as failed, records `why` and
 * lowers pool->left. */
static void process_fail_row(heco_process_pool *pool, size_t row, const char *why) {
    heco_batch *b = pool->batch;
    if (pool->tries[row] < pool->options.retries) {
        pool->tries[row]++;
        pool->stats->retried++;
        pool->again[pool->agains++] = row;
        return;
    }
    b->state[row] = HECO_ROW_FAILED;
    b->f[row]     = NAN;
    for (size_t k = 0; k < b->ng; k++) b->g[row * b->ng + k] = NAN;
    for (size_t k = 0; k < b->nh; k++) b->h[row * b->nh + k] = NAN;
    snprintf(pool->stats->last_failure, sizeof pool->stats->last_failure, "%s", why);
    heco_text_clean(pool->stats->last_failure);
    pool->left--;
    heco_rows_report(&pool->rows_done, b, row, row + 1);
}

/* Copies the derivatives of row 0 of the batch, which is also row 0 of this chunk. If the problem
 * did not supply them, the batch keeps the NANs that heco_evaluate() wrote. */
static void process_collect_derivatives(heco_process_pool *pool, const heco_process_worker *w) {
    heco_batch *b = pool->batch;
    size_t      n = b->n * sizeof *b->df;
    if (!w->slot->derivatives || w->rows.state[0] != HECO_ROW_OK) return;
    memcpy(b->df, w->rows.df, n);
    if (b->ng > 0) memcpy(b->dg, w->rows.dg, b->ng * n);
    if (b->nh > 0) memcpy(b->dh, w->rows.dh, b->nh * n);
}

/* Copies the results of rows [0, count) of the worker's chunk into the batch and lowers
 * pool->left. */
static void process_collect(heco_process_pool *pool, heco_process_worker *w, size_t count) {
    heco_batch *b = pool->batch;
    for (size_t i = 0; i < count; i++) {
        size_t row = w->index[i];
        if (w->rows.state[i] == HECO_ROW_FAILED) {
            process_fail_row(pool, row, w->slot->failures.last_failure);
            continue;
        }
        if (w->rows.state[i] == HECO_ROW_SKIPPED) continue;
        b->state[row] = w->rows.state[i];
        b->f[row]     = w->rows.f[i];
        if (b->ng) memcpy(b->g + row * b->ng, w->rows.g + i * b->ng, b->ng * sizeof *b->g);
        if (b->nh) memcpy(b->h + row * b->nh, w->rows.h + i * b->nh, b->nh * sizeof *b->h);
        if (i == 0) process_collect_derivatives(pool, w);
        pool->left--;
        heco_rows_report(&pool->rows_done, b, row, row + 1);
    }
}

/* Takes the results, failures and time of a finished chunk. The worker becomes idle. */
static void process_finish_chunk(heco_process_pool *pool, heco_process_worker *w) {
    double per_row    = (heco_clock() - w->sent) / (double)w->rows.count;
    pool->row_seconds = pool->row_seconds > 0.0 ? 0.8 * pool->row_seconds + 0.2 * per_row : per_row;
    pool->stats->retried += w->slot->failures.retried;
    pool->stats->restarted += w->slot->failures.restarted;
    pool->stats->timed_out += w->slot->failures.timed_out;
    if (w->slot->stop) pool->batch->stop = 1;
    process_collect(pool, w, w->rows.count);
    w->phase = HECO_PROCESS_IDLE;
}

/* Handles the chunk of a dead worker: keeps the rows before the faulty one and sends the rows after
 * it again. With a batch function the faulty row is unknown, so all rows are sent again. */
static void process_lose_chunk(heco_process_pool *pool, heco_process_worker *w, int late,
                               const char *why) {
    size_t at = atomic_load(&w->slot->at);
    if (pool->problem->eval_batch != NULL && w->rows.count > 1) {
        for (size_t i = 0; i < w->rows.count; i++) pool->again[pool->agains++] = w->index[i];
        return;
    }
    if (at >= w->rows.count) at = w->rows.count - 1; /* the user's code overwrote the slot */
    char text[400], point[300];
    heco_point_text(point, sizeof point, pool->batch->x + w->index[at] * w->rows.n, w->rows.n,
                    pool->problem->x_names);
    snprintf(text, sizeof text, "%.110s at %.270s", why, point);
    for (size_t i = 0; i < at; i++)
        if (w->rows.state[i] == HECO_ROW_FAILED)
            heco_evaluate_explain(pool->problem, NULL, w->rows.x + i * w->rows.n,
                                  w->slot->failures.last_failure);
    process_collect(pool, w, at);
    pool->stats->timed_out += late ? 1 : 0;
    process_fail_row(pool, w->index[at], text);
    for (size_t i = at + 1; i < w->rows.count; i++) pool->again[pool->agains++] = w->index[i];
}

/* Describes the end of a worker. Names the memory limit, if there is one: code that ignores a
 * failed malloc() crashes. */
static void process_describe_end(const heco_process_pool *pool, int status, char *out,
                                 size_t size) {
    char               how[100], note[60] = "";
    unsigned long long limit = pool->options.memory_limit >> 20;
    heco_child_describe(status, 0, how, sizeof how);
    if (pool->options.memory_limit != 0)
        snprintf(note, sizeof note, " (memory limit: %llu MB)", limit);
    snprintf(out, size, "the worker process %s%s", how, note);
}

/* Ends a worker that died or is late, and starts another in its place. After too many failed starts
 * the worker stays down. */
static void process_restart_worker(heco_process_pool *pool, heco_process_worker *w, int late) {
    char why[160];
    int  busy     = w->phase == HECO_PROCESS_BUSY;
    w->bad_starts = busy ? 0 : late ? PROCESS_STARTS : w->bad_starts + 1;
    int status    = heco_process_stop(w);
    if (late) snprintf(why, sizeof why, "no value within %g s", pool->options.timeout);
    else process_describe_end(pool, status, why, sizeof why);
    if (busy) process_lose_chunk(pool, w, late, why);
    if (w->bad_starts >= PROCESS_STARTS) return;
    if (pool->stats != NULL) pool->stats->restarted++;
    heco_process_start(pool, w);
}

/* Reads a byte of a worker and acts on it: 'D' after a chunk, 'R' after the start. None comes if
 * the worker has died; then it is started again. */
static void process_handle_event(heco_process_pool *pool, heco_process_worker *w) {
    char byte;
    if (!heco_process_receive(w->fd, &byte)) process_restart_worker(pool, w, 0);
    else if (byte == 'D' && w->phase == HECO_PROCESS_BUSY) process_finish_chunk(pool, w);
    else w->phase = HECO_PROCESS_IDLE, w->bad_starts = 0;
}

/* Returns when the point or the start of a worker times out. */
static double process_deadline(const heco_process_pool *pool, const heco_process_worker *w) {
    double limit = pool->options.timeout;
    if (limit <= 0.0) return HUGE_VAL;
    if (w->phase == HECO_PROCESS_STARTING) return w->sent + fmax(limit, process_start_seconds);
    if (w->phase != HECO_PROCESS_BUSY) return HUGE_VAL;
    return fmax((double)atomic_load(&w->slot->started) * 1e-9, w->sent) + limit;
}

static int process_is_late(const heco_process_pool *pool, const heco_process_worker *w) {
    return heco_clock() > process_deadline(pool, w);
}

/* Returns the milliseconds until the first timeout, at most a second. The socket of a dead worker
 * stays open if the worker's own children hold it, so workers are also polled. */
static int process_poll_time(const heco_process_pool *pool) {
    double wait = pool->check.ask != NULL ? process_poll_seconds : 1.0;
    for (unsigned i = 0; i < pool->count; i++)
        wait = fmin(wait, process_deadline(pool, &pool->worker[i]) - heco_clock());
    return wait > 0.0 ? (int)(wait * 1e3) + 1 : 0;
}

/* Waits for an event of any running worker and handles it. */
static void process_wait(heco_process_pool *pool) {
    for (unsigned i = 0; i < pool->count; i++) {
        pool->polls[i].fd = pool->worker[i].phase == HECO_PROCESS_DOWN ? -1 : pool->worker[i].fd;
        pool->polls[i].events  = POLLIN;
        pool->polls[i].revents = 0;
    }
    int ready = poll(pool->polls, pool->count, process_poll_time(pool));
    for (unsigned i = 0; i < pool->count; i++) {
        heco_process_worker *w = &pool->worker[i];
        if (w->phase == HECO_PROCESS_DOWN) continue;
        if (ready > 0 && pool->polls[i].revents != 0) process_handle_event(pool, w);
        else if (process_is_late(pool, w)) process_restart_worker(pool, w, 1);
        else if (ready == 0 && heco_child_has_ended(w->pid)) process_restart_worker(pool, w, 0);
    }
}

/* Returns the number of rows of the next chunk. */
static size_t process_chunk_size(const heco_process_pool *pool) {
    if (pool->row_seconds <= 0.0) return 1;
    size_t fresh = pool->batch->count - pool->next;
    double share = ceil((double)fresh / (double)pool->count);
    /* Smaller chunks towards the end balance the workers, if a chunk outweighs its round trip. */
    if (share * pool->row_seconds > process_way_seconds) share = ceil(0.5 * share);
    double size = fmin(fmin(share, (double)pool->rows), process_chunk_seconds / pool->row_seconds);
    return size > 1.0 ? (size_t)size : 1;
}

/* If derivatives are wanted and row 0 of the batch is in this chunk, puts it first and returns
 * 1. */
static int process_put_first(heco_process_worker *w, size_t count, int wanted) {
    for (size_t i = 0; i < count && wanted; i++) {
        if (w->index[i] != 0) continue;
        w->index[i] = w->index[0];
        w->index[0] = 0;
        return 1;
    }
    return 0;
}

/* Takes a chunk of rows from pool->again, or else the next rows of the batch, and sends it to a
 * worker, which becomes busy. Does nothing if there are none. */
static void process_assign_chunk(heco_process_pool *pool, heco_process_worker *w) {
    heco_batch *b    = pool->batch;
    size_t      size = process_chunk_size(pool), k = 0;
    if (pool->agains > 0 && pool->problem->eval_batch != NULL) size = 1;
    if (pool->agains > 0)
        while (k < size && pool->agains > 0) w->index[k++] = pool->again[--pool->agains];
    else
        while (k < size && pool->next < b->count) w->index[k++] = pool->next++;
    if (k == 0) return;
    w->slot->derivatives = process_put_first(w, k, b->derivatives);
    for (size_t i = 0; i < k; i++) {
        memcpy(w->rows.x + i * b->n, b->x + w->index[i] * b->n, b->n * sizeof *b->x);
        w->rows.state[i] = HECO_ROW_SKIPPED;
    }
    w->rows.count = w->slot->count = k;
    w->slot->stop                  = 0;
    atomic_store(&w->slot->cancel, 0);
    memset(&w->slot->failures, 0, sizeof w->slot->failures);
    atomic_store(&w->slot->at, 0);
    atomic_store(&w->slot->started, heco_process_now());
    w->sent  = heco_clock();
    w->phase = HECO_PROCESS_BUSY;
    heco_process_send(w->fd, 'G'); /* if the worker is dead, the next wait reports it */
}

/* Makes room for the lists of a batch and resets pool->tries. Each row is in `again` at most
 * once. */
static heco_status process_reserve(heco_process_pool *pool, size_t count) {
    if (count > pool->capacity) {
        if (!heco_array_resize(&pool->again, count, sizeof *pool->again) ||
            !heco_array_resize(&pool->tries, count, sizeof *pool->tries))
            return HECO_ERR_MEMORY;
        pool->capacity = count;
    }
    memset(pool->tries, 0, count * sizeof *pool->tries);
    return HECO_OK;
}

/* Aborts the chunks in progress: finished rows count, the others stay skipped, and the workers
 * start again. */
static void process_abort_chunks(heco_process_pool *pool) {
    for (unsigned i = 0; i < pool->count; i++) {
        heco_process_worker *w = &pool->worker[i];
        if (w->phase != HECO_PROCESS_BUSY) continue;
        heco_process_stop(w);
        size_t done = pool->problem->eval_batch == NULL ? atomic_load(&w->slot->at) : 0;
        process_collect(pool, w, done < w->rows.count ? done : 0);
        heco_process_start(pool, w);
    }
}

/* Asks the caller whether to stop. On the first yes it sets batch->stop, starts the grace period
 * and cancels all workers. Returns 0: no stop was requested; 1: the grace period is running; 2: it
 * has passed. */
static int process_check_stop(heco_process_pool *pool) {
    heco_batch *b = pool->batch;
    if (pool->give_up > 0.0) return heco_clock() < pool->give_up ? 1 : 2;
    if (b->stop || !heco_stop_check_poll(&pool->check, b->count - pool->left)) return 0;
    b->stop       = 1;
    pool->give_up = heco_clock() + process_grace_seconds;
    for (unsigned i = 0; i < pool->count; i++) atomic_store(&pool->worker[i].slot->cancel, 1);
    return 1;
}

/* Gives chunks to idle workers until every row has a result or the batch stops. */
static heco_status process_eval(void *state, heco_batch *batch, heco_failures *stats) {
    heco_process_pool *pool = state;
    if (batch->count == 0) return HECO_OK;
    heco_status status = process_reserve(pool, batch->count);
    if (status != HECO_OK) return status;
    pool->batch   = batch;
    pool->stats   = stats;
    pool->next    = 0;
    pool->left    = batch->count;
    pool->agains  = 0;
    pool->give_up = 0.0;
    while (pool->left > 0) {
        if (process_check_stop(pool) == 2) process_abort_chunks(pool);
        for (unsigned i = 0; i < pool->count && !batch->stop; i++)
            if (pool->worker[i].phase == HECO_PROCESS_IDLE)
                process_assign_chunk(pool, &pool->worker[i]);
        if (batch->stop && heco_process_in_phase(pool, HECO_PROCESS_BUSY) == 0) break;
        if (heco_process_in_phase(pool, HECO_PROCESS_DOWN) == pool->count) {
            snprintf(stats->last_failure, sizeof stats->last_failure,
                     "no worker process could be started again");
            return HECO_ERR_EVAL;
        }
        process_wait(pool);
    }
    return HECO_OK;
}

/* Maps the shared memory, starts all workers and waits until they are ready. */
static heco_status process_start_all(heco_process_pool *pool, heco_error *error) {
    heco_status status = heco_process_map(pool, error);
    if (status != HECO_OK) return status;
    for (unsigned i = 0; i < pool->count; i++) heco_process_start(pool, &pool->worker[i]);
    while (heco_process_in_phase(pool, HECO_PROCESS_STARTING) > 0) {
        if (heco_stop_check_now(&pool->check, 0))
            return heco_fail(error, HECO_ERR_EVAL,
                             "stopped while %u of %u worker processes were starting",
                             heco_process_in_phase(pool, HECO_PROCESS_STARTING), pool->count);
        process_wait(pool);
    }
    if (heco_process_in_phase(pool, HECO_PROCESS_DOWN) > 0)
        return heco_fail(error, HECO_ERR_EVAL,
                         "%u of %u worker processes did not start: use fewer workers, or check "
                         "that the model can be opened more than once",
                         heco_process_in_phase(pool, HECO_PROCESS_DOWN), pool->count);
    return HECO_OK;
}

static heco_status process_open(void **state, const heco_problem *problem,
                                const heco_evaluator_options *options, heco_error *error) {
    heco_process_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) return heco_fail_memory(error);
    pool->problem = problem;
    pool->options = *options;
    pool->check   = heco_stop_check_new(options);
    pool->count   = options->workers != 0 ? options->workers : heco_cores_count();
    pool->worker  = calloc(pool->count, sizeof *pool->worker);
    pool->polls   = calloc(pool->count, sizeof *pool->polls);
    heco_status status;
    if (pool->worker == NULL || pool->polls == NULL) {
        pool->count = 0;
        status      = heco_fail_memory(error);
    } else status = process_start_all(pool, error);
    if (status != HECO_OK) {
        heco_process_close(pool);
        return status;
    }
    *state = pool;
    return HECO_OK;
}

static void process_on_rows(void *state, heco_rows_fn done, void *user) {
    ((heco_process_pool *)state)->rows_done = (heco_rows_receiver){done, user};
}

/* Receives a finished row of the desk. */
static void process_desk_done(void *user, const heco_batch *batch, size_t begin, size_t end) {
    heco_process_pool *pool = user;
    (void)batch;
    for (size_t row = begin; row < end; row++) heco_desk_finish(&pool->desk, row);
}

/* Puts a point on the desk, which is the batch of the pool meanwhile, and into pool->again. */
static heco_status process_submit(void *state, uint64_t id, const double *x) {
    heco_process_pool *pool   = state;
    heco_status        status = HECO_OK;
    if (pool->desk.batch == NULL) {
        status = heco_desk_open(&pool->desk, &pool->problem->space, pool->count);
        if (status == HECO_OK) status = process_reserve(pool, pool->count);
    }
    if (status != HECO_OK) return status;
    size_t row = heco_desk_put(&pool->desk, id, x);
    if (row == SIZE_MAX) return HECO_ERR_ORDER;
    if (pool->batch != pool->desk.batch) {
        pool->batch       = pool->desk.batch;
        pool->batch->stop = 0;
        pool->next        = pool->batch->count;
        pool->agains = pool->left = 0;
        pool->give_up             = 0.0;
        pool->rows_done           = (heco_rows_receiver){process_desk_done, pool};
    }
    pool->tries[row] = 0;
    memmove(pool->again + 1, pool->again, pool->agains++ * sizeof *pool->again);
    pool->again[0] = row; /* the pool takes the last one first */
    pool->left++;
    return HECO_OK;
}

static int process_collect_one(void *state, double seconds, heco_answer *out,
                               heco_failures *stats) {
    heco_process_pool *pool  = state;
    double             until = heco_clock() + seconds;
    pool->stats              = stats;
    while (pool->batch == pool->desk.batch && !heco_desk_take(&pool->desk, out)) {
        if (pool->batch->stop) {
            *out = (heco_answer){.state = HECO_ROW_SKIPPED, .stop = 1};
            return 1;
        }
        if (heco_clock() >= until) return 0;
        for (unsigned i = 0; i < pool->count; i++)
            if (pool->worker[i].phase == HECO_PROCESS_IDLE)
                process_assign_chunk(pool, &pool->worker[i]);
        if (heco_process_in_phase(pool, HECO_PROCESS_DOWN) == pool->count) {
            snprintf(stats->last_failure, sizeof stats->last_failure,
                     "no worker process could be started again");
            return -1;
        }
        process_wait(pool);
    }
    return pool->batch == pool->desk.batch;
}

static void process_abandon(void *state) {
    heco_process_pool *pool = state;
    heco_failures      none = {.failed = 0};
    if (pool->batch != pool->desk.batch || pool->desk.batch == NULL) return;
    pool->stats  = &none;
    pool->agains = 0;
    process_abort_chunks(pool);
    heco_desk_clear(&pool->desk);
    pool->rows_done = (heco_rows_receiver){NULL, NULL};
    pool->batch     = NULL;
    pool->stats     = NULL;
}

const heco_backend heco_backend_process = {
    .size   = sizeof(heco_backend),
    .name   = "process",
    .title  = "forked workers that may crash or hang",
    .traits = HECO_TRAIT_ISOLATES | HECO_TRAIT_TIMEOUT | HECO_TRAIT_RETRIES |
              HECO_TRAIT_MEMORY_LIMIT | HECO_BACKEND_PARALLEL | HECO_BACKEND_EXPLAINS |
              HECO_BACKEND_DERIVES,
    .open    = process_open,
    .eval    = process_eval,
    .close   = heco_process_close,
    .on_rows = process_on_rows,
    .submit  = process_submit,
    .collect = process_collect_one,
    .abandon = process_abandon,
};
