#define _POSIX_C_SOURCE 200809L
#include "evaluate/threads_rows.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "evaluate/backends.h"
#include "evaluate/desk.h"

struct heco_threads_rows {
    const heco_problem *problem;
    void              **user;
    pthread_t          *thread;
    unsigned            count;
    pthread_mutex_t     lock; /* of all below */
    pthread_cond_t      work, done;
    heco_desk           desk;
    size_t             *queue, queued; /* rows that no thread has taken, a stack            */
    unsigned            running, numbered;
    int                 stop; /* the function asked to end the search                       */
    int                 quit;
};

/* Evaluates rows until the pool closes. */
static void *rows_thread(void *context) {
    heco_threads_rows *t = context;
    pthread_mutex_lock(&t->lock);
    void *user = t->user[t->numbered++];
    for (;;) {
        while (t->queued == 0 && !t->quit) pthread_cond_wait(&t->work, &t->lock);
        if (t->quit) break;
        size_t row = t->queue[--t->queued];
        t->running++;
        pthread_mutex_unlock(&t->lock);
        int result = heco_evaluate_rows(t->problem, user, t->desk.batch, row, row + 1);
        pthread_mutex_lock(&t->lock);
        t->running--;
        t->stop |= result == HECO_POINT_STOP;
        heco_desk_finish(&t->desk, row);
        pthread_cond_signal(&t->done);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

heco_status heco_threads_rows_open(heco_threads_rows **out, const heco_problem *problem,
                                   void **user, unsigned count) {
    pthread_condattr_t clock;
    heco_threads_rows *t = calloc(1, sizeof *t);
    *out                 = t;
    if (t == NULL) return HECO_ERR_MEMORY;
    t->problem = problem;
    t->user    = user;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->work, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&t->done, &clock);
    pthread_condattr_destroy(&clock);
    heco_status status = heco_desk_open(&t->desk, &problem->space, count);
    t->queue           = calloc(count, sizeof *t->queue);
    t->thread          = calloc(count, sizeof *t->thread);
    if (t->queue == NULL || t->thread == NULL) status = HECO_ERR_MEMORY;
    while (status == HECO_OK && t->count < count)
        if (pthread_create(&t->thread[t->count], NULL, rows_thread, t) == 0) t->count++;
        else status = HECO_ERR_MEMORY;
    return status;
}

void heco_threads_rows_close(heco_threads_rows *t) {
    if (t == NULL) return;
    pthread_mutex_lock(&t->lock);
    t->quit = 1;
    pthread_cond_broadcast(&t->work);
    pthread_mutex_unlock(&t->lock);
    for (unsigned i = 0; i < t->count; i++) pthread_join(t->thread[i], NULL);
    heco_desk_close(&t->desk);
    pthread_cond_destroy(&t->work);
    pthread_cond_destroy(&t->done);
    pthread_mutex_destroy(&t->lock);
    free(t->queue);
    free(t->thread);
    free(t);
}

heco_status heco_threads_rows_submit(heco_threads_rows *t, uint64_t id, const double *x) {
    pthread_mutex_lock(&t->lock);
    size_t row = heco_desk_put(&t->desk, id, x);
    if (row != SIZE_MAX) {
        for (size_t i = t->queued++; i > 0; i--) t->queue[i] = t->queue[i - 1]; /* first come */
        t->queue[0] = row;
        pthread_cond_signal(&t->work);
    }
    pthread_mutex_unlock(&t->lock);
    return row != SIZE_MAX ? HECO_OK : HECO_ERR_ORDER;
}

int heco_threads_rows_collect(heco_threads_rows *t, double seconds, heco_answer *out) {
    struct timespec until;
    int             late = 0, taken;
    clock_gettime(CLOCK_MONOTONIC, &until);
    double whole = floor(seconds), rest = (seconds - whole) * 1e9 + (double)until.tv_nsec;
    until.tv_sec += (time_t)whole + (rest >= 1e9);
    until.tv_nsec = (long)(rest >= 1e9 ? rest - 1e9 : rest);
    pthread_mutex_lock(&t->lock);
    while (!(taken = heco_desk_take(&t->desk, out)) && !late)
        late = pthread_cond_timedwait(&t->done, &t->lock, &until) != 0;
    if (taken) out->stop = t->stop;
    pthread_mutex_unlock(&t->lock);
    return taken;
}

void heco_threads_rows_abandon(heco_threads_rows *t) {
    pthread_mutex_lock(&t->lock);
    t->queued = 0;
    while (t->running > 0) pthread_cond_wait(&t->done, &t->lock);
    heco_desk_clear(&t->desk);
    t->stop = 0;
    pthread_mutex_unlock(&t->lock);
}
