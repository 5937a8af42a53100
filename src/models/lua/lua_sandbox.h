/* A Lua 5.4 state with limits. Unless it is trusted, a script has the base, math, string, table,
 * utf8 and coroutine libraries, without access to files, processes, modules or bytecode. */
#ifndef HECO_MODELS_LUA_LUA_SANDBOX_H
#define HECO_MODELS_LUA_LUA_SANDBOX_H

#include <lauxlib.h>
#include <lua.h>
#include <stddef.h>

typedef struct {
    size_t used, limit; /* bytes; limit 0: none                                            */
    double seconds;     /* for one call, 0: none                                           */
    double deadline;    /* of the current call                                             */
    int    late;        /* the deadline was passed                                         */
    int    trust;       /* all libraries are available                                     */
} heco_lua_limits;

/* Opens a state. `limits` must outlive it. Returns NULL if there is no memory. */
lua_State *heco_lua_open(heco_lua_limits *limits, int trust);

/* Sets the time limit of the next call; 0: none. */
void heco_lua_start_clock(lua_State *L, heco_lua_limits *limits, double seconds);

/* Calls lua_pcall() with a message handler that adds the position and the remedy to errors. Returns
 * LUA_OK or the code of lua_pcall(). */
int heco_lua_call(lua_State *L, int arguments, int results);

/* Returns the text of the error on top of the stack. */
const char *heco_lua_message(lua_State *L);

#endif
