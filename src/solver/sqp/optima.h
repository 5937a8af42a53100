/* Known local optima: a ring of the latest ones, to recognise a descent that leads to one again. */
#ifndef HECO_SOLVER_SQP_OPTIMA_H
#define HECO_SOLVER_SQP_OPTIMA_H

#include "base/arena.h"
#include "heco/problem.h"

enum { HECO_OPTIMA_MOST = 64 };

typedef struct {
    const heco_space *space;
    double           *scale;    /* n: the unit in which each coordinate is compared, its width;
                                 * 1 for integers, INFINITY for fixed ones              */
    double           *x, *f, *v; /* HECO_OPTIMA_MOST rows                                */
    size_t            added;
} heco_optima;

void heco_optima_init(heco_optima *o, const heco_space *space, heco_arena *arena);
/* Takes the place of the oldest one when the ring is full. */
void heco_optima_add(heco_optima *o, const double *x, double f, double v);
/* 1: x is within `radius` (infinity norm) of an optimum that is not worse than (f, v). */
int heco_optima_near(const heco_optima *o, const double *x, double f, double v, double radius);

#endif
