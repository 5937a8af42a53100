#include "base/thread_queue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "base/error.h"

typedef struct {
    heco_thread_queue *queue;
    pthread_t          handle;
} queue_thread;

struct heco_thread_queue {
    heco_thread_work_fn work;
    void               *context;
    size_t              count, chunk; /* of the items; away from next, for the cache */
    pthread_mutex_t     lock;
    pthread_cond_t      resume, notify; /* of the threads; of the caller */
    uint64_t            round;          /* number of calls of begin */
    unsigned            active;         /* threads that are not done */
    int                 woken, quit;
    atomic_size_t       next;
    unsigned            threads; /* started */
    queue_thread        thread[];
};

int heco_thread_queue_take(heco_thread_queue *q, size_t *begin, size_t *end) {
    *begin = atomic_fetch_add(&q->next, q->chunk);
    if (*begin >= q->count) return 0;
    *end = q->count - *begin > q->chunk ? *begin + q->chunk : q->count;
    return 1;
}

/* The main function of a thread: takes items after each call of begin, until `quit` is set. */
static void *queue_main(void *argument) {
    queue_thread      *t      = argument;
    heco_thread_queue *q      = t->queue;
    uint64_t           seen   = 0;
    unsigned           number = (unsigned)(t - q->thread) + 1;
    size_t             begin, end;
    pthread_mutex_lock(&q->lock);
    for (;;) {
        while (q->round == seen && !q->quit) pthread_cond_wait(&q->resume, &q->lock);
        if (q->quit) break;
        seen = q->round;
        pthread_mutex_unlock(&q->lock);
        while (heco_thread_queue_take(q, &begin, &end)) q->work(q->context, number, begin, end);
        pthread_mutex_lock(&q->lock);
        if (--q->active == 0) pthread_cond_signal(&q->notify);
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

heco_status heco_thread_queue_open(heco_thread_queue **out, unsigned threads,
                                   heco_thread_work_fn work, void *context, heco_error *error) {
    heco_thread_queue *q = calloc(1, sizeof *q + threads * sizeof *q->thread);
    *out                 = NULL;
    if (q == NULL) return heco_fail_memory(error);
    q->work = work, q->context = context;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->resume, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    /* A wait must not last longer because the system's time was set back. */
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&q->notify, &clock);
    pthread_condattr_destroy(&clock);
    for (; q->threads < threads; q->threads++) {
        queue_thread *t = &q->thread[q->threads];
        t->queue        = q;
        if (pthread_create(&t->handle, NULL, queue_main, t) == 0) continue;
        heco_fail(error, HECO_ERR_EVAL, "could not start thread %u of %u: use fewer workers",
                  q->threads + 1, threads);
        heco_thread_queue_close(q);
        return HECO_ERR_EVAL;
    }
    *out = q;
    return HECO_OK;
}

void heco_thread_queue_close(heco_thread_queue *q) {
    if (q == NULL) return;
    pthread_mutex_lock(&q->lock);
    q->quit = 1;
    pthread_cond_broadcast(&q->resume);
    pthread_mutex_unlock(&q->lock);
    for (unsigned i = 0; i < q->threads; i++) pthread_join(q->thread[i].handle, NULL);
    pthread_cond_destroy(&q->resume);
    pthread_cond_destroy(&q->notify);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

void heco_thread_queue_begin(heco_thread_queue *q, size_t count, size_t chunk) {
    pthread_mutex_lock(&q->lock);
    q->count = count, q->chunk = chunk;
    q->active = q->threads, q->woken = 0;
    q->round++;
    atomic_store(&q->next, 0);
    pthread_cond_broadcast(&q->resume);
    pthread_mutex_unlock(&q->lock);
}

unsigned heco_thread_queue_wait(heco_thread_queue *q, unsigned milliseconds) {
    struct timespec until;
    pthread_mutex_lock(&q->lock);
    if (q->active > 0 && !q->woken) {
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += milliseconds * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&q->notify, &q->lock, &until);
    }
    unsigned active = q->active;
    q->woken        = 0;
    pthread_mutex_unlock(&q->lock);
    return active;
}

void heco_thread_queue_lock(heco_thread_queue *q) { pthread_mutex_lock(&q->lock); }
void heco_thread_queue_unlock(heco_thread_queue *q) { pthread_mutex_unlock(&q->lock); }
void heco_thread_queue_sleep(heco_thread_queue *q) { pthread_cond_wait(&q->resume, &q->lock); }
void heco_thread_queue_wake_threads(heco_thread_queue *q) { pthread_cond_broadcast(&q->resume); }
void heco_thread_queue_wake_caller(heco_thread_queue *q) {
    q->woken = 1;
    pthread_cond_signal(&q->notify);
}
