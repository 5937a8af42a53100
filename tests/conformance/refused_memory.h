/* Memory requests that fail when the test says so. The file that includes this has defined
 * static int refuse(void) before: nonzero for the request that is to fail. */
#ifndef REFUSED_MEMORY_H
#define REFUSED_MEMORY_H

#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) { return refuse() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
    return refuse() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) { return refuse() ? NULL : __real_realloc(old, size); }

#endif
