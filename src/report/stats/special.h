/* Upper tails of the distributions that the tests need. */
#ifndef HECO_REPORT_STATS_SPECIAL_H
#define HECO_REPORT_STATS_SPECIAL_H

double heco_special_log_gamma(double x);                      /* x > 0              */
double heco_special_normal_tail(double z);                    /* P(Z > z)           */
double heco_special_chi2_tail(double x, double df);           /* P(X > x)           */
double heco_special_f_tail(double x, double df1, double df2); /* P(X > x)           */

#endif
