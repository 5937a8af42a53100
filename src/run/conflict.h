/* Why no feasible point was found: the constraints that no evaluated point meets together, and how
 * far each one would have to be relaxed. If linear constraints contradict each other, that is proved
 * without a search. */
#ifndef HECO_RUN_CONFLICT_H
#define HECO_RUN_CONFLICT_H

#include "heco/answer.h"

enum { HECO_CONFLICT_ROWS = 64 }; /* more constraints than bits of a word are not recorded */

typedef struct {
    const heco_space *space;
    size_t            m;      /* constraints; 0: nothing is recorded                          */
    int               solved; /* a point met all of them                                      */
    uint64_t         *set;    /* the smallest sets of constraints that points violated        */
    size_t            sets;
    double           *least;  /* of each constraint its least violation among the points that
                               * violate no other; INFINITY: there is none                    */
    double           *x;      /* these points, m rows of n                                    */
    size_t           *row;    /* the conflict: constraints that no point meets together        */
    size_t            rows;
    int               proved; /* the linear constraints alone have no solution                */
} heco_conflict;

/* Takes memory from the arena, which records a lack of it. */
void heco_conflict_init(heco_conflict *c, const heco_space *space, heco_arena *arena);
/* Records the rows of a batch that have been evaluated. */
void heco_conflict_learn(heco_conflict *c, const heco_space *space, const heco_batch *batch);
/* Finds a small set of constraints that no recorded point meets together. */
void heco_conflict_find(heco_conflict *c);
/* Tries to prove that the linear constraints have no solution in the box. If they have none, sets
 * `proved` and the conflict, writes the point with the least sum of violations to x and returns
 * HECO_OK; otherwise `proved` stays 0. */
heco_status heco_conflict_prove(heco_conflict *c, const heco_space *space, double *x,
                                heco_error *error);

#endif
