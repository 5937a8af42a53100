#include "search/population.h"

void heco_population_init(heco_population *p, size_t n, size_t capacity, heco_arena *arena) {
    p->n        = n;
    p->count    = 0;
    p->capacity = capacity;
    p->x        = heco_arena_take(arena, capacity * n, sizeof *p->x);
    p->f        = heco_arena_take(arena, capacity, sizeof *p->f);
    p->v        = heco_arena_take(arena, capacity, sizeof *p->v);
}

void heco_population_gather(heco_population *p, const size_t *order, size_t count, double *scratch) {
    for (size_t i = 0; i < count; i++)
        memcpy(scratch + i * p->n, p->x + order[i] * p->n, p->n * sizeof *p->x);
    memcpy(p->x, scratch, count * p->n * sizeof *p->x);
    for (size_t i = 0; i < count; i++) scratch[i] = p->f[order[i]];
    memcpy(p->f, scratch, count * sizeof *p->f);
    for (size_t i = 0; i < count; i++) scratch[i] = p->v[order[i]];
    memcpy(p->v, scratch, count * sizeof *p->v);
    p->count = count;
}

size_t heco_population_best(const heco_population *p) {
    size_t best = 0;
    for (size_t i = 1; i < p->count; i++)
        if (heco_better_feasible(p->f[i], p->v[i], p->f[best], p->v[best])) best = i;
    return best;
}
