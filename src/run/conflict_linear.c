/* Proves that linear constraints contradict each other.
 *
 * An elastic program (qp.h) finds the point of the box with the least sum of violations. The
 * multipliers y of its rows are a certificate of Farkas: if the least value of y'(A x + c) over the
 * box exceeds the tolerances, no point of the box meets all rows. The certificate is checked with
 * the rows themselves, so that rounding in the program cannot prove too much. Its rows are the
 * conflict, after those that the others make superfluous are removed (deletion filter, Chinneck
 * 2008, Feasibility and Infeasibility in Optimization, section 6.2). Integers are relaxed. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/dense.h"
#include "base/error.h"
#include "run/conflict.h"
#include "solver/sqp/qp.h"

/* clang-format off */
static const double
    linear_penalty = 1e8,  /* per unit of violation, against 1/2 for a step across the box */
    linear_margin  = 1e-7; /* part of the terms of a certificate that may be rounding, or use up
                            * tolerances */
enum { LINEAR_SIZE = 400 }; /* more variables or rows are left to the search: n^3 operations */
/* clang-format on */

typedef struct {
    const heco_space  *space;
    const heco_linear *l;
    size_t             n, m;
    double            *A, *length; /* rows in scaled variables, of length 1; their old lengths */
    double            *b, *lo, *up, *dl, *du, *d, *y, *scale, *centre, *combined;
    unsigned char     *used; /* 1: the row takes part                                    */
    heco_qp            qp;
} linear_work;

static void linear_init(linear_work *w, heco_arena *arena) {
    size_t   n = w->n, m = w->m;
    double **array[] = {&w->b, &w->dl, &w->du, &w->d, &w->scale, &w->centre, &w->combined};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        *array[i] = heco_arena_take(arena, n, sizeof **array[i]);
    w->A      = heco_arena_take(arena, m * n, sizeof *w->A);
    w->length = heco_arena_take(arena, m, sizeof *w->length);
    w->lo     = heco_arena_take(arena, m, sizeof *w->lo);
    w->up     = heco_arena_take(arena, m, sizeof *w->up);
    w->y      = heco_arena_take(arena, m, sizeof *w->y);
    w->used   = heco_arena_take(arena, m, 1);
    heco_qp_init_unit(&w->qp, n, m, arena);
}

/* Scales the variables to the box [-1, 1]; a variable without a bound keeps its unit. */
static void linear_scale(linear_work *w) {
    const heco_space *s = w->space;
    for (size_t j = 0; j < w->n; j++) {
        int    open = s->missing != NULL && s->missing[j] != 0;
        double low = s->lower[j], high = s->upper[j];
        w->scale[j]  = open ? 1.0 : 0.5 * (high - low);
        w->centre[j] = open ? fmin(high, fmax(low, 0.0)) : 0.5 * (low + high);
        if (!(w->scale[j] > 0.0)) w->scale[j] = 1.0;
        w->dl[j] = (low - w->centre[j]) / w->scale[j];
        w->du[j] = (high - w->centre[j]) / w->scale[j];
    }
    for (size_t i = 0; i < w->m; i++) {
        double *a = w->A + i * w->n, at = w->l->constant[i];
        for (size_t e = w->l->begin[i]; e < w->l->begin[i + 1]; e++) {
            size_t j = w->l->index[e];
            a[j] += w->l->coef[e] * w->scale[j];
            at += w->l->coef[e] * w->centre[j];
        }
        w->length[i] = sqrt(heco_dense_dot(a, a, w->n));
        if (w->length[i] > 0.0) heco_dense_scale(a, 1.0 / w->length[i], w->n);
        else w->length[i] = 1.0;
        w->up[i]   = -at / w->length[i];
        w->lo[i]   = w->l->constraint[i] < s->ng ? -INFINITY : w->up[i];
        w->used[i] = 1;
    }
}

/* Solves the elastic program of the rows that take part. Returns whether its multipliers prove that
 * these rows have no common point in the box. */
static int linear_contradict(linear_work *w) {
    double lo[LINEAR_SIZE], up[LINEAR_SIZE], least = 0.0, size = 0.0;
    for (size_t i = 0; i < w->m; i++) {
        lo[i] = w->used[i] ? w->lo[i] : -INFINITY;
        up[i] = w->used[i] ? w->up[i] : INFINITY;
    }
    heco_qp_program program = {w->b, lo, up, w->dl, w->du, linear_penalty};
    heco_qp_set_rows(&w->qp, w->A, w->m);
    heco_qp_clear_active_set(&w->qp);
    if (heco_qp_solve(&w->qp, w->d, w->y, &program) < 0) return 0;
    memset(w->combined, 0, w->n * sizeof *w->combined);
    for (size_t i = 0; i < w->m; i++) {
        /* A multiplier of an inequality with the wrong sign is rounding. */
        if (w->l->constraint[i] < w->space->ng && w->y[i] < 0.0) w->y[i] = 0.0;
        w->y[i] /= linear_penalty;
        heco_dense_add(w->combined, w->y[i], w->A + i * w->n, w->n);
        double tol = heco_space_tol(w->space, w->l->constraint[i]) / w->length[i];
        least -= w->y[i] * w->up[i] + fabs(w->y[i]) * tol;
        size += fabs(w->y[i]) * (fabs(w->up[i]) + tol);
    }
    for (size_t j = 0; j < w->n; j++) {
        double t = w->combined[j], part = t * (t > 0.0 ? w->dl[j] : w->du[j]);
        least += part;
        size += fabs(part);
    }
    return least > linear_margin * fmax(size, DBL_MIN);
}

/* Removes the rows that are not needed for the contradiction. */
static void linear_reduce(linear_work *w) {
    for (size_t i = 0; i < w->m; i++) w->used[i] = w->y[i] != 0.0;
    for (size_t i = 0; i < w->m; i++) {
        if (!w->used[i]) continue;
        w->used[i] = 0;
        if (!linear_contradict(w)) w->used[i] = 1;
    }
}

heco_status heco_conflict_prove(heco_conflict *c, const heco_space *s, double *x,
                                heco_error *error) {
    const heco_linear *l = s->linear;
    heco_arena         arena;
    linear_work        w = {.space = s, .l = l, .n = s->n, .m = l != NULL ? l->count : 0};
    if (w.m == 0 || w.m > LINEAR_SIZE || w.n > LINEAR_SIZE) return HECO_OK;
    heco_arena_init(&arena);
    linear_init(&w, &arena);
    heco_status status = heco_arena_failed(&arena) ? heco_fail_memory(error) : HECO_OK;
    if (status == HECO_OK) {
        linear_scale(&w);
        c->proved = linear_contradict(&w);
    }
    if (c->proved) {
        for (size_t j = 0; j < w.n; j++) {
            x[j] = fmin(s->upper[j], fmax(s->lower[j], w.centre[j] + w.scale[j] * w.d[j]));
            if (s->integer != NULL && s->integer[j]) x[j] = round(x[j]);
        }
        linear_reduce(&w);
        for (size_t i = 0; i < w.m; i++)
            if (w.used[i]) c->row[c->rows++] = l->constraint[i];
    }
    heco_arena_release(&arena);
    return status;
}
