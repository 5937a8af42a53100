/* Arrays that grow. `array` is the address of the pointer to the first element. If memory is
 * missing, the functions return 0 and the array stays as it is; otherwise they return 1. */
#ifndef HECO_BASE_ARRAY_H
#define HECO_BASE_ARRAY_H

#include <stddef.h>

/* Gives the array room for `count` elements of `size` bytes. */
int heco_array_resize(void *array, size_t count, size_t size);
/* Makes room for one more element beside `count` others: doubles *capacity if it is reached. */
int heco_array_grow(void *array, size_t count, size_t *capacity, size_t size);

#endif
