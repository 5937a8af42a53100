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

/* Allocates memory for N0 members and lambda subproblems. Returns NULL if there are less than two
 * groups, because then the violation of the group is that of HECO-DE. */
heco_many *heco_many_new(const heco_setup *setup, heco_many_helpers helpers, size_t lambda,
                         size_t N0);
/* Writes the K violations of a point to `row`. */
void heco_many_measure(const heco_many *many, const double *g, const double *h, double *row);
/* Stores the violations of a point as those of member m. */
void heco_many_keep(heco_many *many, size_t m, const double *g, const double *h);
/* Copies the violations of member `from` to member `to`. */
void heco_many_move(heco_many *many, size_t to, size_t from);
/* Computes low and high of the groups on Q, and the best member of every subproblem. Called after
 * constant and slope are set. */
void heco_many_set_subproblems(struct heco_de_island *d, const double *f, const double *v,
                               const size_t *member);
/* Returns f_i(x) - f_i(y) on Q with y added. `gain` is the result of heco_de_gain; x is member m, y
 * the trial in many->trial. */
double heco_many_gain(const struct heco_de_island *d, size_t i, double gain, size_t m, double f_y,
                      double v_y);

#endif
