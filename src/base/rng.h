/* The random generator: xoshiro256++ (Blackman and Vigna 2021, ACM TOMS 47, 36), 256 bits of
 * state filled from (seed, stream) by splitmix64. Small steps are inline because a search
 * draws one number per coordinate. */
#ifndef HECO_BASE_RNG_H
#define HECO_BASE_RNG_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "base/elementary.h"
#include "heco/algorithm.h"

struct heco_rng {
    uint64_t s[4];
};

void heco_rng_init(heco_rng *rng, uint64_t seed, uint64_t stream);
/* Mixes two numbers into one, for streams that several numbers identify. */
uint64_t heco_rng_mix(uint64_t a, uint64_t b);

static inline uint64_t heco_rng_rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t heco_rng_next(heco_rng *r) {
    uint64_t s0 = r->s[0], s1 = r->s[1], s2 = r->s[2], s3 = r->s[3];
    uint64_t result = heco_rng_rotl(s0 + s3, 23) + s0;
    uint64_t t      = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3      = heco_rng_rotl(s3, 45);
    r->s[0] = s0, r->s[1] = s1, r->s[2] = s2, r->s[3] = s3;
    return result;
}

/* Draws from [0, 1) with 53 random bits. */
static inline double heco_rng_uniform_inline(heco_rng *r) {
    return (double)(heco_rng_next(r) >> 11) * 0x1.0p-53;
}

/* Draws from 0 .. n-1 without bias (Lemire 2019, ACM TOMACS 29, 3). n >= 1. */
static inline size_t heco_rng_index_inline(heco_rng *r, size_t n) {
    uint64_t range = (uint64_t)n;
    uint64_t x     = heco_rng_next(r) >> 32;
    uint64_t m     = x * range; /* n < 2^32: populations and coordinates         */
    uint32_t low   = (uint32_t)m;
    if (low < (uint32_t)range) {
        uint32_t threshold = (uint32_t)(-(uint32_t)range) % (uint32_t)range;
        while (low < threshold) {
            m   = (heco_rng_next(r) >> 32) * range;
            low = (uint32_t)m;
        }
    }
    return (size_t)(m >> 32);
}

/* Normal and Cauchy numbers need no trigonometric functions, because both are drawn in the inner
 * loop of differential evolution. */

/* Draws a standard normal by the ratio of uniforms with Leva's quadratic bounds (Leva 1992, ACM
 * TOMS 18, 449-453); the logarithm is needed for about one draw in a hundred. */
static inline double heco_rng_normal_inline(heco_rng *r) {
    for (;;) {
        double u = 1.0 - heco_rng_uniform_inline(r); /* (0, 1] */
        double v = 1.7156 * (heco_rng_uniform_inline(r) - 0.5);
        double x = u - 0.449871;
        double y = fabs(v) + 0.386595;
        double q = x * x + y * (0.19600 * y - 0.25472 * x);
        if (q < 0.27597) return v / u;
        if (q <= 0.27846 && v * v <= -4.0 * u * u * heco_log(u)) return v / u;
    }
}

/* Draws a standard Cauchy: the ratio of the coordinates of a uniform point in the unit disc has the
 * same distribution as tan(pi (U - 1/2)). One word gives both coordinates, in odd multiples of
 * 2^-32, so that they are symmetric and never 0. */
static inline double heco_rng_cauchy_inline(heco_rng *r) {
    for (;;) {
        uint64_t word = heco_rng_next(r);
        double   x    = (double)(int32_t)(word >> 32) + 0.5;
        double   y    = (double)(int32_t)(uint32_t)word + 0.5;
        if (x * x + y * y <= 0x1.0p62) return x / y;
    }
}

#endif
