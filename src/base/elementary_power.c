/* Exponential, logarithm and power by tables.
 *
 *   exp   Tang (1989), ACM TOMS 15, 144-157: x = (128 m + j) ln(2)/128 + r, |r| <= ln(2)/256, and
 *         exp(x) = 2^m 2^(j/128) exp(r); 2^(j/128) is stored as a double and its relative rest.
 *   expm1 Tang (1992), ACM TOMS 18, 211-222: a polynomial near 0, the table elsewhere.
 *   log   Tang (1990), ACM TOMS 16, 378-400, with reciprocals of nine bits in the table (Wong and
 *         Goto 1995, IEEE Transactions on Computers 44, 453-457): x = 2^m z and
 *         r = z inverse - 1 is exact as the sum of two doubles.
 *   pow   exp(y log(x)) with the logarithm and the product as sums of two doubles.
 *   sinh, cosh   (exp(x) -+ 1/exp(x))/2 as sums of two doubles; sinh by a polynomial near 0.
 *   asinh        log(x + sqrt(1 + x^2)) as a sum of two doubles, or log1p near 0. */
#include <math.h>

#include "base/elementary.h"
#include "base/elementary_parts.h"
#include "base/elementary_tables.h"

static const double power_shift = 0x1.8p52; /* adding it rounds to an integer in the low bits */

/* ---- exponential ---- */

/* 2^m 2^(j/128) is `scale` with 128 m + j = k, and exp(x + rest) is scale + scale * tail. The bits
 * of `scale` may lie outside of the range of doubles; k tells. */
typedef struct {
    int64_t  k;
    uint64_t scale;
    double   tail;
} power_split;

static inline power_split power_reduce(double x, double rest) {
    const double *c       = exp_series;
    double        shifted = x * STEPS_PER_LN2 + power_shift;
    double        steps   = shifted - power_shift;
    int64_t       k       = (int64_t)steps;
    double        r       = ((x - steps * LN2_STEP_HEAD) - steps * LN2_STEP_REST) + rest;
    double        r2      = r * r;
    double        p       = r2 * (c[0] + r * c[1]) + (r2 * r2) * (c[2] + r * c[3]);
    int64_t       m       = (k - (k & 127)) / 128;
    return (power_split){k, heco_bits(exp_table[k & 127].head) + ((uint64_t)m << 52),
                         exp_table[k & 127].rest + r + p};
}

/* Returns the value of s if it may overflow or be subnormal. A subnormal result is rounded once:
 * 1 is added to the value before the factor 2^-1022, so that the sum ends where the result does. */
static double power_scale_far(power_split s) {
    if (s.k > 0) {
        double scale = heco_from_bits(s.scale - ((uint64_t)1009 << 52));
        return 0x1p1009 * (scale + scale * s.tail);
    }
    double scale = heco_from_bits(s.scale + ((uint64_t)1022 << 52));
    double y     = scale + scale * s.tail;
    if (y < 1.0) {
        double low  = scale - y + scale * s.tail;
        double high = 1.0 + y;
        low         = 1.0 - high + y + low;
        y           = (high + low) - 1.0;
    }
    return 0x1p-1022 * y;
}

/* Returns exp(x + rest) for finite |x| <= 1100, |rest| small beside ln(2)/256. */
static inline double power_exp(double x, double rest) {
    power_split s = power_reduce(x, rest);
    if (!(fabs(x) < 700.0)) return power_scale_far(s);
    double scale = heco_from_bits(s.scale);
    return scale + scale * s.tail;
}

double heco_exp(double x) {
    if (fabs(x) < 700.0) return power_exp(x, 0.0);
    if (isnan(x)) return x;
    if (x > 710.0) return HUGE_VAL;
    if (x < -746.0) return 0.0;
    return power_exp(x, 0.0);
}

/* x + x^2/2 + x^3 P(x). If x^2/2 counts, its leading part is computed without error. */
static double power_expm1_near(double x) {
    const double *c = expm1_series;
    double        z = x * x, z2 = z * z;
    double        p = (c[0] + x * c[1]) + z * (c[2] + x * c[3]);
    p += z2 * ((c[4] + x * c[5]) + z * (c[6] + x * c[7]));
    p += (z2 * z2) * ((c[8] + x * c[9]) + z * c[10]);
    double u = heco_from_bits(heco_bits(x) & ~(uint64_t)0x1fffffff), v = x - u; /* 24 and 29 bits */
    double q = x * z * p, y = 0.5 * u * u, w = 0.5 * v * (x + u);
    if (fabs(x) >= 0.125) return (u + y) + (q + (v + w));
    return x + (y + (q + w));
}

