/* Pieces of elementary_*.c: the bits of a double, and sums and products of two doubles without
 * rounding error (Dekker 1971, Numerische Mathematik 18, 224-242). */
#ifndef HECO_BASE_ELEMENTARY_PARTS_H
#define HECO_BASE_ELEMENTARY_PARTS_H

#include <stdint.h>
#include <string.h>

/* head + rest, |rest| at most half a unit in the last place of head. */
typedef struct {
    double head, rest;
} heco_two;

static inline uint64_t heco_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double heco_from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Returns the exponent bits: 0 for zeros and subnormal numbers, 0x7ff for infinities and NANs. */
static inline int heco_exponent_bits(double x) { return (int)(heco_bits(x) >> 52) & 0x7ff; }

/* Returns a + b; requires |a| >= |b|, or that a is a multiple of the last place of b. */
static inline heco_two heco_two_sum(double a, double b) {
    double s = a + b;
    return (heco_two){s, (a - s) + b};
}

/* Returns the first 26 of the 53 bits of x: products of two such numbers are exact. */
static inline double heco_upper_half(double x) {
    return heco_from_bits(heco_bits(x) & ~(uint64_t)0x7ffffff);
}

/* Returns a b. The halves are cut, not rounded, so a_low b_low may round; that error is below
 * 2^-104 |a b|. */
static inline heco_two heco_two_product(double a, double b) {
    double ah = heco_upper_half(a), al = a - ah, bh = heco_upper_half(b), bl = b - bh;
    double p = a * b;
    return (heco_two){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

#endif
