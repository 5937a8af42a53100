/* RC01 to RC14: chemical processes and process synthesis.
 *
 * The formulas are those of the reference functions of the competition (docs/suites/rw2020.md).
 * They differ from the literature where a comment says so. */
#include <math.h>

#include "base/elementary.h"
#include "suites/rw2020/rw2020.h"

/* RC01: heat exchanger network design, case 1. */
int heco_rw2020_rc01(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0] = 35 * heco_pow(x[0], 0.6) + 35 * heco_pow(x[1], 0.6);
    h[0] = 200 * x[0] * x[3] - x[2];
    h[1] = 200 * x[1] * x[5] - x[4];
    h[2] = x[2] - 10000 * (x[6] - 100);
    h[3] = x[4] - 10000 * (300 - x[6]);
    h[4] = x[2] - 10000 * (600 - x[7]);
    h[5] = x[4] - 10000 * (900 - x[8]);
    h[6] = x[3] * heco_log(fabs(x[7] - 100) + 1e-8) - x[3] * heco_log(600 - x[6] + 1e-8) - x[7] +
           x[6] + 500;
    h[7] = x[5] * heco_log(fabs(x[8] - x[6]) + 1e-8) - x[5] * heco_log(600) - x[8] + x[6] + 600;
    return HECO_POINT_OK;
}

/* RC02: heat exchanger network design, case 2. */
int heco_rw2020_rc02(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0] = heco_pow(x[0] / (120 * x[3]), 0.6) + heco_pow(x[1] / (80 * x[4]), 0.6) +
           heco_pow(x[2] / (40 * x[5]), 0.6);
    h[0] = x[0] - 1e4 * (x[6] - 100);
    h[1] = x[1] - 1e4 * (x[7] - x[6]);
    h[2] = x[2] - 1e4 * (500 - x[7]);
    h[3] = x[0] - 1e4 * (300 - x[8]);
    h[4] = x[1] - 1e4 * (400 - x[9]);
    h[5] = x[2] - 1e4 * (600 - x[10]);
    h[6] = x[3] * heco_log(fabs(x[8] - 100) + 1e-8) - x[3] * heco_log(300 - x[6] + 1e-8) - x[8] -
           x[6] + 400;
    h[7] = x[4] * heco_log(fabs(x[9] - x[6]) + 1e-8) - x[4] * heco_log(fabs(400 - x[7]) + 1e-8) -
           x[9] + x[6] - x[7] + 400;
    h[8] = x[5] * heco_log(fabs(x[10] - x[7]) + 1e-8) - x[5] * heco_log(100) - x[10] + x[7] + 100;
    return HECO_POINT_OK;
}

/* RC03: operation of an alkylation unit. */
int heco_rw2020_rc03(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = (-1.715) * x[0] - 0.035 * x[0] * x[5] - 4.0565 * x[2] - 10 * x[1] + 0.063 * x[2] * x[4];
    g[0] = 0.0059553571 * sq(x[5]) * x[0] + 0.88392857 * x[2] - 0.1175625 * x[5] * x[0] - x[0];
    g[1] = 1.1088 * x[0] + 0.1303533 * x[0] * x[5] - 0.0066033 * x[0] * sq(x[5]) - x[2];
    g[2] = 6.66173269 * sq(x[5]) + 172.39878 * x[4] - 56.596669 * x[3] - 191.20592 * x[5] - 10000;
    g[3] = 1.08702 * x[5] + 0.32175 * x[3] - 0.03762 * sq(x[5]) - x[4] + 56.85075;
    g[4] = 0.006198 * x[6] * x[3] * x[2] + 2462.3121 * x[1] - 25.125634 * x[1] * x[3] - x[2] * x[3];
    g[5] = 161.18996 * x[2] * x[3] + 5000 * x[1] * x[3] - 489510 * x[1] - x[2] * x[3] * x[6];
    g[6] = 0.33 * x[6] - x[4] + 44.333333;
    g[7] = 0.022556 * x[4] - 0.007595 * x[6] - 1;
    g[8] = 0.00061 * x[2] - 0.0005 * x[0] - 1;
    g[9] = 0.819672 * x[0] - x[2] + 0.819672;
    g[10] = 24500 * x[1] - 250 * x[1] * x[3] - x[2] * x[3];
    g[11] = 1020.4082 * x[3] * x[1] + 1.2244898 * x[2] * x[3] - 100000 * x[1];
    g[12] = 6.25 * x[0] * x[5] + 6.25 * x[0] - 7.625 * x[2] - 100000;
    g[13] = 1.22 * x[2] - x[5] * x[0] - x[0] + 1;
    return HECO_POINT_OK;
}

