/* Memory that lives exactly as long as its owner: taken piece by piece, freed together. */
#ifndef HECO_BASE_ARENA_H
#define HECO_BASE_ARENA_H

#include <stddef.h>

#include "heco/algorithm.h"

typedef struct heco_arena_block heco_arena_block;
struct heco_arena {
    heco_arena_block  *blocks;   /* in the order in which they were taken                    */
    heco_arena_block **next;     /* where the next piece goes or, after a rewind, comes from */
    heco_arena        *children; /* arenas inside this one, in the order of their making      */
    heco_arena       **child;    /* likewise the next of these                               */
    heco_arena        *sibling, *parent;
    int                failed;
    size_t             wanted; /* bytes of the first request that could not be met           */
};

void heco_arena_init(heco_arena *arena);
void heco_arena_release(heco_arena *arena);
/* An arena inside this one: rewound on its own, released with the outer one. */
heco_arena *heco_arena_take_arena(heco_arena *arena);
/* Hands the same pieces out again, in the same order and zeroed. A piece that has become larger
 * costs a request for memory. */
void  heco_arena_rewind(heco_arena *arena);
char *heco_arena_text(heco_arena *arena, const char *text); /* a copy; NULL stays NULL */

#endif
