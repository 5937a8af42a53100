/* Decides when a backend asks its caller whether to stop: seldom enough that the clock costs
 * nothing, and often enough that a stop does not wait for a whole batch. */
#ifndef HECO_EVALUATE_STOP_CHECK_H
#define HECO_EVALUATE_STOP_CHECK_H

#include "heco/evaluator.h"

typedef struct {
    heco_stop_fn ask; /* NULL: none                                                          */
    void    *user;
    unsigned every, left; /* one poll in this many calls it                                  */
    double   last;        /* time of the last call, heco_clock()                             */
    double   row_seconds; /* smoothed time of a row; 0: not known yet                        */
} heco_stop_check;

heco_stop_check heco_stop_check_new(const heco_evaluator_options *options);
/* Is called after each row or piece of a batch; nonzero: skip the remaining rows. */
int heco_stop_check_poll(heco_stop_check *check, size_t done);
/* Calls the stop callback every time, for callers that have waited before. */
int heco_stop_check_now(const heco_stop_check *check, size_t done);
/* Returns the number of rows that a batch function gets at a time, at most `most`. */
size_t heco_stop_check_piece(const heco_stop_check *check, size_t most);
/* Records that one worker needed `seconds` for `rows` rows. */
void heco_stop_check_learn(heco_stop_check *check, size_t rows, double seconds);

#endif
