/* Pareto dominance in (f, v): a point dominates another if it is no worse in both and better in
 * one. */
#ifndef HECO_SOLVER_COMMON_DOMINANCE_H
#define HECO_SOLVER_COMMON_DOMINANCE_H

#include "solver/common/order.h"

static inline int heco_dominates(double f1, double v1, double f2, double v2) {
    return f1 <= f2 && v1 <= v2 && (f1 < f2 || v1 < v2);
}

/* Writes the nondominated members by ascending v and descending f, of equal members the first, and
 * returns their number. `front` and `scratch` hold count entries. A function that increases in f
 * and in v has its smallest value on the front. */
size_t heco_dominance_front(size_t *front, const double *f, const double *v, size_t count,
                            size_t *scratch);

/* Nondominated sorting; returns the number of fronts. `order` gets all members front by front,
 * inside a front by ascending v; rank[i] is the front of member i, from 0. Equal members have the
 * same front. The cost is O(count log count): with two
 * objectives a member needs to be compared only with the last member of each front. */
size_t heco_dominance_sort(size_t *order, size_t *rank, const double *f, const double *v,
                           size_t count, heco_order_work work);

#endif
