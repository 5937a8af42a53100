/* Mixed-integer problems of the literature on MINLP: process synthesis (Duran and Grossmann 1986),
 * the layout of two rectangles (Sawaya 2006), reliability and trim loss (MINLPLib). */
#ifndef HECO_BENCH_MIXED_INTEGER_MINLP_H
#define HECO_BENCH_MIXED_INTEGER_MINLP_H

#include "mixed_integer.h"

MIXED_EVAL(syn1) {
    const double *y = x + 3;
    double        one = log(x[1] + 1.0), two = log(x[0] - x[1] + 1.0);
    MIXED_UNUSED;
    *f = 5.0 * y[0] + 6.0 * y[1] + 8.0 * y[2] + 10.0 * x[0] - 7.0 * x[2] - 18.0 * one - 19.2 * two +
         10.0;
    g[0] = 0.8 * x[2] - 0.8 * one - 0.96 * two;
    g[1] = x[2] + 2.0 * y[2] - 2.0 - one - 1.2 * two;
    g[2] = x[1] - x[0];
    g[3] = x[1] - 2.0 * y[0];
    g[4] = x[0] - x[1] - 2.0 * y[1];
    g[5] = y[0] + y[1] - 1.0;
    return HECO_POINT_OK;
}

MIXED_EVAL(syn2) {
    const double *y = x + 6;
    double        e0 = exp(x[0]), e1 = exp(0.833333 * x[1]), l = log(x[3] + x[4] + 1.0);
    (void)user;
    *f = 5.0 * y[0] + 8.0 * y[1] + 6.0 * y[2] + 10.0 * y[3] + 6.0 * y[4] - 10.0 * x[0] -
         15.0 * x[1] - 15.0 * x[2] + 15.0 * x[3] + 5.0 * x[4] - 20.0 * x[5] + e0 + e1 - 60.0 * l +
         140.0;
    g[0]  = -l;
    g[1]  = e0 - 10.0 * y[0] - 1.0;
    g[2]  = e1 - 10.0 * y[1] - 1.0;
    g[3]  = 1.25 * x[2] - 10.0 * y[2];
    g[4]  = x[3] + x[4] - 10.0 * y[3];
    g[5]  = -2.0 * x[2] + 2.0 * x[5] - 10.0 * y[4];
    g[6]  = -x[0] - x[1] - 2.0 * x[2] + x[3] + 2.0 * x[5];
    g[7]  = -x[0] - x[1] - 0.75 * x[2] + x[3] + 2.0 * x[5];
    g[8]  = x[2] - x[5];
    g[9]  = 2.0 * x[2] - x[3] - 2.0 * x[5];
    g[10] = -0.5 * x[3] + x[4];
    g[11] = -0.2 * x[3] - x[4];
    g[12] = y[3] + y[4] - 1.0;
    h[0]  = y[0] + y[1] - 1.0;
    return HECO_POINT_OK;
}

MIXED_EVAL(syn3) {
    const double *y = x + 9;
    double        e0 = exp(x[0]), e1 = exp(0.833333 * x[1]), l34 = log(x[2] + x[3] + 1.0);
    double        l5 = log(x[4] + 1.0), l6 = log(x[5] + 1.0), both = 0.8 * (x[4] + x[5]);
    (void)user;
    *f = 5.0 * y[0] + 8.0 * y[1] + 6.0 * y[2] + 10.0 * y[3] + 6.0 * y[4] + 7.0 * y[5] + 4.0 * y[6] +
         5.0 * y[7] - 10.0 * x[0] - 15.0 * x[1] + 15.0 * x[2] + 80.0 * x[3] + 25.0 * x[4] +
         35.0 * x[5] - 40.0 * x[6] + 15.0 * x[7] - 35.0 * x[8] + e0 + e1 - 65.0 * l34 - 90.0 * l5 -
         80.0 * l6 + 120.0;
    g[0]  = -1.5 * l5 - l6 - x[7];
    g[1]  = -l34;
    g[2]  = -x[0] - x[1] + x[2] + 2.0 * x[3] + both - 0.5 * x[6] - x[7] - 2.0 * x[8];
    g[3]  = -x[0] - x[1] + 2.0 * x[3] + both - 2.0 * x[6] - x[7] - 2.0 * x[8];
    g[4]  = -2.0 * x[3] - both + 2.0 * x[6] + x[7] + 2.0 * x[8];
    g[5]  = -both + x[7];
    g[6]  = -x[3] + x[6] + x[8];
    g[7]  = -0.5 * both + 1.5 * x[7];
    g[8]  = 0.2 * both - 1.2 * x[7];
    g[9]  = x[2] - 0.8 * x[3];
    g[10] = -x[2] + 0.4 * x[3];
    g[11] = e0 - 10.0 * y[0] - 1.0;
    g[12] = e1 - 10.0 * y[1] - 1.0;
    g[13] = x[6] - 10.0 * y[2];
    g[14] = both - 10.0 * y[3];
    g[15] = 2.0 * x[3] - 2.0 * x[6] - 2.0 * x[8] - 10.0 * y[4];
    g[16] = x[4] - 10.0 * y[5];
    g[17] = x[5] - 10.0 * y[6];
    g[18] = x[2] + x[3] - 10.0 * y[7];
    g[19] = y[3] + y[4] - 1.0;
    g[20] = y[2] - y[7];
    h[0]  = y[0] + y[1] - 1.0;
    h[1]  = -y[3] + y[5] + y[6];
    return HECO_POINT_OK;
}

