#ifndef HECO_BASE_QUANTILE_H
#define HECO_BASE_QUANTILE_H

#include <stddef.h>

/* Returns the p-quantile, 0 <= p <= 1, of count >= 1 values with linear interpolation between
 * neighbours (Hyndman and Fan 1996, type 7). `order` lists the values in ascending order. */
double heco_quantile_sorted(const double *v, const size_t *order, size_t count, double p);
/* The same for values in any order. `order` and `scratch` have room for `count` entries. */
double heco_quantile(const double *v, size_t count, double p, size_t *order, size_t *scratch);

#endif
