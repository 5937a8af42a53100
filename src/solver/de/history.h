/* Success history (SHADE): H memory slots, each a pair of means of F and CR. They are written in
 * turn with the means of the successful values, weighted by the improvement. */
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

/* Draws from a Cauchy distribution about `mean` until the value is positive; values above 1 become
 * 1. */
static inline double heco_history_draw_F(double mean, double scale, heco_rng *rng) {
    double F;
    do F = mean + scale * heco_rng_cauchy_inline(rng);
    while (!(F > 0.0));
    return F < 1.0 ? F : 1.0;
}

/* Clips CR to [0, 1]. */
static inline double heco_history_clip_CR(double CR) {
    return CR < 0.0 ? 0.0 : CR > 1.0 ? 1.0 : CR;
}

/* Draws from a normal distribution about `mean`, clipped to [0, 1]; 0 for a terminal slot. */
static inline double heco_history_draw_CR(double mean, double deviation, heco_rng *rng) {
    if (isnan(mean)) return 0.0;
    return heco_history_clip_CR(mean + deviation * heco_rng_normal_inline(rng));
}

/* Draws from a normal distribution about `mean` in [0, 1] until the value is in (0, 1]. */
static inline double heco_history_redraw_normal(double mean, double deviation, heco_rng *rng) {
    double x;
    do x = mean + deviation * heco_rng_normal_inline(rng);
    while (!(x > 0.0 && x <= 1.0));
    return x;
}

/* Draws from a Cauchy distribution about `mean` until the value is in (0, 1). */
static inline double heco_history_redraw_cauchy(double mean, double scale, heco_rng *rng) {
    double x;
    do x = mean + scale * heco_rng_cauchy_inline(rng);
    while (!(x > 0.0 && x < 1.0));
    return x;
}

/* Returns sum w x^2 / sum w x or sum w x / sum w; 0 if sum w x is 0. The weights are equal if all
 * gains are 0. */
double heco_mean_weighted(const double *x, const double *gain, size_t count, heco_mean mean);
/* Writes one slot and advances; without successes nothing changes. With `terminal`, the slot
 * becomes terminal if it was terminal or if all successes have CR = 0. */
void heco_history_update(heco_history *h, const heco_successes *s, heco_mean cr_mean, int terminal);
/* Copies the slot written last to the present one and advances, for algorithms that also write
 * after a generation without successes. */
void heco_history_repeat_slot(heco_history *h);
/* One slot becomes share * L + (1 - share) * slot for F and CR, L the Lehmer mean, or 1 where all
 * gains are 0 or the weighted mean is below 1e-8 (CL-SRDE); without successes nothing changes. */
void heco_history_blend(heco_history *h, const heco_successes *s, double share);

#endif
