/* cec2006, g13 to g24 and g17c: see cec2006_low.c. */
#include <math.h>

#include "base/clones.h"
#include "base/elementary.h"
#include "suites/cec2006/cec2006.h"
#include "suites/cec2017/scalar_math.h"

static inline double cec2006_high_square(double t) { return t * t; }

int heco_cec2006_g13(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    double s1 = x[0] * x[0], s2 = x[1] * x[1];
    f[0] = heco_exp(x[0] * x[1] * x[2] * x[3] * x[4]);
    h[0] = s1 + s2 + x[2] * x[2] + x[3] * x[3] + x[4] * x[4] - 10.0;
    h[1] = x[1] * x[2] - 5.0 * x[3] * x[4];
    h[2] = s1 * x[0] + s2 * x[1] + 1.0;
    return HECO_POINT_OK;
}

/* sum x (c + ln(x/s)) = sum (c + ln x) x - s ln s: no division. The lower bounds 0 are open in
 * the report; with 0 ln 0 = 0, which the finite logarithm of 0 gives, f is defined on the
 * closed box. */
HECO_CLONES
int heco_cec2006_g14(void *user, const double *x, double *f, double *g, double *h) {
    static const double c[12] = {-6.089, -17.164, -34.054, -5.914,  -24.721, -14.986,
                                 -24.1,  -10.708, -26.662, -22.179, 0.0,     0.0};
    (void)user, (void)g;
    double t[12], part[4] = {0};
    int    negative = 0;
    double s = ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7])) + (x[8] + x[9]);
    for (int i = 0; i < 10; i++) t[i] = x[i], negative |= x[i] < 0.0;
    t[10] = s, t[11] = 0.0; /* s, and padding to three groups of four */
    for (int i = 0; i < 12; i++) t[i] = t[i] * (c[i] + heco_fast_log(t[i]));
    for (int i = 0; i < 8; i++) part[i & 3] += t[i];
    f[0] = negative ? NAN : (part[0] + part[1]) + (part[2] + part[3]) + (t[8] + t[9]) - t[10];
    h[0] = x[0] + 2.0 * x[1] + 2.0 * x[2] + x[5] + x[9] - 2.0;
    h[1] = x[3] + 2.0 * x[4] + x[5] + x[6] - 1.0;
    h[2] = x[2] + x[6] + x[7] + 2.0 * x[8] + x[9] - 1.0;
    return HECO_POINT_OK;
}

int heco_cec2006_g15(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    double s1 = x[0] * x[0], s2 = x[1] * x[1], s3 = x[2] * x[2];
    f[0] = 1000.0 - s1 - 2.0 * s2 - s3 - x[0] * x[1] - x[0] * x[2];
    h[0] = s1 + s2 + s3 - 25.0;
    h[1] = 8.0 * x[0] + 14.0 * x[1] + 7.0 * x[2] - 56.0;
    return HECO_POINT_OK;
}

/* The intermediate quantities y1 .. y17 of g16 (y[0] is unused), and three more that f and g
 * need. Quotients of quotients are taken apart, y7/y8 = 3798/y1 and y13/y15 = c13, and where
 * one quotient feeds the next both are taken together: 1/c17 from c9, c15/c16 from c13. */
typedef struct {
    double y[18], inv_c12, inv_c17, c15_by_c16;
} cec2006_high_process;

