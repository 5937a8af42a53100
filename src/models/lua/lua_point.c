/* Calls the functions of a script at one point. The functions here run inside a protected call, and
 * an error of the script ends that call. */
#include "models/lua/lua_point.h"

#include <math.h>
#include <string.h>

#include "heco/common.h"
#include "models/lua/lua_reader.h"

/* Raises an error about function k, which has just been called, and sets w->script_is_wrong. */
static int point_fail_script(heco_lua_point *w, size_t k, const char *text) {
    lua_State *L       = w->L;
    w->script_is_wrong = 1;
    lua_rawgeti(L, lua_upvalueindex(1), (lua_Integer)k + 1);
    const char *where = heco_lua_where(L);
    return luaL_error(L, "%s: %s", where, text);
}

/* Pushes and returns the name of result `value` of function k, for messages. */
static const char *point_label(const heco_lua_point *w, size_t k, size_t value) {
    const heco_lua_spec *s = w->spec;
    if (k == 0 && value == 0) return lua_pushliteral(w->L, "the objective");
    return lua_pushfstring(w->L, "constraint '%s'", s->constraint[k > 0 ? k - 1 : value - 1].name);
}

/* Returns the number at `index`, which is result `value` of function k. Raises an error for other
 * types. */
static double point_number(heco_lua_point *w, int index, size_t k, size_t value) {
    lua_State *L = w->L;
    if (lua_type(L, index) == LUA_TNUMBER) return lua_tonumber(L, index);
    index             = lua_absindex(L, index);
    const char *label = point_label(w, k, value), *type = luaL_typename(L, index);
    if (lua_isboolean(L, index))
        point_fail_script(w, k,
                          lua_pushfstring(L,
                                          "%s gave a boolean: return the value itself and put "
                                          "\"<=\" and the bound beside it",
                                          label));
    point_fail_script(w, k, lua_pushfstring(L, "%s gave a %s: return a number", label, type));
    return NAN;
}

/* Stores what `evaluate` returned after nil: the constraints that it computed before it stopped. A
 * constraint that is nil or missing is unknown. Returns 0 if it returned nil alone, or a reason. */
static int point_store_partial(heco_lua_point *w, int base, int got) {
    lua_State *L      = w->L;
    int        listed = lua_istable(L, base + 2), next = 0;
    if (!lua_isnil(L, base + 1) || got < 2 || lua_type(L, base + 2) == LUA_TSTRING) return 0;
    for (size_t k = 0; k < w->spec->nc; k++) {
        const heco_lua_constraint *c = &w->spec->constraint[k];
        if (c->coef != NULL || c->cheap) continue;
        next++;
        if (!listed && next >= got) break;
        if (listed) lua_rawgeti(L, base + 2, next);
        else lua_pushvalue(L, base + 1 + next);
        if (!lua_isnil(L, -1)) heco_lua_store(c, point_number(w, -1, 0, k + 1), w->g, w->h);
        lua_pop(L, 1);
    }
    *w->f      = NAN;
    w->partial = 1;
    return 1;
}

/* Fails the point if the function returned nil, or nil and a reason. */
static void point_fail_if_nil(heco_lua_point *w, int first, size_t k) {
    lua_State *L = w->L;
    if (!lua_isnil(L, first)) return;
    int         reason = lua_gettop(L) > first && lua_type(L, first + 1) == LUA_TSTRING;
    const char *label  = point_label(w, k, 0);
    lua_rawgeti(L, lua_upvalueindex(1), (lua_Integer)k + 1);
    luaL_error(L, "%s: %s gave no value%s%s", heco_lua_where(L), label, reason ? ": " : "",
               reason ? lua_tostring(L, first + 1) : "");
}

/* Calls function k of the script, 0 for the objective or `evaluate`, else constraint k - 1, at
 * w->x. Leaves `results` values on the stack. An error of the script ends the protected call. */
static void point_call(heco_lua_point *w, size_t k, int results) {
    lua_State *L     = w->L;
    int        count = 1;
    lua_rawgeti(L, lua_upvalueindex(1), (lua_Integer)k + 1);
    if (w->spec->by_table[k]) lua_pushvalue(L, lua_upvalueindex(2));
    else {
        count = (int)w->spec->n;
        for (size_t j = 0; j < w->spec->n; j++) heco_lua_push_value(L, w->spec, j, w->x[j]);
    }
    lua_call(L, count, results);
}

/* Writes the objective at `index`: f, or its parts after the constraints, whose maximum or sum of
 * squares the library writes to f. */
