/* Nemenyi's test of all pairs of mean ranks after a Friedman test. Nemenyi (1963),
 * Distribution-free multiple comparisons, PhD thesis, Princeton; Demsar (2006), JMLR 7, 1-30,
 * section 3.2.2.
 *
 * The statistic is the studentized range of k normal variables with infinite degrees of freedom. */
#include <math.h>

#include "report/stats/special.h"
#include "report/stats/stats.h"

static double nemenyi_scale(size_t n, size_t k) {
    return sqrt((double)k * ((double)k + 1.0) / (12.0 * (double)n));
}

double heco_nemenyi(double mean_rank_a, double mean_rank_b, size_t n, size_t k) {
    return heco_special_range_tail(fabs(mean_rank_a - mean_rank_b) / nemenyi_scale(n, k), k);
}

double heco_nemenyi_difference(double level, size_t n, size_t k) {
    double low = 0.0, high = 40.0; /* the tail at 40 is below 1e-100 */
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (heco_special_range_tail(middle, k) > level) low = middle;
        else high = middle;
    }
    return 0.5 * (low + high) * nemenyi_scale(n, k);
}
