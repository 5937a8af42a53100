/* Threads that take items by number. */
#include "base/thread_queue.h"

#include <stdatomic.h>
#include <string.h>

#include "testing.h"

enum { ITEMS = 1000, THREADS = 3, LONG = 3600000 };

typedef struct {
    heco_thread_queue *queue;
    atomic_int         taken[ITEMS];
    size_t             finished; /* with the lock */
    int                open;     /* with the lock: items may go on */
} shared;

static heco_thread_queue *open_queue(unsigned threads, heco_thread_work_fn work, shared *s) {
    heco_error error = {HECO_OK, ""};
    if (heco_thread_queue_open(&s->queue, threads, work, s, &error) != HECO_OK)
        fail_msg("%s", error.text);
    return s->queue;
}

static void count_items(void *context, unsigned thread, size_t begin, size_t end) {
    shared *s = context;
    assert_true(thread >= 1 && thread <= THREADS);
    for (size_t i = begin; i < end; i++) atomic_fetch_add(&s->taken[i], 1);
}

static void every_item_is_taken_once(void **state) {
    (void)state;
    static const size_t chunk[] = {1, 7, ITEMS, 2 * ITEMS};
    for (unsigned threads = 0; threads <= THREADS; threads++)
        for (size_t k = 0; k < 4; k++)
            for (int helps = threads == 0; helps < 2; helps++) {
                static shared s;
                size_t        begin, end;
                memset(&s, 0, sizeof s);
                heco_thread_queue *q = open_queue(threads, count_items, &s);
                for (int round = 1; round <= 5; round++) {
                    heco_thread_queue_begin(q, ITEMS - 1, chunk[k]);
                    while (helps && heco_thread_queue_take(q, &begin, &end)) {
                        assert_true(begin < end && end <= ITEMS - 1);
                        for (size_t i = begin; i < end; i++) atomic_fetch_add(&s.taken[i], 1);
                    }
                    while (heco_thread_queue_wait(q, LONG) > 0) {
                    }
                    for (size_t i = 0; i < ITEMS; i++)
                        assert_int_equal(s.taken[i], i < ITEMS - 1 ? round : 0);
                }
                heco_thread_queue_begin(q, 0, chunk[k]);
                while (heco_thread_queue_wait(q, 1000) > 0) {
                }
                heco_thread_queue_close(q);
            }
}

/* Items sleep until the caller lets them go on; meanwhile its waits end by their time. */
static void wait_for_caller(void *context, unsigned thread, size_t begin, size_t end) {
    shared *s = context;
    (void)thread, (void)begin, (void)end;
    heco_thread_queue_lock(s->queue);
    while (!s->open) heco_thread_queue_sleep(s->queue);
    s->finished++;
    heco_thread_queue_unlock(s->queue);
}

static void the_caller_polls_and_wakes_threads(void **state) {
    (void)state;
    static shared      s;
    heco_thread_queue *q = open_queue(2, wait_for_caller, &s);
    heco_thread_queue_begin(q, 5, 1);
    for (int i = 0; i < 3; i++) assert_int_equal(heco_thread_queue_wait(q, 10), 2);
    heco_thread_queue_lock(q);
    assert_int_equal(s.finished, 0);
    s.open = 1;
    heco_thread_queue_wake_threads(q);
    heco_thread_queue_unlock(q);
    while (heco_thread_queue_wait(q, LONG) > 0) {
    }
    assert_int_equal(s.finished, 5);
    heco_thread_queue_close(q);
}

/* Every item wakes the caller and then sleeps until the caller has seen it. A wake between two
 * waits must not be lost: the waits take an hour. */
static void wake_each_time(void *context, unsigned thread, size_t begin, size_t end) {
    shared *s = context;
    (void)thread, (void)begin, (void)end;
    heco_thread_queue_lock(s->queue);
    size_t mine = ++s->finished;
    heco_thread_queue_wake_caller(s->queue);
    while ((size_t)s->open < mine) heco_thread_queue_sleep(s->queue);
    heco_thread_queue_unlock(s->queue);
}

static void items_wake_the_caller(void **state) {
    (void)state;
    static shared      s;
    heco_thread_queue *q = open_queue(THREADS, wake_each_time, &s);
    heco_thread_queue_begin(q, ITEMS, 1);
    while (heco_thread_queue_wait(q, LONG) > 0) {
        heco_thread_queue_lock(q);
        s.open = (int)s.finished;
        heco_thread_queue_wake_threads(q);
        heco_thread_queue_unlock(q);
    }
    assert_int_equal(s.finished, ITEMS);
    heco_thread_queue_close(q);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_taken_once),
        cmocka_unit_test(the_caller_polls_and_wakes_threads),
        cmocka_unit_test(items_wake_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
