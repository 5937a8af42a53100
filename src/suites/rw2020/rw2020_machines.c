/* RC15 to RC21, RC25 and RC28 to RC32: machine elements.
 *
 * The formulas are those of the reference functions of the competition (docs/suites/rw2020.md).
 * They differ from the literature where a comment says so. */
#include <math.h>

#include "base/elementary.h"
#include "suites/rw2020/rw2020.h"

/* RC15: speed reducer. */
int heco_rw2020_rc15(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 0.7854 * x[0] * sq(x[1]) * (3.3333 * sq(x[2]) + 14.9334 * x[2] - 43.0934) -
           1.508 * x[0] * (sq(x[5]) + sq(x[6])) + 7.477 * (cube(x[5]) + cube(x[6])) +
           0.7854 * (x[3] * sq(x[5]) + x[4] * sq(x[6]));
    g[0]  = -x[0] * sq(x[1]) * x[2] + 27;
    g[1]  = -x[0] * sq(x[1]) * sq(x[2]) + 397.5;
    g[2]  = -x[1] * sq(sq(x[5])) * x[2] / cube(x[3]) + 1.93;
    g[3]  = -x[1] * sq(sq(x[6])) * x[2] / cube(x[4]) + 1.93;
    g[4]  = 10.0 / cube(x[5]) * sqrt(16.91e6 + sq(745 * x[3] / (x[1] * x[2]))) - 1100;
    g[5]  = 10.0 / cube(x[6]) * sqrt(157.5e6 + sq(745 * x[4] / (x[1] * x[2]))) - 850;
    g[6]  = x[1] * x[2] - 40;
    g[7]  = -x[0] / x[1] + 5;
    g[8]  = x[0] / x[1] - 12;
    g[9]  = 1.5 * x[5] - x[3] + 1.9;
    g[10] = 1.1 * x[6] - x[4] + 1.9;
    return HECO_POINT_OK;
}

/* RC16: industrial refrigeration system. */
int heco_rw2020_rc16(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 63098.88 * x[1] * x[3] * x[11] + 5441.5 * sq(x[1]) * x[11] +
           115055.5 * heco_pow(x[1], 1.664) * x[5] + 6172.27 * sq(x[1]) * x[5] +
           63098.88 * x[0] * x[2] * x[10] + 5441.5 * sq(x[0]) * x[10] +
           115055.5 * heco_pow(x[0], 1.664) * x[4] + 6172.27 * sq(x[0]) * x[4] +
           140.53 * x[0] * x[10] + 281.29 * x[2] * x[10] + 70.26 * sq(x[0]) + 281.29 * x[0] * x[2] +
           281.29 * sq(x[2]) +
           14437 * heco_pow(x[7], 1.8812) * heco_pow(x[11], 0.3424) * x[9] * sq(x[0]) * x[6] /
               (x[13] * x[8]) +
           20470.2 * heco_pow(x[6], 2.893) * heco_pow(x[10], 0.316) * sq(x[0]);
    g[0]  = 1.524 / x[6] - 1;
    g[1]  = 1.524 / x[7] - 1;
    g[2]  = 0.07789 * x[0] - 2 * x[8] / x[6] - 1;
    g[3]  = 7.05305 * sq(x[0]) * x[9] / (x[8] * x[7] * x[1] * x[13]) - 1;
    g[4]  = 0.0833 * x[13] / x[12] - 1;
    g[5]  = 0.04771 * x[9] * heco_pow(x[7], 1.8812) * heco_pow(x[11], 0.3424) - 1;
    g[6]  = 0.0488 * x[8] * heco_pow(x[6], 1.893) * heco_pow(x[10], 0.316) - 1;
    g[7]  = 0.0099 * x[0] / x[2] - 1;
    g[8]  = 0.0193 * x[1] / x[3] - 1;
    g[9]  = 0.0298 * x[0] / x[4] - 1;
    g[10] = 47.136 * heco_pow(x[1], 0.333) * x[11] / x[9] - 1.333 * x[7] * heco_pow(x[12], 2.1195) +
            62.08 * heco_pow(x[12], 2.1195) * heco_pow(x[7], 0.2) / (x[11] * x[9]) - 1;
    g[11] = 0.056 * x[1] / x[5] - 1;
    g[12] = 2.0 / x[8] - 1;
    g[13] = 2.0 / x[9] - 1;
    g[14] = x[11] / x[10] - 1;
    return HECO_POINT_OK;
}

