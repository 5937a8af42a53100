#include "run/noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "problem/better.h"

enum {
    NOISE_SAMPLES = 10, /* by default; the error of the mean is a third of the spread */
    NOISE_SHARE   = 20  /* by default at most this part of the budget, 5 % */
};

void heco_noise_init(heco_noise_state *s, const heco_space *space, heco_arena *arena) {
    s->x = heco_arena_take(arena, HECO_NOISE_POINTS * space->n, sizeof *s->x);
    s->g = heco_arena_take(arena, space->ng, sizeof *s->g);
    s->h = heco_arena_take(arena, space->nh, sizeof *s->h);
}

/* Inserts row i of the batch at place k; the last point is forgotten if there is no room. */
static void noise_insert(heco_noise_state *s, const heco_batch *b, size_t i, size_t k) {
    size_t n = b->n, moved = s->points < HECO_NOISE_POINTS ? s->points : HECO_NOISE_POINTS - 1;
    memmove(s->x + (k + 1) * n, s->x + k * n, (moved - k) * n * sizeof *s->x);
    memmove(s->f + k + 1, s->f + k, (moved - k) * sizeof *s->f);
    memmove(s->viol + k + 1, s->viol + k, (moved - k) * sizeof *s->viol);
    memcpy(s->x + k * n, b->x + i * n, n * sizeof *s->x);
    s->f[k] = b->f[i], s->viol[k] = b->viol[i];
    s->points = moved + 1;
}

void heco_noise_learn(heco_noise_state *s, const heco_batch *b) {
    for (size_t i = 0; i < b->count; i++) {
        size_t k = s->points;
        if (b->state[i] != HECO_ROW_OK) continue;
        double f = b->f[i], viol = b->viol[i];
        while (k > 0 && heco_better_feasible_inline(f, viol, s->f[k - 1], s->viol[k - 1])) k--;
        if (k == HECO_NOISE_POINTS) continue;
        /* A point that was evaluated twice is kept once. */
        int known = 0;
        for (size_t j = 0; j < s->points && !known; j++)
            known = memcmp(s->x + j * b->n, b->x + i * b->n, b->n * sizeof *s->x) == 0;
        if (!known) noise_insert(s, b, i, k);
    }
}

size_t heco_noise_samples(const heco_noise_state *s, unsigned wanted, uint64_t max_evals) {
    if (s->points == 0 || wanted == 1) return 0;
    if (wanted > 1) return wanted;
    uint64_t most = max_evals / (NOISE_SHARE * s->points);
    return most < NOISE_SAMPLES ? (size_t)most : NOISE_SAMPLES;
}

/* Writes the mean values of the rows of one point, and the spread of f. Returns the number of rows
 * that did not fail. */
static size_t noise_average(const heco_batch *b, size_t first, size_t samples, double *g,
                            double *h, double mean[2]) {
    size_t count = 0;
    double sum = 0.0, squares = 0.0;
    memset(g, 0, b->ng * sizeof *g);
    memset(h, 0, b->nh * sizeof *h);
    for (size_t i = first; i < first + samples; i++) {
        if (b->state[i] != HECO_ROW_OK || !isfinite(b->f[i])) continue;
        count++;
        sum += b->f[i];
        for (size_t k = 0; k < b->ng; k++) g[k] += b->g[i * b->ng + k];
        for (size_t k = 0; k < b->nh; k++) h[k] += b->h[i * b->nh + k];
    }
    if (count == 0) return 0;
    for (size_t k = 0; k < b->ng; k++) g[k] /= (double)count;
    for (size_t k = 0; k < b->nh; k++) h[k] /= (double)count;
    mean[0] = sum / (double)count;
    for (size_t i = first; i < first + samples; i++)
        if (b->state[i] == HECO_ROW_OK && isfinite(b->f[i]))
            squares += (b->f[i] - mean[0]) * (b->f[i] - mean[0]);
    mean[1] = count > 1 ? sqrt(squares / (double)(count - 1)) : NAN;
    return count;
}

/* Makes `result` that of the point with the best mean. */
static void noise_choose(heco_noise_state *s, const heco_space *space, const heco_batch *b,
                         size_t samples, heco_result *result) {
    double best = INFINITY, best_viol = INFINITY, mean[2];
    size_t chosen = SIZE_MAX;
    for (size_t k = 0; k < s->points; k++) {
        size_t count = noise_average(b, k * samples, samples, s->g, s->h, mean);
        double viol  = heco_violation(space, s->g, s->h);
        if (count == 0 || !isfinite(viol) ||
            !heco_better_feasible(mean[0], viol, best, best_viol))
            continue;
        best = mean[0], best_viol = viol, chosen = k;
    }
    if (chosen == SIZE_MAX) return;
    s->result.samples = noise_average(b, chosen * samples, samples, s->g, s->h, mean);
    s->result.mean = mean[0], s->result.spread = mean[1];
    result->x = s->x + chosen * space->n, result->g = s->g, result->h = s->h;
    result->outcome.f = best, result->outcome.viol = best_viol;
    result->outcome.found = heco_found_of(best, best_viol);
    heco_violation_counts(space, s->g, s->h, result->outcome.c);
}

heco_status heco_noise_sample(heco_noise_state *s, const heco_space *space, size_t samples,
                              heco_evaluator *evaluator, heco_result *result) {
    heco_batch *b;
    heco_status status = heco_batch_new(&b, space, s->points * samples);
    if (status != HECO_OK) return status;
    b->count = b->capacity;
    for (size_t i = 0; i < b->count; i++)
        memcpy(b->x + i * space->n, s->x + i / samples * space->n, space->n * sizeof *b->x);
    s->result.evals = b->count;
    status          = heco_evaluate(evaluator, b);
    if (status == HECO_OK) noise_choose(s, space, b, samples, result);
    heco_batch_free(b);
    return status == HECO_ERR_MEMORY ? status : HECO_OK;
}