/* RC04: reactor network design. */
int heco_rw2020_rc04(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    double k1 = 0.09755988;
    double k2 = 0.99 * k1;
    double k3 = 0.0391908;
    double k4 = 0.9 * k3;
    f[0]      = -x[3];
    g[0]      = sqrt(x[4]) + sqrt(x[5]) - 4;
    h[0]      = x[0] + k1 * x[1] * x[4] - 1;
    h[1]      = x[1] - x[0] + k2 * x[1] * x[5];
    h[2]      = x[2] + x[0] + k3 * x[2] * x[4] - 1;
    h[3]      = x[3] - x[2] + x[1] - x[0] + k4 * x[3] * x[5];
    return HECO_POINT_OK;
}

/* RC05: Haverly's pooling problem. */
int heco_rw2020_rc05(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = -(9 * x[0] + 15 * x[1] - 6 * x[2] - 16 * x[3] - 10 * (x[4] + x[5]));
    g[0] = x[8] * x[6] + 2 * x[4] - 2.5 * x[0];
    g[1] = x[8] * x[7] + 2 * x[5] - 1.5 * x[1];
    h[0] = x[6] + x[7] - x[2] - x[3];
    h[1] = x[0] - x[6] - x[4];
    h[2] = x[1] - x[7] - x[5];
    h[3] = x[8] * x[6] + x[8] * x[7] - 3 * x[2] - x[3];
    return HECO_POINT_OK;
}

/* RC06: blending, pooling and separation. */
int heco_rw2020_rc06(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0]  = 0.9979 + 0.00432 * x[4] + 0.01517 * x[12];
    h[0]  = x[0] + x[1] + x[2] + x[3] - 300;
    h[1]  = x[5] - x[6] - x[7];
    h[2]  = x[8] - x[9] - x[10] - x[11];
    h[3]  = x[13] - x[14] - x[15] - x[16];
    h[4]  = x[17] - x[18] - x[19];
    h[5]  = x[4] * x[20] - x[5] * x[21] - x[8] * x[22];
    h[6]  = x[4] * x[23] - x[5] * x[24] - x[8] * x[25];
    h[7]  = x[4] * x[26] - x[5] * x[27] - x[8] * x[28];
    h[8]  = x[12] * x[29] - x[13] * x[30] - x[17] * x[31];
    h[9]  = x[12] * x[32] - x[13] * x[33] - x[17] * x[34];
    h[10] = x[12] * x[35] - x[13] * x[36] - x[17] * x[37];
    h[11] = 1.0 / 3 * x[0] + x[14] * x[30] - x[4] * x[20];
    h[12] = 1.0 / 3 * x[0] + x[14] * x[33] - x[4] * x[23];
    h[13] = 1.0 / 3 * x[0] + x[14] * x[36] - x[4] * x[26];
    h[14] = 1.0 / 3 * x[1] + x[9] * x[22] - x[12] * x[29];
    h[15] = 1.0 / 3 * x[1] + x[9] * x[25] - x[12] * x[32];
    h[16] = 1.0 / 3 * x[1] + x[9] * x[28] - x[12] * x[35];
    h[17] = 1.0 / 3 * x[2] + x[6] * x[21] + x[10] * x[22] + x[15] * x[30] + x[18] * x[31] - 30;
    h[18] = 1.0 / 3 * x[2] + x[6] * x[24] + x[10] * x[25] + x[15] * x[33] + x[18] * x[34] - 50;
    h[19] = 1.0 / 3 * x[2] + x[6] * x[27] + x[10] * x[28] + x[15] * x[36] + x[18] * x[37] - 30;
    h[20] = x[20] + x[23] + x[26] - 1;
    h[21] = x[21] + x[24] + x[27] - 1;
    h[22] = x[22] + x[25] + x[28] - 1;
    h[23] = x[29] + x[32] + x[35] - 1;
    h[24] = x[30] + x[33] + x[36] - 1;
    h[25] = x[31] + x[34] + x[37] - 1;
    h[26] = x[24];
    h[27] = x[27];
    h[28] = x[22];
    h[29] = x[36];
    h[30] = x[31];
    h[31] = x[34];
    return HECO_POINT_OK;
}

