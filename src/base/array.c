#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { ARRAY_FIRST = 16 };

int heco_array_resize(void *array, size_t count, size_t size) {
    void *old, *grown;
    memcpy(&old, array, sizeof old);
    grown = realloc(old, count * size);
    if (grown != NULL) memcpy(array, &grown, sizeof grown);
    /* analyse: cppcheck memleak: the caller's pointer holds it now */
    return grown != NULL;
}

int heco_array_grow(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return 1;
    size_t more = *capacity > 0 ? 2 * *capacity : ARRAY_FIRST;
    if (!heco_array_resize(array, more, size)) return 0;
    *capacity = more;
    return 1;
}
