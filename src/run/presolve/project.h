/* Projects points onto the equalities that could not be eliminated: the nearest point of the box that
 * satisfies them, with distances relative to the widths of the box. Integers do not change. */
#ifndef HECO_RUN_PRESOLVE_PROJECT_H
#define HECO_RUN_PRESOLVE_PROJECT_H

#include "run/presolve/equalities.h"

typedef struct {
    size_t         n, rows, cols;
    size_t        *var;           /* variable of each column                           */
    double        *A;             /* rows x cols                                       */
    const double **row;           /* the whole rows of the equalities                  */
    const double  *lower, *upper; /* of all n variables                                */
    double        *width, *rest, *gram, *factor, *lambda, *step;
    double         scale; /* of the widths: 1, or a power of two that avoids overflow   */
    unsigned char *held;  /* columns that are held at a bound                           */
    double        *given; /* the columns of the given point                             */
    double        *inside; /* the columns of a point on the rows, if has_inside         */
    int            has_inside;
} heco_projection;

/* Takes all memory; rows is 0 if there is nothing to do. If a projection would take too long, the
 * rows become HECO_EQUALITY_LEFT. */
void heco_projection_init(heco_projection *p, heco_equalities *q, const heco_space *space,
                          const heco_box *box, heco_arena *arena);
/* Projects x; returns 1 if x changed. If no point of the box satisfies all rows with these integers,
 * x ends near them. It uses the memory of p, so only one thread may call it. */
int heco_project_point(const heco_projection *p, double *x);

#endif
