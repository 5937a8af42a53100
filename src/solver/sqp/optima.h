/* Known local optima: a ring buffer of the latest ones, to recognise a descent that leads to one. */
#ifndef HECO_SOLVER_SQP_OPTIMA_H
#define HECO_SOLVER_SQP_OPTIMA_H

#include "base/arena.h"
#include "heco/problem.h"

enum { HECO_OPTIMA_MOST = 64 }; /* capacity of the ring */

typedef struct {
    const heco_space *space;
    double           *scale;    /* n: the unit in which each coordinate is compared, its width;
                                 * 1 for integers, INFINITY for fixed ones              */
    double           *x, *f, *v; /* HECO_OPTIMA_MOST rows                                */
    size_t            added;
} heco_optima;

void heco_optima_init(heco_optima *o, const heco_space *space, heco_arena *arena);
/* Adds an optimum; replaces the oldest one if the ring is full. */
void heco_optima_add(heco_optima *o, const double *x, double f, double v);
/* Returns 1 if x is within `radius` (infinity norm) of an optimum that is not worse than (f, v). */
int heco_optima_is_known(const heco_optima *o, const double *x, double f, double v, double radius);
/* Returns 1 if (x, f) is a known optimum up to the accuracy of a descent, on either side of it.
 * `unit` is a size of f that is not small. */
int heco_optima_is_same(const heco_optima *o, const double *x, double f, double unit);

#endif
