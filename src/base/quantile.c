#include "base/quantile.h"

#include "base/index_sort.h"

double heco_quantile_sorted(const double *v, const size_t *order, size_t count, double p) {
    double at = p * (double)(count - 1);
    size_t i  = (size_t)at;
    if (i + 1 >= count) return v[order[count - 1]];
    return v[order[i]] + (at - (double)i) * (v[order[i + 1]] - v[order[i]]);
}

double heco_quantile(const double *v, size_t count, double p, size_t *order, size_t *scratch) {
    for (size_t i = 0; i < count; i++) order[i] = i;
    heco_index_sort(order, v, count, scratch);
    return heco_quantile_sorted(v, order, count, p);
}
