/* Archive of replaced parents: at most `limit` points; surplus ones are removed at random. */
#ifndef HECO_SOLVER_DE_ARCHIVE_H
#define HECO_SOLVER_DE_ARCHIVE_H

#include "base/arena.h"
#include "base/rng.h"

typedef struct {
    size_t  n, count, limit, capacity;
    double *x;
} heco_archive;

/* Takes memory for `capacity` points, which is the first limit. */
void heco_archive_init(heco_archive *a, size_t n, size_t capacity, heco_arena *arena);
/* Appends a point; a full archive overwrites a random one. */
void heco_archive_add(heco_archive *a, const double *x, heco_rng *rng);
/* Sets the limit and removes random points above it. */
void heco_archive_trim(heco_archive *a, size_t limit, heco_rng *rng);

#endif
