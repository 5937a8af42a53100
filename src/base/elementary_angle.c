/* Sine, cosine and their inverses.
 *
 * x = q pi/2 + r with |r| <= pi/4. For |x| < 2^20 pi/2 the multiple of pi/2 is subtracted in three
 * parts (Cody and Waite 1980, Software Manual for the Elementary Functions). For larger x the
 * fraction of x 2/pi is computed with integers from as many bits of 2/pi as count (Payne and Hanek
 * 1983, ACM SIGNUM Newsletter 18, 19-24). r is the sum of two doubles. */
#include <math.h>

#include "base/elementary.h"
#include "base/elementary_parts.h"
#include "base/elementary_tables.h"

typedef struct {
    heco_two r;
    unsigned quadrant; /* q mod 4 */
} angle_reduced;

enum { ANGLE_WORDS = 6 }; /* 192 bits: 2 for the quadrant, 53 + 62 lost at worst, 75 left */

/* w becomes 192 bits of 2/pi behind the bits that contribute only multiples of 4 to 2^e 2/pi. */
static void angle_words(uint32_t *w, int e) {
    int skip = e - 2 + 64, word = skip / 32 - 2, shift = skip % 32; /* e >= -32, as x >= 2^20 */
    for (int k = 0; k < ANGLE_WORDS; k++) {
        uint64_t high = word + k >= 0 ? two_over_pi[word + k] : 0;
        uint64_t low  = word + k + 1 >= 0 ? two_over_pi[word + k + 1] : 0;
        w[k]          = (uint32_t)((high << 32 | low) >> (32 - shift));
    }
}

/* w = w m modulo 2^192. */
static void angle_multiply(uint32_t *w, uint64_t m) {
    uint32_t old[ANGLE_WORDS];
    uint64_t carry[2] = {0, 0};
    memcpy(old, w, sizeof old);
    for (int k = ANGLE_WORDS - 1; k >= 0; k--) {
        uint64_t low   = (m & 0xffffffffu) * old[k] + carry[0];
        uint64_t upper = k + 1 < ANGLE_WORDS ? (m >> 32) * old[k + 1] : 0;
        uint64_t sum   = (low & 0xffffffffu) + (upper & 0xffffffffu) + carry[1];
        w[k]           = (uint32_t)sum;
        carry[0]       = low >> 32;
        carry[1]       = (sum >> 32) + (upper >> 32);
    }
}

/* Returns the 192 bits as a fraction of 1, two doubles. */
static heco_two angle_fraction(uint32_t *w) {
    double scale = 1.0;
    int    first = 0;
    while (first < ANGLE_WORDS - 4 && w[first] == 0) first++, scale *= 0x1p-32;
    uint64_t a = (uint64_t)w[first] << 32 | w[first + 1],
             b = (uint64_t)w[first + 2] << 32 | w[first + 3];
    /* 42 bits each: the first may have 32 leading zeros, so three pieces hold at least 94 bits. */
    double   one   = (double)(a >> 22) * 0x1p-42;
    double   two   = (double)((a & 0x3fffff) << 20 | b >> 44) * 0x1p-84;
    double   three = (double)(b >> 2 & 0x3ffffffffffu) * 0x1p-126;
    heco_two s     = heco_two_sum(one, two);
    heco_two t     = heco_two_sum(s.head, s.rest + three);
    return (heco_two){t.head * scale, t.rest * scale};
}

/* Requires a finite x >= 2^20. */
static angle_reduced angle_reduce_far(double x) {
    uint32_t w[ANGLE_WORDS];
    int      e = heco_exponent_bits(x) - 1075;
    angle_words(w, e);
    angle_multiply(w, (heco_bits(x) & 0xfffffffffffffu) | (uint64_t)1 << 52);
    unsigned quadrant = w[0] >> 30;
    int      negative = (w[0] >> 29) & 1; /* the fraction is at least 1/2: use it minus 1 */
    for (int k = 0; k < ANGLE_WORDS; k++)
        w[k] = w[k] << 2 | (k + 1 < ANGLE_WORDS ? w[k + 1] >> 30 : 0);
    if (negative)
        for (int k = 0; k < ANGLE_WORDS; k++) w[k] = ~w[k];
    heco_two f = angle_fraction(w), r = heco_two_product(f.head, PI_2_HEAD);
    double rest = r.rest + (f.head * PI_2_REST + f.rest * PI_2_HEAD), sign = negative ? -1.0 : 1.0;
    r = heco_two_sum(r.head, rest);
    return (angle_reduced){{sign * r.head, sign * r.rest}, (quadrant + (unsigned)negative) & 3};
}

