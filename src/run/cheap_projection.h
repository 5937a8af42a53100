/* Moves points onto the cheap constraints (heco_problem.cheap), which cost nothing, so that fewer
 * points are rejected. */
#ifndef HECO_RUN_CHEAP_PROJECTION_H
#define HECO_RUN_CHEAP_PROJECTION_H

#include "base/arena.h"
#include "heco/problem.h"

typedef struct {
    const heco_problem *problem;
    const heco_space   *space; /* the box and the tolerances                                 */
    size_t             *var;   /* the continuous variables, of which there are `vars`         */
    size_t              vars;
    double             *x;                    /* n values                                      */
    double             *g, *shifted;          /* cheap values at x, and beside it              */
    double             *J;                    /* `vars` columns of `rows` derivatives          */
    double             *gram, *factor, *rest; /* of the violated constraints                  */
    unsigned char      *held;                 /* of each variable: it is at a bound            */
    unsigned char      *active; /* of each constraint: it was violated at one of the points    */
    size_t             *row;    /* these constraints                                           */
} heco_cheap_projection;

/* Takes the memory. Both must stay valid. */
heco_cheap_projection *heco_cheap_projection_new(const heco_problem *problem,
                                                 const heco_space *space, heco_arena *arena);
/* If x violates a cheap constraint, moves its continuous variables to a near point that violates
 * none. Returns 1 if x was moved; 0: it need not, or could not be. */
int heco_cheap_projection_move(const heco_cheap_projection *p, double *x);

#endif
