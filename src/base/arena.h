/* An arena: memory that is taken piece by piece and freed together. */
#ifndef HECO_BASE_ARENA_H
#define HECO_BASE_ARENA_H

#include <stddef.h>

#include "heco/algorithm.h"

typedef struct heco_arena_block heco_arena_block;
struct heco_arena {
    heco_arena_block  *blocks;   /* in the order of the requests                             */
    heco_arena_block **next;     /* the place of the next piece; after a rewind it is reused */
    heco_arena        *children; /* arenas inside this one, in the order of their creation    */
    heco_arena       **child;    /* the place of the next child                              */
    heco_arena        *sibling, *parent;
    int                failed;
    size_t             wanted; /* bytes of the first request that failed                     */
};

void heco_arena_init(heco_arena *arena);
/* Frees all pieces and inner arenas; the arena is empty and can be used again. */
void heco_arena_release(heco_arena *arena);
/* Makes an arena inside this one. It is rewound on its own and released with the outer one. */
heco_arena *heco_arena_take_arena(heco_arena *arena);
/* Lets the arena return the same pieces again, in the same order and zeroed. A larger piece needs a
 * new allocation. */
void  heco_arena_rewind(heco_arena *arena);
char *heco_arena_text(heco_arena *arena, const char *text); /* copies; NULL stays NULL */

#endif
