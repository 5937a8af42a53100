/* A linear or convex quadratic program
 *
 *   minimise c'x + x'Hx/2   subject to   lo <= Ax <= up,   xl <= x <= xu
 *
 * and a proof that its solution is optimal. H may be singular or 0. */
#ifndef HECO_SOLVER_SQP_CONVEX_H
#define HECO_SOLVER_SQP_CONVEX_H

#include "base/arena.h"

typedef struct {
    size_t        n, m;
    const double *H;       /* n x n, symmetric; NULL: 0                              */
    const double *c;       /* n                                                      */
    const double *A;       /* m rows of n                                            */
    const double *lo, *up; /* m ranges; may be infinite                              */
    const double *xl, *xu; /* n bounds; may be infinite                              */
} heco_convex_program;

/* Moves x (n values, at first any point) to the solution and sets lambda (m values, positive at the
 * upper end of a row). Returns by how much the objective of a feasible x can exceed the least value
 * at most, which the multipliers prove; INFINITY if H is not positive semidefinite, memory is
 * missing or nothing is proved. The caller checks whether x is feasible. */
double heco_convex_solve(const heco_convex_program *p, double *x, double *lambda,
                         heco_arena *arena);

#endif
