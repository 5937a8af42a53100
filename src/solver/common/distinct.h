/* Of rows with identical coordinates only the first is kept. Linear, by a table of hashes. */
#ifndef HECO_SOLVER_COMMON_DISTINCT_H
#define HECO_SOLVER_COMMON_DISTINCT_H

#include "base/arena.h"

typedef struct {
    size_t  slots;  /* a power of two, at least twice the number of rows */
    size_t *table;
} heco_distinct;

/* For up to `capacity` rows. */
void heco_distinct_init(heco_distinct *d, size_t capacity, heco_arena *arena);
/* Removes from order[0..count) every row whose n coordinates equal those of an earlier entry;
 * returns how many are left, in their order. 0.0 and -0.0 are equal. */
size_t heco_distinct_keep(heco_distinct *d, size_t *order, size_t count, const double *x, size_t n);

#endif
