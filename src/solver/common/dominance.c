#include "solver/common/dominance.h"

#include "base/index_sort.h"

/* Sorted by (v, f), a member is dominated exactly when an earlier one has no larger f. */
size_t heco_dominance_front(size_t *front, const double *f, const double *v, size_t count,
                            size_t *scratch) {
    size_t kept = 0;
    heco_order_feasible(front, f, v, count, scratch);
    for (size_t k = 0; k < count; k++)
        if (kept == 0 || f[front[k]] < f[front[kept - 1]]) front[kept++] = front[k];
    return kept;
}

/* Returns the first front whose last f is above f, by bisection: the last values ascend with the
 * front. */
static size_t dominance_place(const double *last, size_t fronts, double f) {
    size_t low = 0, high = fronts;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (last[middle] > f) high = middle;
        else low = middle + 1;
    }
    return low;
}

size_t heco_dominance_sort(size_t *order, size_t *rank, const double *f, const double *v,
                           size_t count, heco_order_work work) {
    size_t fronts = 0;
    heco_order_feasible(order, f, v, count, work.scratch);
    for (size_t k = 0; k < count; k++) {
        size_t i = order[k], before = k > 0 ? order[k - 1] : i;
        if (k > 0 && f[i] == f[before] && v[i] == v[before]) {
            rank[i] = rank[before];
            continue;
        }
        rank[i] = dominance_place(work.key, fronts, f[i]);
        if (rank[i] == fronts) fronts++;
        work.key[rank[i]] = f[i];
    }
    for (size_t i = 0; i < count; i++) work.key[i] = (double)rank[i];
    heco_index_sort(order, work.key, count, work.scratch); /* stable: ascending v inside a front */
    return fronts;
}