double heco_expm1(double x) {
    if (fabs(x) < 0x1p-54 || isnan(x)) return x;
    if (x > -0.2876 && x < 0.2231) return power_expm1_near(x);
    if (x < -40.0) return -1.0;
    if (x > 690.0) return heco_exp(x); /* 1 is far below the last place */
    power_split s     = power_reduce(x, 0.0);
    double      scale = heco_from_bits(s.scale);
    heco_two    sum   = scale >= 1.0 ? heco_two_sum(scale, -1.0) : heco_two_sum(-1.0, scale);
    return sum.head + (sum.rest + scale * s.tail);
}

/* ---- logarithm ---- */

/* x = 2^m z, log(x) = m ln(2) + log(1 + r) + table; `head` is its leading part without rounding
 * error, `rest` what r, ln(2) and the table have beyond it, without r^2 and higher terms. */
typedef struct {
    double r, head, rest;
} power_log_sum;

/* Requires a finite x > 0. */
static inline power_log_sum power_log_reduce(double x) {
    const uint64_t start    = 0x3fe6000000000000u; /* 0.6875 */
    int            exponent = 0;
    if (x < 0x1p-1022) x *= 0x1p52, exponent = -52;
    uint64_t bits = heco_bits(x), above = bits - start;
    int      row = (int)(above >> 45) & 127;
    exponent += (int)((int64_t)(above + ((uint64_t)1024 << 52)) >> 52) - 1024;
    double   z  = heco_from_bits(bits - (above & ((uint64_t)0xfff << 52)));
    double   zh = heco_from_bits(heco_bits(z) & ~(uint64_t)0xffffff), zl = z - zh;
    double   inv = log_table[row].inverse, m = (double)exponent;
    heco_two r = heco_two_sum(zh * inv - 1.0, zl * inv);
    double   w = m * LN2_HEAD + log_table[row].head;
    heco_two h = heco_two_sum(w, r.head);
    if (w == 0.0) h = r, r.rest = 0.0;
    return (power_log_sum){r.head, h.head,
                           h.rest + (r.rest + (m * LN2_REST + log_table[row].rest))};
}

/* P(r) of log(1 + r) = r - r^2/2 + r^3 P(r). */
static inline double power_log_series(double r) {
    const double *c = log_series;
    double        s = r * r;
    return (c[0] + r * c[1]) + s * ((c[2] + r * c[3]) + s * ((c[4] + r * c[5]) + s * c[6]));
}

/* Returns log(x) of a finite x > 0. */
static inline double power_log(double x) {
    power_log_sum s  = power_log_reduce(x);
    double        r2 = s.r * s.r;
    return s.head + (s.rest + r2 * (s.r * power_log_series(s.r) - 0.5));
}

/* The same with an error of about 2^-68. The square of r is computed without error. */
static inline heco_two power_log_two(double x) {
    power_log_sum s  = power_log_reduce(x);
    double        rh = heco_upper_half(s.r), rl = s.r - rh;
    double        square = -0.5 * rh * rh, square_rest = -0.5 * rl * (s.r + rh);
    heco_two      sum  = heco_two_sum(s.head, square);
    double        r3   = s.r * s.r * s.r;
    double        rest = sum.rest + (s.rest + (square_rest + r3 * power_log_series(s.r)));
    return heco_two_sum(sum.head, rest);
}

/* Returns the logarithm of a number that is not positive and finite. */
static double power_log_special(double x) {
    if (x == 0.0) return -HUGE_VAL;
    return x < 0.0 ? NAN : x; /* +infinity, NAN */
}

double heco_log(double x) {
    if (!(x > 0.0 && x < HUGE_VAL)) return power_log_special(x);
    return power_log(x);
}

double heco_log10(double x) {
    if (!(x > 0.0 && x < HUGE_VAL)) return power_log_special(x);
    heco_two l = power_log_two(x), p = heco_two_product(l.head, LOG10_E_HEAD);
    return p.head + (p.rest + (l.head * LOG10_E_REST + l.rest * LOG10_E_HEAD));
}

/* Returns log(x + rest) for a finite x > 0, which is log(x) + rest/x up to (rest/x)^2. */
static double power_log_sum_of(heco_two x) {
    power_log_sum s    = power_log_reduce(x.head);
    double        r2   = s.r * s.r;
    double        rest = s.rest + (x.rest / x.head + r2 * (s.r * power_log_series(s.r) - 0.5));
    return s.head + rest;
}

double heco_log1p(double x) {
    if (fabs(x) < 0x1p-30) return x - 0.5 * x * x;
    if (!(x > -1.0 && x < HUGE_VAL)) return power_log_special(1.0 + x);
    return power_log_sum_of(fabs(x) < 1.0 ? heco_two_sum(1.0, x) : heco_two_sum(x, 1.0));
}

/* ---- power ---- */