/* RC17: tension/compression spring, case 1. */
int heco_rw2020_rc17(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = sq(x[0]) * x[1] * (x[2] + 2);
    g[0] = 1 - cube(x[1]) * x[2] / (71785 * sq(sq(x[0])));
    g[1] = (4 * sq(x[1]) - x[0] * x[1]) / (12566 * (x[1] * cube(x[0]) - sq(sq(x[0])))) +
           1.0 / (5108 * sq(x[0])) - 1;
    g[2] = 1 - 140.45 * x[0] / (sq(x[1]) * x[2]);
    g[3] = (x[0] + x[1]) / 1.5 - 1;
    return HECO_POINT_OK;
}

/* RC18: pressure vessel. */
int heco_rw2020_rc18(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double a = 0.0625 * round(x[0]);
    double b = 0.0625 * round(x[1]);
    f[0]     = 0.6224 * a * x[2] * x[3] + 1.7781 * b * sq(x[2]) + 3.1661 * sq(a) * x[3] +
           19.84 * sq(a) * x[2];
    g[0] = -a + 0.0193 * x[2];
    g[1] = -b + 0.00954 * x[2];
    g[2] = -RW2020_PI * sq(x[2]) * x[3] - 4.0 / 3 * RW2020_PI * cube(x[2]) + 1296000;
    g[3] = x[3] - 240;
    return HECO_POINT_OK;
}

/* RC19: welded beam. */
int heco_rw2020_rc19(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double pc = 4.013 * 30e6 * sqrt(sq(x[2]) * heco_pow(x[3], 6) / 30) / sq(14) *
                (1 - x[2] / (2 * 14) * sqrt(30e6 / (4 * 12e6)));
    double sigma = 6 * 6000 * 14 / (x[3] * sq(x[2]));
    double delta = 6 * 6000 * cube(14) / (30e6 * sq(x[2]) * x[3]);
    double r     = sqrt(sq(x[1]) / 4 + sq(x[0] + x[2]) / 4);
    double j     = 2 * (sqrt(2) * x[0] * x[1] * (sq(x[1]) / 4 + sq(x[0] + x[2]) / 4));
    double m     = 6000 * (14 + x[1] / 2);
    double t2    = m * r / j;
    double t1    = 6000.0 / (sqrt(2) * x[0] * x[1]);
    double t     = sqrt(sq(t1) + 2 * t1 * t2 * x[1] / (2 * r) + sq(t2));
    f[0]         = 1.10471 * sq(x[0]) * x[1] + 0.04811 * x[2] * x[3] * (14 + x[1]);
    g[0]         = t - 13600;
    g[1]         = sigma - 30000;
    g[2]         = x[0] - x[3];
    g[3]         = delta - 0.25;
    g[4]         = 6000 - pc;
    return HECO_POINT_OK;
}

/* RC20: three-bar truss. */
int heco_rw2020_rc20(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double d = sqrt(2) * sq(x[0]) + 2 * x[0] * x[1];
    f[0]     = (2 * sqrt(2) * x[0] + x[1]) * 100;
    g[0]     = (sqrt(2) * x[0] + x[1]) / d * 2 - 2;
    g[1]     = x[1] / d * 2 - 2;
    g[2]     = 1.0 / (sqrt(2) * x[1] + x[0]) * 2 - 2;
    return HECO_POINT_OK;
}

