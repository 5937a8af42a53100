/* The two rankings of the CEC 2017 competition, both lexicographic. The 8 decimals and the
 * handling of ties are those of the evaluation program published with HECO-DE. That program rounds
 * the statistics of its own runs and uses published ones as they are; therefore rounding is a
 * separate step here. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/stats/stats.h"

double heco_cec_round(double value) {
    double scaled = value * 1e8;
    /* Beyond 2^53 a double has no 8 decimals left to round. */
    if (!(fabs(scaled) < 0x1.0p53)) return value;
    return rint(scaled) / 1e8 + 0.0; /* no negative zero */
}

double heco_cec_significant(double value, unsigned digits) {
    char text[40]; /* the C library rounds decimally without error */
    if (!isfinite(value)) return value;
    snprintf(text, sizeof text, "%.*e", digits > 0 && digits < 18 ? (int)digits - 1 : 16, value);
    return strtod(text, NULL) + 0.0;
}

heco_cec_entry heco_cec_entry_significant(heco_cec_entry e, unsigned digits) {
    e.feasible_rate = heco_cec_significant(e.feasible_rate, digits);
    e.mean_viol     = heco_cec_significant(e.mean_viol, digits);
    e.mean          = heco_cec_significant(e.mean, digits);
    e.median_viol   = heco_cec_significant(e.median_viol, digits);
    e.median        = heco_cec_significant(e.median, digits);
    return e;
}

heco_cec_entry heco_cec_entry_round(heco_cec_entry e) {
    e.feasible_rate = heco_cec_round(e.feasible_rate);
    e.mean_viol     = heco_cec_round(e.mean_viol);
    e.mean          = heco_cec_round(e.mean);
    e.median_viol   = heco_cec_round(e.median_viol);
    e.median        = heco_cec_round(e.median);
    return e;
}

heco_cec_entry heco_cec_entry_of(const heco_summary *s) {
    heco_cec_entry e = {s->feasible_rate, s->mean_viol, s->mean, s->median_viol, s->median};
    return heco_cec_entry_round(e);
}

static int cec_rank_smaller(double a, double b) {
    if (isnan(a)) a = INFINITY;
    if (isnan(b)) b = INFINITY;
    return a < b ? -1 : a > b;
}

int heco_cec_compare_mean(const heco_cec_entry *a, const heco_cec_entry *b) {
    int order = cec_rank_smaller(-a->feasible_rate, -b->feasible_rate);
    if (order == 0) order = cec_rank_smaller(a->mean_viol, b->mean_viol);
    return order != 0 ? order : cec_rank_smaller(a->mean, b->mean);
}

int heco_cec_compare_median(const heco_cec_entry *a, const heco_cec_entry *b) {
    int order = cec_rank_smaller(a->median_viol, b->median_viol);
    return order != 0 ? order : cec_rank_smaller(a->median, b->median);
}

void heco_cec_rank(const heco_cec_entry *entries, size_t count, unsigned *by_mean,
                   unsigned *by_median) {
    for (size_t i = 0; i < count; i++) {
        by_mean[i] = by_median[i] = 1;
        for (size_t j = 0; j < count; j++) {
            by_mean[i] += heco_cec_compare_mean(entries + j, entries + i) < 0;
            by_median[i] += heco_cec_compare_median(entries + j, entries + i) < 0;
        }
    }
}
