/* Runs jobs on threads and stores their results.
 *
 * Workers take jobs from a list sorted by expected duration, longest first, so that no thread is
 * left alone with a long job at the end. The order does not affect the results. The calling thread
 * is the writer: it stores all newly finished runs in one transaction and then counts them as
 * done. A slow disk therefore groups more runs per transaction and does not hold up the workers,
 * until DISPATCH_WAITING results wait. */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/struct_read.h"
#include "base/thread_queue.h"
#include "experiment/plan.h"
#include "experiment/store.h"
#include "heco/common.h"

enum { DISPATCH_WAITING = 256, DISPATCH_POLL_MS = 100 };
static const double dispatch_grace = 2.0; /* seconds that a pool has to stop */

/* Jobs that are finished and not yet stored. */
typedef struct {
    size_t           count;
    size_t           job[DISPATCH_WAITING];
    heco_job_result *result[DISPATCH_WAITING];
} dispatch_list;

typedef struct {
    const heco_plan    *plan;
    heco_bench_options  options;
    heco_store         *store;
    size_t             *order; /* jobs still to run, longest first                  */
    size_t              orders, next;
    heco_thread_queue  *queue; /* its lock protects waiting, status, error, broken  */
    dispatch_list       waiting;
    heco_status         status;
    heco_error          error;
    int                 broken; /* the database can no longer be written            */
    atomic_int          stop;
    double              started, cost_left, cost_done;
    heco_bench_progress progress;
    heco_bench_summary *summary;
} dispatch_state;

void heco_bench_options_init(heco_bench_options *options, size_t size) {
    heco_bench_options o = {.size = sizeof o};
    heco_struct_defaults(options, size, &o, sizeof o);
}

/* Records the first failure and ends the bench. The caller holds the lock. */
static void dispatch_fail(dispatch_state *d, heco_status status, const heco_error *error) {
    if (d->status == HECO_OK) d->status = status, d->error = *error;
    atomic_store(&d->stop, 1);
    heco_thread_queue_wake_threads(d->queue);
    heco_thread_queue_wake_caller(d->queue);
}

/* Passes a finished job to the writer. The caller holds the lock. */
static void dispatch_hand_over(dispatch_state *d, size_t job, heco_job_result *result) {
    dispatch_list *list = &d->waiting;
    while (list->count == DISPATCH_WAITING && !d->broken) heco_thread_queue_sleep(d->queue);
    if (d->broken) {
        free(result);
        return;
    }
    list->job[list->count]      = job;
    list->result[list->count++] = result;
    heco_thread_queue_wake_caller(d->queue);
}

static int dispatch_should_stop(void *user, const heco_progress *progress) {
    (void)progress;
    return atomic_load_explicit(&((dispatch_state *)user)->stop, memory_order_relaxed);
}

/* Runs one job in a thread, unless the bench stops. */
static void dispatch_work(void *context, unsigned thread, size_t item, size_t end) {
    dispatch_state  *d      = context;
    size_t           job    = d->order[item];
    heco_job_result *result = NULL;
    heco_error       error  = {0};
    (void)thread, (void)end;
    if (atomic_load(&d->stop)) return;
    heco_status status =
        heco_job_run(&result, heco_plan_at(d->plan, job), dispatch_should_stop, d, 0, &error);
    heco_thread_queue_lock(d->queue);
    if (status != HECO_OK) dispatch_fail(d, status, &error);
    else if (result != NULL) dispatch_hand_over(d, job, result);
    heco_thread_queue_unlock(d->queue);
}

/* Updates the times in d->progress and calls on_progress. */
static void dispatch_report(dispatch_state *d) {
    d->progress.seconds = heco_clock() - d->started;
    d->progress.seconds_left =
        d->cost_done > 0.0 ? d->progress.seconds * d->cost_left / d->cost_done : NAN;
    if (d->options.on_progress != NULL) d->options.on_progress(d->options.user, &d->progress);
}

/* Counts a stored run in d->progress, d->summary and the costs. */
static void dispatch_count(dispatch_state *d, size_t job, const heco_job_result *o) {
    double cost = heco_cost(heco_plan_at(d->plan, job));
    d->cost_done += cost;
    d->cost_left -= cost;
    d->progress.done++;
    d->progress.evals += o->outcome.evals;
    d->summary->done++;
    d->summary->evals += o->outcome.evals;
    d->summary->feasible += o->outcome.found == HECO_FOUND_FEASIBLE;
}

/* Stores the jobs of the list and clears it. After a failure it only clears. */
static heco_status dispatch_store(dispatch_state *d, dispatch_list *list, heco_error *error) {
    heco_status status = HECO_ERR_IO;
    if (!d->broken) status = heco_store_put(d->store, list->job, list->result, list->count, error);
    for (size_t i = 0; i < list->count; i++) {
        if (status == HECO_OK) dispatch_count(d, list->job[i], list->result[i]);
        free(list->result[i]);
    }
    list->count = 0;
    if (status == HECO_OK) dispatch_report(d);
    return status;
}

