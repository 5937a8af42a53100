/* Which assignments (values of the integer variables) have been visited: a table of 64-bit hashes
 * of fixed size. Two assignments with one hash are taken for one, and a full neighbourhood of the
 * table forgets: both only cost or save an evaluation. */
#ifndef HECO_SOLVER_SQP_VISITED_H
#define HECO_SOLVER_SQP_VISITED_H

#include "base/rng.h"
#include "heco/algorithm.h"

enum {
    HECO_VISITED_DESCENT    = 1, /* a descent ended here                */
    HECO_VISITED_NEIGHBOURS = 2, /* and what is around it is known, too */
    HECO_VISITED_POINT      = 4  /* evaluated; only without continuous variables */
};

typedef struct {
    const heco_space *space;
    const size_t     *var; /* the integer variables with at least two values */
    size_t            count;
    size_t            mask;
    uint64_t         *hash;
    unsigned char    *bits;
} heco_visited;

/* For a budget of so many evaluations; `var` is borrowed. */
void heco_visited_init(heco_visited *v, const heco_setup *setup, const size_t *var, size_t count);
/* The hash of the assignment in x, never 0. */
uint64_t heco_visited_hash(const heco_visited *v, const double *x);
unsigned heco_visited_get(const heco_visited *v, const double *x);
void     heco_visited_put(heco_visited *v, const double *x, unsigned bits);
/* Moves x by random single steps, 12 at most, until none of `bits` is set there. Rounds x. */
void heco_visited_perturb(const heco_visited *v, double *x, unsigned bits, heco_rng *rng);

#endif
