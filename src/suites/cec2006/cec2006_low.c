/* cec2006, g01 to g12: the formulas of the report, arranged for speed. Constants are folded,
 * powers are products, and sums may run in another order than printed; against the printed
 * order the values move by rounding only. */
#include <math.h>

#include "base/clones.h"
#include "base/elementary.h"
#include "suites/cec2006/cec2006.h"
#include "suites/cec2017/scalar_math.h"

int heco_cec2006_g01(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double linear = x[0] + x[1] + x[2] + x[3];
    double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
    double rest   = x[4] + x[5] + x[6] + x[7] + x[8] + x[9] + x[10] + x[11] + x[12];
    f[0]          = 5.0 * linear - 5.0 * square - rest;
    g[0]          = 2.0 * x[0] + 2.0 * x[1] + x[9] + x[10] - 10.0;
    g[1]          = 2.0 * x[0] + 2.0 * x[2] + x[9] + x[11] - 10.0;
    g[2]          = 2.0 * x[1] + 2.0 * x[2] + x[10] + x[11] - 10.0;
    g[3]          = -8.0 * x[0] + x[9];
    g[4]          = -8.0 * x[1] + x[10];
    g[5]          = -8.0 * x[2] + x[11];
    g[6]          = -2.0 * x[3] - x[4] + x[9];
    g[7]          = -2.0 * x[5] - x[6] + x[10];
    g[8]          = -2.0 * x[7] - x[8] + x[11];
    return HECO_POINT_OK;
}

enum { CEC2006_G02_N = 20, CEC2006_G02_LANES = 4 };

/* cos(x)^2 of all coordinates. It equals sin(r)^2 with r = x - (k + 1/2) pi in [-pi/2, pi/2],
 * so no sign has to be tracked. pi in two parts: the first has 33 bits, so that its multiples
 * are exact up to |x| = 1e5, far outside the box. */
static inline void cec2006_low_cos2(const double *x, double *c2) {
    const double inv_pi = 0.31830988618379067, pi_high = 0x1.921fb544p+1,
                 pi_low = 0x1.0b4611a626331p-33;
    for (int j = 0; j < CEC2006_G02_N; j++) {
        double k = heco_fast_round(x[j] * inv_pi - 0.5) + 0.5;
        double s = heco_fast_sin((x[j] - k * pi_high) - k * pi_low);
        c2[j]    = s * s;
    }
}

static void cec2006_low_cos2_far(const double *x, double *c2) {
    for (int j = 0; j < CEC2006_G02_N; j++) c2[j] = heco_cos(x[j]) * heco_cos(x[j]);
}

/* Four partial sums and products each: short chains, and one vector on wide machines.
 * x = 0 divides by zero: f is -infinity there, and the point counts as failed. */
HECO_CLONES
int heco_cec2006_g02(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double sum[CEC2006_G02_LANES] = {0}, square[CEC2006_G02_LANES] = {0};
    double prod[CEC2006_G02_LANES] = {1, 1, 1, 1};
    for (int j = 0; j < CEC2006_G02_N; j += CEC2006_G02_LANES)
        for (int l = 0; l < CEC2006_G02_LANES; l++) {
            sum[l] += x[j + l];
            prod[l] *= x[j + l];
            square[l] += (double)(j + l + 1) * (x[j + l] * x[j + l]);
        }
    double bottom = (square[0] + square[1]) + (square[2] + square[3]);
    double c2[CEC2006_G02_N], c4[CEC2006_G02_LANES] = {0};
    double prod_c2[CEC2006_G02_LANES] = {1, 1, 1, 1};
    if (bottom < 1e10) cec2006_low_cos2(x, c2);
    else cec2006_low_cos2_far(x, c2);
    for (int j = 0; j < CEC2006_G02_N; j += CEC2006_G02_LANES)
        for (int l = 0; l < CEC2006_G02_LANES; l++) {
            c4[l] += c2[j + l] * c2[j + l];
            prod_c2[l] *= c2[j + l];
        }
    double both = (prod_c2[0] * prod_c2[1]) * (prod_c2[2] * prod_c2[3]);
    f[0]        = -fabs(((c4[0] + c4[1]) + (c4[2] + c4[3]) - 2.0 * both) / sqrt(bottom));
    g[0]        = 0.75 - (prod[0] * prod[1]) * (prod[2] * prod[3]);
    g[1]        = (sum[0] + sum[1]) + (sum[2] + sum[3]) - 150.0;
    return HECO_POINT_OK;
}

