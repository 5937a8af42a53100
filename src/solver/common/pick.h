/* Random selection of members: distinct parents, subsets, by rank, by roulette. All draws are
 * unbiased. Some are inline because every trial needs three or four of them. */
#ifndef HECO_SOLVER_COMMON_PICK_H
#define HECO_SOLVER_COMMON_PICK_H

#include "base/rng.h"

/* Draws uniformly from 0 .. n-1 without a; n >= 2. The draw skips a, so it is never repeated. */
static inline size_t heco_pick_other(heco_rng *rng, size_t n, size_t a) {
    size_t r = heco_rng_index_inline(rng, n - 1);
    return r + (r >= a);
}

/* The same without a and b, a != b, both below n; n >= 3. */
static inline size_t heco_pick_other2(heco_rng *rng, size_t n, size_t a, size_t b) {
    size_t lo = a < b ? a : b, hi = a < b ? b : a;
    size_t r = heco_rng_index_inline(rng, n - 2);
    r += r >= lo;
    return r + (r >= hi);
}

/* The same without a, b and c, all different and below n; n >= 4. */
static inline size_t heco_pick_other3(heco_rng *rng, size_t n, size_t a, size_t b, size_t c) {
    size_t t;
    if (a > b) t = a, a = b, b = t;
    if (b > c) t = b, b = c, c = t;
    if (a > b) t = a, a = b, b = t;
    size_t r = heco_rng_index_inline(rng, n - 3);
    r += r >= a;
    r += r >= b;
    return r + (r >= c);
}

/* Draws r[0..3) distinct and different from i; n >= 4. */
static inline void heco_pick_three(size_t r[3], heco_rng *rng, size_t n, size_t i) {
    r[0] = heco_pick_other(rng, n, i);
    r[1] = heco_pick_other2(rng, n, i, r[0]);
    r[2] = heco_pick_other3(rng, n, i, r[0], r[1]);
}

/* Draws r[0..k) distinct and different from i; k <= 7, n > k. */
void heco_pick_distinct(size_t *r, size_t k, heco_rng *rng, size_t n, size_t i);

/* Draws r[0] below n and r[1] below m >= n, different from each other, from i and from b, which may
 * be i; n >= 4. In current-to-pbest/1 the indices from n on are the archive. */
static inline void heco_pick_pair(size_t r[2], heco_rng *rng, size_t n, size_t m, size_t i,
                                  size_t b) {
    if (b == i) {
        r[0] = heco_pick_other(rng, n, i);
        r[1] = heco_pick_other2(rng, m, i, r[0]);
    } else {
        r[0] = heco_pick_other2(rng, n, i, b);
        r[1] = heco_pick_other3(rng, m, i, b, r[0]);
    }
}

/* Writes 0, 1, .., n-1. */
void heco_pick_identity(size_t *perm, size_t n);
/* Partial Fisher-Yates: the first k entries of the permutation become a random subset in random
 * order. perm stays a permutation, so the next call may start from it. */
void heco_pick_subset(size_t *perm, size_t n, size_t k, heco_rng *rng);
/* Draws k with probability weight[k] / sum; the last one if rounding leaves none. */
size_t heco_pick_roulette(const double *weight, size_t count, heco_rng *rng);
/* Rank-based draw of the UDE family: place r of n is accepted with probability (n - 1 - r)/n. */
size_t heco_pick_ranked(size_t n, heco_rng *rng);
/* Draws place k of the first `pool` of n with probability proportional to n - k; pool <= n. */
size_t heco_pick_linear(size_t pool, size_t n, heco_rng *rng);
/* Draws place k of n with probability proportional to exp(-rate k); rate 0: uniform. */
size_t heco_pick_geometric(size_t n, double rate, heco_rng *rng);
/* The same without place a, below n; n >= 2. */
size_t heco_pick_geometric_other(size_t n, double rate, size_t a, heco_rng *rng);

#endif
