/* Success history (SHADE): H pairs of means for F and CR, written in turn with the means of the
 * values that made better points, weighted by the improvement. */
#ifndef HECO_SOLVER_DE_HISTORY_H
#define HECO_SOLVER_DE_HISTORY_H

#include <math.h>

#include "base/arena.h"
#include "base/rng.h"

typedef struct {
    size_t  H, at;  /* slots, the next one to write */
    double *F, *CR; /* a CR slot that is NAN is terminal: it gives CR = 0 */
} heco_history;

/* The successes of one generation, in the order in which they were added. */
typedef struct {
    size_t  count, capacity;
    double *F, *CR, *gain;
} heco_successes;

typedef enum {
    HECO_MEAN_LEHMER     = 0,
    HECO_MEAN_ARITHMETIC = 1
} heco_mean;

void heco_history_init(heco_history *h, size_t H, double F, double CR, heco_arena *arena);
void heco_successes_init(heco_successes *s, size_t capacity, heco_arena *arena);

static inline void heco_successes_add(heco_successes *s, double F, double CR, double gain) {
    s->F[s->count]      = F;
    s->CR[s->count]     = CR;
    s->gain[s->count++] = gain;
}

/* Cauchy around `mean`, drawn again while not positive, cut to 1. */
static inline double heco_history_draw_F(double mean, double scale, heco_rng *rng) {
    double F;
    do F = mean + scale * heco_rng_cauchy_inline(rng);
    while (!(F > 0.0));
    return F < 1.0 ? F : 1.0;
}

static inline double heco_history_cut(double CR) { return CR < 0.0 ? 0.0 : CR > 1.0 ? 1.0 : CR; }

/* Normal around `mean`, cut to [0, 1]; 0 for a terminal slot. */
static inline double heco_history_draw_CR(double mean, double deviation, heco_rng *rng) {
    if (isnan(mean)) return 0.0;
    return heco_history_cut(mean + deviation * heco_rng_normal_inline(rng));
}

/* Normal around `mean`, drawn again while outside (0, 1]; for means in [0, 1]. */
static inline double heco_history_redraw_normal(double mean, double deviation, heco_rng *rng) {
    double x;
    do x = mean + deviation * heco_rng_normal_inline(rng);
    while (!(x > 0.0 && x <= 1.0));
    return x;
}

/* Cauchy around `mean`, drawn again while outside (0, 1). */
static inline double heco_history_redraw_cauchy(double mean, double scale, heco_rng *rng) {
    double x;
    do x = mean + scale * heco_rng_cauchy_inline(rng);
    while (!(x > 0.0 && x < 1.0));
    return x;
}

/* sum w x^2 / sum w x or sum w x / sum w; equal weights when all gains are 0; 0 when sum w x is. */
double heco_mean_weighted(const double *x, const double *gain, size_t count, heco_mean mean);
/* Writes one slot and moves on; without successes nothing changes. With `terminal`, a slot that is
 * terminal, or successes that all have CR = 0, make the slot terminal. */
void heco_history_update(heco_history *h, const heco_successes *s, heco_mean cr_mean, int terminal);
/* For a generation without successes in algorithms that still write: the slot gets the values of
 * the one written before it, and the position moves on. */
void heco_history_carry(heco_history *h);
/* One slot becomes share * L + (1 - share) * slot for F and CR, L the Lehmer mean, or 1 where all
 * gains are 0 or the weighted mean is below 1e-8 (CL-SRDE); without successes nothing changes. */
void heco_history_blend(heco_history *h, const heco_successes *s, double share);

#endif