static inline void cec2006_high_process_at(const double *x, cec2006_high_process *p) {
    double *y = p->y, x1 = x[0], x2 = x[1], inv_x2 = 1.0 / x2;
    y[1]          = x2 + x[2] + 41.6;
    y[2]          = 12.5 / (0.024 * x[3] - 4.62) + 12.0;
    double c2     = 0.0003535 * x1 * x1 + 0.5311 * x1 + 0.08705 * y[2] * x1;
    double c3     = 0.052 * x1 + 78.0 + 0.002377 * y[2] * x1;
    double inv_y1 = 1.0 / y[1];
    y[3]          = c2 / c3;
    y[4]          = 19.0 * y[3];
    double d      = x1 - y[3];
    double c4     = 0.04782 * d + 0.1956 * d * d * inv_x2 + 0.6376 * y[4] + 1.594 * y[3];
    y[5]          = (d - y[4]) * (0.950 - 0.01 * c4 * inv_x2);
    y[6]          = x1 - y[5] - y[4] - y[3];
    double c8     = (y[5] + y[4]) * 0.995;
    y[7]          = c8 * inv_y1;
    y[8]          = c8 * (1.0 / 3798.0);
    double c9     = y[7] - 0.0663 * 3798.0 * inv_y1 - 0.3153;
    y[9]          = 96.82 / c9 + 0.321 * y[1];
    p->inv_c17    = c9 / (96.82 + (0.321 * y[1] + x[4]) * c9);
    y[10]         = 1.29 * y[5] + 1.258 * y[4] + 2.29 * y[3] + 1.71 * y[6];
    y[11]         = 1.71 * x1 - 0.452 * y[4] + 0.580 * y[3];
    double c12    = 0.995 * y[10] + 1998.0;
    p->inv_c12    = 1.0 / c12;
    y[12]         = 12.3 / 752.3 * x1 + 1.75 * 0.995 * y[2] * x1 * p->inv_c12;
    y[13]         = c12 - 1.75 * y[2];
    y[14]         = 3623.0 + 64.4 * x2 + 58.4 * x[2] + 146312.0 * p->inv_c17;
    double c13    = 0.995 * y[10] + 60.8 * x2 + 48.0 * x[3] - 0.1121 * y[14] - 5095.0;
    y[15]         = y[13] / c13;
    p->c15_by_c16 = (c13 - y[13] * (1.0 / 0.52)) * c13 / (1.104 * c13 - 0.72 * y[13]);
    y[16]         = 148000.0 - 331000.0 * y[15] + 40.0 * y[13] - 61.0 * y[15] * y[13];
    y[17]         = 14130000.0 - 1328.0 * y[10] - 531.0 * y[11] +
            (2324.0 * y[10] - 28740000.0 * y[2]) * p->inv_c12;
}

int heco_cec2006_g16(void *user, const double *x, double *f, double *g, double *h) {
    /* g5 .. g38: low <= y <= high, in pairs. */
    static const double low[18]  = {0,      213.1,    17.505,   11.275, 214.228,  7.458,
                                    0.961,  1.612,    0.146,    107.99, 922.693,  926.832,
                                    18.766, 1072.163, 8961.448, 0.063,  71084.33, 2802713};
    static const double high[18] = {0,       405.23,   1053.6667, 35.03,   665.585,  584.463,
                                    265.916, 7.046,    0.222,     273.366, 1286.105, 1444.046,
                                    537.141, 3247.039, 26844.086, 0.386,   140000,   12146108};
    (void)user, (void)h;
    cec2006_high_process p;
    cec2006_high_process_at(x, &p);
    const double *y = p.y;
    f[0] = 0.000117 * y[14] + 0.1365 + 0.00002358 * y[13] + 0.000001502 * y[16] + 0.0321 * y[12] +
           0.004324 * y[5] + 0.0001 * p.c15_by_c16 + 37.48 * y[2] * p.inv_c12 -
           0.0000005843 * y[17];
    g[0] = 0.28 / 0.72 * y[5] - y[4];
    g[1] = x[2] - 1.5 * x[1];
    g[2] = 3496.0 * y[2] * p.inv_c12 - 21.0;
    g[3] = 110.6 + y[1] - 62212.0 * p.inv_c17;
    for (int k = 1; k <= 17; k++) {
        g[2 * k + 2] = low[k] - y[k];
        g[2 * k + 3] = y[k] - high[k];
    }
    return HECO_POINT_OK;
}

/* a1, a2, a5, a4 of g17 into a[0..3]. The four sines and cosines of 1.48477 -+ x6 come from
 * those of x6. */
