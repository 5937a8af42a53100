/* Removes rows with identical coordinates in linear time, by a hash table. */
#ifndef HECO_SOLVER_COMMON_DISTINCT_H
#define HECO_SOLVER_COMMON_DISTINCT_H

#include "base/arena.h"

typedef struct {
    size_t  slots;  /* a power of two, at least twice the number of rows */
    size_t *table;
} heco_distinct;

/* Takes memory for up to `capacity` rows. */
void heco_distinct_init(heco_distinct *d, size_t capacity, heco_arena *arena);
/* Removes from order[0..count) every row whose n coordinates equal those of an earlier entry;
 * returns the number of rows left, in their order. 0.0 and -0.0 are equal. */
size_t heco_distinct_remove_equal(heco_distinct *d, size_t *order, size_t count, const double *x,
                                  size_t n);

#endif
