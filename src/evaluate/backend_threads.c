/* Backend threads: a pool of threads, each of which takes the next rows of a batch. Each result is
 * stored in the row of its point, so the results do not depend on which thread computed them. The
 * caller's thread is one of the workers. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "evaluate/backends.h"
#include "heco/common.h"

enum { THREADS_LOOK_MS = 20 }; /* how often the caller is asked while the others finish */

typedef struct threads_pool threads_pool;
typedef struct {
    threads_pool *pool;
    void         *user; /* the problem's own, or this worker's clone */
    pthread_t     thread;
} threads_worker;

struct threads_pool {
    const heco_problem *problem;
    unsigned            count; /* workers, the caller's thread included */
    unsigned            started;
    threads_worker     *worker;
    pthread_mutex_t     lock;
    pthread_cond_t      begin, done;
    uint64_t            round;  /* number of the batch being evaluated */
    unsigned            active; /* workers that have not finished it */
    int                 quit;
    heco_batch         *batch;
    size_t              chunk;
    atomic_size_t       next;
    atomic_int          stop;
    heco_stop_check     check; /* the caller's thread alone asks */
};

/* Evaluates chunks of the batch until none is left or `stop` is set. Sets `stop` if a point or the
 * caller ends the batch. Worker 0 is the caller's thread; only it asks the caller. */
static void threads_work(threads_worker *w) {
    threads_pool *pool  = w->pool;
    size_t        count = pool->batch->count, next;
    while (!atomic_load_explicit(&pool->stop, memory_order_relaxed)) {
        if (w == pool->worker && (next = atomic_load(&pool->next)) < count &&
            heco_stop_check_poll(&pool->check, next)) {
            atomic_store(&pool->stop, 1);
            return;
        }
        size_t begin = atomic_fetch_add(&pool->next, pool->chunk);
        if (begin >= count) return;
        size_t end = begin + pool->chunk < count ? begin + pool->chunk : count;
        if (heco_evaluate_rows(pool->problem, w->user, pool->batch, begin, end) == HECO_POINT_STOP)
            atomic_store(&pool->stop, 1);
    }
}

/* The main function of a thread: works on each new batch until `quit` is set. The last thread to
 * finish a batch signals `done`. */
static void *threads_main(void *argument) {
    threads_worker *w    = argument;
    threads_pool   *pool = w->pool;
    uint64_t        seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->quit) pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->quit) break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        threads_work(w);
        pthread_mutex_lock(&pool->lock);
        if (--pool->active == 0) pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void threads_close(void *state) {
    threads_pool *pool = state;
    pthread_mutex_lock(&pool->lock);
    pool->quit = 1;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 1; i < pool->started; i++) pthread_join(pool->worker[i].thread, NULL);
    for (unsigned i = 0; i < pool->count; i++)
        if (pool->problem->sharing == HECO_SHARE_CLONE && pool->worker[i].user != NULL)
            pool->problem->drop(pool->worker[i].user);
    pthread_cond_destroy(&pool->begin);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    free(pool->worker);
    free(pool);
}

/* Clones the problem and starts the threads. On an error the caller calls threads_close(). */
static heco_status threads_start(threads_pool *pool, heco_error *error) {
    const heco_problem *p = pool->problem;
    for (unsigned i = 0; i < pool->count; i++) {
        pool->worker[i].pool = pool;
        pool->worker[i].user = p->sharing == HECO_SHARE_CLONE ? p->clone(p->user) : p->user;
        if (p->sharing == HECO_SHARE_CLONE && pool->worker[i].user == NULL)
            return heco_fail_memory_for(error, "a clone of the problem for worker %u", i + 1);
    }
    for (unsigned i = 1; i < pool->count; i++, pool->started++)
        if (pthread_create(&pool->worker[i].thread, NULL, threads_main, &pool->worker[i]) != 0)
            return heco_fail(error, HECO_ERR_EVAL, "could not start thread %u of %u", i + 1,
                             pool->count);
    return HECO_OK;
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
    pool->worker = calloc(workers, sizeof *pool->worker);
    if (pool->worker == NULL) {
        free(pool);
        return heco_fail_memory(error);
    }
    pool->problem = problem;
    pool->count   = workers;
    pool->started = 1;
    pool->check   = heco_stop_check_new(options);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->done, NULL);
    heco_status status = threads_start(pool, error);
    if (status != HECO_OK) {
        threads_close(pool);
        return status;
    }
    *state = pool;
    return HECO_OK;
}

/* The caller's thread has no more rows: it waits for the others, and goes on asking, because they
 * may be in the middle of points that take long. Called with the lock held. */
static void threads_wait(threads_pool *pool) {
    struct timespec until;
    if (pool->check.ask == NULL) {
        pthread_cond_wait(&pool->done, &pool->lock);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += THREADS_LOOK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    if (pthread_cond_timedwait(&pool->done, &pool->lock, &until) == 0) return;
    size_t count = pool->batch->count, done = count > pool->active ? count - pool->active : 0;
    pthread_mutex_unlock(&pool->lock);
    if (heco_stop_check_now(&pool->check, done)) atomic_store(&pool->stop, 1);
    pthread_mutex_lock(&pool->lock);
}

/* Gives the batch to all workers, takes part in the work and waits for the others. Sets
 * batch->stop. */
static heco_status threads_eval(void *state, heco_batch *batch, heco_failures *stats) {
    threads_pool *pool = state;
    (void)stats;
    pthread_mutex_lock(&pool->lock);
    pool->batch = batch;
    /* Whole slices suit a batch function; single rows balance an expensive one. */
    pool->chunk =
        pool->problem->eval_batch != NULL ? (batch->count + pool->count - 1) / pool->count : 1;
    if (pool->chunk > 1) pool->chunk = heco_stop_check_piece(&pool->check, pool->chunk);
    if (pool->chunk == 0) pool->chunk = 1;
    double from = pool->check.ask != NULL ? heco_clock() : 0.0;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->stop, 0);
    pool->active = pool->count - 1;
    pool->round++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);

    threads_work(&pool->worker[0]);

    pthread_mutex_lock(&pool->lock);
    while (pool->active > 0) threads_wait(pool);
    pthread_mutex_unlock(&pool->lock);
    if (pool->check.ask != NULL && batch->count > 0)
        heco_stop_check_learn(&pool->check, batch->count, (heco_clock() - from) * pool->count);
    batch->stop = atomic_load(&pool->stop);
    return HECO_OK;
}

const heco_backend heco_backend_threads = {
    .size   = sizeof(heco_backend),
    .name   = "threads",
    .title  = "a pool of threads in this process",
    .traits = HECO_BACKEND_PARALLEL,
    .open   = threads_open,
    .eval   = threads_eval,
    .close  = threads_close,
};
