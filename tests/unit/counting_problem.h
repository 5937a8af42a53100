/* A problem for the tests of the backends: f, g, h are plain functions of x, and x[0] says what
 * the function should do: 1 fails, 2 stops the search, 3 gives NAN. */
#ifndef HECO_TESTS_COUNTING_PROBLEM_H
#define HECO_TESTS_COUNTING_PROBLEM_H

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "heco/evaluator.h"

typedef struct {
    atomic_int calls, batch_calls, clones, drops;
} counting;

static inline int counting_eval(void *user, const double *x, double *f, double *g, double *h) {
    counting *c = user;
    c->calls++;
    if (x[0] == 1.0) return HECO_POINT_FAILED;
    if (x[0] == 2.0) return HECO_POINT_STOP;
    *f   = x[0] == 3.0 ? NAN : x[0] + 10.0 * x[1];
    g[0] = x[0] - x[1];
    g[1] = x[0] * x[1];
    h[0] = x[1] * x[1];
    return HECO_POINT_OK;
}

static inline int counting_eval_batch(void *user, const double *x, size_t count, double *f,
                                      double *g, double *h) {
    counting *c = user;
    c->batch_calls++;
    for (size_t i = 0; i < count; i++) {
        int said = counting_eval(user, x + 2 * i, f + i, g + 2 * i, h + i);
        if (said == HECO_POINT_STOP) return said;
        if (said == HECO_POINT_FAILED) f[i] = NAN;
    }
    return HECO_POINT_OK;
}

static inline heco_problem counting_problem(counting *c) {
    static const double lower[2] = {-100.0, -100.0}, upper[2] = {100.0, 100.0};
    heco_problem        p = heco_problem_default();
    p.space.n = 2, p.space.ng = 2, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.eval    = counting_eval;
    p.user    = c;
    p.sharing = HECO_SHARE_FREELY;
    return p;
}

/* Rows 10, 11, 12, ... with the second variable counting down. */
static inline heco_batch *counting_batch(const heco_problem *p, size_t count) {
    heco_batch *b;
    if (heco_batch_new(&b, &p->space, count) != HECO_OK) abort();
    b->count = count;
    for (size_t i = 0; i < count; i++) b->x[2 * i] = 10.0 + (double)i, b->x[2 * i + 1] = -(double)i;
    return b;
}

static inline int counting_row_is_right(const heco_batch *b, size_t i) {
    double x = b->x[2 * i], y = b->x[2 * i + 1];
    return b->state[i] == HECO_ROW_OK && b->f[i] == x + 10.0 * y && b->g[2 * i] == x - y &&
           b->g[2 * i + 1] == x * y && b->h[i] == y * y;
}

static inline int counting_row_failed(const heco_batch *b, size_t i) {
    return b->state[i] == HECO_ROW_FAILED && isnan(b->f[i]) && isnan(b->g[2 * i]) &&
           isnan(b->g[2 * i + 1]) && isnan(b->h[i]);
}

#endif
