/* Makes batches whose arrays are in an arena. */
#ifndef HECO_PROBLEM_BATCH_INIT_H
#define HECO_PROBLEM_BATCH_INIT_H

#include "base/arena.h"
#include "heco/algorithm.h"

/* Values of heco_batch.as_asked beside 0. */
enum {
    HECO_BATCH_AS_ASKED  = 1, /* exactly these points                                        */
    HECO_BATCH_BUT_CHEAP = 2  /* these points, but the run may move them onto cheap constraints */
};

/* Takes arrays for `capacity` rows; capacity is 0 if the arena fails. */
void heco_batch_init(heco_batch *batch, const heco_space *space, size_t capacity,
                     heco_arena *arena);
/* Adds arrays for the derivatives of a row. */
void heco_batch_init_derivatives(heco_batch *batch, heco_arena *arena);
/* Sets all derivatives to NAN, so that none of another point remains. */
void heco_batch_wipe_derivatives(heco_batch *batch);
/* Returns 1 if derivatives were requested and all of them are finite. */
int heco_batch_has_derivatives(const heco_batch *batch);

#endif
