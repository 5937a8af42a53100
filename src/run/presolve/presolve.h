/* Uses the linear constraints of a space before the search: tightens bounds, eliminates variables,
 * prepares the projection onto the remaining equalities. A row is a linear constraint. */
#ifndef HECO_RUN_PRESOLVE_PRESOLVE_H
#define HECO_RUN_PRESOLVE_PRESOLVE_H

#include "base/arena.h"
#include "run/presolve/project.h"

typedef struct {
    heco_box        box; /* tightened bounds of all variables */
    heco_equalities equalities;
    heco_projection projection;
} heco_presolve;

/* Copies the bounds of the space. */
void heco_presolve_copy_bounds(heco_presolve *p, const heco_space *space, heco_arena *arena);
/* Does the same and presolves. Out of memory is recorded in the arena. */
heco_status heco_presolve_init(heco_presolve *p, const heco_space *space, heco_arena *arena,
                               heco_error *error);
/* Returns the fate of constraint k, 0 .. ng+nh-1; HECO_EQUALITY_LEFT if it is not a linear
 * equality. */
heco_equality_fate heco_presolve_fate(const heco_presolve *p, size_t k);
/* Returns whether variable j is computed from others. */
int heco_presolve_is_eliminated(const heco_presolve *p, size_t j);
/* Returns the rounding error allowed in an equality that holds by construction. */
double heco_presolve_tol(const heco_space *space, size_t k);
/* Writes a one-line summary; "" if nothing was done. */
void heco_presolve_describe(const heco_presolve *p, char *text, size_t size);

#endif
