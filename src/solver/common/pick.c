#include "solver/common/pick.h"
#include "base/elementary.h"

#include <math.h>

void heco_pick_identity(size_t *perm, size_t n) {
    for (size_t i = 0; i < n; i++) perm[i] = i;
}

void heco_pick_distinct(size_t *r, size_t k, heco_rng *rng, size_t n, size_t i) {
    size_t taken[8] = {i}; /* ascending: each draw skips those below it */
    for (size_t c = 0; c < k; c++) {
        size_t x = heco_rng_index_inline(rng, n - 1 - c), at = 0;
        for (; at <= c && x >= taken[at]; at++) x++;
        r[c] = x;
        for (size_t t = c + 1; t > at; t--) taken[t] = taken[t - 1];
        taken[at] = x;
    }
}

void heco_pick_subset(size_t *perm, size_t n, size_t k, heco_rng *rng) {
    heco_rng r = *rng; /* in registers for the loop */
    for (size_t i = 0; i < k && i + 1 < n; i++) {
        size_t j    = i + heco_rng_index_inline(&r, n - i);
        size_t swap = perm[i];
        perm[i]     = perm[j];
        perm[j]     = swap;
    }
    *rng = r;
}

size_t heco_pick_roulette(const double *weight, size_t count, heco_rng *rng) {
    double sum = 0.0;
    for (size_t k = 0; k < count; k++) sum += weight[k];
    double u = heco_rng_uniform_inline(rng) * sum;
    for (size_t k = 0; k + 1 < count; k++) {
        u -= weight[k];
        if (u < 0.0) return k;
    }
    return count - 1;
}

size_t heco_pick_ranked(size_t n, heco_rng *rng) {
    for (;;) {
        size_t r = heco_rng_index_inline(rng, n);
        if (n < 2 || heco_rng_uniform_inline(rng) * (double)n < (double)(n - 1 - r)) return r;
    }
}

size_t heco_pick_linear(size_t pool, size_t n, heco_rng *rng) {
    for (;;) {
        size_t k = heco_rng_index_inline(rng, pool);
        if (heco_rng_uniform_inline(rng) * (double)n < (double)(n - k)) return k;
    }
}

/* The cumulative sum of a truncated geometric series can be solved for the place. */
size_t heco_pick_geometric(size_t n, double rate, heco_rng *rng) {
    if (!(rate > 0.0)) return heco_rng_index_inline(rng, n);
    double k = -heco_log1p(heco_rng_uniform_inline(rng) * heco_expm1(-rate * (double)n)) / rate;
    return k < (double)(n - 1) ? (size_t)k : n - 1;
}

/* A draw of `a` is repeated on one of the two sides of it, chosen by their weights. Two draws are
 * therefore enough, even if most of the weight is on `a`. */
size_t heco_pick_geometric_other(size_t n, double rate, size_t a, heco_rng *rng) {
    size_t k = heco_pick_geometric(n, rate, rng);
    if (k != a) return k;
    if (!(rate > 0.0)) return heco_pick_other(rng, n, a);
    double before = -heco_expm1(-rate * (double)a);
    double after  = -heco_exp(-rate * (double)(a + 1)) * heco_expm1(-rate * (double)(n - 1 - a));
    int    left   = a + 1 == n || heco_rng_uniform_inline(rng) * (before + after) < before;
    return left ? heco_pick_geometric(a, rate, rng)
                : a + 1 + heco_pick_geometric(n - 1 - a, rate, rng);
}
