#include "run/local_model.h"

#include <math.h>
#include <string.h>

#include "problem/batch_init.h"

/* Step of a difference, relative to the size of the variable: between the square root of the
 * rounding error, 1.5e-8, and what the output of a simulation with seven digits allows. */
static const double local_model_step = 1e-5;
/* A variable near 0 is taken to be as large as this part of its range, or of 1. */
static const double local_model_least = 1e-3;

int heco_local_model_moves(const heco_space *s, size_t j) {
    int listed = s->choices != NULL && s->choices[j].count > 0;
    return !listed && !(s->integer != NULL && s->integer[j]) && s->upper[j] > s->lower[j];
}

/* Returns the typical size of a change of variable j. */
static double local_model_scale(const heco_space *s, const double *x, size_t j) {
    double width = s->upper[j] - s->lower[j];
    int    open  = s->missing != NULL && s->missing[j] != 0;
    if (open) return fmax(fabs(x[j]), 1.0);
    return fmin(width, fmax(fabs(x[j]), local_model_least * width));
}

void heco_local_model_init(heco_local_model *m, const heco_space *s, const heco_result *r,
                           heco_arena *arena) {
    size_t n = s->n, rows = s->ng + s->nh;
    *m       = (heco_local_model){.space = s};
    m->var   = heco_arena_take(arena, n, sizeof *m->var);
    m->scale = heco_arena_take(arena, n, sizeof *m->scale);
    m->x     = heco_arena_take(arena, n, sizeof *m->x);
    m->c     = heco_arena_take(arena, rows, sizeof *m->c);
    m->df    = heco_arena_take(arena, n, sizeof *m->df);
    m->dc    = heco_arena_take(arena, rows * n, sizeof *m->dc);
    if (heco_arena_failed(arena)) return;
    memcpy(m->x, r->x, n * sizeof *m->x);
    if (s->ng > 0) memcpy(m->c, r->g, s->ng * sizeof *m->c);
    if (s->nh > 0) memcpy(m->c + s->ng, r->h, s->nh * sizeof *m->c);
    for (size_t j = 0; j < n; j++) {
        m->scale[j] = local_model_scale(s, m->x, j);
        if (heco_local_model_moves(s, j)) m->var[m->nv++] = j;
    }
}

/* Evaluates the point with its exact derivatives. Returns 1 if all of them are finite. */
static int local_model_exact(heco_local_model *m, heco_evaluator *evaluator, heco_arena *arena) {
    const heco_space *s = m->space;
    heco_batch        b = {0};
    heco_batch_init(&b, s, 1, arena);
    heco_batch_init_derivatives(&b, arena);
    if (heco_arena_failed(arena)) return 0;
    b.count = 1, b.derivatives = 1;
    memcpy(b.x, m->x, s->n * sizeof *b.x);
    heco_batch_wipe_derivatives(&b);
    m->evals++;
    if (heco_evaluate(evaluator, &b) != HECO_OK || b.state[0] != HECO_ROW_OK ||
        !heco_batch_has_derivatives(&b))
        return 0;
    for (size_t v = 0; v < m->nv; v++) {
        size_t j = m->var[v];
        m->df[j] = b.df[j];
        for (size_t k = 0; k < s->ng; k++) m->dc[k * s->n + j] = b.dg[k * s->n + j];
        for (size_t k = 0; k < s->nh; k++) m->dc[(s->ng + k) * s->n + j] = b.dh[k * s->n + j];
    }
    return 1;
}

/* Writes the derivatives by variable j from a row of a batch. Returns 0 if the row failed. */
static int local_model_difference(heco_local_model *m, double f, size_t j, const heco_batch *b,
                                  size_t row) {
    const heco_space *s    = m->space;
    double            step = b->x[row * s->n + j] - m->x[j];
    if (b->state[row] != HECO_ROW_OK || !isfinite(b->f[row])) return 0;
    m->df[j] = (b->f[row] - f) / step;
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        double value = k < s->ng ? b->g[row * s->ng + k] : b->h[row * s->nh + k - s->ng];
        m->dc[k * s->n + j] = (value - m->c[k]) / step;
        if (!isfinite(m->dc[k * s->n + j])) return 0;
    }
    return 1;
}

/* Places row `row` of the batch one step from the point along variable j; `side` is 1 or -1. */
static void local_model_place(const heco_local_model *m, size_t j, int side, heco_batch *b,
                              size_t row) {
    const heco_space *s  = m->space;
    double           *at = b->x + row * s->n, step = local_model_step * m->scale[j];
    memcpy(at, m->x, s->n * sizeof *at);
    if (m->x[j] + side * step > s->upper[j] || m->x[j] + side * step < s->lower[j]) side = -side;
    at[j] = fmin(s->upper[j], fmax(s->lower[j], m->x[j] + side * step));
}

/* Takes differences by all variables in one batch, and repeats those that failed on the other
 * side. */
static heco_status local_model_differences(heco_local_model *m, double f,
                                           heco_evaluator *evaluator, heco_arena *arena) {
    heco_batch b      = {0};
    size_t     failed = 0;
    heco_batch_init(&b, m->space, m->nv, arena);
    size_t *again = heco_arena_take(arena, m->nv, sizeof *again);
    if (heco_arena_failed(arena)) return HECO_ERR_MEMORY;
    b.count = m->nv;
    for (size_t v = 0; v < m->nv; v++) local_model_place(m, m->var[v], 1, &b, v);
    m->evals += b.count;
    heco_status status = heco_evaluate(evaluator, &b);
    if (status != HECO_OK) return status;
    for (size_t v = 0; v < m->nv; v++)
        if (!local_model_difference(m, f, m->var[v], &b, v)) again[failed++] = m->var[v];
    if (failed == 0) return HECO_OK;
    b.count = failed;
    for (size_t i = 0; i < failed; i++) local_model_place(m, again[i], -1, &b, i);
    m->evals += b.count;
    status = heco_evaluate(evaluator, &b);
    for (size_t i = 0; status == HECO_OK && i < failed; i++)
        if (!local_model_difference(m, f, again[i], &b, i)) status = HECO_ERR_EVAL;
    return status;
}

heco_status heco_local_model_fit(heco_local_model *m, double f, heco_evaluator *evaluator,
                                 int exact, heco_arena *arena) {
    if (m->nv == 0 || (exact && local_model_exact(m, evaluator, arena))) return HECO_OK;
    return local_model_differences(m, f, evaluator, arena);
}
