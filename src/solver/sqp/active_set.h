/* The factors of a dual active-set method (Goldfarb and Idnani 1983): for a positive definite B and
 * the normals N of the active constraints, a matrix J with J'BJ = I and J'N = [R; 0], R upper
 * triangular. J_1 denotes the first `count` columns of J, J_2 the others.
 *
 * A constraint enters by one Householder reflection and leaves by Givens rotations. J is stored by
 * columns, so that all loops run along contiguous memory. The names are those of the paper. */
#ifndef HECO_SOLVER_SQP_ACTIVE_SET_H
#define HECO_SOLVER_SQP_ACTIVE_SET_H

#include "base/arena.h"

typedef struct {
    size_t  n;       /* variables                                                     */
    size_t  count;   /* active constraints                                            */
    size_t  changes; /* updates since J was computed                                  */
    double *J_empty; /* J of the empty set                                            */
    double *J;       /* column k starts at J + k n                                    */
    double *R;       /* column k, that of active constraint k, starts at R + k n      */
    size_t *id;      /* the active constraints, in the order of their entry           */
    double *w;       /* J'a of the normal a projected last                            */
    double *z;       /* its step direction J_2 J_2'a, along which the active ones hold */
    double *work;
    double  tail;    /* a'z, the squared length of J_2'a                              */
} heco_active_set;

/* Allocates memory for at most n variables. */
void heco_active_set_init(heco_active_set *a, size_t n, heco_arena *arena);
/* Factors B (n x n) with the empty set. Returns 0 if B is not positive definite. */
int heco_active_set_factor(heco_active_set *a, const double *B, size_t n);
/* Returns to the empty set. */
void heco_active_set_clear(heco_active_set *a);

/* Projects the normal `sign` times a row of n coefficients: computes w, z and tail. */
void heco_active_set_project(heco_active_set *a, const double *row, double sign);
/* The same for the unit vector j. */
void heco_active_set_project_unit(heco_active_set *a, size_t j, double sign);
/* Returns 1 if the projected normal is linearly independent of the active ones. */
int heco_active_set_is_independent(const heco_active_set *a);
/* Adds constraint `id`, whose normal was projected last and is independent, to the active set.
 * Overwrites w; z and tail are then out of date. */
void heco_active_set_add(heco_active_set *a, size_t id);
/* Removes active constraint k. */
void heco_active_set_drop(heco_active_set *a, size_t k);

/* Solve R r = v and R'r = v for the first `count` entries. */
void heco_active_set_solve(const heco_active_set *a, double *r, const double *v);
void heco_active_set_solve_transposed(const heco_active_set *a, double *r, const double *v);

#endif
