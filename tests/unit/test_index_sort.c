/* Sorting of index arrays against a slow and simple sort, with many ties. */
#include "testing.h"

#include "base/index_sort.h"
#include "base/rng.h"

enum { LARGEST = 300 };

/* Stable insertion sort by (key1, key2). */
static void simple_sort(size_t *order, const double *key1, const double *key2, size_t count) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0; k--) {
            size_t a = order[k - 1], b = order[k];
            int    less = key1[b] != key1[a] ? key1[b] < key1[a] : key2 && key2[b] < key2[a];
            if (!less) break;
            order[k - 1] = b, order[k] = a;
        }
}

static void draw(double *key, size_t *order, size_t count, size_t values, heco_rng *rng) {
    for (size_t i = 0; i < count; i++) {
        key[i]   = (double)heco_rng_index(rng, values) - 2.0;
        order[i] = i;
    }
    for (size_t i = count; i > 1; i--) { /* a start order of its own shows stability */
        size_t k = heco_rng_index(rng, i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k]     = swap;
    }
}

static void sorts_like_the_simple_sort(void **state) {
    (void)state;
    double   key1[LARGEST], key2[LARGEST];
    size_t   order[LARGEST], expected[LARGEST], scratch[LARGEST];
    heco_rng rng;
    heco_rng_init(&rng, 1, 0);
    for (size_t count = 0; count <= LARGEST; count += count < 40 ? 1 : 13)
        for (int two = 0; two < 2; two++) {
            draw(key2, order, count, 3, &rng);
            draw(key1, order, count, 1 + count / 4, &rng);
            memcpy(expected, order, count * sizeof *order);
            simple_sort(expected, key1, two ? key2 : NULL, count);
            if (two) heco_index_sort2(order, key1, key2, count, scratch);
            else heco_index_sort(order, key1, count, scratch);
            assert_memory_equal(order, expected, count * sizeof *order);
        }
}

static void infinite_keys_go_last(void **state) {
    (void)state;
    double key[5]   = {INFINITY, 1.0, -INFINITY, INFINITY, 0.0};
    size_t order[5] = {0, 1, 2, 3, 4}, scratch[5];
    heco_index_sort(order, key, 5, scratch);
    size_t expected[5] = {2, 4, 1, 0, 3};
    assert_memory_equal(order, expected, sizeof order);
}

static void selects_the_k_smallest(void **state) {
    (void)state;
    double   key1[LARGEST], key2[LARGEST];
    size_t   order[LARGEST], sorted[LARGEST], scratch[LARGEST];
    heco_rng rng;
    heco_rng_init(&rng, 2, 0);
    for (size_t count = 1; count <= 120; count += 7)
        for (size_t k = 0; k <= count; k++) {
            draw(key1, order, count, 1 + count / 5, &rng);
            draw(key2, order, count, 3, &rng);
            for (size_t i = 0; i < count; i++) sorted[i] = i;
            heco_index_sort2(sorted, key1, key2, count, scratch);
            heco_index_select2(order, key1, key2, count, k);
            unsigned char in_front[LARGEST] = {0}, there[LARGEST] = {0};
            for (size_t i = 0; i < count; i++) there[order[i]]++;
            for (size_t i = 0; i < count; i++) assert_int_equal(there[i], 1);
            for (size_t i = 0; i < k; i++) in_front[order[i]] = 1;
            for (size_t i = 0; i < k; i++) assert_true(in_front[sorted[i]]);
        }
}

static void numbers_are_sorted(void **state) {
    (void)state;
    double       value[] = {3.0, -INFINITY, 2.0, INFINITY, 2.0, -1.5};
    const double want[]  = {-INFINITY, -1.5, 2.0, 2.0, 3.0, INFINITY};
    heco_sort_ascending(value, 6);
    assert_memory_equal(value, want, sizeof want);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts_like_the_simple_sort),
        cmocka_unit_test(infinite_keys_go_last),
        cmocka_unit_test(selects_the_k_smallest),
        cmocka_unit_test(numbers_are_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
