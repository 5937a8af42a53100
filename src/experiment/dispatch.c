/* Runs jobs on threads and stores their results.
 *
 * Workers take jobs from a list sorted by expected duration, longest first, so that no thread is
 * left alone with a long job at the end. The order does not affect the results. The calling thread
 * is the writer: it stores all newly finished runs in one transaction and then counts them as
 * done. A slow disk therefore groups more runs per transaction and does not hold up the workers,
 * until DISPATCH_WAITING results wait. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/struct_read.h"
#include "experiment/cost.h"
#include "experiment/part.h"
#include "experiment/store.h"
#include "heco/common.h"

enum { DISPATCH_WAITING = 256, DISPATCH_LOOK_MS = 100 };
static const double dispatch_grace = 2.0; /* seconds that a pool has to stop */

typedef struct {
    const heco_plan    *plan;
    heco_bench_options  options;
    heco_store         *store;
    size_t             *order; /* jobs still to run, longest first                  */
    size_t              orders, next;
    pthread_mutex_t     lock; /* protects next, active, finished, waiting, error    */
    pthread_cond_t      wake_writer, wake_worker;
    unsigned            active; /* workers that have not ended                      */
    size_t              waiting;
    size_t              job[DISPATCH_WAITING]; /* finished and not yet stored       */
    heco_job_result    *result[DISPATCH_WAITING];
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
    if (d->status == HECO_OK) {
        d->status = status;
        d->error  = *error;
    }
    atomic_store(&d->stop, 1);
    pthread_cond_broadcast(&d->wake_worker);
    pthread_cond_signal(&d->wake_writer);
}

/* Passes a finished job to the writer. The caller holds the lock. */
static void dispatch_hand_over(dispatch_state *d, size_t job, heco_job_result *result) {
    while (d->waiting == DISPATCH_WAITING && !d->broken)
        pthread_cond_wait(&d->wake_worker, &d->lock);
    if (d->broken) {
        free(result);
        return;
    }
    d->job[d->waiting]      = job;
    d->result[d->waiting++] = result;
    pthread_cond_signal(&d->wake_writer);
}

static int dispatch_should_stop(void *user, const heco_progress *progress) {
    (void)progress;
    return atomic_load_explicit(&((dispatch_state *)user)->stop, memory_order_relaxed);
}

/* Runs jobs in a thread until the list is empty or the bench stops. */
static void *dispatch_worker(void *argument) {
    dispatch_state *d = argument;
    pthread_mutex_lock(&d->lock);
    while (d->next < d->orders && !atomic_load(&d->stop)) {
        size_t           job    = d->order[d->next++];
        heco_job_result *result = NULL;
        heco_error       error  = {0};
        pthread_mutex_unlock(&d->lock);
        heco_status status =
            heco_job_run(&result, heco_plan_at(d->plan, job), dispatch_should_stop, d, 0, &error);
        pthread_mutex_lock(&d->lock);
        if (status != HECO_OK) dispatch_fail(d, status, &error);
        else if (result != NULL) dispatch_hand_over(d, job, result);
    }
    d->active--;
    pthread_cond_signal(&d->wake_writer);
    pthread_mutex_unlock(&d->lock);
    return NULL;
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

/* Stores the finished jobs. The caller holds the lock, which is released meanwhile. */
static void dispatch_store(dispatch_state *d) {
    size_t           count = d->waiting, job[DISPATCH_WAITING];
    heco_job_result *result[DISPATCH_WAITING];
    heco_error       error = {0};
    memcpy(job, d->job, count * sizeof *job);
    memcpy(result, d->result, count * sizeof *result);
    d->waiting = 0;
    pthread_cond_broadcast(&d->wake_worker);
    pthread_mutex_unlock(&d->lock);
    heco_status status = heco_store_put(d->store, job, result, count, &error);
    for (size_t i = 0; i < count; i++) {
        if (status == HECO_OK) dispatch_count(d, job[i], result[i]);
        free(result[i]);
    }
    if (status == HECO_OK) dispatch_report(d);
    pthread_mutex_lock(&d->lock);
    if (status == HECO_OK) return;
    d->broken = 1;
    dispatch_fail(d, status, &error);
}

/* Sleeps until a job is finished or the interrupt must be checked. */
static void dispatch_wait(dispatch_state *d) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += DISPATCH_LOOK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    if (pthread_cond_timedwait(&d->wake_writer, &d->lock, &until) != ETIMEDOUT) return;
    pthread_mutex_unlock(&d->lock);
    dispatch_report(d);
    pthread_mutex_lock(&d->lock);
}