/* Asks the caller until it wants to stop; returns 1 when it does for the first time. */
static int dispatch_interrupt(dispatch_state *d) {
    const heco_bench_options *o = &d->options;
    if (d->summary->interrupted || o->should_stop == NULL || !o->should_stop(o->user, NULL))
        return 0;
    atomic_store(&d->stop, 1);
    return d->summary->interrupted = 1;
}

/* Stores the jobs that threads have finished; 0: there were none. */
static int dispatch_store_waiting(dispatch_state *d) {
    heco_error error = {0};
    heco_thread_queue_lock(d->queue);
    dispatch_list list = d->waiting;
    d->waiting.count   = 0;
    heco_thread_queue_wake_threads(d->queue);
    heco_thread_queue_unlock(d->queue);
    if (list.count == 0) return 0;
    heco_status status = dispatch_store(d, &list, &error);
    heco_thread_queue_lock(d->queue);
    d->broken = status != HECO_OK;
    if (d->broken) dispatch_fail(d, status, &error);
    heco_thread_queue_unlock(d->queue);
    return 1;
}

/* Returns the number of threads: one if the plan has a problem that threads cannot share. */
static unsigned dispatch_threads(const dispatch_state *d) {
    unsigned threads = d->options.jobs > 0 ? d->options.jobs : heco_cores_count();
    for (size_t i = 0; threads > 1 && i < heco_plan_tasks(d->plan); i++) {
        const heco_job *job = heco_plan_task(d->plan, i);
        if (job->what->sharing != HECO_SHARE_NONE) continue;
        char line[300];
        snprintf(line, sizeof line,
                 "threads cannot share the model of %.80s:%.80s: one run at a time; use --part K/N "
                 "or heco-mpi for more",
                 job->suite, job->problem);
        if (d->options.on_info != NULL) d->options.on_info(d->options.user, line);
        return 1;
    }
    return threads;
}

/* Runs the jobs in threads and stores results until all threads are done. */
static heco_status dispatch_run_threads(dispatch_state *d, heco_error *error) {
    unsigned active, threads = dispatch_threads(d);
    if (threads > d->orders) threads = (unsigned)d->orders;
    heco_status status = heco_thread_queue_open(&d->queue, threads, dispatch_work, d, error);
    if (status != HECO_OK) return status;
    heco_thread_queue_begin(d->queue, d->orders, 1);
    do {
        dispatch_interrupt(d);
        active = heco_thread_queue_wait(d->queue, DISPATCH_POLL_MS);
        if (!dispatch_store_waiting(d) && active > 0) dispatch_report(d);
    } while (active > 0);
    heco_thread_queue_close(d->queue);
    if (d->status != HECO_OK && error != NULL) *error = d->error;
    return d->status;
}

/* ---- a pool instead of threads ---- */

/* Submits a job to every idle worker. job[m] is the job of worker m, SIZE_MAX: none. */
static heco_status dispatch_submit(dispatch_state *d, size_t *job, unsigned *out,
                                   heco_error *error) {
    const heco_job_pool *pool   = d->options.pool;
    heco_status          status = HECO_OK;
    for (unsigned m = 0; m < pool->count && status == HECO_OK; m++) {
        /* analyse: clang-tidy clang-analyzer-core.UndefinedBinaryOperatorResult: the pool has
         * as many workers as when job[] was filled */
        if (job[m] != SIZE_MAX || d->next == d->orders || atomic_load(&d->stop)) continue;
        job[m] = d->order[d->next++];
        status = pool->submit(pool->user, m, job[m], error);
        ++*out;
    }
    return status;
}

/* Moves results of finished jobs from the pool to d->waiting, whence dispatch_store() takes and frees
 * them. Waits DISPATCH_POLL_MS for the first one. Releases the place job[m] of each worker that
 * finished and lowers *out, the number of running jobs. A job without bytes was stopped. */
static heco_status dispatch_collect(dispatch_state *d, size_t *job, unsigned *out,
                                    heco_error *error) {
    const heco_job_pool *pool   = d->options.pool;
    double               wait   = 1e-3 * DISPATCH_POLL_MS;
    heco_status          status = HECO_OK;
    while (*out > 0 && d->waiting.count < DISPATCH_WAITING) {
        unsigned    m     = pool->count;
        const void *bytes = NULL;
        size_t      size  = 0;
        status            = pool->collect(pool->user, wait, &m, &bytes, &size, error);
        if (status != HECO_OK || m >= pool->count) return status;
        if (job[m] == SIZE_MAX) continue;
        if (size > 0) {
            heco_job_result *result = heco_job_unpack(heco_plan_at(d->plan, job[m]), bytes, size);
            if (result == NULL)
                return heco_fail(error, HECO_ERR_EVAL,
                                 "worker %u of the pool sent a malformed result", m);
            d->waiting.job[d->waiting.count]      = job[m];
            d->waiting.result[d->waiting.count++] = result;
        }
        job[m] = SIZE_MAX;
        --*out;
        wait = 0.0;
    }
    return status;
}