/* Returns 0 if y is not an integer, 1 if it is odd, 2 if it is even. */
static int power_parity(double y) {
    if (!(fabs(y) < HUGE_VAL) || y != floor(y)) return 0;
    if (fabs(y) >= 0x1p53) return 2;
    return (int64_t)y & 1 ? 1 : 2;
}

/* Returns x^y if x is 0 or not finite, or y is 0 or not finite. */
static double power_special(double x, double y) {
    if (y == 0.0 || x == 1.0) return 1.0;
    if (isnan(x) || isnan(y)) return x + y;
    if (isinf(y)) {
        if (fabs(x) == 1.0) return 1.0;
        return (fabs(x) > 1.0) == (y > 0.0) ? HUGE_VAL : 0.0;
    }
    double size = (x == 0.0) == (y > 0.0) ? 0.0 : HUGE_VAL;
    return power_parity(y) == 1 ? copysign(size, x) : size;
}

double heco_pow(double x, double y) {
    double a = fabs(x), sign = 1.0;
    if (!(a > 0.0 && a < HUGE_VAL && y != 0.0 && fabs(y) < HUGE_VAL)) return power_special(x, y);
    if (x < 0.0) {
        int parity = power_parity(y);
        if (parity == 0) return NAN;
        if (parity == 1) sign = -1.0;
    }
    if (a == 1.0) return sign;
    if (fabs(y) < 0x1p-65) return 1.0; /* |log(x)| < 2^10 */
    if (fabs(y) > 0x1p64) return (a > 1.0) == (y > 0.0) ? sign * HUGE_VAL : sign * 0.0;
    heco_two l = power_log_two(a), e = heco_two_product(y, l.head);
    e.rest += y * l.rest;
    if (e.head > 710.0) return sign * HUGE_VAL;
    if (e.head < -746.0) return sign * 0.0;
    return sign * power_exp(e.head, e.rest);
}

/* ---- hyperbolic functions ---- */

/* Returns (exp(a) + sign / exp(a))/2 for 0 <= a. */
static double power_hyperbolic(double a, double sign) {
    if (a > 720.0) return HUGE_VAL;
    if (a > 40.0) { /* 1/exp(a) is far below the last place */
        heco_two x = heco_two_sum(a, -LN2_HEAD);
        return power_exp(x.head, x.rest - LN2_REST);
    }
    power_split s     = power_reduce(a, 0.0);
    double      scale = heco_from_bits(s.scale);
    heco_two    e     = heco_two_sum(scale, scale * s.tail);
    double      one   = 1.0 / e.head;
    heco_two    p     = heco_two_product(one, e.head);
    double      rest  = one * ((1.0 - p.head) - (p.rest + one * e.rest));
    heco_two    sum   = heco_two_sum(e.head, sign * one);
    return 0.5 * (sum.head + (sum.rest + (e.rest + sign * rest)));
}

double heco_sinh(double x) {
    const double *c = sinh_series;
    double        a = fabs(x), z = x * x;
    if (isnan(x)) return x;
    if (a >= 0.3) return copysign(power_hyperbolic(a, -1.0), x);
    double p = (c[0] + z * c[1]) + z * z * ((c[2] + z * c[3]) + z * z * c[4]);
    return x + x * (z * p);
}

double heco_cosh(double x) { return isnan(x) ? x : power_hyperbolic(fabs(x), 1.0); }

/* Returns asinh(a) for 2^-27 <= a <= 2^28. */
static double power_asinh(double a) {
    heco_two aa   = heco_two_product(a, a);
    heco_two s    = a < 1.0 ? heco_two_sum(1.0, aa.head) : heco_two_sum(aa.head, 1.0);
    double   root = sqrt(s.head);
    if (a < 0.25) { /* log1p(a + a^2/(1 + root)) */
        heco_two t = heco_two_sum(a, aa.head / (1.0 + root)), one = heco_two_sum(1.0, t.head);
        return power_log_sum_of((heco_two){one.head, one.rest + t.rest});
    }
    heco_two square = heco_two_product(root, root), sum = heco_two_sum(root, a);
    double   rest = ((s.head - square.head) + (s.rest + aa.rest - square.rest)) / (2.0 * root);
    return power_log_sum_of((heco_two){sum.head, sum.rest + rest});
}

double heco_asinh(double x) {
    double a = fabs(x);
    if (a < 0x1p-27 || !(a < HUGE_VAL)) return x;
    if (a <= 0x1p28) return copysign(power_asinh(a), x);
    heco_two l = power_log_two(a), s = heco_two_sum(l.head, LN2_HEAD); /* sqrt(1 + a^2) is a */
    return copysign(s.head + (s.rest + (l.rest + LN2_REST)), x);
}
