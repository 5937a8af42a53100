/* A Lua 5.4 state with limits. Unless trusted, a script has the base, math, string, table, utf8
 * and coroutine libraries without what reaches files, processes, modules or bytecode. */
#ifndef HECO_MODELS_LUA_LUA_SANDBOX_H
#define HECO_MODELS_LUA_LUA_SANDBOX_H

#include <lauxlib.h>
#include <lua.h>
#include <stddef.h>

typedef struct {
    size_t used, limit; /* bytes; limit 0: none                                            */
    double seconds;     /* for one call, 0: none                                           */
    double deadline;    /* of the call under way                                           */
    int    late;        /* it was passed                                                   */
    int    trust;       /* nothing is closed                                               */
} heco_lua_limits;

/* `limits` must stay where it is as long as the state lives. NULL: no memory. */
lua_State *heco_lua_open(heco_lua_limits *limits, int trust);

/* Starts the clock of limits->seconds for what runs next. */
void heco_lua_start_clock(lua_State *L, heco_lua_limits *limits, double seconds);

/* lua_pcall(), with errors that say where and what to do, whatever was raised. */
int heco_lua_call(lua_State *L, int arguments, int results);

/* The text of the error on top of the stack. */
const char *heco_lua_message(lua_State *L);

#endif
