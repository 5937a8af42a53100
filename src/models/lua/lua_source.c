#include "models/lua/lua_source.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"

enum { LUA_SOURCE_BYTES = 64 << 20, LUA_SOURCE_COMPILED = 0x1b };

/* Blanks out a byte order mark and a first line that starts with #. The newline stays, so that line
 * numbers stay right. */
static void lua_source_blank_start(char *text, size_t size) {
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) memset(text, ' ', 3);
    while (*text == ' ') text++;
    if (*text == '#')
        while (*text != '\0' && *text != '\n') *text++ = ' ';
}

heco_status heco_lua_source_read(char **text, size_t *size, const char *path, heco_arena *arena,
                                 heco_error *error) {
    const char *why;
    FILE       *file = heco_file_open_regular(path, &why);
    if (file == NULL)
        return heco_fail(error, HECO_ERR_IO, "cannot read the script '%.200s': %s", path, why);
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (length < 0 || length > LUA_SOURCE_BYTES || fseek(file, 0, SEEK_SET) != 0) {
        fclose(file);
        return heco_fail(error, HECO_ERR_IO,
                         "'%.200s' is not a script: not a file, or longer than 64 MB", path);
    }
    *text = heco_arena_take(arena, (size_t)length + 1, 1);
    if (*text != NULL) *size = fread(*text, 1, (size_t)length, file);
    int bad = ferror(file);
    fclose(file);
    if (*text == NULL) return heco_fail_memory_for(error, "model '%.200s'", path);
    if (bad) return heco_fail(error, HECO_ERR_IO, "cannot read '%.200s': is it a folder?", path);
    if ((*text)[0] == LUA_SOURCE_COMPILED)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' is compiled Lua: give the script itself",
                         path);
    lua_source_blank_start(*text, *size);
    return HECO_OK;
}