int heco_cec2006_g03(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    double prod = 1e5, square = 0.0; /* sqrt(10)^10 */
    for (int j = 0; j < 10; j++) prod *= x[j], square += x[j] * x[j];
    f[0] = -prod;
    h[0] = square - 1.0;
    return HECO_POINT_OK;
}

int heco_cec2006_g04(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double u =
        85.334407 + 0.0056858 * x[1] * x[4] + 0.0006262 * x[0] * x[3] - 0.0022053 * x[2] * x[4];
    double v =
        80.51249 + 0.0071317 * x[1] * x[4] + 0.0029955 * x[0] * x[1] + 0.0021813 * x[2] * x[2];
    double w =
        9.300961 + 0.0047026 * x[2] * x[4] + 0.0012547 * x[0] * x[2] + 0.0019085 * x[2] * x[3];
    f[0] = 5.3578547 * x[2] * x[2] + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141;
    g[0] = u - 92.0;
    g[1] = -u;
    g[2] = v - 110.0;
    g[3] = -v + 90.0;
    g[4] = w - 25.0;
    g[5] = -w + 20.0;
    return HECO_POINT_OK;
}

/* All six sines together. Inside the box their arguments stay below 1.35. */
static void cec2006_low_sines(const double *x, double *s) {
    const double a[6] = {-x[2] - 0.25,       -x[3] - 0.25, x[2] - 0.25,
                         x[2] - x[3] - 0.25, x[3] - 0.25,  x[3] - x[2] - 0.25};
    if (fabs(x[2]) <= 0.6 && fabs(x[3]) <= 0.6)
        for (int k = 0; k < 6; k++) s[k] = heco_fast_sin(a[k]);
    else
        for (int k = 0; k < 6; k++) s[k] = heco_sin(a[k]);
}

int heco_cec2006_g05(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    double s[6], x1 = x[0], x2 = x[1];
    cec2006_low_sines(x, s);
    f[0] = 3.0 * x1 + 0.000001 * x1 * x1 * x1 + 2.0 * x2 + 0.000002 / 3.0 * x2 * x2 * x2;
    g[0] = -x[3] + x[2] - 0.55;
    g[1] = -x[2] + x[3] - 0.55;
    h[0] = 1000.0 * s[0] + 1000.0 * s[1] + 894.8 - x1;
    h[1] = 1000.0 * s[2] + 1000.0 * s[3] + 894.8 - x2;
    h[2] = 1000.0 * s[4] + 1000.0 * s[5] + 1294.8;
    return HECO_POINT_OK;
}

int heco_cec2006_g06(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double a = x[0] - 10.0, b = x[1] - 20.0, c = x[0] - 5.0, d = x[1] - 5.0, e = x[0] - 6.0;
    f[0] = a * a * a + b * b * b;
    g[0] = 100.0 - c * c - d * d;
    g[1] = e * e + d * d - 82.81;
    return HECO_POINT_OK;
}

static inline double cec2006_low_square(double t) { return t * t; }

int heco_cec2006_g07(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double x1 = x[0], x2 = x[1], x7 = x[6], x8 = x[7], x10 = x[9];
    f[0] = x1 * x1 + x2 * x2 + x1 * x2 - 14.0 * x1 - 16.0 * x2 + cec2006_low_square(x[2] - 10.0) +
           4.0 * cec2006_low_square(x[3] - 5.0) + cec2006_low_square(x[4] - 3.0) +
           2.0 * cec2006_low_square(x[5] - 1.0) + 5.0 * x7 * x7 +
           7.0 * cec2006_low_square(x8 - 11.0) + 2.0 * cec2006_low_square(x[8] - 10.0) +
           cec2006_low_square(x10 - 7.0) + 45.0;
    g[0] = -105.0 + 4.0 * x1 + 5.0 * x2 - 3.0 * x7 + 9.0 * x8;
    g[1] = 10.0 * x1 - 8.0 * x2 - 17.0 * x7 + 2.0 * x8;
    g[2] = -8.0 * x1 + 2.0 * x2 + 5.0 * x[8] - 2.0 * x10 - 12.0;
    g[3] = 3.0 * cec2006_low_square(x1 - 2.0) + 4.0 * cec2006_low_square(x2 - 3.0) +
           2.0 * x[2] * x[2] - 7.0 * x[3] - 120.0;
    g[4] = 5.0 * x1 * x1 + 8.0 * x2 + cec2006_low_square(x[2] - 6.0) - 2.0 * x[3] - 40.0;
    g[5] = x1 * x1 + 2.0 * cec2006_low_square(x2 - 2.0) - 2.0 * x1 * x2 + 14.0 * x[4] - 6.0 * x[5];
    g[6] = 0.5 * cec2006_low_square(x1 - 8.0) + 2.0 * cec2006_low_square(x2 - 4.0) +
           3.0 * x[4] * x[4] - x[5] - 30.0;
    g[7] = -3.0 * x1 + 6.0 * x2 + 12.0 * cec2006_low_square(x[8] - 8.0) - 7.0 * x10;
    return HECO_POINT_OK;
}

