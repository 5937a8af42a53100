/* When to ask the caller of heco_evaluate() whether to go on: not so often that the clock costs
 * anything, not so seldom that a stop waits for a whole batch. */
#ifndef HECO_EVALUATE_WATCH_H
#define HECO_EVALUATE_WATCH_H

#include "heco/evaluator.h"

typedef struct {
    heco_stop_fn ask; /* NULL: none                                                          */
    void    *user;
    unsigned every, left; /* one call in this many is passed on                              */
    double   last;        /* when one was, heco_clock()                                     */
    double   row_seconds; /* smoothed, 0: not known yet                                     */
} heco_watch;

heco_watch heco_watch_new(const heco_evaluator_options *options);
/* After each row or piece of a batch: nonzero, leave the rest. */
int heco_watch_ask(heco_watch *watch, size_t done);
/* The same where time has passed in any case: each call is passed on. */
int heco_watch_now(const heco_watch *watch, size_t done);
/* Rows that a batch function gets at a time, at most `most`. */
size_t heco_watch_piece(const heco_watch *watch, size_t most);
/* `rows` rows took that many seconds of one worker. */
void heco_watch_learn(heco_watch *watch, size_t rows, double seconds);

#endif