/* RC07: propane, isobutane, n-butane nonsharp separation. */
int heco_rw2020_rc07(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0] = 0.23947 +
           (-0.0139904 + 0.0093514 * x[23] + 0.0077308 * x[27] - 0.0005719 * x[32] +
            0.0042656 * x[33]) *
               x[4] +
           0.75835 +
           (-0.0661588 + 0.0338147 * x[25] + 0.0373349 * x[30] + 0.0016371 * x[37] +
            0.0288996 * x[38]) *
               x[12];
    h[0]  = x[0] + x[1] + x[2] + x[3] - 300;
    h[1]  = x[5] - x[6] - x[7];
    h[2]  = x[8] - x[9] - x[10] - x[11];
    h[3]  = x[13] - x[14] - x[15] - x[16];
    h[4]  = x[17] - x[18] - x[19];
    h[5]  = x[5] * x[20] - x[23] * x[24];
    h[6]  = x[13] * x[21] - x[25] * x[26];
    h[7]  = x[8] * x[22] - x[27] * x[28];
    h[8]  = x[17] * x[29] - x[30] * x[31];
    h[9]  = x[24] - x[4] * x[32];
    h[10] = x[28] - x[4] * x[33];
    h[11] = x[34] - x[4] * x[35];
    h[12] = x[36] - x[12] * x[37];
    h[13] = x[26] - x[12] * x[38];
    h[14] = x[31] - x[12] * x[39];
    h[15] = x[24] - x[5] * x[20] - x[8] * x[40];
    h[16] = x[28] - x[5] * x[41] - x[8] * x[22];
    h[17] = x[34] - x[5] * x[42] - x[8] * x[43];
    h[18] = x[36] - x[13] * x[44] - x[17] * x[45];
    h[19] = x[26] - x[13] * x[21] - x[17] * x[46];
    h[20] = x[31] - x[13] * x[47] - x[17] * x[29];
    h[21] = 1.0 / 3 * x[0] + x[14] * x[44] - x[24];
    h[22] = 1.0 / 3 * x[0] + x[14] * x[21] - x[28];
    h[23] = 1.0 / 3 * x[0] + x[14] * x[47] - x[34];
    h[24] = 1.0 / 3 * x[1] + x[9] * x[40] - x[36];
    h[25] = 1.0 / 3 * x[1] + x[9] * x[22] - x[26];
    h[26] = 1.0 / 3 * x[1] + x[9] * x[43] - x[31];
    h[27] = x[32] + x[33] + x[35] - 1;
    h[28] = x[20] + x[41] + x[42] - 1;
    h[29] = x[40] + x[22] + x[43] - 1;
    h[30] = x[37] + x[38] + x[39] - 1;
    h[31] = x[44] + x[21] + x[47] - 1;
    h[32] = x[45] + x[46] + x[29] - 1;
    h[33] = x[42];
    h[34] = x[45];
    h[35] = 1.0 / 3 * x[2] + x[6] * x[20] + x[10] * x[40] + x[15] * x[44] + x[18] * x[45] - 30;
    h[36] = 1.0 / 3 * x[2] + x[6] * x[41] + x[10] * x[22] + x[15] * x[21] + x[18] * x[46] - 50;
    h[37] = 1.0 / 3 * x[2] + x[6] * x[42] + x[10] * x[43] + x[15] * x[47] + x[18] * x[29] - 30;
    return HECO_POINT_OK;
}

/* RC08: process synthesis. */
int heco_rw2020_rc08(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double y = round(x[1]);
    f[0]     = 2 * x[0] + y;
    g[0]     = 1.25 - sq(x[0]) - y;
    g[1]     = x[0] + y - 1.6;
    return HECO_POINT_OK;
}

/* RC09: process synthesis and design. */
int heco_rw2020_rc09(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    double y = round(x[2]);
    f[0]     = -y + 2 * x[0] + x[1];
    g[0]     = -x[0] + x[1] + y;
    h[0]     = x[0] - 2 * heco_exp(-x[1]);
    return HECO_POINT_OK;
}

