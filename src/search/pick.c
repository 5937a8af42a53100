#include "search/pick.h"

void heco_pick_identity(size_t *perm, size_t n) {
    for (size_t i = 0; i < n; i++) perm[i] = i;
}

void heco_pick_subset(size_t *perm, size_t n, size_t k, heco_rng *rng) {
    for (size_t i = 0; i < k && i + 1 < n; i++) {
        size_t j    = i + heco_rng_below(rng, n - i);
        size_t swap = perm[i];
        perm[i]     = perm[j];
        perm[j]     = swap;
    }
}

size_t heco_pick_roulette(const double *weight, size_t count, heco_rng *rng) {
    double sum = 0.0;
    for (size_t k = 0; k < count; k++) sum += weight[k];
    double u = heco_rng_u01(rng) * sum;
    for (size_t k = 0; k + 1 < count; k++) {
        u -= weight[k];
        if (u < 0.0) return k;
    }
    return count - 1;
}

size_t heco_pick_ranked(size_t n, heco_rng *rng) {
    for (;;) {
        size_t r = heco_rng_below(rng, n);
        if (n < 2 || heco_rng_u01(rng) * (double)n < (double)(n - 1 - r)) return r;
    }
}
