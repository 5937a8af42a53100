/* The list of backends: one row each. */
#include <string.h>

#include "evaluate/backends.h"

static const heco_backend *const backend_table[] = {
    &heco_backend_serial,
    &heco_backend_threads,
    &heco_backend_process,
};

const heco_backend *heco_backend_at(size_t index) {
    return index < sizeof backend_table / sizeof backend_table[0] ? backend_table[index] : NULL;
}

const heco_backend *heco_backend_find(const char *name) {
    for (size_t i = 0; heco_backend_at(i) != NULL; i++)
        if (strcmp(heco_backend_at(i)->name, name) == 0) return heco_backend_at(i);
    return NULL;
}
