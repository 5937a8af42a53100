/* The solvers of the comparison, one row each; a file peer_*.c has the rows of one library. */
#ifndef HECO_BENCH_PEERS_SOLVER_H
#define HECO_BENCH_PEERS_SOLVER_H

#include "harness.h"

HECO_BEGIN_DECLS

/* Works on the run until it is over, or gives up earlier. Returns 0, or -1 where it could not be
 * started at all. */
typedef int (*peers_solve_fn)(peers_run *run, uint64_t seed);

typedef struct {
    const char    *name;
    peers_solve_fn solve;
} peers_solver;

/* Rows end with a NULL name. */
#if defined(PEERS_NLOPT)
extern const peers_solver peers_nlopt[];
#endif
#if defined(PEERS_PAGMO)
extern const peers_solver peers_pagmo[];
#endif

/* An algorithm of heco by name. */
int peers_solve_heco(peers_run *run, const char *algorithm, uint64_t seed);
/* A solver of NLopt or an algorithm of heco by name. */
int peers_solve_named(peers_run *run, const char *name, uint64_t seed);

/* Random starts: a generator that does not depend on the library. */
typedef struct {
    uint64_t state;
} peers_random;
void   peers_random_seed(peers_random *r, uint64_t seed);
double peers_random_next(peers_random *r); /* in [0, 1) */

HECO_END_DECLS

#endif
