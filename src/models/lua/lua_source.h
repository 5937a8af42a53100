/* The text of a Lua script. */
#ifndef HECO_MODELS_LUA_LUA_SOURCE_H
#define HECO_MODELS_LUA_LUA_SOURCE_H

#include "base/arena.h"
#include "heco/common.h"

/* Reads the file at `path` into `arena`, with a NUL after it. A byte order mark and a first line
 * with # become blanks. */
heco_status heco_lua_source_read(char **text, size_t *size, const char *path, heco_arena *arena,
                                 heco_error *error);

#endif
