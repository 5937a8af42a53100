/* Cube root and length of a vector of two components. */
#include <math.h>

#include "base/elementary.h"
#include "base/elementary_parts.h"
#include "base/elementary_tables.h"

/* Returns the cube root of m, 1 <= m < 8. A polynomial and one step of Halley's method give about
 * 48 bits. Cut to 26 bits, the estimate has an exact square, and one step of Newton's method ends
 * with an error of about half a unit (Kahan and Bindel 2001, as described in Muller et al. 2018,
 * Handbook of Floating-Point Arithmetic). */
static double root_cbrt_mantissa(double m) {
    static const double cbrt_2 = 0x1.428a2f98d728bp+0, cbrt_4 = 0x1.965fea53d6e3dp+0;
    const double       *c      = cbrt_series;
    double              factor = m < 2.0 ? 1.0 : m < 4.0 ? cbrt_2 : cbrt_4;
    double              x      = m < 2.0 ? m : m < 4.0 ? 0.5 * m : 0.25 * m;
    double              t      = (c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * c[4])))) * factor;
    double              cube   = t * t * t;
    t                          = heco_upper_half(t * (cube + 2.0 * m) / (2.0 * cube + m));
    double q                   = m / (t * t);
    return t + t * ((q - t) / (2.0 * t + q));
}

double heco_cbrt(double x) {
    int exponent = heco_exponent_bits(x), bias = 0;
    if (x == 0.0 || exponent == 0x7ff) return x + x;
    double a = fabs(x);
    if (exponent == 0) a *= 0x1p54, bias = -18;
    int    e     = heco_exponent_bits(a) - 1023;
    int    third = (e + 1200) / 3 - 400; /* rounds down, because e > -1200 */
    double m =
        heco_from_bits((heco_bits(a) & 0xfffffffffffffu) | (uint64_t)(1023 + e - 3 * third) << 52);
    double scale = heco_from_bits((uint64_t)(1023 + third + bias) << 52);
    return copysign(scale * root_cbrt_mantissa(m), x);
}

/* The squares and their sum are kept with their rounding errors, and one step of Newton's method
 * corrects the root (Borges 2020, ACM TOMS 47, 9). */
static double root_hypot_scaled(double x, double y) {
    heco_two xx = heco_two_product(x, x), yy = heco_two_product(y, y);
    heco_two s  = heco_two_sum(xx.head, yy.head);
    double   h  = sqrt(s.head);
    heco_two hh = heco_two_product(h, h);
    return h + ((s.head - hh.head) + ((s.rest + xx.rest + yy.rest) - hh.rest)) / (2.0 * h);
}

double heco_hypot(double x, double y) {
    double a = fabs(x), b = fabs(y);
    if (isinf(a) || isinf(b)) return HUGE_VAL;
    if (isnan(a) || isnan(b)) return a + b;
    double big = a > b ? a : b, small = a > b ? b : a;
    if (big * 0x1p-54 >= small) return big + small; /* also 0 */
    if (big > 0x1p500) return 0x1p600 * root_hypot_scaled(big * 0x1p-600, small * 0x1p-600);
    if (small < 0x1p-400) return 0x1p-700 * root_hypot_scaled(big * 0x1p700, small * 0x1p700);
    return root_hypot_scaled(big, small);
}
