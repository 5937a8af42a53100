/* Bayesian signed-rank test: Benavoli, Corani, Demsar and Zaffalon (2017), Time for a change: a
 * tutorial for comparing multiple classifiers through Bayesian analysis, JMLR 18 (77), section
 * 4.2.
 *
 * The distribution of the difference has a Dirichlet process as its prior, with strength s = 0.5
 * and all its mass at 0. A draw of the posterior gives weights w_0 to the pseudo-observation 0 and
 * w_1, ..., w_n to the observations; they are Dirichlet(s, 1, ..., 1). The sum of w_i w_j over all
 * pairs with (z_i + z_j) / 2 below -rope, within and above is the share of "smaller", "equal" and
 * "larger". The result is how often each of the three is the largest.
 *
 * The values are sorted once, so a draw takes one pass with two limits that only move down. */
#include <stdlib.h>
#include <string.h>

#include "base/index_sort.h"
#include "base/rng.h"
#include "report/stats/stats.h"

/* Draws the weights: Gamma(1) is exponential, and Gamma(1/2) is half the square of a normal. The
 * pseudo-observation is at `prior`. */
static void bayes_draw(heco_rng *rng, double *weight, size_t count, size_t prior) {
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        double normal = i == prior ? heco_rng_normal_inline(rng) : 0.0;
        weight[i] =
            i == prior ? 0.5 * normal * normal : -heco_log(1.0 - heco_rng_uniform_inline(rng));
        sum += weight[i];
    }
    for (size_t i = 0; i < count; i++) weight[i] /= sum;
}

/* Sums the weights of the pairs on both sides of the region. `value` is ascending. */
static void bayes_shares(const double *value, const double *weight, size_t count, double rope,
                         double *smaller, double *larger) {
    double below = 1.0, upto = 1.0; /* weights of value[0 .. low) and value[0 .. high)      */
    size_t low = count, high = count;
    *smaller = *larger = 0.0;
    for (size_t i = 0; i < count; i++) {
        while (low > 0 && value[i] + value[low - 1] >= -2.0 * rope) below -= weight[--low];
        while (high > 0 && value[i] + value[high - 1] > 2.0 * rope) upto -= weight[--high];
        *smaller += weight[i] * (low > 0 ? below : 0.0);
        *larger += weight[i] * (high > 0 ? 1.0 - upto : 1.0);
    }
}

heco_status heco_bayes_signed_rank(const double *difference, size_t count, double rope,
                                   const heco_resampling *how, heco_bayes *out) {
    memset(out, 0, sizeof *out);
    if (count == 0 || how->resamples == 0) return HECO_ERR_ARG;
    double *value = malloc(2 * (count + 1) * sizeof *value);
    if (value == NULL) return HECO_ERR_MEMORY;
    double *weight = value + count + 1;
    memcpy(value, difference, count * sizeof *value);
    value[count] = 0.0;
    heco_sort_ascending(value, count + 1);
    size_t prior = 0;
    while (value[prior] != 0.0) prior++;
    heco_rng rng;
    heco_rng_init(&rng, how->seed, 0);
    for (size_t k = 0; k < how->resamples; k++) {
        double smaller, larger;
        bayes_draw(&rng, weight, count + 1, prior);
        bayes_shares(value, weight, count + 1, rope, &smaller, &larger);
        double equal = 1.0 - smaller - larger;
        if (equal >= smaller && equal >= larger) out->equal += 1.0;
        else if (smaller > larger) out->smaller += 1.0;
        else out->larger += 1.0;
    }
    out->smaller /= (double)how->resamples;
    out->equal /= (double)how->resamples;
    out->larger /= (double)how->resamples;
    free(value);
    return HECO_OK;
}
