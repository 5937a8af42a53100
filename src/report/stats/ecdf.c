/* Empirical distribution function, such as the fraction of runs that met a target within a
 * budget. */
#include <math.h>
#include <stdlib.h>

#include "report/stats/stats.h"

static int ecdf_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

heco_status heco_ecdf_at(const double *values, size_t count, const double *at, size_t points,
                         double *fraction) {
    if (count == 0) return HECO_ERR_ARG;
    double *sorted = malloc(count * sizeof *sorted);
    if (sorted == NULL) return HECO_ERR_MEMORY;
    size_t used = 0, below = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i])) sorted[used++] = values[i];
    qsort(sorted, used, sizeof *sorted, ecdf_compare);
    for (size_t k = 0; k < points; k++) {
        while (below < used && sorted[below] <= at[k]) below++;
        fraction[k] = (double)below / (double)count;
    }
    free(sorted);
    return HECO_OK;
}
