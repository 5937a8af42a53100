/* Friedman's test of k treatments in n blocks, and the F form of Iman and Davenport (1980),
 * Comm. Statist. A 9, 571-595, which is less conservative. Ties are corrected for as in
 * Conover, Practical Nonparametric Statistics, 5.8. */
#include <stdlib.h>
#include <string.h>

#include "report/stats/special.h"
#include "report/stats/stats.h"

/* `square` is the sum of all squared ranks. If all values are tied, there is no evidence of a
 * difference. */
static void friedman_test(const double *mean_ranks, size_t blocks, size_t treatments, double square,
                          heco_friedman *out) {
    double n = (double)blocks, k = (double)treatments, between = 0.0;
    for (size_t j = 0; j < treatments; j++) {
        double d = n * (mean_ranks[j] - 0.5 * (k + 1.0));
        between += d * d;
    }
    double within = square - 0.25 * n * k * (k + 1.0) * (k + 1.0);
    out->chi2     = within > 0.0 ? (k - 1.0) * between / within : 0.0;
    if (out->chi2 > n * (k - 1.0)) out->chi2 = n * (k - 1.0);
    out->p_chi2         = heco_special_chi2_tail(out->chi2, k - 1.0);
    out->iman_davenport = (n - 1.0) * out->chi2 / (n * (k - 1.0) - out->chi2);
    out->p_iman_davenport =
        heco_special_f_tail(out->iman_davenport, k - 1.0, (k - 1.0) * (n - 1.0));
}

heco_status heco_friedman_compute(const double *values, size_t n, size_t k, double *mean_ranks,
                                  heco_friedman *out) {
    if (n < 2 || k < 2) return HECO_ERR_ARG;
    double *ranks = malloc(k * sizeof *ranks), square = 0.0;
    if (ranks == NULL) return HECO_ERR_MEMORY;
    memset(mean_ranks, 0, k * sizeof *mean_ranks);
    heco_status status = HECO_OK;
    for (size_t i = 0; i < n && status == HECO_OK; i++) {
        status = heco_midranks(values + i * k, k, ranks, NULL);
        for (size_t j = 0; j < k && status == HECO_OK; j++) {
            mean_ranks[j] += ranks[j];
            square += ranks[j] * ranks[j];
        }
    }
    for (size_t j = 0; j < k; j++) mean_ranks[j] /= (double)n;
    if (status == HECO_OK) friedman_test(mean_ranks, n, k, square, out);
    free(ranks);
    return status;
}
