/* Drives a descent against a function, without a run: for the tests of the descent and its
 * callers. */
#ifndef HECO_TESTS_DESCENT_DRIVE_H
#define HECO_TESTS_DESCENT_DRIVE_H

#include "testing.h"

#include "base/arena.h"
#include "heco/heco.h"
#include "solver/sqp/descent.h"

enum { DRIVE_N = 40, DRIVE_M = 6 };

typedef struct {
    heco_arena    arena;
    heco_space    space;
    heco_descent  descent;
    heco_batch   *batch;
    heco_eval_fn  eval;
    double        lower[DRIVE_N], upper[DRIVE_N];
    unsigned char integer[DRIVE_N];
    uint64_t      evals, batches;
} drive;

static inline void drive_open(drive *t, heco_eval_fn eval, size_t n, size_t ng, size_t nh) {
    memset(t, 0, sizeof *t);
    heco_arena_init(&t->arena);
    t->eval = eval;
    for (size_t j = 0; j < n; j++) t->lower[j] = -1.0, t->upper[j] = 1.0;
    t->space = (heco_space){.n = n, .ng = ng, .nh = nh, .lower = t->lower, .upper = t->upper,
                            .integer = t->integer, .eq_tol = 1e-4};
}

static inline void drive_evaluate(drive *t, heco_batch *b) {
    t->evals += b->count, t->batches++;
    for (size_t i = 0; i < b->count; i++) {
        double *g = b->g + i * b->ng, *h = b->h + i * b->nh;
        if (t->eval(NULL, b->x + i * b->n, b->f + i, g, h) != HECO_POINT_OK) b->f[i] = NAN;
        b->viol[i] = isfinite(b->f[i]) ? heco_violation(&t->space, g, h) : INFINITY;
        for (size_t j = 0; j < b->n; j++)
            if (b->x[i * b->n + j] < t->lower[j] || b->x[i * b->n + j] > t->upper[j])
                fail_msg("variable %zu leaves the box: %g", j, b->x[i * b->n + j]);
    }
}

/* Box and integers have been set: the descent begins at x. */
static inline void drive_begin(drive *t, const double *x, double radius, const heco_optima *known) {
    heco_descent_init(&t->descent, &t->space, &t->arena);
    assert_false(heco_arena_failed(&t->arena));
    if (t->batch == NULL)
        assert_int_equal(heco_batch_new(&t->batch, &t->space, 64), HECO_OK);
    memcpy(t->batch->x, x, t->space.n * sizeof *x);
    t->batch->count = 1;
    drive_evaluate(t, t->batch);
    heco_descent_start start = {.x = t->batch->x, .g = t->batch->g, .h = t->batch->h,
                                .f = t->batch->f[0], .viol = t->batch->viol[0], .radius = radius,
                                .known = known, .incumbent = INFINITY, .rival = INFINITY};
    heco_descent_begin(&t->descent, &start);
}

static inline heco_descent_end drive_step(drive *t) {
    t->batch->count = heco_descent_ask(&t->descent, t->batch->x);
    assert_true(t->batch->count > 0 && t->batch->count <= heco_descent_rows(&t->descent));
    drive_evaluate(t, t->batch);
    return heco_descent_tell(&t->descent, t->batch);
}

static inline heco_descent_end drive_run(drive *t) {
    while (t->descent.end == HECO_DESCENT_RUNNING && t->evals < 100000) drive_step(t);
    assert_true(t->evals < 100000);
    return t->descent.end;
}

static inline void drive_close(drive *t) {
    heco_batch_free(t->batch);
    heco_arena_release(&t->arena);
}

#endif