/* RC21: multiple disk clutch brake. */
int heco_rw2020_rc21(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double rsr = 2.0 / 3 * (cube(x[1]) - cube(x[0])) / (sq(x[1]) * sq(x[0]));
    double vsr = RW2020_PI * rsr * 250 / 30;
    double a   = RW2020_PI * (sq(x[1]) - sq(x[0]));
    double prz = x[3] / a;
    double w   = RW2020_PI * 250 / 30;
    double mh  = 2.0 / 3 * 0.6 * x[3] * x[4] * (cube(x[1]) - cube(x[0])) / (sq(x[1]) - sq(x[0]));
    double t   = 55 * w / (mh + 3);
    f[0]       = RW2020_PI * (sq(x[1]) - sq(x[0])) * x[2] * (x[4] + 1) * 0.0000078;
    g[0]       = -x[1] + x[0] + 20;
    g[1]       = (x[4] + 1) * (x[2] + 0.5) - 30;
    g[2]       = prz - 1;
    g[3]       = prz * vsr - 1 * 10;
    g[4]       = vsr - 10;
    g[5]       = t - 15;
    g[6]       = 1.5 * 40 - mh;
    g[7]       = -t;
    return HECO_POINT_OK;
}

/* RC25: hydrostatic thrust bearing. */
int heco_rw2020_rc25(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double p  = (heco_log10(heco_log10(8.122e6 * x[2] + 0.8)) - 10.04) / (-3.55);
    double dt = 2 * (heco_pow(10, p) - 560);
    double ef = 9336 * x[3] * 0.0307 * 0.5 * dt;
    double hh = sq(2 * RW2020_PI * 750 / 60) * 2 * RW2020_PI * x[2] / ef *
                    (sq(sq(x[0])) / 4 - sq(sq(x[1])) / 4) -
                1e-5;
    double po = 6 * x[2] * x[3] / (RW2020_PI * cube(hh)) * heco_log(x[0] / x[1]);
    double w  = RW2020_PI * po / 2 * (sq(x[0]) - sq(x[1])) / (heco_log(x[0] / x[1]) - 1e-5);
    f[0]      = (x[3] * po / 0.7 + ef) / 12;
    g[0]      = 101000 - w;
    g[1]      = po - 1000;
    g[2]      = dt - 50;
    g[3]      = 0.001 - hh;
    g[4]      = x[1] - x[0];
    g[5]      = 0.0307 / (386.4 * po) * (x[3] / (2 * RW2020_PI * x[0] * hh)) - 0.001;
    g[6]      = w / (RW2020_PI * (sq(x[0]) - sq(x[1])) + 1e-5) - 5000;
    return HECO_POINT_OK;
}

/* RC28: rolling element bearing. */
int heco_rw2020_rc28(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double z = round(x[2]);
    double t = 160 - 90 - 2 * x[1];
    double u = (sq((160 - 90) * 0.5 - 0.75 * t) + sq(0.5 * 160 - 0.25 * t - x[1]) -
                sq(0.5 * 90 + 0.25 * t)) /
               (2 * (0.5 * (160 - 90) - 0.75 * t) * (0.5 * 160 - 0.25 * t - x[1]));
    double phi = 2 * RW2020_PI - 2 * heco_acos(u);
    double ga  = x[1] / x[0];
    double fc =
        37.91 *
        heco_pow(1 + heco_pow(1.04 * heco_pow((1 - ga) / (1 + ga), 1.72) *
                                  heco_pow(x[3] * (2 * x[4] - 1) / (x[4] * (2 * x[3] - 1)), 0.41),
                              10.0 / 3),
                 -0.3) *
        (heco_pow(ga, 0.3) * heco_pow(1 - ga, 1.39) / heco_pow(1 + ga, 1.0 / 3)) *
        heco_pow(2 * x[3] / (2 * x[3] - 1), 0.41);
    f[0] = (x[1] > 25.4 ? 3.647 * fc * heco_pow(z, 2.0 / 3) * heco_pow(x[1], 1.4)
                        : fc * heco_pow(z, 2.0 / 3) * heco_pow(x[1], 1.8));
    g[0] = z - 1 - phi / (2 * heco_asin(x[1] / x[0]));
    g[1] = x[5] * (160 - 90) - 2 * x[1];
    g[2] = 2 * x[1] - x[6] * (160 - 90);
    g[3] = x[9] * 30 - x[1];
    g[4] = 0.5 * (160 + 90) - x[0];
    g[5] = x[0] - (0.5 + x[8]) * (160 + 90);
    g[6] = x[7] * x[1] - 0.5 * (160 - x[0] - x[1]);
    g[7] = 0.515 - x[3];
    g[8] = 0.515 - x[4];
    return HECO_POINT_OK;
}

