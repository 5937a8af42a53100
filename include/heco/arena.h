/* Memory for authors of an algorithm: taken in init, freed with the run. */
#ifndef HECO_ARENA_H
#define HECO_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "heco/rng.h"

HECO_BEGIN_DECLS

typedef struct heco_arena heco_arena; /* memory that lives exactly as long as a run */

/* Zeroed memory that lives exactly as long as the run; NULL when there is none. */
HECO_API void *heco_arena_take(heco_arena *arena, size_t count, size_t size);
/* 1: some request could not be met. One look at the end of init is enough. */
HECO_API int heco_arena_failed(const heco_arena *arena);
/* One more generator: same seed and stream, same numbers; streams are independent. */
HECO_API heco_rng *heco_arena_take_rng(heco_arena *arena, uint64_t seed, uint64_t stream);

HECO_END_DECLS

#endif
