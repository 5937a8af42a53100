#include "solver/de/composite.h"

#include "solver/common/pick.h"
#include "solver/de/cross.h"
#include "solver/de/mutate.h"

static double composite_F(heco_rng *rng) {
    static const double pool[3] = {0.6, 0.8, 1.0};
    return pool[heco_rng_index_inline(rng, 3)];
}

static double composite_CR(heco_rng *rng) {
    static const double pool[3] = {0.1, 0.2, 1.0};
    return pool[heco_rng_index_inline(rng, 3)];
}

/* Writes the mutant a + K (b - a) + F (c - d) of four members. */
static void composite_toward(double *u, const heco_population *P, const size_t r[4], double K,
                             double F) {
    heco_parents p = {heco_population_row(P, r[0]), heco_population_row(P, r[1]),
                      heco_population_row(P, r[2]), heco_population_row(P, r[3])};
    heco_mutate_toward1(u, &p, K, F, P->n);
}

void heco_composite_current_to_rand(double *u, const heco_population *P, size_t i, heco_rng *rng) {
    size_t r[3];
    heco_pick_three(r, rng, P->count, i);
    double F = composite_F(rng), K = heco_rng_uniform_inline(rng);
    composite_toward(u, P, (size_t[4]){i, r[0], r[1], r[2]}, K, F);
}

void heco_composite_rand(double *u, const heco_population *P, size_t i, heco_rng *rng) {
    size_t r[3];
    heco_pick_three(r, rng, P->count, i);
    heco_mutate_rand1(u, heco_population_row(P, r[0]), heco_population_row(P, r[1]),
                      heco_population_row(P, r[2]), composite_F(rng), P->n);
    heco_cross_binomial(u, heco_population_row(P, i), composite_CR(rng), P->n, HECO_FORCE_ONE, rng);
}

void heco_composite_rand_to_best(double *u, const heco_population *P, size_t i, size_t best,
                                 heco_rng *rng) {
    size_t r[3];
    heco_pick_three(r, rng, P->count, i);
    double F = composite_F(rng);
    composite_toward(u, P, (size_t[4]){r[0], best, r[1], r[2]}, F, F);
    heco_cross_binomial(u, heco_population_row(P, i), composite_CR(rng), P->n, HECO_FORCE_ONE, rng);
}
