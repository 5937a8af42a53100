#include "models/lua/lua_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void heco_lua_read_function(heco_lua_reader *r, int index, size_t k) {
    lua_State *L = r->L;
    lua_Debug  about;
    lua_pushvalue(L, index);
    lua_getinfo(L, ">Su", &about);
    size_t takes = about.nparams;
    if (about.linedefined > 0) r->line = about.linedefined, r->at = NULL;
    r->spec->by_table[k] = !about.isvararg && takes == 1 && r->spec->n > 1;
    if (!about.isvararg && takes != r->spec->n && !r->spec->by_table[k])
        heco_lua_reader_fail(
            r,
            "takes %d parameters, but there are %d variables: write one parameter for each, "
            "or a single one for the table x",
            (int)takes, (int)r->spec->n);
    lua_pushvalue(L, index);
    lua_rawseti(L, r->functions, (lua_Integer)k + 1);
}

/* Reads the objective: `minimise` or `maximise`, or `evaluate`, which returns all values. */
static void spec_read_objective(heco_lua_reader *r, int table) {
    static const struct {
        const char *key;
        int         maximise;
    } word[]                = {{"minimise", 0}, {"minimize", 0}, {"maximise", 1}, {"maximize", 1}};
    heco_lua_spec *s        = r->spec;
    int            function = 0;
    s->by_table             = heco_lua_reader_take(r, 1, sizeof *s->by_table);
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
        int type = lua_getfield(r->L, table, word[i].key);
        if (type == LUA_TNIL || (type == LUA_TBOOLEAN && !lua_toboolean(r->L, -1))) continue;
        if (type != LUA_TFUNCTION && type != LUA_TBOOLEAN)
            heco_lua_reader_fail(r, "'%s' is a %s: write a function", word[i].key,
                                 lua_typename(r->L, type));
        s->maximise |= word[i].maximise;
        if (type != LUA_TFUNCTION) continue;
        if (function != 0)
            heco_lua_reader_fail(r,
                                 "the model has two objectives: keep one of minimise and maximise");
        function = lua_gettop(r->L);
        snprintf(r->what, sizeof r->what, "the function '%s'", word[i].key);
    }
    int type = lua_getfield(r->L, table, "evaluate");
    if (type != LUA_TNIL && type != LUA_TFUNCTION)
        heco_lua_reader_fail(r, "'evaluate' is a %s: write a function", lua_typename(r->L, type));
    if (type == LUA_TFUNCTION && function != 0)
        heco_lua_reader_fail(r, "is beside 'evaluate', which gives f too: keep one of them");
    s->at_once = type == LUA_TFUNCTION;
    if (s->at_once)
        function = lua_gettop(r->L), snprintf(r->what, sizeof r->what, "the function 'evaluate'");
    if (function == 0)
        heco_lua_reader_fail(
            r, "the model has no objective: write minimise = function(...) ... end, or evaluate");
    heco_lua_read_function(r, function, 0);
    heco_lua_reader_clear_item(r);
}

/* Returns the words about a value that variable j may not have. */
static const char *spec_explain_outside(const heco_lua_spec *s, size_t j) {
    int list = s->choices != NULL && s->choices[j].count > 0;
    return list ? "that is not one of its values" : "outside its bounds";
}

/* Reads one start point: the list on top of the stack, which is popped. */
static void spec_read_start(heco_lua_reader *r, size_t row, double *x) {
    heco_lua_spec *s = r->spec;
    snprintf(r->what, sizeof r->what, "start point %zu", row + 1);
    if (!lua_istable(r->L, -1) || (size_t)lua_rawlen(r->L, -1) != s->n)
        heco_lua_reader_fail(r, "is not a list of %d numbers", (int)s->n);
    for (size_t j = 0; j < s->n; j++) {
        lua_rawgeti(r->L, -1, (lua_Integer)j + 1);
        x[j] = heco_lua_read_value(r, -1, j);
        if (!heco_lua_spec_allows(s, j, x[j]))
            heco_lua_reader_fail(r, "has '%s' = %f %s", s->x_names[j], x[j],
                                 spec_explain_outside(s, j));
        lua_pop(r->L, 1);
    }
    lua_pop(r->L, 1);
    heco_lua_reader_clear_item(r);
}

/* Checks the starts of the variables. Then reads `start`, a point or a list of points, which
 * replaces them. */
static void spec_read_starts(heco_lua_reader *r, int table) {
    heco_lua_spec *s    = r->spec;
    int            type = lua_getfield(r->L, table, "start");
    for (size_t j = 0; j < s->n; j++)
        if (!heco_lua_spec_allows(s, j, s->start[j])) {
            heco_lua_reader_set_item(r, "variable", s->x_names[j]);
            heco_lua_reader_fail(r, "has its start %f %s", s->start[j], spec_explain_outside(s, j));
        }
    if (type == LUA_TNIL) {
        lua_pop(r->L, 1);
        return;
    }
    if (type != LUA_TTABLE)
        heco_lua_reader_fail(r, "'start' is a %s: write a list of numbers",
                             lua_typename(r->L, type));
    int list = lua_gettop(r->L);
    int many = lua_rawgeti(r->L, list, 1) == LUA_TTABLE;
    lua_pop(r->L, 1);
    s->starts = many ? (size_t)lua_rawlen(r->L, list) : 1;
    s->start  = heco_lua_reader_take(r, s->starts * s->n, sizeof *s->start);
    for (size_t i = 0; i < s->starts; i++) {
        if (many) lua_rawgeti(r->L, list, (lua_Integer)i + 1);
        else lua_pushvalue(r->L, list);
        spec_read_start(r, i, s->start + i * s->n);
    }
    lua_settop(r->L, list - 1);
}

void heco_lua_read(lua_State *L, heco_lua_spec *spec, heco_arena *arena) {
    static const char *const known[] = {"name",     "variables", "constraints", "minimise",
                                        "minimize", "maximise",  "maximize",    "evaluate",
                                        "start",    "tolerance", "unit"};
    heco_lua_reader          reader = {.L = L, .spec = spec, .arena = arena}, *r = &reader;
    int                      table = lua_gettop(L);
    luaL_checkstack(L, 40, "out of memory");
    if (!lua_istable(L, table))
        heco_lua_reader_fail(
            r, "the script returns a %s: end it with return { variables = ..., minimise = ... }",
            luaL_typename(L, table));
    snprintf(r->what, sizeof r->what, "the model");
    heco_lua_reader_check_keys(r, table, known, sizeof known / sizeof known[0]);
    spec->name   = heco_lua_reader_text(r, table, "name");
    spec->f_unit = heco_lua_reader_text(r, table, "unit");
    heco_lua_reader_clear_item(r);
    lua_newtable(L);
    r->functions = lua_gettop(L);
    heco_lua_read_variables(r, table);
    spec_read_objective(r, table);
    heco_lua_read_constraints(r, table);
    spec_read_starts(r, table);
    lua_settop(L, r->functions);
    lua_replace(L, table);
}

const char *heco_lua_where(lua_State *L) {
    lua_Debug about;
    lua_getinfo(L, ">S", &about);
    return lua_pushfstring(L, "%s:%d", about.short_src, about.linedefined);
}
