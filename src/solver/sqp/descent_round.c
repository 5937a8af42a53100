/* Integers in a descent: the model is relaxed, the points are not. A relaxed step is rounded by the
 * model itself; integers have a trust radius of their own and stay for good after two single steps
 * that the model got wrong. Also what one descent hands to the next: its model without integers. */
#include "solver/sqp/descent_parts.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

void heco_descent_fix(heco_descent *s, const double *step) {
    s->pinned = s->nv > s->nc;
    for (size_t k = s->nc; k < s->nv; k++) s->pin[k] = step != NULL ? step[k] : 0.0;
}

void heco_descent_unpin(heco_descent *s, double *step) {
    s->pinned = 0;
    for (size_t k = s->nc; k < s->nv; k++) step[k] = s->pin[k];
}

double heco_descent_integer_steps(const heco_descent *s, const double *step) {
    double most = 0.0;
    for (size_t k = s->nc; k < s->nv; k++) most = fmax(most, fabs(step[k] * s->width[s->var[k]]));
    return most;
}

double heco_descent_integer_length(const heco_descent *s, const double *step) {
    return heco_dense_largest(step + s->nc, s->nv - s->nc);
}

/* The model's merit with the integers at their pins; the step is in s->d. */
static double descent_pinned_value(heco_descent *s, double *v1) {
    heco_descent_solve(s, s->d, s->lambda, s->rho);
    *v1 = heco_descent_linear_violation(s, s->d, s->An);
    return heco_descent_model(s, s->d, s->grad) + s->rho * *v1;
}

static void descent_keep_rounding(heco_descent *s) {
    memcpy(s->round_d, s->d, s->nv * sizeof *s->d);
    memcpy(s->round_lambda, s->lambda, s->m * sizeof *s->lambda);
}

/* Nearest whole steps; returns whether the relaxed step moved an integer at all. */
static int descent_round_nearest(heco_descent *s) {
    int any = 0;
    for (size_t k = s->nc; k < s->nv; k++) {
        double width = s->width[s->var[k]], t = s->frozen ? 0.0 : s->d[k] * width;
        s->pin[k]      = nearbyint(t) / width;
        s->fraction[k] = t - nearbyint(t);
        any            = any || fabs(t) > 1e-9;
    }
    return any;
}

/* Integer k the other way, if the model likes that better. */
static void descent_round_other(heco_descent *s, size_t k, double *best, double *v1) {
    size_t j   = s->var[k];
    double old = s->pin[k], v, way = s->fraction[k] > 0.0 ? 1.0 : -1.0;
    double to = s->x[j] + nearbyint(old * s->width[j]) + way;
    if (fabs(s->fraction[k]) < 0.02 || to > s->bu[j] || to < s->bl[j]) return;
    s->pin[k]    = (to - s->x[j]) / s->width[j];
    double value = descent_pinned_value(s, &v);
    if (value < *best - 1e-12 * fabs(*best)) {
        *best = value, *v1 = v;
        descent_keep_rounding(s);
    } else s->pin[k] = old;
}

/* No move at all, unless moving is really better. */
static void descent_round_none(heco_descent *s, double best, double *v1) {
    double v;
    if (heco_dense_largest(s->pin + s->nc, s->nv - s->nc) == 0.0) return;
    for (size_t k = s->nc; k < s->nv; k++) s->pin[k] = 0.0;
    if (!(descent_pinned_value(s, &v) <= best + heco_descent_small(s))) return;
    *v1 = v;
    descent_keep_rounding(s);
}

double heco_descent_round(heco_descent *s, double v0) {
    double v1;
    int    any  = descent_round_nearest(s);
    s->pinned   = 1;
    double best = descent_pinned_value(s, &v1);
    descent_keep_rounding(s);
    for (size_t k = s->nc; k < s->nv && any; k++) descent_round_other(s, k, &best, &v1);
    if (any) descent_round_none(s, best, &v1);
    memcpy(s->d, s->round_d, s->nv * sizeof *s->d);
    memcpy(s->lambda, s->round_lambda, s->m * sizeof *s->lambda);
    for (size_t k = s->nc; k < s->nv; k++) {
        double width = s->width[s->var[k]];
        s->pin[k]    = nearbyint(s->d[k] * width) / width;
    }
    v1 = heco_descent_steer(s, v0, v1); /* the price must do for the rounded step, too */
    heco_descent_unpin(s, s->d);
    s->moved = heco_descent_integer_length(s, s->d) > 0.0;
    return v1;
}

