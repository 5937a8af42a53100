/* Memory that lives exactly as long as its owner: taken piece by piece, freed at once. */
#ifndef HECO_BASE_ARENA_H
#define HECO_BASE_ARENA_H

#include <stddef.h>

#include "heco/algorithm.h"

typedef struct heco_arena_block heco_arena_block;
struct heco_arena {
    heco_arena_block *blocks;
    int               failed;
};

void  heco_arena_init(heco_arena *arena);
void  heco_arena_release(heco_arena *arena);
char *heco_arena_text(heco_arena *arena, const char *text); /* a copy; NULL stays NULL */

#endif
