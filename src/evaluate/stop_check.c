#include "evaluate/stop_check.h"

#include <math.h>
#include <stddef.h>

#include "base/clock.h"

enum { STOP_CHECK_EVERY = 16 }; /* most polls per call of the stop callback */
/* Seconds: the number of polls per call doubles below `often` and becomes 1 above `seldom`. */
static const double stop_check_often = 1e-3, stop_check_seldom = 1e-2;
static const double stop_check_piece_seconds = 5e-3; /* of a batch function */

heco_stop_check heco_stop_check_new(const heco_evaluator_options *options) {
    return (heco_stop_check){
        .ask = options->should_stop, .user = options->stop_user, .every = 1, .left = 1};
}

int heco_stop_check_poll(heco_stop_check *c, size_t done) {
    if (c->ask == NULL || --c->left > 0) return 0;
    double now = heco_clock(), gap = now - c->last;
    if (gap < stop_check_often && c->every < STOP_CHECK_EVERY) c->every *= 2;
    else if (gap > stop_check_seldom) c->every = 1;
    c->left = c->every;
    c->last = now;
    return heco_stop_check_now(c, done);
}

int heco_stop_check_now(const heco_stop_check *c, size_t done) {
    heco_progress now = {.evals = done, .f = INFINITY, .viol = INFINITY};
    return c->ask != NULL && c->ask(c->user, &now);
}

size_t heco_stop_check_piece(const heco_stop_check *c, size_t most) {
    if (c->ask == NULL) return most;
    if (c->row_seconds <= 0.0) return 1;
    double rows = stop_check_piece_seconds / c->row_seconds;
    return rows < 1.0 ? 1 : rows < (double)most ? (size_t)rows : most;
}

void heco_stop_check_learn(heco_stop_check *c, size_t rows, double seconds) {
    double per_row = seconds > 0.0 ? seconds / (double)rows : 1e-9;
    c->row_seconds = c->row_seconds > 0.0 ? 0.5 * c->row_seconds + 0.5 * per_row : per_row;
}