heco_descent_end heco_descent_reject_move(heco_descent *s) {
    if (heco_descent_integer_steps(s, s->d) < 1.5) {
        s->frozen     = 1;
        s->rejections = 0;
        s->freezes++;
    } else s->reach = 0.3 * heco_descent_integer_length(s, s->d);
    if (s->rejections > 14) s->frozen = 1;
    return heco_descent_next_trial(s);
}

static void descent_drop_columns(double *rows, size_t count, size_t from, size_t to) {
    for (size_t i = 1; i < count; i++) memmove(rows + i * to, rows + i * from, to * sizeof *rows);
}

void heco_descent_drop_integers(heco_descent *s) {
    if (s->nv == s->nc) return;
    descent_drop_columns(s->B, s->nc, s->nv, s->nc);
    descent_drop_columns(s->A, s->m, s->nv, s->nc);
    descent_drop_columns(s->old_A, s->m, s->nv, s->nc);
    descent_drop_columns(s->An, s->m, s->nv, s->nc);
    s->nv       = s->nc;
    s->B_is_new = 1, s->rows_set = NULL;
    s->moved = 0;
}

void heco_descent_memory_init(heco_descent_memory *memory, const heco_descent *s,
                              heco_arena *arena) {
    size_t nc = s->nc, m = s->m;
    memory->B      = heco_arena_take(arena, nc * nc, sizeof(double));
    memory->A      = heco_arena_take(arena, m * nc, sizeof(double));
    memory->grad   = heco_arena_take(arena, nc, sizeof(double));
    memory->scale  = heco_arena_take(arena, m, sizeof(double));
    memory->lambda = heco_arena_take(arena, m, sizeof(double));
}

void heco_descent_save(heco_descent *s, heco_descent_memory *memory) {
    size_t nc = s->nc, m = s->m;
    heco_descent_drop_integers(s);
    memcpy(memory->B, s->B, nc * nc * sizeof(double));
    memcpy(memory->A, s->A, m * nc * sizeof(double));
    memcpy(memory->grad, s->grad, nc * sizeof(double));
    memcpy(memory->scale, s->scale, m * sizeof(double));
    memcpy(memory->lambda, s->lambda, m * sizeof(double));
    memory->rho = s->rho;
}

void heco_descent_load(heco_descent *s, const heco_descent_memory *memory, const double *x) {
    size_t nc = s->nc, m = s->m;
    s->nv = nc, s->rho = memory->rho, s->delta = 1.0, s->pinned = 0;
    memcpy(s->x, x, s->n * sizeof(double));
    memcpy(s->bl, s->space->lower, s->n * sizeof(double));
    memcpy(s->bu, s->space->upper, s->n * sizeof(double));
    memcpy(s->B, memory->B, nc * nc * sizeof(double));
    memcpy(s->A, memory->A, m * nc * sizeof(double));
    memcpy(s->grad, memory->grad, nc * sizeof(double));
    memcpy(s->scale, memory->scale, m * sizeof(double));
    memcpy(s->lambda, memory->lambda, m * sizeof(double));
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < nc; k++) s->An[i * nc + k] = s->A[i * nc + k] / s->scale[i];
    s->B_is_new = 1, s->rows_set = NULL;
}

double heco_descent_merit_at(const heco_descent *s, double f, const double *c) {
    return heco_descent_merit(s, f, c);
}

double heco_descent_predict(heco_descent *s, double f, const double *c) {
    s->f = f; /* margins depend on it */
    heco_descent_ranges(s, c, NULL);
    heco_descent_solve(s, s->d, s->lambda2, s->rho);
    double v1 = heco_descent_linear_violation(s, s->d, s->An);
    return f + heco_descent_model(s, s->d, s->grad) + s->rho * v1;
}

void heco_descent_step_from(const heco_descent *s, double *x) {
    for (size_t k = 0; k < s->nc; k++) {
        size_t j  = s->var[k];
        double to = x[j] + s->d[k] * s->width[j];
        x[j]      = fmin(s->space->upper[j], fmax(s->space->lower[j], to));
    }
}
