/* Reads structs that begin with their size, from programs built with older or newer headers
 * (docs/design.md, "Growth without breaking"). */
#ifndef HECO_BASE_STRUCT_READ_H
#define HECO_BASE_STRUCT_READ_H

#include <stddef.h>

#include "heco/common.h"

/* Fills a caller's struct of `size` bytes with the `known` bytes of its defaults and zeros beyond
 * them. Its first field becomes `size`. */
void heco_struct_defaults(void *to, size_t size, const void *defaults, size_t known);
/* Copies a caller's struct over the defaults in `out`, as far as both reach; the size of `out`
 * becomes `known`. It refuses NULL, a size that was never set, and fields that are set but not
 * known here. The message begins with `what` and ends with the remedy. */
heco_status heco_struct_read(void *out, size_t known, const void *given, const char *what,
                       const char *remedy, heco_error *error);

#endif
