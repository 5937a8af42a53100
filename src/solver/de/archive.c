#include "solver/de/archive.h"

#include <string.h>

void heco_archive_init(heco_archive *a, size_t n, size_t capacity, heco_arena *arena) {
    a->n        = n;
    a->count    = 0;
    a->limit    = capacity;
    a->capacity = capacity;
    a->x        = heco_arena_take(arena, capacity * n, sizeof *a->x);
}

void heco_archive_add(heco_archive *a, const double *x, heco_rng *rng) {
    if (a->limit == 0) return;
    size_t at = a->count < a->limit ? a->count++ : heco_rng_index(rng, a->count);
    memcpy(a->x + at * a->n, x, a->n * sizeof *x);
}

void heco_archive_trim(heco_archive *a, size_t limit, heco_rng *rng) {
    a->limit = limit < a->capacity ? limit : a->capacity;
    while (a->count > a->limit) {
        size_t at = heco_rng_index(rng, a->count--);
        if (at != a->count) memcpy(a->x + at * a->n, a->x + a->count * a->n, a->n * sizeof *a->x);
    }
}
