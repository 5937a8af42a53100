/* A batch whose arrays come from an arena. */
#ifndef HECO_PROBLEM_BATCH_INIT_H
#define HECO_PROBLEM_BATCH_INIT_H

#include "base/arena.h"
#include "heco/algorithm.h"

void heco_batch_init(heco_batch *batch, const heco_space *space, size_t capacity,
                     heco_arena *arena);
/* Adds room for the derivatives of a row. */
void heco_batch_init_derivatives(heco_batch *batch, heco_arena *arena);
/* Nothing of another point may stay where new derivatives are to come. */
void heco_batch_wipe_derivatives(heco_batch *batch);
/* They are wanted, and each of them is a finite number. */
int heco_batch_has_derivatives(const heco_batch *batch);

#endif
