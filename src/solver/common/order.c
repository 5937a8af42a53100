#include "solver/common/order.h"

#include "base/index_sort.h"
#include "solver/common/pick.h"

/* Swaps two indices if the second one is better. */
static void order_two(size_t *a, size_t *b, const double *f, const double *v) {
    if (!heco_better_feasible(f[*b], v[*b], f[*a], v[*a])) return;
    size_t swap = *a;
    *a          = *b;
    *b          = swap;
}

void heco_order_three(size_t r[3], const double *f, const double *v) {
    order_two(&r[0], &r[1], f, v);
    order_two(&r[1], &r[2], f, v);
    order_two(&r[0], &r[1], f, v);
}

void heco_order_feasible(size_t *order, const double *f, const double *v, size_t count,
                         size_t *scratch) {
    heco_pick_identity(order, count);
    heco_index_sort2(order, v, f, count, scratch);
}

void heco_order_keys(double *key, const double *v, double eps, size_t count) {
    for (size_t i = 0; i < count; i++) key[i] = v[i] <= eps ? 0.0 : v[i];
}

void heco_order_epsilon(size_t *order, const double *f, const double *v, double eps, size_t count,
                        heco_order_work work) {
    heco_order_keys(work.key, v, eps, count);
    heco_order_feasible(order, f, work.key, count, work.scratch);
}
