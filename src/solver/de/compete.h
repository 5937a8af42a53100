/* Competition of strategies (Tvrdik 2006): each success makes its strategy more likely. If the
 * probability of one falls below delta, all counters are reset. */
#ifndef HECO_SOLVER_DE_COMPETE_H
#define HECO_SOLVER_DE_COMPETE_H

#include "base/rng.h"

enum { HECO_COMPETE_MAX = 8 };

typedef struct {
    size_t K;
    double n0, delta;
    double n[HECO_COMPETE_MAX]; /* successes since the last reset */
    double q[HECO_COMPETE_MAX]; /* cumulative probabilities, made by heco_compete_refresh */
} heco_compete;

void heco_compete_init(heco_compete *c, size_t K, double n0, double delta);
/* Sets the probabilities (n_k + n0)/sum. Resets the counters first if the smallest is below delta.
 */
void heco_compete_refresh(heco_compete *c);
/* Draws a strategy by the probabilities of the last refresh. */
static inline size_t heco_compete_pick(const heco_compete *c, heco_rng *rng) {
    double u = heco_rng_uniform_inline(rng);
    size_t k = 0;
    for (size_t i = 0; i + 1 < c->K; i++) k += u > c->q[i]; /* q ascends; the sum avoids a branch */
    return k;
}
/* The order of LSHADE44: draws with the present counters, then resets them if the smallest
 * probability is below delta. */
size_t heco_compete_draw_then_reset(heco_compete *c, heco_rng *rng);

#endif
