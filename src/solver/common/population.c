#include "solver/common/population.h"

#include <math.h>

#include "problem/better.h"
#include "problem/violation.h"

void heco_population_init(heco_population *p, size_t n, size_t capacity, heco_arena *arena) {
    p->n        = n;
    p->count    = 0;
    p->capacity = capacity;
    p->x        = heco_arena_take(arena, capacity * n, sizeof *p->x);
    p->f        = heco_arena_take(arena, capacity, sizeof *p->f);
    p->v        = heco_arena_take(arena, capacity, sizeof *p->v);
}

void heco_row_violations(double *v, const heco_batch *in, const heco_space *space,
                         double tolerances) {
    for (size_t i = 0; i < in->count; i++)
        v[i] = heco_violation_total(space, in->g + i * in->ng, in->h + i * in->nh, tolerances);
}

void heco_row_constraints(double *c, const heco_batch *in, size_t i) {
    for (size_t k = 0; k < in->ng; k++) c[k] = in->g[i * in->ng + k];
    for (size_t k = 0; k < in->nh; k++) c[in->ng + k] = in->h[i * in->nh + k];
}

void heco_population_fill(heco_population *p, const heco_batch *in, const double *v) {
    for (size_t i = 0; i < in->count; i++)
        heco_population_set(p, i, in->x + i * in->n, in->f[i], v[i]);
    p->count = in->count;
}

void heco_population_gather(heco_population *p, const size_t *order, size_t count,
                            double *scratch) {
    for (size_t i = 0; i < count; i++)
        memcpy(scratch + i * p->n, p->x + order[i] * p->n, p->n * sizeof *p->x);
    memcpy(p->x, scratch, count * p->n * sizeof *p->x);
    for (size_t i = 0; i < count; i++) scratch[i] = p->f[order[i]];
    memcpy(p->f, scratch, count * sizeof *p->f);
    for (size_t i = 0; i < count; i++) scratch[i] = p->v[order[i]];
    memcpy(p->v, scratch, count * sizeof *p->v);
    p->count = count;
}

void heco_population_keep(heco_population *p, size_t *order, size_t keep) {
    size_t from = 0; /* kept rows beyond the new end, in the order given */
    for (size_t k = keep; k < p->count; k++) {
        size_t hole = order[k];
        if (hole >= keep) continue;
        while (order[from] < keep) from++;
        heco_population_move(p, hole, order[from++]);
    }
    p->count = keep;
}

void heco_population_insert(heco_population *p, size_t at, const double *x, double f, double v) {
    size_t after = p->count - 1 - at;
    memmove(p->x + (at + 1) * p->n, p->x + at * p->n, after * p->n * sizeof *p->x);
    memmove(p->f + at + 1, p->f + at, after * sizeof *p->f);
    memmove(p->v + at + 1, p->v + at, after * sizeof *p->v);
    heco_population_set(p, at, x, f, v);
}

size_t heco_population_best(const heco_population *p) {
    size_t best = 0;
    for (size_t i = 1; i < p->count; i++)
        if (heco_better_feasible_inline(p->f[i], p->v[i], p->f[best], p->v[best])) best = i;
    return best;
}

void heco_best_point_init(heco_best_point *b, size_t n, heco_arena *arena) {
    b->n = n;
    b->x = heco_arena_take(arena, n, sizeof *b->x);
    b->f = b->v = INFINITY;
    b->known    = 0;
}

void heco_best_point_offer(heco_best_point *b, const double *x, double f, double v) {
    if (b->known && !heco_better_feasible_inline(f, v, b->f, b->v)) return;
    memcpy(b->x, x, b->n * sizeof *x);
    b->f = f, b->v = v, b->known = 1;
}

void heco_best_point_look(heco_best_point *b, const heco_batch *in) {
    for (size_t i = 0; i < in->count; i++)
        heco_best_point_offer(b, in->x + i * in->n, in->f[i], in->viol[i]);
}
