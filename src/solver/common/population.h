/* A population has the layout of a batch: one array per quantity, rows of x contiguous. `v` is
 * the violation as the algorithm measures it. */
#ifndef HECO_SOLVER_COMMON_POPULATION_H
#define HECO_SOLVER_COMMON_POPULATION_H

#include <string.h>

#include "base/arena.h"
#include "heco/algorithm.h"

typedef struct {
    size_t  n, count, capacity;
    double *x, *f, *v;
} heco_population;

void heco_population_init(heco_population *p, size_t n, size_t capacity, heco_arena *arena);
/* Writes the violations of the rows: the sum over the violated constraints of their value less
 * `tolerances` (0 or 1) times the tolerance. */
void heco_row_violations(double *v, const heco_batch *in, const heco_space *space,
                         double tolerances);
/* Writes g, then h of row i. */
void heco_row_constraints(double *c, const heco_batch *in, size_t i);
/* Makes the rows of a batch the members; v holds their violations. */
void heco_population_fill(heco_population *p, const heco_batch *in, const double *v);
/* Keeps the rows order[0..count), in that order. `scratch` holds count * n doubles. */
void heco_population_gather(heco_population *p, const size_t *order, size_t count, double *scratch);
/* Keeps the members order[0..keep) and drops order[keep..count): dropped rows are overwritten by
 * kept ones from the end, so only those move. `order` is overwritten. */
void heco_population_keep(heco_population *p, size_t *order, size_t keep);
/* Puts a point at row `at` and moves the rows after it down by one; the last is lost. */
void heco_population_insert(heco_population *p, size_t at, const double *x, double f, double v);
/* Returns the best member by the feasibility rule; the first of equals. */
size_t heco_population_best(const heco_population *p);

/* The best point so far by the feasibility rule. */
typedef struct {
    size_t  n;
    double *x, f, v; /* f and v are infinite before there is a point */
    int     known;   /* there is a point                             */
} heco_best_point;

void heco_best_point_init(heco_best_point *b, size_t n, heco_arena *arena);
/* Keeps a point if it is the first or better. */
void heco_best_point_offer(heco_best_point *b, const double *x, double f, double v);
/* Offers all rows of a batch. */
void heco_best_point_look(heco_best_point *b, const heco_batch *in);

static inline double *heco_population_row(const heco_population *p, size_t i) {
    return p->x + i * p->n;
}

static inline void heco_population_set(heco_population *p, size_t i, const double *x, double f,
                                       double v) {
    memcpy(p->x + i * p->n, x, p->n * sizeof *x);
    p->f[i] = f;
    p->v[i] = v;
}

static inline void heco_population_move(heco_population *p, size_t to, size_t from) {
    if (to != from) heco_population_set(p, to, p->x + from * p->n, p->f[from], p->v[from]);
}

#endif