/* sin(2 pi t): period 1, and sin(2 pi (1/2 - t)) = sin(2 pi t) brings |t| below 1/4. The
 * reduction is exact, which 2 pi t is not. */
static inline double cec2006_low_sin_turns(double t) {
    if (!(fabs(t) < 1e15)) return heco_sin(6.283185307179586 * t);
    t -= heco_fast_round(t);
    return heco_fast_sin(6.283185307179586 * (fabs(t) <= 0.25 ? t : copysign(0.5, t) - t));
}

/* x1 = 0 gives 0/0: f is NAN there, and the point counts as failed. */
int heco_cec2006_g08(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double s1 = cec2006_low_sin_turns(x[0]), s2 = cec2006_low_sin_turns(x[1]);
    f[0] = -(s1 * s1 * s1 * s2 / (x[0] * x[0] * x[0] * (x[0] + x[1])));
    g[0] = x[0] * x[0] - x[1] + 1.0;
    g[1] = 1.0 - x[0] + cec2006_low_square(x[1] - 4.0);
    return HECO_POINT_OK;
}

int heco_cec2006_g09(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double x1 = x[0], x2 = x[1], x6 = x[5], x7 = x[6];
    double s1 = x1 * x1, s2 = x2 * x2, s3 = x[2] * x[2];
    double s5 = x[4] * x[4], s6 = x6 * x6, s7 = x7 * x7;
    f[0] = cec2006_low_square(x1 - 10.0) + 5.0 * cec2006_low_square(x2 - 12.0) + s3 * s3 +
           3.0 * cec2006_low_square(x[3] - 11.0) + 10.0 * (s5 * s5 * s5) + 7.0 * s6 + s7 * s7 -
           4.0 * x6 * x7 - 10.0 * x6 - 8.0 * x7;
    g[0] = -127.0 + 2.0 * s1 + 3.0 * (s2 * s2) + x[2] + 4.0 * (x[3] * x[3]) + 5.0 * x[4];
    g[1] = -282.0 + 7.0 * x1 + 3.0 * x2 + 10.0 * s3 + x[3] - x[4];
    g[2] = -196.0 + 23.0 * x1 + s2 + 6.0 * s6 - 8.0 * x7;
    g[3] = 4.0 * s1 + s2 - 3.0 * x1 * x2 + 2.0 * s3 + 5.0 * x6 - 11.0 * x7;
    return HECO_POINT_OK;
}

int heco_cec2006_g10(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] + x[1] + x[2];
    g[0] = -1.0 + 0.0025 * (x[3] + x[5]);
    g[1] = -1.0 + 0.0025 * (x[4] + x[6] - x[3]);
    g[2] = -1.0 + 0.01 * (x[7] - x[4]);
    g[3] = -x[0] * x[5] + 833.33252 * x[3] + 100.0 * x[0] - 83333.333;
    g[4] = -x[1] * x[6] + 1250.0 * x[4] + x[1] * x[3] - 1250.0 * x[3];
    g[5] = -x[2] * x[7] + 1250000.0 + x[2] * x[4] - 2500.0 * x[4];
    return HECO_POINT_OK;
}

int heco_cec2006_g11(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0] = x[0] * x[0] + cec2006_low_square(x[1] - 1.0);
    h[0] = x[1] - x[0] * x[0];
    return HECO_POINT_OK;
}

/* Square of the distance to the nearest of 1, .., 9. */
static inline double cec2006_low_grid(double t) {
    double p = t > 1.0 ? t : 1.0; /* 1 also for a NAN, which the difference brings back */
    p        = p < 9.0 ? p : 9.0;
    return cec2006_low_square(t - heco_fast_round(p));
}

int heco_cec2006_g12(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = -(100.0 - cec2006_low_square(x[0] - 5.0) - cec2006_low_square(x[1] - 5.0) -
             cec2006_low_square(x[2] - 5.0)) /
           100.0;
    g[0] = cec2006_low_grid(x[0]) + cec2006_low_grid(x[1]) + cec2006_low_grid(x[2]) - 0.0625;
    return HECO_POINT_OK;
}
