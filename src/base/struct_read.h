/* Structs that begin with their size: what a program of any age hands over becomes one of ours.
 * The rule is in docs/design.md, "Growth without breaking". */
#ifndef HECO_BASE_STRUCT_READ_H
#define HECO_BASE_STRUCT_READ_H

#include <stddef.h>

#include "heco/common.h"

/* Fills a caller's struct of `size` bytes with its defaults, of which `known` bytes are known here;
 * what the caller has beyond them becomes 0. Its first field gets `size`. */
void heco_struct_defaults(void *to, size_t size, const void *defaults, size_t known);
/* Lays a caller's struct over the defaults that `out` holds, as far as both reach; the size of
 * `out` is `known` then. Refuses one that is missing, whose size was never set, or which sets
 * fields that are not known here. A message begins with `what` and ends with the remedy. */
heco_status heco_struct_read(void *out, size_t known, const void *given, const char *what,
                       const char *remedy, heco_error *error);

#endif
