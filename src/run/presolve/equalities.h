/* Linear equalities, reduced: which variables follow from the others, which rows points are put on,
 * which say nothing new.
 *
 *   eliminated   x[pivot] is computed from the row: nothing is left to search. Only where the
 *                result is within its bounds whatever the others are, or has no bounds
 *   projected    points are moved onto the row (project.h), inside the box
 *   redundant    follows from other rows
 *   left         a condition on integers alone, or too large: a constraint like others */
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
    size_t             *constraint; /* of each row: its number, 0 .. ng+nh-1             */
    size_t             *pivot;      /* variable of an eliminated row, else SIZE_MAX      */
    heco_equality_fate *fate;
    size_t              count[4]; /* rows of each fate                                 */
} heco_equalities;

/* The equalities among the linear rows of a space whose box is `box`. HECO_ERR_MODEL when they
 * contradict each other; where memory is missing the arena remembers. */
heco_status heco_equalities_init(heco_equalities *q, const heco_space *space, const heco_box *box,
                                 heco_arena *arena, heco_error *error);
/* Whether a point may move in variable j: not fixed, not an integer, not from a list. */
int heco_equalities_moves(const heco_space *space, const heco_box *box, size_t j);
/* Computes the eliminated variables from the others. */
void heco_equalities_complete(const heco_equalities *q, double *x);

#endif
