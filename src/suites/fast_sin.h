/* A sine without table or call, for arguments already in [-pi/2, pi/2]: several of them side
 * by side become one vector loop, and the bits do not depend on the C library.
 *
 * r + r^3 Q(r^2), Q of degree 7 through the Chebyshev nodes of [0, (1.002 pi/2)^2], fitted
 * with 60 digits. Largest error of the polynomial 4.1e-17, with rounding below 2.3e-16. */
#ifndef HECO_SUITES_FAST_SIN_H
#define HECO_SUITES_FAST_SIN_H

static inline double heco_fast_sin(double r) {
    double z = r * r;
    double q = 2.7311288666722243e-15;
    q        = q * z - 7.643944910988918e-13;
    q        = q * z + 1.6058976515758235e-10;
    q        = q * z - 2.505210760468342e-08;
    q        = q * z + 2.7557319219066355e-06;
    q        = q * z - 0.00019841269841254614;
    q        = q * z + 0.0083333333333333159;
    q        = q * z - 0.16666666666666666;
    return r + r * (z * q);
}

/* The nearest integer to a number of magnitude below 2^51, ties to even. */
static inline double heco_fast_round(double t) {
    const double shift = 0x1.8p52;
    return (t + shift) - shift;
}

#endif
