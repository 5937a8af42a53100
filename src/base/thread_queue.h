/* Threads that take items by number, for a calling thread that polls meanwhile.
 *
 * Taking an item costs one atomic addition. The caller is woken when the last thread has no more
 * items; a work function whose every item matters to the caller wakes it itself. The queue has one
 * lock, for the data that threads and caller share. */
#ifndef HECO_BASE_THREAD_QUEUE_H
#define HECO_BASE_THREAD_QUEUE_H

#include <stddef.h>

#include "heco/common.h"

typedef struct heco_thread_queue heco_thread_queue;

/* Works on the items begin .. end-1. The threads have the numbers 1, 2, ..; 0 is for a caller that
 * works too. */
typedef void (*heco_thread_work_fn)(void *context, unsigned thread, size_t begin, size_t end);

/* Starts the threads, which wait for items; 0 threads are possible. */
heco_status heco_thread_queue_open(heco_thread_queue **out, unsigned threads,
                                   heco_thread_work_fn work, void *context, heco_error *error);
/* Ends the threads and frees the queue, or NULL. No thread may have items left. */
void heco_thread_queue_close(heco_thread_queue *queue);

/* Gives the threads the items 0 .. count-1, `chunk` at a time. The items before must be done. */
void heco_thread_queue_begin(heco_thread_queue *queue, size_t count, size_t chunk);
/* Takes the next items, for a caller that works too; 0: there are none. */
int heco_thread_queue_take(heco_thread_queue *queue, size_t *begin, size_t *end);
/* Waits until the threads are done, the caller is woken or the time has passed. Returns the number
 * of threads that are not done. */
unsigned heco_thread_queue_wait(heco_thread_queue *queue, unsigned milliseconds);

void heco_thread_queue_lock(heco_thread_queue *queue);
void heco_thread_queue_unlock(heco_thread_queue *queue);
/* The following functions need the lock. sleep releases it until threads are woken. */
void heco_thread_queue_sleep(heco_thread_queue *queue);
void heco_thread_queue_wake_threads(heco_thread_queue *queue);
void heco_thread_queue_wake_caller(heco_thread_queue *queue);

#endif
