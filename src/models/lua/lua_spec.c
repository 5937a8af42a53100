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

/* Returns the words about a value that variable j may not have. */
static const char *spec_explain_outside(const heco_lua_spec *s, size_t j) {
    int list = s->choices != NULL && s->choices[j].count > 0;
    return list ? "that is not one of its values" : "outside its bounds";
}

void heco_lua_read_point(heco_lua_reader *r, const char *what, size_t row, double *x) {
    heco_lua_spec *s = r->spec;
    snprintf(r->what, sizeof r->what, "%s %zu", what, row + 1);
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
        heco_lua_read_point(r, "start point", i, s->start + i * s->n);
    }
    lua_settop(r->L, list - 1);
}

void heco_lua_read(lua_State *L, heco_lua_spec *spec, heco_arena *arena) {
    static const char *const known[] = {
        "name",         "variables",    "constraints",      "minimise",
        "minimize",     "maximise",     "maximize",         "evaluate",
        "start",        "tolerance",    "ineq_tol",         "unit",
        "minimise_max", "minimize_max", "minimise_squares", "minimize_squares",
        "objective",    "known"};
    heco_lua_reader reader = {.L = L, .spec = spec, .arena = arena}, *r = &reader;
    int             table = lua_gettop(L);
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
    spec_read_starts(r, table);
    heco_lua_read_objective(r, table);
    heco_lua_read_constraints(r, table);
    heco_lua_read_known(r, table);
    lua_settop(L, r->functions);
    lua_replace(L, table);
}

void heco_lua_push_value(lua_State *L, const heco_lua_spec *s, size_t j, double value) {
    const heco_choice *c = s->choices != NULL ? &s->choices[j] : NULL;
    if (c == NULL || c->labels == NULL) {
        lua_pushnumber(L, value);
        return;
    }
    double last = (double)(c->count - 1), at = fmin(fmax(rint(value) - 1.0, 0.0), last);
    lua_pushstring(L, c->labels[at > 0.0 ? (size_t)at : 0]);
}

const char *heco_lua_where(lua_State *L) {
    lua_Debug about;
    lua_getinfo(L, ">S", &about);
    return lua_pushfstring(L, "%s:%d", about.short_src, about.linedefined);
}
