/* Upper tails of the distributions that the tests need. */
#ifndef HECO_REPORT_STATS_SPECIAL_H
#define HECO_REPORT_STATS_SPECIAL_H

#include <stddef.h>

double heco_special_log_gamma(double x);                      /* x > 0              */
double heco_special_normal_tail(double z);                    /* P(Z > z)           */
double heco_special_chi2_tail(double x, double df);           /* P(X > x)           */
double heco_special_f_tail(double x, double df1, double df2); /* P(X > x)           */
/* P(range of k independent standard normal variables > q), to about 1e-14. */
double heco_special_range_tail(double q, size_t k);

#endif
