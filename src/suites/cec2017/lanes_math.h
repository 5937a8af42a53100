/* Sine, cosine and exponential of short vectors, lane by lane.
 *
 * Every lane goes through the same additions and multiplications, none of them fused, so the
 * bits are the same on every machine and for every width. The errors are absolute, at most
 * about 3e-16 for sine and cosine (which is what sums of them need) and 1 ulp for the
 * exponential; the cosine of 0 is 1, the sine of 0 is 0, the exponential of 0 is 1, exactly.
 *
 *   heco_vd_sin, heco_vd_cos      |x| <= HECO_VMATH_NEAR
 *   heco_vd_sin_far, .._cos_far   |x| <= HECO_VMATH_FAR
 *   heco_vd_exp                   x <= 709; 0 below -708
 *
 * Beyond these the values are wrong without notice. With HECO_VMATH_SCALAR defined
 * base/elementary.h computes each lane instead, for any argument: slow, and a check on the rest.
 *
 * Method: x = k pi + r with |r| <= pi/2, where pi is split so that k times its leading part is
 * exact (Cody and Waite 1980); then one minimax polynomial (Remez) in r^2 for each function. */
#ifndef HECO_SUITES_CEC2017_LANES_MATH_H
#define HECO_SUITES_CEC2017_LANES_MATH_H

#include "base/elementary.h"
#include "suites/cec2017/lanes.h"

#define HECO_VMATH_NEAR 3.2e6
#define HECO_VMATH_FAR 3.2e12
#define HECO_VMATH_PER_PI 0x1.45f306dc9c883p-2 /* 1 / pi */

#ifdef HECO_VMATH_SCALAR

enum { HECO_VMATH_ANY = 1 }; /* accurate for any argument */

/* The angle is the argument itself. */
typedef struct {
    heco_vd r;
} heco_vd_angle;

HECO_VECTOR_FN heco_vd heco_vd_each(double (*function)(double), heco_vd x) {
    for (int l = 0; l < HECO_VECTOR_WIDTH; l++) x[l] = function(x[l]);
    return x;
}
HECO_VECTOR_FN heco_vd_angle heco_vd_reduce(heco_vd x, heco_vd turns) {
    (void)turns;
    return (heco_vd_angle){x};
}
HECO_VECTOR_FN heco_vd_angle heco_vd_reduce_far(heco_vd x) { return (heco_vd_angle){x}; }
HECO_VECTOR_FN heco_vd heco_vd_sin_angle(heco_vd_angle a) { return heco_vd_each(heco_sin, a.r); }
HECO_VECTOR_FN heco_vd heco_vd_cos_angle(heco_vd_angle a) { return heco_vd_each(heco_cos, a.r); }
HECO_VECTOR_FN heco_vd heco_vd_exp(heco_vd x) { return heco_vd_each(heco_exp, x); }

#else

enum { HECO_VMATH_ANY = 0 };

/* Adding it rounds to the nearest integer and leaves that integer in the low bits. */
#define HECO_VMATH_ROUND 0x1.8p52
/* pi in two parts of 33 and 53 bits, or in three: the products of the short parts with an
 * integer below 2^20 are exact. */
#define HECO_VMATH_PI_1 0x1.921fb544p+1
#define HECO_VMATH_PI_2 0x1.0b4611a626331p-33
#define HECO_VMATH_PI_2A 0x1.0b4611a6p-33
#define HECO_VMATH_PI_3 0x1.3198a2e037073p-68

/* r, and the sign bit that (-1)^k has. */
typedef struct {
    heco_vd r;
    heco_vb sign;
} heco_vd_angle;

/* `turns` is x / pi, accurately enough to find k. */
HECO_VECTOR_FN heco_vd_angle heco_vd_reduce(heco_vd x, heco_vd turns) {
    heco_vd       shifted = turns + HECO_VMATH_ROUND;
    heco_vd       k       = shifted - HECO_VMATH_ROUND;
    heco_vd_angle a       = {(x - k * HECO_VMATH_PI_1) - k * HECO_VMATH_PI_2, heco_vd_bits(shifted)
                                                                                  << 63};
    return a;
}

/* First by multiples of 2^20 pi, then by multiples of pi. Everything but the last two
 * differences is exact: the intermediate results are short sums of short numbers. */
HECO_VECTOR_FN heco_vd_angle heco_vd_reduce_far(heco_vd x) {
    const double  big     = 0x1p20;
    heco_vd       k1      = (x * (HECO_VMATH_PER_PI / big) + HECO_VMATH_ROUND) - HECO_VMATH_ROUND;
    heco_vd       a       = x - k1 * (HECO_VMATH_PI_1 * big);
    heco_vd       b       = k1 * (HECO_VMATH_PI_2A * big);
    heco_vd       shifted = (a - b) * HECO_VMATH_PER_PI + HECO_VMATH_ROUND;
    heco_vd       k2      = shifted - HECO_VMATH_ROUND;
    heco_vd       r       = (a - k2 * HECO_VMATH_PI_1) - b;
    heco_vd_angle out     = {r - (k2 * HECO_VMATH_PI_2 + k1 * (HECO_VMATH_PI_3 * big)),
                             heco_vd_bits(shifted) << 63};
    return out;
}