static inline void cec2006_high_network(const double *x, double *a) {
    const double cos_a = 0.085920259330644250, sin_a = 0.99630201697906586; /* of 1.48477     */
    const double cos_b = 0.086052780651718077, sin_b = 0.90389302428003464; /* 0.90798 times
                                                                             * of 1.47588      */
    const double scale = 1.0 / 131.078, half_pi = 1.5707963267948966;
    double       s, c;
    if (fabs(x[5]) <= 0.6) s = heco_fast_sin(x[5]), c = heco_fast_sin(half_pi - fabs(x[5]));
    else s = heco_sin(x[5]), c = heco_cos(x[5]);
    double p34 = x[2] * x[3], p33 = x[2] * x[2], p44 = x[3] * x[3];
    a[0] = 300.0 - (p34 * (cos_a * c + sin_a * s) - cos_b * p33) * scale;
    a[1] = -(p34 * (cos_a * c - sin_a * s) - cos_b * p44) * scale;
    a[2] = -(p34 * (sin_a * c + cos_a * s) - sin_b * p44) * scale;
    a[3] = 200.0 - (p34 * (sin_a * c - cos_a * s) - sin_b * p33) * scale;
}

/* Writes the constraints, and the objective with the cost of the flows u1 and u2. */
static inline void cec2006_high_g17(const double *x, const double *a, const double *flow, double *f,
                                    double *h) {
    double k1 = x[0] < 300.0 ? 30.0 : 31.0;
    double k2 = x[1] < 100.0 ? 28.0 : x[1] < 200.0 ? 29.0 : 30.0;
    f[0]      = k1 * flow[0] + k2 * flow[1];
    h[0]      = a[0] - x[0];
    h[1]      = a[1] - x[1];
    h[2]      = a[2] - x[4];
    h[3]      = a[3];
}

int heco_cec2006_g17(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    double a[4];
    cec2006_high_network(x, a);
    cec2006_high_g17(x, a, x, f, h);
    return HECO_POINT_OK;
}

int heco_cec2006_g17c(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    double a[4];
    cec2006_high_network(x, a);
    cec2006_high_g17(x, a, a, f, h);
    return HECO_POINT_OK;
}

int heco_cec2006_g18(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double x1 = x[0], x2 = x[1], x3 = x[2], x4 = x[3], x5 = x[4], x6 = x[5], x7 = x[6], x8 = x[7],
           x9 = x[8];
    double a = x2 * x3 - x1 * x4, b = x3 * x9, c = x5 * x9, d = x6 * x7 - x5 * x8;
    f[0]  = 0.5 * (a - b + c + d);
    g[0]  = x3 * x3 + x4 * x4 - 1.0;
    g[1]  = x9 * x9 - 1.0;
    g[2]  = x5 * x5 + x6 * x6 - 1.0;
    g[3]  = x1 * x1 + cec2006_high_square(x2 - x9) - 1.0;
    g[4]  = cec2006_high_square(x1 - x5) + cec2006_high_square(x2 - x6) - 1.0;
    g[5]  = cec2006_high_square(x1 - x7) + cec2006_high_square(x2 - x8) - 1.0;
    g[6]  = cec2006_high_square(x3 - x5) + cec2006_high_square(x4 - x6) - 1.0;
    g[7]  = cec2006_high_square(x3 - x7) + cec2006_high_square(x4 - x8) - 1.0;
    g[8]  = x7 * x7 + cec2006_high_square(x8 - x9) - 1.0;
    g[9]  = a;
    g[10] = -b;
    g[11] = c;
    g[12] = d;
    return HECO_POINT_OK;
}

enum { CEC2006_G19_WIDTH = 6 }; /* five columns and one of zeros: three pairs */

