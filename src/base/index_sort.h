/* Stable sorts of an index array by keys: equal keys keep their order. And a sort of numbers. */
#ifndef HECO_BASE_INDEX_SORT_H
#define HECO_BASE_INDEX_SORT_H

#include <stddef.h>

/* Sorts order[0..count) by key[order[i]], ascending. `scratch` holds count entries. */
void heco_index_sort(size_t *order, const double *key, size_t count, size_t *scratch);
/* Sorts by (key1, key2), lexicographically. key2 may be NULL. */
void heco_index_sort2(size_t *order, const double *key1, const double *key2, size_t count,
                      size_t *scratch);
/* Permutes order so that its first k entries are the k smallest by (key1, key2, index), in
 * unspecified order among themselves but always the same for the same input. O(count). */
void heco_index_select2(size_t *order, const double *key1, const double *key2, size_t count,
                        size_t k);
/* Sorts the numbers themselves, ascending. None is NAN. */
void heco_sort_ascending(double *value, size_t count);

#endif
