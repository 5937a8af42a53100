/* Replaced parents: plain points, at most `limit` of them, removed at random. */
#ifndef HECO_SOLVER_DE_ARCHIVE_H
#define HECO_SOLVER_DE_ARCHIVE_H

#include "base/arena.h"
#include "base/rng.h"

typedef struct {
    size_t  n, count, limit, capacity;
    double *x;
} heco_archive;

/* Room for `capacity` points; `limit` starts there. */
void heco_archive_init(heco_archive *a, size_t n, size_t capacity, heco_arena *arena);
/* Appends while there is room, else overwrites a random member. */
void heco_archive_add(heco_archive *a, const double *x, heco_rng *rng);
/* Sets the limit and deletes random members above it. */
void heco_archive_trim(heco_archive *a, size_t limit, heco_rng *rng);

#endif