/* Two rectangles of areas 40 and 50, one beside or above the other, in the smallest frame. */
MIXED_EVAL(flay02m) {
    const double *left = x, *low = x + 2, *length = x + 4, *width = x + 6, *frame = x + 8,
                 *y = x + 10;
    (void)user;
    *f = 2.0 * (frame[0] + frame[1]);
    for (int i = 0; i < 2; i++) {
        g[i]     = (i == 0 ? 40.0 : 50.0) / width[i] - length[i];
        g[2 + i] = left[i] + length[i] - frame[0];
        g[4 + i] = low[i] + width[i] - frame[1];
        g[6 + i] = left[i] + length[i] - left[1 - i] - 30.0 * (1.0 - y[i]);
        g[8 + i] = low[i] + width[i] - low[1 - i] - 30.0 * (1.0 - y[2 + i]);
    }
    h[0] = y[0] + y[1] + y[2] + y[3] - 1.0;
    return HECO_POINT_OK;
}

/* Reliability of three stages, each with at least one of its kinds of component. */
MIXED_EVAL(ex1224) {
    static const double gain[8] = {0.1, 0.2, 0.15, 0.05, 0.2, 0.15, 0.02, 0.06};
    static const double cost[8] = {3, 1, 2, 3, 2, 1, 3, 2};
    static const int    stage[8] = {0, 0, 0, 1, 1, 1, 2, 2};
    const double       *y = x + 3;
    double              fails[3] = {0.0, 0.0, 0.0};
    (void)user;
    g[0] = g[1] = g[2] = 1.0, g[3] = -10.0;
    for (int k = 0; k < 8; k++) {
        fails[stage[k]] -= log(gain[k]) * y[k];
        g[stage[k]] -= y[k];
        g[3] += cost[k] * y[k];
    }
    *f   = -x[0] * x[1] * x[2];
    h[0] = -log(1.0 - x[0]) - fails[0];
    h[1] = -log(1.0 - x[1]) - fails[1];
    g[4] = -log(1.0 - x[2]) - fails[2];
    return HECO_POINT_OK;
}

/* Rolls are cut by patterns p: made[i][p] of width i, times used[p], if active[p]. All are
 * integers. */
MIXED_EVAL(tltr) {
    static const double need[3] = {9, 15, 80}, roll[3] = {48, 48, 62}, most[3] = {72, 182, 182};
    static const double hours[3] = {500, 1270, 1270},
                        setup[3] = {6.53333333333333, 6.53333333333333, 6.7375};
    const double *used = x + 27, *shift = x + 36, *active = x + 39;
    (void)user, (void)h;
    *f = 35.0 * (shift[1] + shift[2]);
    for (int i = 0; i < 3; i++) g[i] = need[i];
    for (int p = 0; p < 9; p++) { /* machine p % 3 */
        double width = 0.0, pieces = 0.0;
        for (int i = 0; i < 3; i++) {
            double made = x[9 * i + p];
            g[i] -= used[p] * made;
            width += 12.0 * (i + 1) * made;
            pieces += made;
        }
        *f += setup[p % 3] * active[p];
        g[3 + p]  = width - roll[p % 3] * active[p];
        g[12 + p] = active[p] - pieces;
        g[21 + p] = used[p] - most[p % 3] * active[p];
        g[30 + p] = pieces - 5.0 * active[p];
        if (p < 6) g[42 + p] = active[p + 3] - active[p]; /* no two orders of the same patterns */
        if (p < 6) g[48 + p] = used[p + 3] - used[p];
    }
    for (int k = 0; k < 3; k++)
        g[39 + k] = 7.0 * (used[k] + used[k + 3] + used[k + 6]) - hours[k] * shift[k];
    return HECO_POINT_OK;
}

/* Six widths, six patterns; the whole numbers are made of binary digits by equalities. */
MIXED_EVAL(ex1266) {
    static const double need[6] = {8, 16, 12, 7, 14, 16}, width[6] = {330, 360, 380, 430, 490, 530};
    static const double most[6] = {15, 12, 8, 7, 4, 2};
    const double       *used = x + 36, *digit = x + 42, *active = x + 150, *count = x + 156;
    double              total = 0.0;
    (void)user;
    *f = 0.0;
    for (int i = 0; i < 6; i++) g[i] = need[i];
    for (int p = 0; p < 6; p++) {
        double sum = 0.0, pieces = 0.0;
        for (int i = 0; i < 6; i++) {
            double made = x[6 * i + p];
            g[i] -= used[p] * made;
            sum += width[i] * made;
            pieces += made;
        }
        *f += used[p] + (p < 5 ? 0.1 * (p + 1) * active[p] : 0.0);
        total += used[p];
        g[6 + p]  = 2100.0 * active[p] - sum;
        g[12 + p] = sum - 2200.0 * active[p];
        g[18 + p] = active[p] - pieces;
        g[24 + p] = pieces - 5.0 * active[p];
        g[30 + p] = active[p] - used[p];
        g[36 + p] = used[p] - most[p] * active[p];
        if (p < 5) g[43 + p] = active[p + 1] - active[p];
        if (p < 5) g[48 + p] = used[p + 1] - used[p];
    }
    g[42] = 16.0 - total;
    for (int k = 0; k < 36; k++)
        h[k] = x[k] - digit[3 * k] - 2.0 * digit[3 * k + 1] - 4.0 * digit[3 * k + 2];
    for (int p = 0; p < 6; p++) { /* four digits for the first three, then three */
        const double *b = count + (p < 3 ? 4 * p : 12 + 3 * (p - 3));
        h[36 + p] = used[p] - b[0] - 2.0 * b[1] - 4.0 * b[2] - (p < 3 ? 8.0 * b[3] : 0.0);
    }
    return HECO_POINT_OK;
}

#endif