int heco_cec2006_g19(void *user, const double *x, double *f, double *g, double *h) {
    static const double A[10][CEC2006_G19_WIDTH] = {
        {-16, 2, 0, 1, 0},    {0, -2, 0, 0.4, 2}, {-3.5, 0, 2, 0, 0},   {0, -2, 0, -4, -1},
        {0, -9, -2, 1, -2.8}, {2, 0, -4, 0, 0},   {-1, -1, -1, -1, -1}, {-1, -2, -3, -2, -1},
        {1, 2, 3, 4, 5},      {1, 1, 1, 1, 1}};
    static const double C[5][CEC2006_G19_WIDTH] = {{30, -20, -10, 32, -10},
                                                   {-20, 39, -6, -31, 32},
                                                   {-10, -6, 10, -6, -10},
                                                   {32, -31, -6, 39, -20},
                                                   {-10, 32, -10, -20, 30}};
    static const double b[10]                   = {-40, -2, -0.25, -4, -4, -1, -40, -60, 5, 1};
    static const double d[5]                    = {4, 8, 10, 6, 2};
    static const double e[5]                    = {-15, -27, -36, -18, -12};
    (void)user, (void)h;
    double Ax[CEC2006_G19_WIDTH] = {0}, Cx[CEC2006_G19_WIDTH] = {0}, value = 0.0;
    for (int i = 0; i < 10; i++) {
        value -= b[i] * x[i];
        for (int j = 0; j < CEC2006_G19_WIDTH; j++) Ax[j] += A[i][j] * x[i];
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < CEC2006_G19_WIDTH; j++) Cx[j] += C[i][j] * x[10 + i];
    for (int j = 0; j < 5; j++) {
        double square = d[j] * (x[10 + j] * x[10 + j]);
        value += x[10 + j] * (Cx[j] + 2.0 * square);
        g[j] = Ax[j] - 2.0 * Cx[j] - 3.0 * square - e[j];
    }
    f[0] = value;
    return HECO_POINT_OK;
}

/* Divides by sums that vanish at x = 0: the values are not finite there. */
int heco_cec2006_g20(void *user, const double *x, double *f, double *g, double *h) {
    static const double a[12] = {0.0693, 0.0577, 0.05, 0.2,  0.26, 0.55,
                                 0.06,   0.1,    0.12, 0.18, 0.1,  0.09};
    static const double b[12] = {44.094, 58.12, 58.12,   137.4,  120.9, 170.9,
                                 62.501, 84.94, 133.425, 82.507, 46.07, 60.097};
    static const double c[12] = {123.7, 31.7, 45.7, 14.7, 84.7, 27.7,
                                 49.7,  7.1,  2.1,  17.7, 0.85, 0.64};
    static const double d[12] = {31.244, 36.12, 34.784, 92.7,   82.7, 91.6,
                                 56.708, 82.7,  80.8,   64.517, 49.4, 49.1};
    static const double e[6]  = {0.1, 0.3, 0.4, 0.3, 0.6, 0.3};
    (void)user;
    double s = 0.0, p = 0.0, q = 0.0, r = 0.0, value = 0.0;
    for (int j = 0; j < 12; j++) {
        double both = x[j] + x[j + 12];
        s += both;
        value += a[j] * both;
        p += x[j] / b[j];
        q += x[j + 12] / b[j];
        r += x[j] / d[j];
    }
    f[0] = value;
    for (int i = 0; i < 3; i++) g[i] = (x[i] + x[i + 12]) / (s + e[i]);
    for (int i = 3; i < 6; i++) g[i] = (x[i + 3] + x[i + 15]) / (s + e[i]);
    for (int i = 0; i < 12; i++) h[i] = x[i + 12] / (b[i] * q) - c[i] * x[i] / (40.0 * b[i] * p);
    h[12] = s - 1.0;
    h[13] = r + 0.7302 * 530.0 * (14.7 / 40.0) * q - 1.671;
    return HECO_POINT_OK;
}

/* Logarithms of the arguments of g21, five and one of padding. Inside the box all are positive
 * except the first two, which may be 0. */
static inline void cec2006_high_logs(const double *t, double *ln) {
    if (t[0] >= 0.0 && t[1] >= 0.0 && t[2] > 1.0 && t[3] > 1.0 && t[4] > 1.0)
        for (int k = 0; k < 6; k++) ln[k] = heco_fast_log(t[k]);
    else
        for (int k = 0; k < 6; k++) ln[k] = heco_log(t[k]);
}

