#include "models/lua/lua_reader.h"

#include <stdio.h>
#include <string.h>

#include "heco/common.h"

/* Finds the line of an item by its quoted name, because a Lua table has no position. */
static int lua_reader_line_of(const char *source, const char *name) {
    size_t length = strlen(name);
    int    line   = 1;
    for (const char *c = source; *c != '\0'; c++) {
        if (*c == '\n') line++;
        if ((*c == '"' || *c == '\'') && strncmp(c + 1, name, length) == 0 && c[1 + length] == *c)
            return line;
    }
    return 0;
}

void heco_lua_reader_fail(heco_lua_reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (r->at != NULL) r->line = lua_reader_line_of(r->spec->source, r->at);
    if (r->line > 0) lua_pushfstring(r->L, "%s:%d: ", r->spec->path, r->line);
    else lua_pushfstring(r->L, "%s: ", r->spec->path);
    if (r->what[0] != '\0') lua_pushfstring(r->L, "%s ", r->what);
    else lua_pushliteral(r->L, "");
    lua_pushvfstring(r->L, format, args);
    va_end(args);
    lua_concat(r->L, 3);
    lua_error(r->L);
}

void *heco_lua_reader_take(heco_lua_reader *r, size_t count, size_t size) {
    void *block = heco_arena_take(r->arena, count, size);
    if (block == NULL) luaL_error(r->L, "out of memory");
    return block;
}

const char *heco_lua_reader_copy(heco_lua_reader *r, const char *text) {
    char *copy = heco_arena_text(r->arena, text);
    if (copy == NULL) luaL_error(r->L, "out of memory");
    return copy;
}

void heco_lua_reader_check_keys(heco_lua_reader *r, int table, const char *const *known,
                                size_t count) {
    lua_pushnil(r->L);
    while (lua_next(r->L, table) != 0) {
        lua_pop(r->L, 1);
        if (lua_type(r->L, -1) != LUA_TSTRING) continue;
        const char *key   = lua_tostring(r->L, -1);
        size_t      match = 0;
        while (match < count && strcmp(key, known[match]) != 0) match++;
        if (match < count) continue;
        heco_error why;
        heco_fail_name(&why, key, known, count, "a known field");
        heco_lua_reader_fail(r, "is refused: %s", why.text);
    }
}

/* Pushes field `key` of the table. Returns 1 if it has that type; otherwise pops it and returns 0,
 * or raises an error if there is such a field. */
static int lua_reader_field(heco_lua_reader *r, int table, const char *key, int type,
                            const char *form) {
    int found = lua_getfield(r->L, table, key);
    if (found == type) return 1;
    if (found != LUA_TNIL)
        heco_lua_reader_fail(r, "has a %s as its %s: write a %s", lua_typename(r->L, found), key,
                             form);
    lua_pop(r->L, 1);
    return 0;
}

int heco_lua_reader_number(heco_lua_reader *r, int table, const char *key, double *value) {
    if (!lua_reader_field(r, table, key, LUA_TNUMBER, "number")) return 0;
    *value = lua_tonumber(r->L, -1);
    lua_pop(r->L, 1);
    return 1;
}

const char *heco_lua_reader_text(heco_lua_reader *r, int table, const char *key) {
    if (!lua_reader_field(r, table, key, LUA_TSTRING, "text in quotes")) return NULL;
    const char *text = heco_lua_reader_copy(r, lua_tostring(r->L, -1));
    lua_pop(r->L, 1);
    return text;
}

void heco_lua_reader_take_items(heco_lua_reader *r, int table, heco_lua_items *items) {
    memset(items, 0, sizeof *items);
    for (lua_Integer i = 1, size = (lua_Integer)lua_rawlen(r->L, table); i <= size; i++) {
        int type = lua_rawgeti(r->L, table, i);
        if (type == LUA_TFUNCTION && items->function == 0) {
            items->function = lua_gettop(r->L); /* it stays on the stack */
            continue;
        }
        if (type == LUA_TTABLE && items->list == 0) {
            items->list = lua_gettop(r->L); /* it stays on the stack */
            continue;
        }
        if (type == LUA_TSTRING && items->texts < 3)
            items->text[items->texts++] = heco_lua_reader_copy(r, lua_tostring(r->L, -1));
        else if (type == LUA_TNUMBER && items->numbers < 2)
            items->number[items->numbers++] = lua_tonumber(r->L, -1);
        else
            heco_lua_reader_fail(r, "has an unexpected %s as its item %d", lua_typename(r->L, type),
                                 (int)i);
        lua_pop(r->L, 1);
    }
}

int heco_lua_reader_list(heco_lua_reader *r, int table, const char *key) {
    return lua_reader_field(r, table, key, LUA_TTABLE, "table") ? lua_gettop(r->L) : 0;
}

void heco_lua_reader_set_item(heco_lua_reader *r, const char *kind, const char *name) {
    snprintf(r->what, sizeof r->what, "%s '%.60s'", kind, name);
    r->at = name; /* its line is searched only for a message: scripts may be long */
}

void heco_lua_reader_clear_item(heco_lua_reader *r) {
    r->what[0] = '\0';
    r->at      = NULL;
    r->line    = 0;
}

void heco_lua_reader_begin_names(heco_lua_reader *r) {
    lua_newtable(r->L);
    r->names = lua_gettop(r->L);
}

void heco_lua_reader_check_unique(heco_lua_reader *r, const char *name, const char *kind,
                                  size_t i) {
    if (lua_getfield(r->L, r->names, name) != LUA_TNIL)
        heco_lua_reader_fail(r, "appears twice (%s %d and %d): rename one", kind,
                             (int)lua_tointeger(r->L, -1), (int)i + 1);
    lua_pushinteger(r->L, (lua_Integer)i + 1);
    lua_setfield(r->L, r->names, name);
    lua_pop(r->L, 1);
}

const char *heco_lua_reader_name(heco_lua_reader *r, int table, const char *kind,
                                 const char *letter, const char *given, size_t i) {
    char        own[24];
    const char *name = heco_lua_reader_text(r, table, "name");
    if (name == NULL) name = given;
    if (name == NULL) {
        snprintf(own, sizeof own, "%s%zu", letter, i + 1);
        name = heco_lua_reader_copy(r, own);
    }
    heco_lua_reader_set_item(r, kind, name);
    return name;
}
