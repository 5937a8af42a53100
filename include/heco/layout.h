/* How large the structs of this library are, for those who describe them in another language: such
 * a description cannot see the headers, so it compares before it trusts. */
#ifndef HECO_LAYOUT_H
#define HECO_LAYOUT_H

#include <stddef.h>

#include "heco/export.h"

HECO_BEGIN_DECLS

/* The size of a public struct of libheco by its name, such as "heco_batch"; 0: there is none of
 * that name. Structs of a fixed size have exactly this one; others may be longer than they were
 * when the description was written (docs/design.md, "Growth without breaking"). */
HECO_API size_t heco_layout_size(const char *type);

HECO_END_DECLS

#endif
