/* Mutations by difference vectors. Two kernels are enough:
 *   rand/1, best/1                      u = a + F (b - c)
 *   current-to-pbest/1, rand-to-best/1,
 *   current-to-rand/1                   u = a + K (b - a) + F (c - d)                       */
#ifndef HECO_SOLVER_DE_MUTATE_H
#define HECO_SOLVER_DE_MUTATE_H

#include "heco/problem.h"

void heco_mutate_rand1(double *u, const double *a, const double *b, const double *c, double F,
                       size_t n);
/* The points of the second kernel. */
typedef struct {
    const double *a, *b, *c, *d;
} heco_parents;
void heco_mutate_toward1(double *u, const heco_parents *p, double K, double F, size_t n);
/* The same followed by heco_repair_reflect_once, in one pass over the row. */
void heco_mutate_rand1_mirror(double *u, const double *a, const double *b, const double *c,
                              double F, const heco_space *space);
void heco_mutate_toward1_mirror(double *u, const heco_parents *p, double F,
                                const heco_space *space);

#endif