/* Runs until all jobs are done, or until a stop was requested and the running jobs have ended or
 * used up their time. Stores finished jobs in any case. */
static heco_status dispatch_run_pool(dispatch_state *d, size_t *job, heco_error *error) {
    const heco_job_pool *pool   = d->options.pool;
    unsigned             out    = 0;
    double               until  = INFINITY;
    heco_status          status = HECO_OK;
    for (;;) {
        if (dispatch_interrupt(d)) {
            until = heco_clock() + dispatch_grace;
            pool->stop(pool->user);
        }
        if (status == HECO_OK) status = dispatch_submit(d, job, &out, error);
        if (status == HECO_OK && out > 0) status = dispatch_collect(d, job, &out, error);
        if (status == HECO_OK) status = dispatch_submit(d, job, &out, error);
        if (d->waiting.count > 0) {
            heco_status stored = dispatch_store(d, &d->waiting, error);
            if (stored != HECO_OK) return stored;
        }
        if (status != HECO_OK || out == 0 || heco_clock() > until) return status;
        dispatch_report(d);
    }
}

/* Runs the jobs on the workers of the caller's pool. */
static heco_status dispatch_use_pool(dispatch_state *d, heco_error *error) {
    const heco_job_pool *pool = d->options.pool;
    if (pool->size < sizeof *pool || pool->count < 1)
        return heco_fail(error, HECO_ERR_ARG,
                         "the job pool is incomplete: set its size and at least one worker");
    size_t *job = malloc(pool->count * sizeof *job);
    if (job == NULL) return heco_fail_memory(error);
    for (unsigned m = 0; m < pool->count; m++) job[m] = SIZE_MAX;
    heco_status status = dispatch_run_pool(d, job, error);
    free(job);
    return status;
}

/* ---- the whole bench ---- */

/* Lists the jobs that are not stored yet, longest first. */
static heco_status dispatch_order(dispatch_state *d, heco_error *error) {
    size_t         count = heco_plan_count(d->plan), mine = 0;
    unsigned char *have = calloc(count + 1, 1);
    d->order            = calloc(count + 1, sizeof *d->order);
    if (have == NULL || d->order == NULL) {
        free(have);
        return heco_fail_memory(error);
    }
    heco_status status = heco_store_have(d->store, have, error);
    for (size_t i = 0; i < count && status == HECO_OK; i++) {
        if (!heco_part_has(&d->options, i)) continue;
        mine++;
        if (have[i]) continue;
        d->order[d->orders++] = i;
        d->cost_left += heco_cost(heco_plan_at(d->plan, i));
    }
    if (status == HECO_OK) status = heco_cost_sort(d->order, d->orders, d->plan, error);
    d->progress.total = d->summary->total = mine;
    d->progress.skipped = d->summary->skipped = mine - d->orders;
    d->progress.done                          = d->progress.skipped;
    free(have);
    return status;
}

heco_status heco_bench(const heco_plan *plan, const heco_bench_options *options,
                       heco_bench_summary *summary, heco_error *error) {
    heco_bench_summary nowhere;
    if (summary == NULL) summary = &nowhere;
    *summary          = (heco_bench_summary){0};
    dispatch_state *d = calloc(1, sizeof *d);
    if (d == NULL) return heco_fail_memory(error);
    d->plan    = plan;
    d->options = heco_bench_options_default();
    d->summary = summary;
    heco_status status =
        heco_struct_read(&d->options, sizeof d->options, options, "heco_bench_options",
                         "start from heco_bench_options_default()", error);
    if (status == HECO_OK && d->options.db == NULL)
        status = heco_fail(error, HECO_ERR_ARG, "a bench needs a file for its results");
    if (status == HECO_OK) status = heco_part_check(&d->options, error);
    if (status == HECO_OK) status = heco_store_open(&d->store, plan, &d->options, error);
    if (status == HECO_OK) status = dispatch_order(d, error);
    d->started = heco_clock();
    if (status == HECO_OK) {
        dispatch_report(d);
        if (d->orders > 0)
            status = d->options.pool != NULL ? dispatch_use_pool(d, error)
                                             : dispatch_run_threads(d, error);
    }
    d->summary->seconds = heco_clock() - d->started;
    if (d->summary->skipped + d->summary->done == d->summary->total) d->summary->interrupted = 0;
    heco_store_close(d->store);
    free(d->order);
    free(d);
    return status;
}
