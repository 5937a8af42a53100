#include "evaluate/watch.h"

#include <math.h>
#include <stddef.h>

#include "base/clock.h"

enum { WATCH_EVERY = 16 };
static const double watch_often = 1e-3, watch_seldom = 1e-2, watch_piece_seconds = 5e-3;

heco_watch heco_watch_new(const heco_evaluator_options *options) {
    return (heco_watch){
        .ask = options->should_stop, .user = options->stop_user, .every = 1, .left = 1};
}

int heco_watch_ask(heco_watch *w, size_t done) {
    if (w->ask == NULL || --w->left > 0) return 0;
    double now = heco_clock(), gap = now - w->last;
    if (gap < watch_often && w->every < WATCH_EVERY) w->every *= 2;
    else if (gap > watch_seldom) w->every = 1;
    w->left = w->every;
    w->last = now;
    return heco_watch_now(w, done);
}

int heco_watch_now(const heco_watch *w, size_t done) {
    heco_progress now = {.evals = done, .f = INFINITY, .viol = INFINITY};
    return w->ask != NULL && w->ask(w->user, &now);
}

size_t heco_watch_piece(const heco_watch *w, size_t most) {
    if (w->ask == NULL) return most;
    if (w->row_seconds <= 0.0) return 1;
    double rows = watch_piece_seconds / w->row_seconds;
    return rows < 1.0 ? 1 : rows < (double)most ? (size_t)rows : most;
}

void heco_watch_learn(heco_watch *w, size_t rows, double seconds) {
    double per_row = seconds > 0.0 ? seconds / (double)rows : 1e-9;
    w->row_seconds = w->row_seconds > 0.0 ? 0.5 * w->row_seconds + 0.5 * per_row : per_row;
}
