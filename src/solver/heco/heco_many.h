/* Violations of single constraints as helper objectives of HECO-DE. heco_de.c calls these functions
 * if its option `helpers` asks for it. */
#ifndef HECO_SOLVER_HECO_HECO_MANY_H
#define HECO_SOLVER_HECO_HECO_MANY_H

#include "heco/algorithm.h"

struct heco_de_island;

typedef enum { HECO_MANY_SUM, HECO_MANY_KINDS, HECO_MANY_EACH } heco_many_helpers;

typedef struct heco_many {
    const heco_space *space;
    heco_many_helpers helpers;
    size_t            K;          /* groups of constraints                              */
    double           *violation;  /* of member m of P: row m of K values                */
    double           *low, *high; /* of group k on Q                                    */
    size_t           *best;       /* x_Qbest of subproblem i                            */
    double           *trial;      /* K values of the trial that is judged               */
} heco_many;

/* Memory for N0 members and lambda subproblems; NULL where there are less than two groups, because
 * then the violation of the group is that of HECO-DE. */
heco_many *heco_many_new(const heco_setup *setup, heco_many_helpers helpers, size_t lambda,
                         size_t N0);
/* The K violations of a point; `row` has room for them. */
void heco_many_measure(const heco_many *many, const double *g, const double *h, double *row);
/* Keeps those of the point as those of member m. */
void heco_many_keep(heco_many *many, size_t m, const double *g, const double *h);
/* Member `to` is now what member `from` was. */
void heco_many_move(heco_many *many, size_t to, size_t from);
/* After heco_de_subproblems(): extremes of the groups on Q, and the best member of every
 * subproblem. */
void heco_many_subproblems(struct heco_de_island *d, const double *f, const double *v,
                           const size_t *member);
/* f_i(x) - f_i(y) on Q' = Q with y added; `gain` is what heco_de_gain() says, x member m. */
double heco_many_gain(const struct heco_de_island *d, size_t i, double gain, size_t m, double f_y,
                      double v_y);

#endif
