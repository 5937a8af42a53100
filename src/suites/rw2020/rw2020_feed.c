/* RC51 to RC57: feed rations for beef and dairy cattle, linear programs with ratios. The tables
 * have one row per nutrient and one column per feed. */
#include "suites/rw2020/rw2020.h"

enum { FEED_ROWS = 7, DAIRY_ROWS = 14 };

/* Limits of RC51 to RC54: two each for rows 5, 4, 6, 7 of the table, the share of roughage, the
 * share of row 3 and the concentrates; the last number is the required row 2. */
static const double rw2020_beef_limits[4][15] = {
    {1.09, 2.17, 4.87, 5.2, 0.043, 0.086, 0.023, 0.046, 0.295, 0.36, 0.3, 0.4712, 9.2, 11.5, 6.9},
    {1.28, 2.56, 7.3, 7.81, 0.005, 0.094, 0.031, 0.062, 0.2, 0.24, 0.3, 0.4, 9.8, 16.4, 9.8},
    {1.17, 2.34, 6.94, 7.43, 0.038, 0.076, 0.034, 0.068, 0.085, 0.111, 0.25, 0.4, 11.6, 14.5, 8.7},
    {0.56, 1.12, 3.23, 3.46, 0.018, 0.036, 0.0116, 0.04, 0.25, 0.9, 0.3, 0.4384, 7.47, 9.34, 5.6},
};

static double rw2020_feed_sum(const double *x, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) sum += x[i];
    return sum;
}

/* RC51 to RC54: beef cattle. */
int heco_rw2020_beef(void *user, const double *x, double *f, double *g, double *h) {
    const rw2020_user *u     = user;
    const double      *limit = rw2020_beef_limits[u->variant];
    double             q[FEED_ROWS], t = rw2020_feed_sum(x, 0, RW2020_FEEDS);
    for (int r = 0; r < FEED_ROWS; r++) {
        q[r] = 0;
        for (int i = 0; i < RW2020_FEEDS; i++) q[r] += u->table[0][r * RW2020_FEEDS + i] * x[i];
    }
    double value[] = {q[4],
                      q[3],
                      q[5],
                      q[6],
                      rw2020_feed_sum(x, 0, 17) / t,
                      q[2] / t,
                      rw2020_feed_sum(x, 33, RW2020_FEEDS)};
    f[0]           = q[0];
    for (int k = 0; k < 7; k++) {
        g[2 * k]     = -value[k] + limit[2 * k];
        g[2 * k + 1] = value[k] - limit[2 * k + 1];
    }
    h[0] = q[1] - limit[14];
    return HECO_POINT_OK;
}

/* RC55 to RC57: dairy cattle. The required rows 12, 2, 3, 13, 14 and the required sum of rows 2 to
 * 11. */
int heco_rw2020_dairy(void *user, const double *x, double *f, double *g, double *h) {
    static const double limit[3][6]   = {{25.67, 0.0218, 0.062, 0.034, 0.021, 0.999},
                                         {65.24, 0.066, 0.159, 0.103, 0.052, 2.644},
                                         {30.05, 0.0259, 0.077, 0.096, 0.025, 1.214}};
    static const int    row[]         = {11, 1, 2, 12, 13};
    const rw2020_user  *u             = user;
    double              q[DAIRY_ROWS] = {0}, dry = 0;
    (void)g;
    for (int i = 0; i < RW2020_DAIRIES; i++) {
        double sum = 0;
        for (int r = 0; r < DAIRY_ROWS; r++) {
            double p = u->table[0][r * RW2020_DAIRIES + i];
            q[r] += p * x[i];
            if (r >= 1 && r <= 10) sum += p;
        }
        dry += sum * x[i];
    }
    f[0] = q[0];
    for (int k = 0; k < 5; k++) h[k] = q[row[k]] - limit[u->variant][k];
    h[5] = dry - limit[u->variant][5];
    return HECO_POINT_OK;
}
