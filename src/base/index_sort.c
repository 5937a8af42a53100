/* Merge sort from short insertion-sorted runs: stable, O(n log n), fast on the nearly sorted
 * orders that populations have from one generation to the next. NaN keys must not occur. */
#include "base/index_sort.h"

#include <stdlib.h>

#include <string.h>

enum { INDEX_SORT_RUN = 12 };

/* Compares by key1, then by key2 unless that is NULL. */
static int index_sort_less(size_t a, size_t b, const double *key1, const double *key2) {
    if (key1[a] != key1[b]) return key1[a] < key1[b];
    return key2 != NULL && key2[a] < key2[b];
}

/* Merges the sorted parts [0, middle) and [middle, count) of `order`. */
static void index_sort_merge(size_t *order, size_t middle, size_t count, const double *key1,
                             const double *key2, size_t *scratch) {
    if (!index_sort_less(order[middle], order[middle - 1], key1, key2)) return;
    memcpy(scratch, order, middle * sizeof *order);
    size_t left = 0, right = middle, out = 0;
    while (left < middle && right < count)
        order[out++] = index_sort_less(order[right], scratch[left], key1, key2) ? order[right++]
                                                                                : scratch[left++];
    memcpy(order + out, scratch + left, (middle - left) * sizeof *order);
}

void heco_index_sort2(size_t *order, const double *key1, const double *key2, size_t count,
                      size_t *scratch) {
    for (size_t begin = 0; begin < count; begin += INDEX_SORT_RUN) {
        size_t end = begin + INDEX_SORT_RUN < count ? begin + INDEX_SORT_RUN : count;
        for (size_t i = begin + 1; i < end; i++) {
            size_t item = order[i], at = i;
            for (; at > begin && index_sort_less(item, order[at - 1], key1, key2); at--)
                order[at] = order[at - 1];
            order[at] = item;
        }
    }
    for (size_t width = INDEX_SORT_RUN; width < count; width *= 2)
        for (size_t begin = 0; begin + width < count; begin += 2 * width) {
            size_t end = begin + 2 * width < count ? begin + 2 * width : count;
            index_sort_merge(order + begin, width, end - begin, key1, key2, scratch);
        }
}

void heco_index_sort(size_t *order, const double *key, size_t count, size_t *scratch) {
    heco_index_sort2(order, key, NULL, count, scratch);
}

/* Compares as index_sort_less() does, and equal keys by index. */
static int index_sort_before(size_t a, size_t b, const double *key1, const double *key2) {
    if (key1[a] != key1[b]) return key1[a] < key1[b];
    if (key2 != NULL && key2[a] != key2[b]) return key2[a] < key2[b];
    return a < b;
}

void heco_index_select2(size_t *order, const double *key1, const double *key2, size_t count,
                        size_t k) {
    size_t low = 0, high = count; /* the boundary after the k-th lies inside [low, high) */
    while (k > low && k < high && high - low > 1) {
        size_t pivot = order[low + (high - low - 1) / 2];
        size_t i = low, j = high - 1;
        for (;;) { /* Hoare partition; the order by (key1, key2, index) has no ties */
            while (index_sort_before(order[i], pivot, key1, key2)) i++;
            while (index_sort_before(pivot, order[j], key1, key2)) j--;
            if (i >= j) break;
            size_t swap = order[i];
            order[i++]  = order[j];
            order[j--]  = swap;
        }
        if (k <= j + 1) high = j + 1;
        else low = j + 1;
    }
}

static int index_sort_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

void heco_sort_ascending(double *value, size_t count) {
    qsort(value, count, sizeof *value, index_sort_compare);
}