/* RC10: process flow sheeting. */
int heco_rw2020_rc10(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double y = round(x[2]);
    f[0]     = (-0.7) * y + 5 * sq(x[0] - 0.5) + 0.8;
    g[0]     = -heco_exp(x[0] - 0.2) - x[1];
    g[1]     = x[1] + 1.1 * y + 1;
    g[2]     = x[0] - y - 0.2;
    return HECO_POINT_OK;
}

/* RC11: two reactors. */
int heco_rw2020_rc11(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    double y1 = round(x[4]);
    double y2 = round(x[5]);
    double z1 = 0.9 * (1 - heco_exp((-0.5) * x[2])) * x[0];
    double z2 = 0.8 * (1 - heco_exp((-0.4) * x[3])) * x[1];
    f[0]      = 7.5 * y1 + 5.5 * y2 + 7 * x[2] + 6 * x[3] + 5 * x[6];
    g[0]      = x[2] - 10 * y1;
    g[1]      = x[3] - 10 * y2;
    g[2]      = x[0] - 20 * y1;
    g[3]      = x[1] - 20 * y2;
    h[0]      = y1 + y2 - 1;
    h[1]      = z1 + z2 - 10;
    h[2]      = x[0] + x[1] - x[6];
    h[3]      = z1 * y1 + z2 * y2 - 10;
    return HECO_POINT_OK;
}

/* RC12: process synthesis. */
int heco_rw2020_rc12(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double y1 = round(x[3]);
    double y2 = round(x[4]);
    double y3 = round(x[5]);
    double y4 = round(x[6]);
    f[0]      = sq(y1 - 1) + sq(y2 - 1) + sq(y3 - 1) - heco_log(y4 + 1) + heco_pow(x[0] - 1, 22) +
           sq(x[1] - 2) + sq(x[2] - 3);
    g[0] = x[0] + x[1] + x[2] + y1 + y2 + y3 - 5;
    g[1] = sq(y3) + sq(x[0]) + sq(x[1]) + sq(x[2]) - 5.5;
    g[2] = x[0] + y1 - 1.2;
    g[3] = x[1] + y2 - 1.8;
    g[4] = x[2] + y3 - 2.5;
    g[5] = x[0] + y4 - 1.2;
    g[6] = sq(y2) + sq(x[1]) - 1.64;
    g[7] = sq(y3) + sq(x[2]) - 4.25;
    g[8] = sq(y2) + sq(x[2]) - 4.64;
    return HECO_POINT_OK;
}

/* RC13: process design. */
int heco_rw2020_rc13(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double y1 = round(x[3]);
    double y2 = round(x[4]);
    f[0]      = (-5.357854) * sq(x[0]) - 0.835689 * y1 * x[2] - 37.29329 * y1 + 40792.141;
    g[0] =
        85.334407 + 0.0056858 * y2 * x[2] + 0.0006262 * y1 * x[1] - 0.0022053 * y1 * y1 * x[2] - 92;
    g[1] =
        80.51249 + 0.0071317 * y2 * x[2] + 0.0029955 * y1 * x[1] + 0.0021813 * sq(x[0]) - 90 - 20;
    g[2] =
        9.300961 + 0.0047026 * y1 * x[1] + 0.0012547 * y1 * x[0] + 0.0019085 * x[0] * x[1] - 20 - 5;
    return HECO_POINT_OK;
}

/* RC14: multi-product batch plant. */
int heco_rw2020_rc14(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double n1 = round(x[0]);
    double n2 = round(x[1]);
    double n3 = round(x[2]);
    f[0] = 250 * (n1 * heco_pow(x[3], 0.6) + n2 * heco_pow(x[4], 0.6) + n3 * heco_pow(x[5], 0.6));
    g[0] = 40000 * x[6] / x[8] + 20000 * x[7] / x[9] - 6000;
    g[1] = 2 * x[8] + 4 * x[9] - x[3];
    g[2] = 3 * x[8] + 6 * x[9] - x[4];
    g[3] = 4 * x[8] + 3 * x[9] - x[5];
    g[4] = 8 - n1 * x[6];
    g[5] = 20 - n2 * x[6];
    g[6] = 8 - n3 * x[6];
    g[7] = 16 - n1 * x[7];
    g[8] = 4 - n2 * x[7];
    g[9] = 4 - n3 * x[7];
    return HECO_POINT_OK;
}
