/* The common part of L-SHADE and its variants: a population that shrinks with the budget used, an
 * archive of replaced parents, and for each operator (strategy) a success history. Tanabe,
 * Fukunaga (2014), IEEE CEC, 1658-1665. */
#ifndef HECO_SOLVER_DE_SHADE_H
#define HECO_SOLVER_DE_SHADE_H

#include "heco/algorithm.h"
#include "solver/de/archive.h"
#include "solver/de/history.h"
#include "solver/common/population.h"
#include "solver/common/setup_progress.h"

enum { HECO_SHADE_OPERATORS = 4 }; /* at most */

typedef struct {
    size_t N0, N_end; /* population sizes, first and last                    */
    size_t width;     /* doubles in a row of the population: n, or more      */
    size_t archive;   /* points that the archive has room for                */
    size_t operators; /* strategies; each has a memory                       */
    size_t H;         /* slots of a memory, first 0.5, 0.5                   */
} heco_shade_sizes;

typedef struct {
    const heco_setup *setup;
    size_t            N0, N_end, operators;
    heco_population   P;
    heco_archive      A;
    heco_history      memory[HECO_SHADE_OPERATORS];
    heco_successes    success[HECO_SHADE_OPERATORS]; /* of the generation              */
    size_t           *order;                         /* N0 entries for the algorithm   */
    double           *F, *CR;                        /* of the trial of each member    */
    double           *v;                             /* of the rows told last          */
} heco_shade;

/* Takes all memory. Fails if N0, the largest batch, does not fit the budget. */
heco_status heco_shade_init(heco_shade *s, const heco_shade_sizes *sizes, const heco_setup *setup,
                            size_t *max_batch);
/* Asks for the first population. Returns 0 if it has been evaluated already. */
int heco_shade_ask_first(const heco_shade *s, heco_batch *out);
/* Writes the violations of the rows, the sums of the excesses, to v. The first call makes the rows
 * the population and returns 1; later calls return 0. */
int heco_shade_take_values(heco_shade *s, const heco_batch *in);
/* Returns member r of the population; from its count on, of the archive. */
static inline const double *heco_shade_row(const heco_shade *s, size_t r) {
    return r < s->P.count ? heco_population_row(&s->P, r) : s->A.x + (r - s->P.count) * s->A.n;
}
/* Writes the mutant x_i + F_i (best - x_i) + F_i (r[0] - r[1]); r[1] may be of the archive. */
void heco_shade_mutate(const heco_shade *s, size_t i, size_t best, const size_t r[2], double *row);
/* Returns the size of the next population: linear in the budget used, at most the present size. */
size_t heco_shade_next_size(const heco_shade *s);
/* Clears the successes of the generation. */
void heco_shade_clear_successes(heco_shade *s);
/* Records the success of trial i by operator k; an improvement that is not finite counts as 0. */
void heco_shade_record_success(heco_shade *s, size_t k, size_t i, double gain);

#endif