static void point_store_objective(heco_lua_point *w, int index) {
    lua_State *L     = w->L;
    size_t     parts = w->spec->parts, first = w->spec->ng - parts;
    if (parts == 0) {
        *w->f = point_number(w, index, 0, 0);
        return;
    }
    index      = lua_absindex(L, index);
    size_t got = lua_istable(L, index) ? (size_t)lua_rawlen(L, index) : 0;
    if (got != parts)
        point_fail_script(w, 0,
                          lua_pushfstring(L,
                                          "the objective gave %d values: return a list of %d, as "
                                          "many as at the start",
                                          (int)got, (int)parts));
    for (size_t i = 0; i < parts; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        w->g[first + i] = point_number(w, -1, 0, 0);
        lua_pop(L, 1);
    }
    *w->f = 0.0;
}

/* Writes the value of constraint k. */
static void point_store(heco_lua_point *w, size_t k, double value) {
    heco_lua_store(&w->spec->constraint[k], value, w->g, w->h);
}

/* Returns whether the functions of the simulation give constraint k. */
static int point_is_asked(const heco_lua_point *w, size_t k) {
    return w->spec->constraint[k].coef == NULL && !w->spec->constraint[k].cheap;
}

/* Calls `evaluate`, which returns f and the nonlinear constraints, one by one or as a list, and
 * writes them to w->f, w->g and w->h. Raises an error for nil and for a wrong number or type of
 * results. `base` is the top of the stack before the call. */
static void point_call_evaluate(heco_lua_point *w, int base) {
    lua_State *L  = w->L;
    size_t     nc = w->spec->asked, next = 0;
    point_call(w, 0, LUA_MULTRET);
    size_t got = (size_t)(lua_gettop(L) - base);
    if (got > 0 && point_store_partial(w, base, (int)got)) return;
    if (got > 0) point_fail_if_nil(w, base + 1, 0);
    if (got == 2 && lua_istable(L, base + 2)) {
        size_t listed = (size_t)lua_rawlen(L, base + 2);
        if (listed == nc) {
            point_store_objective(w, base + 1);
            for (size_t k = 0; k < w->spec->nc; k++) {
                if (!point_is_asked(w, k)) continue;
                lua_rawgeti(L, base + 2, (lua_Integer)++next);
                point_store(w, k, point_number(w, -1, 0, k + 1));
                lua_pop(L, 1);
            }
            return;
        }
        got = listed + 1;
    }
    if (got != nc + 1)
        point_fail_script(
            w, 0,
            lua_pushfstring(L, "evaluate gave %d values: return %d, f and %d constraints", (int)got,
                            (int)nc + 1, (int)nc));
    point_store_objective(w, base + 1);
    for (size_t k = 0; k < w->spec->nc; k++)
        if (point_is_asked(w, k))
            point_store(w, k, point_number(w, base + 2 + (int)next++, 0, k + 1));
}

int heco_lua_point_run(lua_State *L) {
    heco_lua_point *w = *(heco_lua_point **)lua_getextraspace(L);
    luaL_checkstack(L, (int)w->spec->n + 10, "too many variables");
    if (w->any_table)
        for (size_t j = 0; j < w->spec->n; j++) {
            heco_lua_push_value(L, w->spec, j, w->x[j]);
            lua_rawseti(L, lua_upvalueindex(2), (lua_Integer)j + 1);
        }
    w->partial = 0;
    if (w->spec->at_once && !w->cheap) point_call_evaluate(w, lua_gettop(L));
    else
        for (size_t k = w->cheap; k <= w->spec->nc; k++) {
            if (k > 0 && w->spec->constraint[k - 1].coef != NULL) continue;
            if (k > 0 && w->spec->constraint[k - 1].cheap != w->cheap) continue;
            point_call(w, k, 2); /* a value, or nil and the reason */
            point_fail_if_nil(w, lua_gettop(L) - 1, k);
            if (k == 0) point_store_objective(w, -2);
            else point_store(w, k - 1, point_number(w, -2, k, 0));
            lua_pop(L, 2);
        }
    heco_lua_store_linear(w->spec, w->x, w->cheap ? w->spec->cheap : w->spec->ng + w->spec->nh,
                          w->g, w->h);
    if (!w->cheap && !w->partial && isnan(*w->f))
        return luaL_error(L, "%s: the objective is not a number (nan)", w->spec->path);
    return 0;
}

int heco_lua_point_field(lua_State *L) {
    heco_lua_point      *w = *(heco_lua_point **)lua_getextraspace(L);
    const heco_lua_spec *s = w->spec;
    if (lua_type(L, 2) == LUA_TSTRING) {
        const char *key = lua_tostring(L, 2);
        for (size_t j = 0; j < s->n; j++)
            if (strcmp(key, s->x_names[j]) == 0) {
                lua_rawgeti(L, 1, (lua_Integer)j + 1);
                return 1;
            }
        heco_error why;
        w->script_is_wrong = 1;
        heco_fail_name(&why, key, s->x_names, s->n, "a variable in x");
        return luaL_error(L, "%s", why.text);
    }
    lua_pushnil(L);
    return 1;
}
