/* The factors behind a dual active-set method (Goldfarb and Idnani 1983): for a positive definite B
 * and the normals N of the active constraints a matrix J with J'BJ = I and J'N = [R; 0].
 *
 * Constraints enter by one reflection and leave by rotations. J is kept as its columns, one after
 * the other: everything runs along contiguous memory. */
#ifndef HECO_SOLVER_SQP_ACTIVE_SET_H
#define HECO_SOLVER_SQP_ACTIVE_SET_H

#include "base/arena.h"

typedef struct {
    size_t  n;       /* variables                                                     */
    size_t  count;   /* active constraints                                            */
    size_t  changes; /* constraints that came or went since J was computed            */
    double *first;   /* J of the empty set                                            */
    double *J;       /* column k starts at J + k n                                    */
    double *R;       /* column k, that of active constraint k, starts at R + k n      */
    size_t *id;      /* names of the active constraints, in the order of their entry  */
    double *w;       /* J'a of the normal looked at last                              */
    double *z;       /* the step of d that keeps the active ones: J_2 J_2'a           */
    double *work;
    double  tail;    /* a'z, the squared length of J_2'a                              */
} heco_active_set;

/* Room for up to n variables. */
void heco_active_set_init(heco_active_set *a, size_t n, heco_arena *arena);
/* A new B (n x n), no constraint; 0: B is not positive definite. */
int heco_active_set_factor(heco_active_set *a, const double *B, size_t n);
/* Back to no constraint. */
void heco_active_set_clear(heco_active_set *a);

/* Looks at `sign` times a row of n coefficients, or times the unit vector j: w, z, tail. */
void heco_active_set_measure(heco_active_set *a, const double *row, double sign);
void heco_active_set_measure_unit(heco_active_set *a, size_t j, double sign);
/* 1: the normal looked at does not depend on the active ones. */
int heco_active_set_is_free(const heco_active_set *a);
/* The normal looked at becomes active. */
void heco_active_set_add(heco_active_set *a, size_t id);
/* Active constraint k leaves. */
void heco_active_set_drop(heco_active_set *a, size_t k);

/* R r = v and R'r = v for the first `count` entries. */
void heco_active_set_solve(const heco_active_set *a, double *r, const double *v);
void heco_active_set_solve_transposed(const heco_active_set *a, double *r, const double *v);

#endif
