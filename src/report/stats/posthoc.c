/* Comparisons with one control after a Friedman test, and Holm's adjustment for several of them.
 * Holm (1979), Scand. J. Statist. 6, 65-70; Demsar (2006), JMLR 7, 1-30. */
#include <math.h>
#include <stdlib.h>

#include "base/index_sort.h"
#include "report/stats/special.h"
#include "report/stats/stats.h"

double heco_friedman_contrast(double mean_rank_a, double mean_rank_b, size_t blocks,
                              size_t treatments) {
    double n = (double)blocks, k = (double)treatments;
    double z = (mean_rank_a - mean_rank_b) / sqrt(k * (k + 1.0) / (6.0 * n));
    return 2.0 * heco_special_normal_tail(fabs(z));
}

heco_status heco_holm_adjust(const double *p, size_t count, double *adjusted) {
    if (count == 0) return HECO_OK;
    size_t *order = malloc(2 * count * sizeof *order), used = 0;
    if (order == NULL) return HECO_ERR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        if (isnan(p[i])) adjusted[i] = p[i];
        else order[used++] = i;
    }
    heco_index_sort(order, p, used, order + count);
    double largest = 0.0;
    for (size_t i = 0; i < used; i++) {
        double q = p[order[i]] * (double)(used - i);
        if (q > largest) largest = q;
        if (largest > 1.0) largest = 1.0;
        adjusted[order[i]] = largest;
    }
    free(order);
    return HECO_OK;
}
