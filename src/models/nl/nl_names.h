/* Names of variables and constraints of a .nl file: STUB.col and STUB.row, a name per line. */
#ifndef HECO_MODELS_NL_NL_NAMES_H
#define HECO_MODELS_NL_NL_NAMES_H

#include "base/arena.h"

/* Reads the first `count` lines of the file whose name is `path` with `ending` in place of .nl.
 * Returns NULL if there is no such file; entries beyond its end are NULL. */
const char *const *heco_nl_names(heco_arena *arena, const char *path, const char *ending,
                                 size_t count);

#endif