/* The polynomials are evaluated in pairs of terms (Estrin), which shortens the chain of
 * operations that wait for each other. */
HECO_VECTOR_FN heco_vd heco_vd_sin_angle(heco_vd_angle a) {
    heco_vd u = a.r * a.r, u2 = u * u, u4 = u2 * u2;
    heco_vd p01 = u * 0x1.11111111110dbp-7 - 0x1.5555555555555p-3;
    heco_vd p23 = u * 0x1.71de3a52e382fp-19 - 0x1.a01a01a015a9ep-13;
    heco_vd p45 = u * 0x1.6123d0a0f8304p-33 - 0x1.ae6454ea20f0fp-26;
    heco_vd p67 = u * 0x1.88385537aa67ap-49 - 0x1.ae440ea9d256bp-41;
    heco_vd p   = (p01 + p23 * u2) + (p45 + p67 * u2) * u4;
    p           = p * (u * a.r) + a.r;
    return heco_vd_from_bits(heco_vd_bits(p) ^ a.sign);
}

HECO_VECTOR_FN heco_vd heco_vd_cos_angle(heco_vd_angle a) {
    heco_vd u = a.r * a.r, u2 = u * u, u4 = u2 * u2;
    heco_vd p01 = u * -0x1.6c16c16c1492cp-10 + 0x1.555555555554p-5;
    heco_vd p23 = u * -0x1.27e4fa868a19ap-22 + 0x1.a01a019df4e79p-16;
    heco_vd p45 = u * -0x1.9361446751a1ap-37 + 0x1.1eed21415bed7p-29;
    heco_vd p   = (p01 + p23 * u2) + (p45 + u2 * 0x1.a0d2f2dc9f87dp-45) * u4;
    p           = (1.0 - 0.5 * u) + p * u2;
    return heco_vd_from_bits(heco_vd_bits(p) ^ a.sign);
}

/* exp(x) = 2^k exp(r), |r| <= ln(2)/2; 2^k is added to the exponent bits. The rounding errors of r
 * and of 1 + r are added to the small terms, so that exp(1) is correctly rounded. */
HECO_VECTOR_FN heco_vd heco_vd_exp(heco_vd x) {
    heco_vd shifted = x * 0x1.71547652b82fep+0 + HECO_VMATH_ROUND;
    heco_vd k       = shifted - HECO_VMATH_ROUND;
    heco_vd high = x - k * 0x1.62e42fefa2p-1, low = k * 0x1.9ef35793c7673p-41;
    heco_vd r  = high - low;
    heco_vd r2 = r * r, r4 = r2 * r2;
    heco_vd p01 = r * 0x1.555555555555cp-3 + 0.5;
    heco_vd p23 = r * 0x1.111111110ebb2p-7 + 0x1.555555555555ep-5;
    heco_vd p45 = r * 0x1.a01a01b3bb2dap-13 + 0x1.6c16c16c13569p-10;
    heco_vd p67 = r * 0x1.71ddef93b48d8p-19 + 0x1.a01a01b45c9ccp-16;
    heco_vd p89 = r * 0x1.af6cccfa7e8a5p-26 + 0x1.27e4bf2556f2dp-22;
    heco_vd top = p45 + p67 * r2 + (p89 + r2 * 0x1.1f9dfca510901p-29) * r4;
    heco_vd p   = (p01 + p23 * r2) + top * r4;
    heco_vd one = r + 1.0;
    p           = p * r2 + ((high - r) - low);
    p           = one + (((1.0 - one) + r) + p);
    p           = heco_vd_from_bits(heco_vd_bits(p) + (heco_vd_bits(shifted) << 52));
    return heco_vd_where(x >= -708.0, p);
}

#endif

HECO_VECTOR_FN heco_vd heco_vd_sin(heco_vd x) {
    return heco_vd_sin_angle(heco_vd_reduce(x, x * HECO_VMATH_PER_PI));
}
HECO_VECTOR_FN heco_vd heco_vd_cos(heco_vd x) {
    return heco_vd_cos_angle(heco_vd_reduce(x, x * HECO_VMATH_PER_PI));
}
HECO_VECTOR_FN heco_vd heco_vd_sin_far(heco_vd x) {
    return heco_vd_sin_angle(heco_vd_reduce_far(x));
}
HECO_VECTOR_FN heco_vd heco_vd_cos_far(heco_vd x) {
    return heco_vd_cos_angle(heco_vd_reduce_far(x));
}

/* x^3 rounded once (except for rare cases near a tie), as pow(x, 3) gives it: the sine of a large
 * cube depends on every bit. x is split into two halves whose products are exact. */
HECO_VECTOR_FN heco_vd heco_vd_cube(heco_vd x) {
    const uint64_t head = ~(uint64_t)0x7ffffff;
    heco_vd        xh   = heco_vd_from_bits(heco_vd_bits(x) & head);
    heco_vd        xl   = x - xh;
    heco_vd        a    = xh * xh; /* x^2 = a + b */
    heco_vd        b    = xl * (x + xh);
    heco_vd        ah   = heco_vd_from_bits(heco_vd_bits(a) & head);
    heco_vd        al   = a - ah;
    return ah * xh + ((ah * xl + al * x) + b * x);
}

#endif
