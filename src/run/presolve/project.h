/* Puts points on the rows that could not be eliminated: the nearest point of the box that meets
 * them, where distances count in widths of the box and integers stay as they are. */
#ifndef HECO_RUN_PRESOLVE_PROJECT_H
#define HECO_RUN_PRESOLVE_PROJECT_H

#include "run/presolve/equalities.h"

typedef struct {
    size_t         n, rows, cols;
    size_t        *var;           /* of each column: which variable                    */
    double        *A;             /* rows x cols                                       */
    const double **row;           /* the whole rows of the equalities                  */
    const double  *lower, *upper; /* of all n variables                                */
    double        *width, *rest, *gram, *factor, *lambda, *step;
    double         scale; /* of the widths: 1, or a power of two where they are huge    */
    unsigned char *held;  /* columns that have come to a bound                          */
    double        *asked; /* of the columns: where the point was                        */
    double        *home;  /* of the columns: a point on the rows, where has_home        */
    int            has_home;
} heco_projection;

/* Takes all memory; rows 0: there is nothing to do. Where it would take too long for a search,
 * the rows become HECO_EQUALITY_LEFT. */
void heco_projection_init(heco_projection *p, heco_equalities *q, const heco_space *space,
                          const heco_box *box, heco_arena *arena);
/* Moves x onto the rows; 1: it was not there. Where no point of the box is on all rows for these
 * integers, x ends near them. Not for two threads: it uses the memory of p. */
int heco_project(const heco_projection *p, double *x);

#endif