/* Requires 0 <= x. */
static angle_reduced angle_reduce(double x) {
    const double shift = 0x1.8p52; /* adding it rounds to an integer */
    if (x <= 0x1.921fb54442d18p-1) return (angle_reduced){{x, 0.0}, 0};
    if (x >= 0x1p20) return angle_reduce_far(x);
    double q = (x * TWO_OVER_PI + shift) - shift;
    double a = x - q * PI_2_PART_1, b = q * PI_2_PART_2;
    double head = a - b,
           lost = (a - head) - b; /* |a| >= |b|, or a is a multiple of b's last place */
    heco_two r  = heco_two_sum(head, lost - q * PI_2_PART_3);
    return (angle_reduced){r, (unsigned)(int64_t)q & 3};
}

static double angle_sin_series(heco_two r) {
    const double *c = sin_series;
    double        z = r.head * r.head, z2 = z * z;
    double        p    = c[1] + z * c[2] + z2 * ((c[3] + z * c[4]) + z2 * (c[5] + z * c[6]));
    double        cube = z * r.head;
    return r.head + (cube * c[0] + (cube * (z * p) + (r.rest - 0.5 * z * r.rest)));
}

static double angle_cos_series(heco_two r) {
    const double *c = cos_series;
    double        z = r.head * r.head, z2 = z * z;
    double        p   = (c[0] + z * c[1]) + z2 * ((c[2] + z * c[3]) + z2 * (c[4] + z * c[5]));
    heco_two      one = heco_two_sum(1.0, -0.5 * z);
    return one.head + (one.rest + (z2 * p - r.head * r.rest));
}

double heco_sin(double x) {
    if (!(fabs(x) < HUGE_VAL)) return NAN;
    if (fabs(x) < 0x1p-27) return x; /* x^3/6 is below half a unit */
    angle_reduced a = angle_reduce(fabs(x));
    double        s = a.quadrant & 1 ? angle_cos_series(a.r) : angle_sin_series(a.r);
    return (a.quadrant >= 2) != (x < 0.0) ? -s : s;
}

double heco_cos(double x) {
    if (!(fabs(x) < HUGE_VAL)) return NAN;
    angle_reduced a = angle_reduce(fabs(x));
    double        c = a.quadrant & 1 ? angle_sin_series(a.r) : angle_cos_series(a.r);
    return a.quadrant == 1 || a.quadrant == 2 ? -c : c;
}

/* ---- inverse functions ---- */

/* P(z) of asin(s) = s + s^3 P(s^2). */
static double angle_asin_series(double z) {
    const double *c  = asin_series;
    double        z2 = z * z, z4 = z2 * z2;
    double        p = (c[0] + z * c[1]) + z2 * (c[2] + z * c[3]);
    double        q = (c[4] + z * c[5]) + z2 * (c[6] + z * c[7]);
    double        t = (c[8] + z * c[9]) + z2 * (c[10] + z * c[11]) + z4 * (c[12] + z * c[13]);
    return p + z4 * (q + z4 * t);
}

/* Returns asin(sqrt((1 - a)/2)) for 1/2 <= a <= 1 as a head of 26 bits and the rest. */
static heco_two angle_asin_root(double a) {
    double z = 0.5 * (1.0 - a), s = sqrt(z); /* z is exact */
    if (z == 0.0) return (heco_two){0.0, 0.0};
    double head = heco_upper_half(s), rest = (z - head * head) / (s + head);
    return (heco_two){head, rest + s * z * angle_asin_series(z)};
}

double heco_asin(double x) {
    double a = fabs(x);
    if (!(a <= 1.0)) return NAN;
    if (a < 0x1p-27) return x;
    if (a <= 0.5) return x + x * (x * x * angle_asin_series(x * x));
    heco_two half = angle_asin_root(a); /* asin(a) = pi/2 - 2 asin(sqrt((1 - a)/2)) */
    heco_two s    = heco_two_sum(PI_2_HEAD, -2.0 * half.head);
    return copysign(s.head + (s.rest + (PI_2_REST - 2.0 * half.rest)), x);
}

double heco_acos(double x) {
    double a = fabs(x);
    if (!(a <= 1.0)) return NAN;
    if (a <= 0.5) {
        heco_two s = heco_two_sum(PI_2_HEAD, -x);
        return s.head + (s.rest + (PI_2_REST - x * (x * x * angle_asin_series(x * x))));
    }
    heco_two half = angle_asin_root(a);
    if (x > 0.0) return 2.0 * half.head + 2.0 * half.rest;
    heco_two s = heco_two_sum(2.0 * PI_2_HEAD, -2.0 * half.head); /* pi - acos(a) */
    return s.head + (s.rest + (2.0 * PI_2_REST - 2.0 * half.rest));
}
