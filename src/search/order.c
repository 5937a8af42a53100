#include "search/order.h"

#include "base/index_sort.h"
#include "search/pick.h"

void heco_order_feasible(size_t *order, const double *f, const double *v, size_t count,
                         size_t *scratch) {
    heco_pick_identity(order, count);
    heco_index_sort2(order, v, f, count, scratch);
}

void heco_order_epsilon(size_t *order, const double *f, const double *v, double eps, size_t count,
                        double *key, size_t *scratch) {
    for (size_t i = 0; i < count; i++) key[i] = v[i] <= eps ? 0.0 : v[i];
    heco_order_feasible(order, f, key, count, scratch);
}
