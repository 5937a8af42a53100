/* Names of variables and constraints of a .nl file: STUB.col and STUB.row, a name per line. */
#ifndef HECO_MODELS_NL_NL_NAMES_H
#define HECO_MODELS_NL_NL_NAMES_H

#include "base/arena.h"

/* The first `count` lines of the file beside `path` whose ending .nl is replaced by `ending`.
 * NULL: there is no such file; entries are NULL where it is too short. */
const char *const *heco_nl_names(heco_arena *arena, const char *path, const char *ending,
                                 size_t count);

#endif
