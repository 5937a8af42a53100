/* Compares and copies structs of several versions; no other file does. */
#include "base/struct_read.h"

#include <string.h>

#include "base/error.h"
#include "heco/common.h"

/* A size outside this range, or that is not a multiple of the alignment, was never set: it is
 * uninitialised memory. The range bounds how far heco_struct_read() reads behind a struct whose
 * size is garbage. */
enum { STRUCT_LEAST = 2 * sizeof(size_t), STRUCT_NEWER = 512, STRUCT_STEP = sizeof(void *) };

void heco_struct_defaults(void *to, size_t size, const void *defaults, size_t known) {
    size_t both = size < known ? size : known;
    memset(to, 0, size);
    memcpy(to, defaults, both);
    if (size >= sizeof size) memcpy(to, &size, sizeof size);
}

heco_status heco_struct_read(void *out, size_t known, const void *given, const char *what,
                             const char *remedy, heco_error *error) {
    size_t size = 0;
    if (given == NULL) return heco_fail(error, HECO_ERR_ARG, "%s is NULL: %s", what, remedy);
    memcpy(&size, given, sizeof size);
    if (size < STRUCT_LEAST || size > known + STRUCT_NEWER || size % STRUCT_STEP != 0)
        return heco_fail(error, HECO_ERR_ARG, "%s has size %zu: %s", what, size, remedy);
    for (size_t i = known; i < size; i++)
        if (((const unsigned char *)given)[i] != 0)
            return heco_fail(error, HECO_ERR_UNSUPPORTED,
                             "%s sets fields that heco %s does not know: it was built for a newer "
                             "one",
                             what, heco_version());
    memcpy(out, given, size < known ? size : known);
    memcpy(out, &known, sizeof known);
    return HECO_OK;
}