static int dispatch_interrupted(const heco_bench_options *o) {
    return o->should_stop != NULL && o->should_stop(o->user, NULL);
}

/* Stores results until all workers have ended. */
static void dispatch_write(dispatch_state *d) {
    pthread_mutex_lock(&d->lock);
    while (d->active > 0 || d->waiting > 0) {
        if (!d->summary->interrupted && dispatch_interrupted(&d->options)) {
            d->summary->interrupted = 1;
            atomic_store(&d->stop, 1);
            pthread_cond_broadcast(&d->wake_worker);
        }
        if (d->waiting > 0 && !d->broken) dispatch_store(d);
        else if (d->waiting > 0) free(d->result[--d->waiting]);
        else dispatch_wait(d);
    }
    pthread_mutex_unlock(&d->lock);
}

static unsigned dispatch_threads(const dispatch_state *d) {
    unsigned count = d->options.jobs > 0 ? d->options.jobs : heco_cores_count();
    return count < d->orders ? count : (unsigned)d->orders;
}

/* Runs the jobs on threads while the calling thread stores results. */
static heco_status dispatch_run_threads(dispatch_state *d, heco_error *error) {
    unsigned   count = dispatch_threads(d), started = 0;
    pthread_t *thread = calloc(count + 1, sizeof *thread);
    if (thread == NULL) return heco_fail_memory(error);
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->wake_writer, NULL);
    pthread_cond_init(&d->wake_worker, NULL);
    pthread_mutex_lock(&d->lock);
    while (started < count && pthread_create(&thread[started], NULL, dispatch_worker, d) == 0)
        started++;
    d->active = started;
    if (started < count) {
        heco_error why;
        heco_fail(&why, HECO_ERR_EVAL, "could not start thread %u of %u: ask for fewer jobs",
                  started + 1, count);
        dispatch_fail(d, HECO_ERR_EVAL, &why);
    }
    pthread_mutex_unlock(&d->lock);
    dispatch_write(d);
    for (unsigned i = 0; i < started; i++) pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->wake_writer);
    pthread_cond_destroy(&d->wake_worker);
    free(thread);
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

/* Collects finished jobs; waits for the first one until the time is over. */
static heco_status dispatch_collect(dispatch_state *d, size_t *job, unsigned *out,
                                    heco_error *error) {
    const heco_job_pool *pool   = d->options.pool;
    double               wait   = 1e-3 * DISPATCH_LOOK_MS;
    heco_status          status = HECO_OK;
    while (*out > 0 && d->waiting < DISPATCH_WAITING) {
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
            d->job[d->waiting]      = job[m];
            d->result[d->waiting++] = result;
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
        if (!d->summary->interrupted && dispatch_interrupted(&d->options)) {
            d->summary->interrupted = 1;
            until                   = heco_clock() + dispatch_grace;
            atomic_store(&d->stop, 1);
            pool->stop(pool->user);
        }
        if (status == HECO_OK) status = dispatch_submit(d, job, &out, error);
        if (status == HECO_OK && out > 0) status = dispatch_collect(d, job, &out, error);
        if (status == HECO_OK) status = dispatch_submit(d, job, &out, error);
        pthread_mutex_lock(&d->lock);
        if (d->waiting > 0) dispatch_store(d);
        pthread_mutex_unlock(&d->lock);
        if (d->status != HECO_OK || status != HECO_OK) break;
        if (out == 0 || heco_clock() > until) return HECO_OK;
        dispatch_report(d);
    }
    if (d->status == HECO_OK) return status;
    if (error != NULL) *error = d->error;
    return d->status;
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
    pthread_mutex_init(&d->lock,
                       NULL); /* no other thread exists; dispatch_store expects the lock */
    pthread_cond_init(&d->wake_writer, NULL);
    pthread_cond_init(&d->wake_worker, NULL);
    heco_status status = dispatch_run_pool(d, job, error);
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->wake_writer);
    pthread_cond_destroy(&d->wake_worker);
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
