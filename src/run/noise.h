/* The answer of a function that is not deterministic: the best points are evaluated several times,
 * and the one with the best mean is the answer. */
#ifndef HECO_RUN_NOISE_H
#define HECO_RUN_NOISE_H

#include "heco/answer.h"

enum { HECO_NOISE_POINTS = 5 }; /* best points of the search that are kept */

typedef struct {
    size_t     points;   /* points kept                                                       */
    double    *x;        /* their rows of n, the best first                                   */
    double     f[HECO_NOISE_POINTS], viol[HECO_NOISE_POINTS];
    double    *g, *h;    /* means at the answer                                               */
    heco_noise result;   /* samples is 0 if nothing was sampled                               */
} heco_noise_state;

/* Takes memory from the arena, which records a lack of it. */
void heco_noise_init(heco_noise_state *s, const heco_space *space, heco_arena *arena);
/* Keeps the best points of a batch. */
void heco_noise_learn(heco_noise_state *s, const heco_batch *batch);
/* Returns how often each point is evaluated: `wanted`, or if that is 0 as often as 5 % of the budget
 * allow, at most 10 times. */
size_t heco_noise_samples(const heco_noise_state *s, unsigned wanted, uint64_t max_evals);
/* Evaluates each point `samples` times and makes `result` that of the point with the best mean. */
heco_status heco_noise_sample(heco_noise_state *s, const heco_space *space, size_t samples,
                              heco_evaluator *evaluator, heco_result *result);

#endif
