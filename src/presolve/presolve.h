/* What follows from the linear rows of a space before a search begins. */
#ifndef HECO_PRESOLVE_PRESOLVE_H
#define HECO_PRESOLVE_PRESOLVE_H

#include "base/arena.h"
#include "presolve/propagate.h"

typedef struct {
    heco_box box; /* of all variables, as tight as the rows make it */
} heco_presolve;

/* The box alone, as it is given. */
void heco_presolve_box(heco_presolve *p, const heco_space *space, heco_arena *arena);
/* The same and all that follows. Where memory is missing the arena remembers. */
heco_status heco_presolve_init(heco_presolve *p, const heco_space *space, heco_arena *arena,
                               heco_error *error);
/* What it did, in one line; "": nothing. */
void heco_presolve_describe(const heco_presolve *p, char *text, size_t size);

#endif
