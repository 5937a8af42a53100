/* The visited assignments (values of the integer variables): a hash table of fixed size with linear
 * probing. It stores 64-bit hashes, not values. Two assignments with the same hash count as one, and
 * a full part of the table overwrites entries. Both only cost or save an evaluation. */
#ifndef HECO_SOLVER_SQP_VISITED_H
#define HECO_SOLVER_SQP_VISITED_H

#include "base/rng.h"
#include "heco/algorithm.h"

enum {
    HECO_VISITED_DESCENT    = 1, /* a descent ended here                */
    HECO_VISITED_NEIGHBOURS = 2, /* its neighbours have been searched   */
    HECO_VISITED_POINT      = 4  /* evaluated; used without continuous variables */
};

typedef struct {
    const heco_space *space;
    const size_t     *var; /* the integer variables with at least two values */
    size_t            count;
    size_t            mask;
    uint64_t         *hash;
    unsigned char    *bits;
} heco_visited;

/* Allocates a table for the budget of the setup; `var` is borrowed. */
void heco_visited_init(heco_visited *v, const heco_setup *setup, const size_t *var, size_t count);
/* Returns the hash of the assignment in x, never 0. */
uint64_t heco_visited_hash(const heco_visited *v, const double *x);
/* Returns the bits of the assignment; 0 if it is unknown. */
unsigned heco_visited_get(const heco_visited *v, const double *x);
/* Adds bits to it. */
void heco_visited_put(heco_visited *v, const double *x, unsigned bits);
/* Rounds x and moves it by random single steps until none of `bits` is set there, 12 at most. */
void heco_visited_perturb(const heco_visited *v, double *x, unsigned bits, heco_rng *rng);

#endif