/* RC29: gas transmission compressor. */
int heco_rw2020_rc29(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 8.61e5 * sqrt(x[0]) * x[1] * heco_pow(x[2], -2.0 / 3) * heco_pow(x[3], -1.0 / 2) +
           3.69e4 * x[2] + 7.72e8 * heco_pow(x[1], 0.219) / x[0] - 765.43e6 / x[0];
    g[0] = x[3] / sq(x[1]) + 1 / sq(x[1]) - 1;
    return HECO_POINT_OK;
}

/* RC30: tension/compression spring, case 2. */
int heco_rw2020_rc30(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    static const double dd[] = {
        0.009, 0.0095, 0.0104, 0.0118, 0.0128, 0.0132, 0.014, 0.015,  0.0162, 0.0173, 0.018,
        0.020, 0.023,  0.025,  0.028,  0.032,  0.035,  0.041, 0.047,  0.054,  0.063,  0.072,
        0.080, 0.092,  0.0105, 0.120,  0.135,  0.148,  0.162, 0.177,  0.192,  0.207,  0.225,
        0.244, 0.263,  0.283,  0.307,  0.331,  0.362,  0.394, 0.4375, 0.500};
    double n  = round(x[0]);
    double d  = rw2020_entry(dd, (int)(sizeof dd / sizeof dd[0]), x[2]);
    double cf = (4 * x[1] / d - 1) / (4 * x[1] / d - 4) + 0.615 * d / x[1];
    double k  = 11.5 * 1e6 * sq(sq(d)) / (8 * n * cube(x[1]));
    double lf = 1000.0 / k + 1.05 * (n + 2) * d;
    double sp = 300.0 / k;
    f[0]      = sq(RW2020_PI) * x[1] * sq(d) * (n + 2) / 4;
    g[0]      = 8000 * cf * x[1] / (RW2020_PI * cube(d)) - 189000;
    g[1]      = lf - 14;
    g[2]      = 0.2 - d;
    g[3]      = x[1] - 3;
    g[4]      = 3 - x[1] / d;
    g[5]      = sp - 6;
    g[6]      = sp + 700.0 / k + 1.05 * (n + 2) * d - lf;
    g[7]      = 1.25 - 700.0 / k;
    return HECO_POINT_OK;
}

/* RC31: gear train. */
int heco_rw2020_rc31(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = sq(1.0 / 6.931 - x[0] * x[1] / (x[2] * x[3]));
    return HECO_POINT_OK;
}

/* RC32: Himmelblau's function: identical with g04 of the CEC 2006 suite. */
int heco_rw2020_rc32(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double u =
        85.334407 + 0.0056858 * x[1] * x[4] + 0.0006262 * x[0] * x[3] - 0.0022053 * x[2] * x[4];
    double v = 80.51249 + 0.0071317 * x[1] * x[4] + 0.0029955 * x[0] * x[1] + 0.0021813 * sq(x[2]);
    double w =
        9.300961 + 0.0047026 * x[2] * x[4] + 0.0012547 * x[0] * x[2] + 0.0019085 * x[2] * x[3];
    f[0] = 5.3578547 * sq(x[2]) + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141;
    g[0] = u - 92;
    g[1] = -u;
    g[2] = v - 110;
    g[3] = -v + 90;
    g[4] = w - 25;
    g[5] = -w + 20;
    return HECO_POINT_OK;
}
