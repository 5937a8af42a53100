/* What follows from the linear rows of a space before a search begins. */
#ifndef HECO_RUN_PRESOLVE_PRESOLVE_H
#define HECO_RUN_PRESOLVE_PRESOLVE_H

#include "base/arena.h"
#include "run/presolve/project.h"

typedef struct {
    heco_box        box; /* of all variables, as tight as the rows make it */
    heco_equalities equalities;
    heco_projection projection;
} heco_presolve;

/* The box alone, as it is given. */
void heco_presolve_box(heco_presolve *p, const heco_space *space, heco_arena *arena);
/* The same and all that follows. Where memory is missing the arena remembers. */
heco_status heco_presolve_init(heco_presolve *p, const heco_space *space, heco_arena *arena,
                               heco_error *error);
/* The fate of constraint k, 0 .. ng+nh-1; of any that is not a linear equality: left. */
heco_equality_fate heco_presolve_fate(const heco_presolve *p, size_t k);
/* Whether variable j follows from the others. */
int heco_presolve_is_eliminated(const heco_presolve *p, size_t j);
/* How far an equality that is met by construction may be off through rounding. */
double heco_presolve_tol(const heco_space *space, size_t k);
/* What it did, in one line; "": nothing. */
void heco_presolve_describe(const heco_presolve *p, char *text, size_t size);

#endif
