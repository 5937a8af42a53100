/* Points that threads evaluate one by one, for submit and collect of the backend threads. */
#ifndef HECO_EVALUATE_THREADS_ROWS_H
#define HECO_EVALUATE_THREADS_ROWS_H

#include "heco/evaluator.h"

typedef struct heco_threads_rows heco_threads_rows;

/* Starts `count` threads; thread i calls the problem with user[i]. */
heco_status heco_threads_rows_open(heco_threads_rows **out, const heco_problem *problem,
                                   void **user, unsigned count);
/* Waits for points under way and ends the threads; NULL is fine. */
void heco_threads_rows_close(heco_threads_rows *t);
/* Queues a point. Returns HECO_ERR_ORDER if there are as many under way as threads. */
heco_status heco_threads_rows_submit(heco_threads_rows *t, uint64_t id, const double *x);
/* Waits for a finished point, at most `seconds`. Returns 1 if there is one. */
int heco_threads_rows_collect(heco_threads_rows *t, double seconds, heco_answer *out);
/* Forgets queued points and waits for those under way. */
void heco_threads_rows_abandon(heco_threads_rows *t);

#endif