int heco_cec2006_g21(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    double x2 = x[1], x3 = x[2], x4 = x[3], x5 = x[4], x6 = x[5], x7 = x[6];
    double t[6] = {x2, x3, 900.0 - x4, x4 + 300.0, 700.0 - 2.0 * x4, 1.0}, ln[6];
    cec2006_high_logs(t, ln);
    double p2 = x2 == 0.0 ? 0.0 : heco_exp(0.6 * ln[0]),
           p3 = x3 == 0.0 ? 0.0 : heco_exp(0.6 * ln[1]);
    f[0]      = x[0];
    g[0]      = -x[0] + 35.0 * p2 + 35.0 * p3;
    h[0]      = -300.0 * x3 + 7500.0 * x5 - 7500.0 * x6 - 25.0 * x4 * x5 + 25.0 * x4 * x6 + x3 * x4;
    h[1]      = 100.0 * x2 + 155.365 * x4 + 2500.0 * x7 - x2 * x4 - 25.0 * x4 * x7 - 15536.5;
    h[2]      = -x5 + ln[2];
    h[3]      = -x6 + ln[3];
    h[4]      = -x7 + ln[4];
    return HECO_POINT_OK;
}

int heco_cec2006_g22(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0]  = x[0];
    g[0]  = -x[0] + heco_pow(x[1], 0.6) + heco_pow(x[2], 0.6) + heco_pow(x[3], 0.6);
    h[0]  = x[4] - 100000.0 * x[7] + 1e7;
    h[1]  = x[5] + 100000.0 * x[7] - 100000.0 * x[8];
    h[2]  = x[6] + 100000.0 * x[8] - 5e7;
    h[3]  = x[4] + 100000.0 * x[9] - 3.3e7;
    h[4]  = x[5] + 100000.0 * x[10] - 4.4e7;
    h[5]  = x[6] + 100000.0 * x[11] - 6.6e7;
    h[6]  = x[4] - 120.0 * x[1] * x[12];
    h[7]  = x[5] - 80.0 * x[2] * x[13];
    h[8]  = x[6] - 40.0 * x[3] * x[14];
    h[9]  = x[7] - x[10] + x[15];
    h[10] = x[8] - x[11] + x[16];
    h[11] = -x[17] + heco_log(x[9] - 100.0);
    h[12] = -x[18] + heco_log(-x[7] + 300.0);
    h[13] = -x[19] + heco_log(x[15]);
    h[14] = -x[20] + heco_log(-x[8] + 400.0);
    h[15] = -x[21] + heco_log(x[16]);
    h[16] = -x[7] - x[9] + x[12] * x[17] - x[12] * x[18] + 400.0;
    h[17] = x[7] - x[8] - x[10] + x[13] * x[19] - x[13] * x[20] + 400.0;
    h[18] = x[8] - x[11] - 4.60517 * x[14] + x[14] * x[21] + 100.0;
    return HECO_POINT_OK;
}

int heco_cec2006_g23(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = -9.0 * x[4] - 15.0 * x[7] + 6.0 * x[0] + 16.0 * x[1] + 10.0 * (x[5] + x[6]);
    g[0] = x[8] * x[2] + 0.02 * x[5] - 0.025 * x[4];
    g[1] = x[8] * x[3] + 0.02 * x[6] - 0.015 * x[7];
    h[0] = x[0] + x[1] - x[2] - x[3];
    h[1] = 0.03 * x[0] + 0.01 * x[1] - x[8] * (x[2] + x[3]);
    h[2] = x[2] + x[5] - x[4];
    h[3] = x[3] + x[6] - x[7];
    return HECO_POINT_OK;
}

/* Horner's scheme in x1. */
int heco_cec2006_g24(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double a = x[0], s = a * a;
    f[0] = -a - x[1];
    g[0] = s * (s * -2.0 + (8.0 * a - 8.0)) + x[1] - 2.0;
    g[1] = s * (s * -4.0 + (32.0 * a - 88.0)) + 96.0 * a + x[1] - 36.0;
    return HECO_POINT_OK;
}
