/* Computes ranks in which ties share their mean, the first step of all rank tests. */
#include <math.h>
#include <stdlib.h>

#include "base/index_sort.h"
#include "report/stats/stats.h"

heco_status heco_midranks(const double *values, size_t count, double *ranks, double *ties) {
    if (ties != NULL) *ties = 0.0;
    if (count == 0) return HECO_OK;
    for (size_t i = 0; i < count; i++)
        if (isnan(values[i])) return HECO_ERR_ARG;
    size_t *order = malloc(2 * count * sizeof *order);
    if (order == NULL) return HECO_ERR_MEMORY;
    for (size_t i = 0; i < count; i++) order[i] = i;
    heco_index_sort(order, values, count, order + count);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && values[order[end]] == values[order[begin]];) end++;
        double t = (double)(end - begin);
        for (size_t i = begin; i < end; i++) ranks[order[i]] = 0.5 * (double)(begin + end + 1);
        if (ties != NULL) *ties += t * t * t - t;
    }
    free(order);
    return HECO_OK;
}
