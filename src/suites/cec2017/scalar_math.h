/* Sine and logarithm without table or call: several arguments side by side become one vector
 * loop, and the bits do not depend on the C library. Coefficients were fitted with 60 digits
 * through the Chebyshev nodes of the interval. Each function says where it may be used. */
#ifndef HECO_SUITES_CEC2017_SCALAR_MATH_H
#define HECO_SUITES_CEC2017_SCALAR_MATH_H

#include <stdint.h>
#include <string.h>

/* The nearest integer to a number of magnitude below 2^51, ties to even. */
static inline double heco_fast_round(double t) {
    const double shift = 0x1.8p52;
    return (t + shift) - shift;
}

/* sin(r) for |r| <= pi/2, as r + r^3 Q(r^2) with Q of degree 7: the polynomial is off by at
 * most 4.1e-17, with rounding by less than 3e-16. Estrin's scheme has half the depth of
 * Horner's. */
static inline double heco_fast_sin(double r) {
    double z = r * r, z2 = z * z;
    double q01 = -0.16666666666666666 + 0.0083333333333333159 * z;
    double q23 = -0.00019841269841254614 + 2.7557319219066355e-06 * z;
    double q45 = -2.505210760468342e-08 + 1.6058976515758235e-10 * z;
    double q67 = -7.643944910988918e-13 + 2.7311288666722243e-15 * z;
    double q   = (q01 + z2 * q23) + (z2 * z2) * (q45 + z2 * q67);
    return r + r * (z * q);
}

/* ln(x) for normal x > 0; some finite number for 0. x = 2^e m with m in [1/sqrt(2), sqrt(2)),
 * ln(m) = 2 atanh(s), s = (m - 1)/(m + 1), as 2 s + s^3 R(s^2) with R of degree 6: relative
 * error of the polynomial 4.7e-18. Only operations that vectors have: the biased exponent
 * becomes a double by the trick of adding 2^52. */
static inline double heco_fast_log(double x) {
    const uint64_t one = 0x3ff0000000000000u, root = 0x3fe6a09e667f3bcdu; /* 1, 1/sqrt(2)  */
    const uint64_t two52 = 0x4330000000000000u;
    const double   ln2_high = 0x1.62e42fefa2p-1, ln2_low = 0x1.9ef35793c7673p-41;
    uint64_t       bits;
    memcpy(&bits, &x, sizeof bits);
    bits += one - root;
    uint64_t e_bits = (bits >> 52) | two52, m_bits = (bits & 0x000fffffffffffffu) + root;
    double   e, m;
    memcpy(&e, &e_bits, sizeof e);
    memcpy(&m, &m_bits, sizeof m);
    e -= 0x1p52 + 1023.0;
    double s = (m - 1.0) / (m + 1.0), z = s * s, z2 = z * z;
    double q01 = 0.66666666666666696 + 0.39999999999899383 * z;
    double q23 = 0.28571428626031065 + 0.2222221112572281 * z;
    double q45 = 0.18182889786191042 + 0.15331699633543858 * z;
    double q   = (q01 + z2 * q23) + (z2 * z2) * (q45 + z2 * 0.14616721179861816);
    return e * ln2_high + (2.0 * s + (s * (z * q) + e * ln2_low));
}

#endif
