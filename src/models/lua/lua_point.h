/* One point of a Lua model. */
#ifndef HECO_MODELS_LUA_LUA_POINT_H
#define HECO_MODELS_LUA_LUA_POINT_H

#include "models/lua/lua_spec.h"

/* A Lua state's extra space points to this struct. */
typedef struct {
    lua_State           *L;
    const heco_lua_spec *spec;
    int                  any_table; /* at least one function takes x as a table             */
    const double        *x;
    double              *f, *g, *h;
    int cheap;           /* 1: write the cheap constraints only                              */
    int partial;         /* evaluate returned nil and some constraints: it stopped early     */
    int script_is_wrong; /* the last error is a mistake in the script, such as a result of a wrong
                          * type, and not a failure of the point */
} heco_lua_point;

/* Evaluates the point: writes f, g and h. Its upvalues are the list of functions and the table x.
 */
int heco_lua_point_run(lua_State *L);
/* The __index of the table x: looks up x.width as x[1]. */
int heco_lua_point_field(lua_State *L);

#endif
