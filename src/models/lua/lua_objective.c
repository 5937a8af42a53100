/* The objective of a Lua model: one value, or the parts of a maximum or of a sum of squares. */
#include <stdio.h>
#include <string.h>

#include "models/lua/lua_reader.h"

typedef struct {
    const char *key;
    int         maximise;
    char        parts; /* 'm' of a maximum, 's' of a sum of squares, 0: none              */
} objective_word;

static const objective_word objective_words[] = {
    {"minimise", 0, 0},           {"minimize", 0, 0},           {"maximise", 1, 0},
    {"maximize", 1, 0},           {"minimise_max", 0, 'm'},     {"minimize_max", 0, 'm'},
    {"minimise_squares", 0, 's'}, {"minimize_squares", 0, 's'},
};

/* Reads the fields that name an objective. Returns the stack index of the function, 0: none. Sets
 * *parts. */
static int objective_find(heco_lua_reader *r, int table, char *parts) {
    int function = 0;
    for (size_t i = 0; i < sizeof objective_words / sizeof objective_words[0]; i++) {
        const objective_word *w    = &objective_words[i];
        int                   type = lua_getfield(r->L, table, w->key);
        if (type == LUA_TNIL || (type == LUA_TBOOLEAN && !lua_toboolean(r->L, -1))) continue;
        if (type != LUA_TFUNCTION && (type != LUA_TBOOLEAN || w->parts))
            heco_lua_reader_fail(r, "'%s' is a %s: write a function", w->key,
                                 lua_typename(r->L, type));
        r->spec->maximise |= w->maximise;
        if (type != LUA_TFUNCTION) continue;
        if (function != 0)
            heco_lua_reader_fail(r, "the model has two objectives: keep one of minimise, maximise, "
                                    "minimise_max and minimise_squares");
        function = lua_gettop(r->L);
        *parts   = w->parts;
        snprintf(r->what, sizeof r->what, "the function '%s'", w->key);
    }
    return function;
}

/* Reads `evaluate`, which returns all values, and `objective`, which says what its first result is.
 * Returns the stack index of the function, or `function` if there is none. */
static int objective_read_evaluate(heco_lua_reader *r, int table, int function, char *parts) {
    int         type = lua_getfield(r->L, table, "evaluate");
    const char *kind = heco_lua_reader_text(r, table, "objective");
    if (type != LUA_TNIL && type != LUA_TFUNCTION)
        heco_lua_reader_fail(r, "'evaluate' is a %s: write a function", lua_typename(r->L, type));
    if (type == LUA_TFUNCTION && function != 0)
        heco_lua_reader_fail(r, "is beside 'evaluate', which gives f too: keep one of them");
    r->spec->at_once = type == LUA_TFUNCTION;
    if (kind != NULL && !r->spec->at_once)
        heco_lua_reader_fail(r, "'objective' belongs to 'evaluate': write minimise_max or "
                                "minimise_squares instead");
    if (kind != NULL && strcmp(kind, "max") != 0 && strcmp(kind, "squares") != 0)
        heco_lua_reader_fail(r, "the objective is '%s': write \"max\" or \"squares\"", kind);
    if (!r->spec->at_once) return function;
    snprintf(r->what, sizeof r->what, "the function 'evaluate'");
    if (kind != NULL) *parts = kind[0];
    return lua_gettop(r->L);
}

/* Pushes the arguments of the function: the start, as a table or as one value each. Returns their
 * number. */
static int objective_push_start(heco_lua_reader *r) {
    const heco_lua_spec *s = r->spec;
    luaL_checkstack(r->L, (int)s->n + 4, "too many variables");
    if (s->by_table[0]) lua_createtable(r->L, (int)s->n, (int)s->n);
    for (size_t j = 0; j < s->n; j++) {
        heco_lua_push_value(r->L, s, j, s->start[j]);
        if (!s->by_table[0]) continue;
        lua_pushvalue(r->L, -1);
        lua_rawseti(r->L, -3, (lua_Integer)j + 1);
        lua_setfield(r->L, -2, s->x_names[j]);
    }
    return s->by_table[0] ? 1 : (int)s->n;
}

/* Calls the function at the start and counts the values that it gives. */
static void objective_count_parts(heco_lua_reader *r, int function) {
    lua_pushvalue(r->L, function);
    lua_call(r->L, objective_push_start(r), 1);
    if (!lua_istable(r->L, -1))
        heco_lua_reader_fail(r,
                             "gave a %s at the start: return a list of values, as many at every "
                             "point",
                             luaL_typename(r->L, -1));
    r->spec->parts = (size_t)lua_rawlen(r->L, -1);
    if (r->spec->parts == 0)
        heco_lua_reader_fail(r, "gave an empty list at the start: return at least one value");
    lua_pop(r->L, 1);
}

void heco_lua_read_objective(heco_lua_reader *r, int table) {
    heco_lua_spec *s     = r->spec;
    char           parts = 0;
    s->by_table          = heco_lua_reader_take(r, 1, sizeof *s->by_table);
    int function         = objective_find(r, table, &parts);
    function             = objective_read_evaluate(r, table, function, &parts);
    if (function == 0)
        heco_lua_reader_fail(
            r, "the model has no objective: write minimise = function(...) ... end, or evaluate");
    heco_lua_read_function(r, function, 0);
    s->squares = parts == 's';
    if (parts && s->maximise) heco_lua_reader_fail(r, "is minimised: leave out 'maximise'");
    if (parts && s->parts == 0) objective_count_parts(r, function);
    heco_lua_reader_clear_item(r);
}
