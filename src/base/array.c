#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { ARRAY_FIRST = 16 };

int heco_array_resize(void *array, size_t count, size_t size) {
    void *first;
    memcpy(&first, array, sizeof first);
    first = realloc(first, count * size);
    if (first != NULL) memcpy(array, &first, sizeof first);
    return first != NULL;
}

int heco_array_grow(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return 1;
    size_t more = *capacity > 0 ? 2 * *capacity : ARRAY_FIRST;
    if (!heco_array_resize(array, more, size)) return 0;
    *capacity = more;
    return 1;
}
