/* A batch whose arrays come from an arena. */
#ifndef HECO_PROBLEM_BATCH_INIT_H
#define HECO_PROBLEM_BATCH_INIT_H

#include "base/arena.h"
#include "heco/batch.h"

void heco_batch_init(heco_batch *batch, const heco_space *space, size_t capacity,
                     heco_arena *arena);

#endif
