/* HECO-DE as it was sent to the 2019 competition, with the changes of HECO-PDE's program: one
 * point at a time on an island of heco_de.h. */
#ifndef HECO_SOLVER_HECO_HECO_DE_2019_H
#define HECO_SOLVER_HECO_HECO_DE_2019_H

#include "solver/heco/heco_de.h"

typedef struct {
    heco_de_authors *a;
    double           skip;           /* probability of no crossover          */
    double           f_best, v_best; /* best of P when the generation began  */
} heco_de_2019;

heco_status heco_de_2019_init(heco_de_2019 *h, heco_de_island *d, double skip,
                              const heco_setup *setup);
/* Writes the next trial, as heco_de_authors_ask(). */
void heco_de_2019_ask(heco_de_2019 *h, double tau, double *row);
/* Learns f and v of that trial. A trial that lowers the objective of its subproblem is a success, and
 * its target goes to the archive; it replaces the target unless that is the best of all. Returns 1 if
 * the generation ended, as heco_de_authors_tell() does. */
int heco_de_2019_tell(heco_de_2019 *h, const double *row, double f, double v);
/* Shrinks the population to the size for `progress`, the archive to its share of it. */
void heco_de_2019_shrink(heco_de_2019 *h, double progress);

/* Writes the weights of e, v and f for the position s = i/lambda. */
void heco_de_2019_weights(double w[3], double tau, double s);

#endif
