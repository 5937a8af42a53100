/* Shared by bench_backends.c and bench_backends_mpi.c: functions of a given length, and the overhead of a
 * backend. */
#ifndef HECO_BENCH_BACKENDS_H
#define HECO_BENCH_BACKENDS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "heco/heco.h"

typedef struct {
    double seconds;
    int    sleeps; /* 1: waits, and needs no core; 0: computes                             */
} bench_task;

static inline int bench_eval(void *user, const double *x, double *f, double *g, double *h) {
    const bench_task *t = user;
    (void)g, (void)h;
    if (t->sleeps) {
        struct timespec rest = {.tv_sec = 0, .tv_nsec = (long)(t->seconds * 1e9)};
        nanosleep(&rest, NULL);
    } else {
        double until = heco_clock() + t->seconds;
        while (t->seconds > 0.0 && heco_clock() < until) continue;
    }
    f[0] = x[0] * x[0];
    return HECO_POINT_OK;
}

static inline heco_problem bench_problem(bench_task *t) {
    static const double lower[10] = {0}, upper[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    heco_problem        p = heco_problem_default();
    p.space.n             = 10;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = bench_eval, p.user = t, p.sharing = HECO_SHARE_FREELY;
    return p;
}

/* Returns the seconds per row of an open evaluator, the best of three measurements of `count` rows. */
static inline double bench_rows(heco_evaluator *ev, const heco_space *space, size_t rows,
                                size_t count) {
    heco_batch *b;
    double      best = 1e99;
    if (heco_batch_new(&b, space, rows) != HECO_OK) abort();
    memset(b->x, 0, rows * b->n * sizeof *b->x);
    b->count = rows;
    for (int round = 0; round < 4; round++) { /* the first one warms up */
        double from = heco_clock();
        for (size_t done = 0; done < count; done += rows)
            if (heco_evaluate(ev, b) != HECO_OK) abort();
        double per = (heco_clock() - from) / (double)((count + rows - 1) / rows * rows);
        if (round > 0 && per < best) best = per;
    }
    heco_batch_free(b);
    return best;
}

/* Returns the seconds per call of the function itself. */
static inline double bench_bare(bench_task *t, size_t count) {
    double x[10] = {0}, f, best = 1e99;
    for (int round = 0; round < 3; round++) {
        double from = heco_clock();
        for (size_t i = 0; i < count; i++) bench_eval(t, x, &f, NULL, NULL);
        double per = (heco_clock() - from) / (double)count;
        if (per < best) best = per;
    }
    return best;
}

/* Tasks: nothing at all, 10 microseconds of computing, 1 ms of waiting, 1 ms of computing. */
static const bench_task bench_tasks[] = {{0.0, 0}, {1e-5, 0}, {1e-3, 1}, {1e-3, 0}};
static const char *const bench_task_name[] = {"nothing", "10 us computing", "1 ms waiting",
                                              "1 ms computing"};
enum { BENCH_TASKS = 4, BENCH_ROWS = 100 };
static inline size_t bench_count(const bench_task *t) {
    return t->seconds >= 1e-3 ? 1000 : t->seconds > 0.0 ? 20000 : 50000;
}

static inline void bench_print(const char *backend, unsigned workers, const char *task, double bare,
                               double per_row) {
    double share = per_row * workers;
    printf("%-9s %3u  %-16s %10.3f %10.3f %10.3f  %6.3f\n", backend, workers, task, 1e6 * bare,
           1e6 * per_row, 1e6 * (share - bare), bare / share);
    fflush(stdout);
}

static inline void bench_print_head(void) {
    printf("%-9s %3s  %-16s %10s %10s %10s  %6s\n", "backend", "W", "function", "bare us", "us/row",
           "overhead", "effic.");
    printf("(batches of %d rows; overhead: microseconds of one worker per row beside a bare call)\n",
           BENCH_ROWS);
}

#endif
