/* Percentile bootstrap intervals. Efron and Tibshirani (1993), An Introduction to the Bootstrap,
 * chapter 13. Every interval starts its own generator from the seed, so that it depends on its own
 * data alone. The limits are order statistics without interpolation, because a resample without a
 * success has an infinite expected running time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/index_sort.h"
#include "base/rng.h"
#include "report/stats/stats.h"

/* Draws one resample and returns its statistic. */
typedef double (*bootstrap_draw)(const void *sample, heco_rng *rng);

/* Draws the resamples and takes the limits from the sorted statistics. */
static heco_status bootstrap_run(const heco_resampling *how, bootstrap_draw draw,
                                 const void *sample, heco_interval *out) {
    if (how->resamples == 0) return HECO_ERR_ARG;
    double *value = malloc(how->resamples * sizeof *value);
    if (value == NULL) return HECO_ERR_MEMORY;
    heco_rng rng;
    heco_rng_init(&rng, how->seed, 0);
    for (size_t i = 0; i < how->resamples; i++) value[i] = draw(sample, &rng);
    heco_sort_ascending(value, how->resamples);
    size_t outside = (size_t)(0.5 * how->level * (double)how->resamples);
    out->low       = value[outside];
    out->high      = value[how->resamples - 1 - outside];
    free(value);
    return HECO_OK;
}

typedef struct {
    const double *value, *success; /* success is NULL for a mean                          */
    size_t        count;
} bootstrap_values;

static double bootstrap_draw_mean(const void *sample, heco_rng *rng) {
    const bootstrap_values *s   = sample;
    double                  sum = 0.0;
    for (size_t i = 0; i < s->count; i++) sum += s->value[heco_rng_index_inline(rng, s->count)];
    return sum / (double)s->count;
}

heco_status heco_bootstrap_mean(const double *values, size_t count, const heco_resampling *how,
                                heco_interval *out) {
    bootstrap_values sample = {values, NULL, count};
    return count == 0 ? HECO_ERR_ARG : bootstrap_run(how, bootstrap_draw_mean, &sample, out);
}

static double bootstrap_draw_ert(const void *sample, heco_rng *rng) {
    const bootstrap_values *s     = sample;
    double                  evals = 0.0, successes = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        size_t run = heco_rng_index_inline(rng, s->count);
        evals += s->value[run];
        successes += s->success[run];
    }
    return successes > 0.0 ? evals / successes : INFINITY;
}

heco_status heco_bootstrap_ert(const double *evals, const double *success, size_t count,
                               const heco_resampling *how, heco_interval *out) {
    bootstrap_values sample = {evals, success, count};
    return count == 0 ? HECO_ERR_ARG : bootstrap_run(how, bootstrap_draw_ert, &sample, out);
}

/* The values of both samples as classes of equal values, numbered in ascending order. A resample
 * is counted by class, so that A12 takes one pass over the classes. */
typedef struct {
    size_t *a, *b; /* classes of the values                                              */
    size_t  na, nb, classes;
    double *count_a, *count_b;
} bootstrap_pair;

static double bootstrap_draw_a12(const void *sample, heco_rng *rng) {
    const bootstrap_pair *s    = sample;
    double                wins = 0.0, above = (double)s->nb;
    memset(s->count_a, 0, s->classes * sizeof *s->count_a);
    memset(s->count_b, 0, s->classes * sizeof *s->count_b);
    for (size_t i = 0; i < s->na; i++) s->count_a[s->a[heco_rng_index_inline(rng, s->na)]] += 1.0;
    for (size_t i = 0; i < s->nb; i++) s->count_b[s->b[heco_rng_index_inline(rng, s->nb)]] += 1.0;
    for (size_t k = 0; k < s->classes; k++) {
        above -= s->count_b[k];
        wins += s->count_a[k] * (above + 0.5 * s->count_b[k]);
    }
    return wins / ((double)s->na * (double)s->nb);
}

heco_status heco_bootstrap_a12(const double *a, size_t na, const double *b, size_t nb,
                               const heco_resampling *how, heco_interval *out) {
    size_t count = na + nb, classes = 2 * count + 1;
    if (na == 0 || nb == 0) return HECO_ERR_ARG;
    double     *both   = malloc((2 * count + 2 * classes) * sizeof *both);
    size_t     *kind   = malloc(count * sizeof *kind);
    heco_status status = both != NULL && kind != NULL ? HECO_OK : HECO_ERR_MEMORY;
    if (status == HECO_OK) {
        double        *ranks = both + count, *counts = both + 2 * count;
        bootstrap_pair pair = {kind, kind + na, na, nb, classes, counts, counts + classes};
        memcpy(both, a, na * sizeof *a);
        memcpy(both + na, b, nb * sizeof *b);
        status = heco_midranks(both, count, ranks, NULL);
        /* Twice a midrank is an integer, and equal values share it. */
        for (size_t i = 0; i < count && status == HECO_OK; i++)
            kind[i] = (size_t)(2.0 * ranks[i] + 0.5);
        if (status == HECO_OK) status = bootstrap_run(how, bootstrap_draw_a12, &pair, out);
    }
    free(both);
    free(kind);
    return status;
}
