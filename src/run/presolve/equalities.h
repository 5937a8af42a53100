/* Reduces the linear equalities by Gauss-Jordan elimination. Each row gets one of four fates:
 *
 *   eliminated   x[pivot] is computed from the row. This is done only if the bounds of the other
 *                variables imply its bounds, or if it has none
 *   projected    points are projected onto the row, inside the box (project.h)
 *   redundant    the row follows from others
 *   left         the row has integers only, or is too large: it remains a constraint */
#ifndef HECO_RUN_PRESOLVE_EQUALITIES_H
#define HECO_RUN_PRESOLVE_EQUALITIES_H

#include "base/arena.h"
#include "run/presolve/propagate.h"

typedef enum {
    HECO_EQUALITY_LEFT,
    HECO_EQUALITY_ELIMINATED,
    HECO_EQUALITY_PROJECTED,
    HECO_EQUALITY_REDUNDANT
} heco_equality_fate;

typedef struct {
    size_t              n, rows;
    double             *M;          /* rows x (n + 1): sum of M[j] x[j] + M[n] = 0       */
    size_t             *constraint; /* number of each row's constraint, 0 .. ng+nh-1     */
    size_t             *pivot;      /* variable of an eliminated row, else SIZE_MAX      */
    heco_equality_fate *fate;
    size_t              count[4]; /* rows of each fate                                 */
} heco_equalities;

/* Reduces the linear equalities of a space whose bounds are `box`. Returns HECO_ERR_MODEL if they
 * contradict each other; out of memory is recorded in the arena. */
heco_status heco_equalities_init(heco_equalities *q, const heco_space *space, const heco_box *box,
                                 heco_arena *arena, heco_error *error);
/* Returns whether a projection may change variable j: it is continuous and not fixed. */
int heco_equalities_moves(const heco_space *space, const heco_box *box, size_t j);
/* Computes the eliminated variables from the others. */
void heco_equalities_complete(const heco_equalities *q, double *x);

#endif
