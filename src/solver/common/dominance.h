/* Dominance in (f, v): not worse in both, better in one. */
#ifndef HECO_SOLVER_COMMON_DOMINANCE_H
#define HECO_SOLVER_COMMON_DOMINANCE_H

#include <stddef.h>

static inline int heco_dominates(double f1, double v1, double f2, double v2) {
    return f1 <= f2 && v1 <= v2 && (f1 < f2 || v1 < v2);
}

/* The members that no other dominates, by rising v and falling f; of equal ones the first. Returns
 * how many. `front` and `scratch` hold count entries. A function that grows with f and with v has
 * its smallest value on the front. */
size_t heco_dominance_front(size_t *front, const double *f, const double *v, size_t count,
                            size_t *scratch);

/* Nondominated sorting: order = all members front by front, inside a front by rising v; rank[i] =
 * front of member i, from 0; equal members share theirs. `key` and `scratch` hold count entries.
 * O(count log count): with two objectives one look at the last member of each front is enough. */
size_t heco_dominance_sort(size_t *order, size_t *rank, const double *f, const double *v,
                           size_t count, double *key, size_t *scratch);

#endif
