/* Difference-vector mutations on rows. Two kernels make all of them:
 *   rand/1, best/1                      u = a + F (b - c)
 *   current-to-pbest/1, rand-to-best/1,
 *   current-to-rand/1                   u = a + K (b - a) + F (c - d)                       */
#ifndef HECO_SEARCH_MUTATE_H
#define HECO_SEARCH_MUTATE_H

#include <stddef.h>

void heco_mutate_rand1(double *u, const double *a, const double *b, const double *c, double F,
                       size_t n);
void heco_mutate_toward1(double *u, const double *a, const double *b, const double *c,
                         const double *d, double K, double F, size_t n);

#endif
