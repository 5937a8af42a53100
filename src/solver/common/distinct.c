#include "solver/common/distinct.h"

#include <stdint.h>
#include <string.h>

void heco_distinct_init(heco_distinct *d, size_t capacity, heco_arena *arena) {
    d->slots = 2;
    while (d->slots < 2 * capacity) d->slots *= 2;
    d->table = heco_arena_take(arena, d->slots, sizeof *d->table);
}

/* Returns a hash of a row; equal rows have equal ones. */
static uint64_t distinct_hash(const double *row, size_t n) {
    uint64_t hash = 0, word;
    for (size_t j = 0; j < n; j++) {
        double value = row[j] + 0.0; /* -0.0 becomes 0.0 */
        memcpy(&word, &value, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static int distinct_equal(const double *a, const double *b, size_t n) {
    size_t j = 0;
    while (j < n && a[j] == b[j]) j++;
    return j == n;
}

/* Open addressing: an entry holds the index of a row plus one; 0 means empty. */
size_t heco_distinct_remove_equal(heco_distinct *d, size_t *order, size_t count, const double *x,
                                  size_t n) {
    size_t kept = 0;
    memset(d->table, 0, d->slots * sizeof *d->table);
    for (size_t i = 0; i < count; i++) {
        const double *row = x + order[i] * n;
        size_t        at  = (size_t)distinct_hash(row, n) & (d->slots - 1);
        while (d->table[at] != 0 && !distinct_equal(row, x + (d->table[at] - 1) * n, n))
            at = (at + 1) & (d->slots - 1);
        if (d->table[at] != 0) continue;
        d->table[at]  = order[i] + 1;
        order[kept++] = order[i];
    }
    return kept;
}
