#include "models/lua/lua_sandbox.h"

#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"

enum { SANDBOX_STEPS = 10000 }; /* instructions between two checks of the clock */

/* The allocator of a state: counts limits->used and refuses more than limits->limit. */
static void *sandbox_alloc(void *user, void *block, size_t old_size, size_t new_size) {
    heco_lua_limits *limits = user;
    size_t           old    = block != NULL ? old_size : 0; /* otherwise old_size is a type */
    if (new_size == 0) {
        free(block);
        limits->used -= old;
        return NULL;
    }
    if (limits->limit != 0 && new_size > old && limits->used - old + new_size > limits->limit)
        return NULL;
    void *moved = realloc(block, new_size);
    if (moved != NULL) limits->used += new_size - old;
    return moved;
}

/* After the deadline every instruction raises an error, so that pcall() cannot catch it for good.
 * Sets limits->late. */
static void sandbox_hook(lua_State *L, lua_Debug *where) {
    void *user;
    lua_getallocf(L, &user);
    heco_lua_limits *limits = user;
    if (heco_clock() < limits->deadline) return;
    limits->late = 1;
    lua_sethook(L, sandbox_hook, LUA_MASKCOUNT, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    lua_State *main = lua_tothread(L, -1);
    lua_pop(L, 1);
    lua_sethook(main, sandbox_hook, LUA_MASKCOUNT, 1);
    lua_getinfo(L, "Sl", where);
    lua_pushfstring(L, "%s:%d: no value within %f s: an endless loop, or raise the time limit",
                    where->short_src, where->currentline, limits->seconds);
    lua_error(L);
}

void heco_lua_start_clock(lua_State *L, heco_lua_limits *limits, double seconds) {
    limits->seconds = seconds;
    limits->late    = 0;
    if (seconds > 0.0) {
        limits->deadline = heco_clock() + seconds;
        lua_sethook(L, sandbox_hook, LUA_MASKCOUNT, SANDBOX_STEPS);
    } else {
        limits->deadline = HUGE_VAL; /* coroutines made since then keep their hook */
        lua_sethook(L, NULL, 0, 0);  /* a hook slows every instruction down        */
    }
}

/* Prints to standard error, because standard output is for the answer. */
static int sandbox_print(lua_State *L) {
    int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        if (i > 1) fputc('\t', stderr);
        heco_text_write(stderr, luaL_tolstring(L, i, NULL), 0);
        lua_pop(L, 1);
    }
    fputc('\n', stderr);
    return 0;
}

/* Refuses finalisers: the time limit does not apply to them. */
static int sandbox_setmetatable(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_isnoneornil(L, 2)) {
        luaL_checktype(L, 2, LUA_TTABLE);
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL)
            return luaL_error(L, "a script may not use __gc unless it is trusted");
        lua_pop(L, 1);
    }
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
        return luaL_error(L, "cannot change a protected metatable");
    lua_settop(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

/* Runs the handler of an xpcall() after the error, in a protected call. */
static int sandbox_xpcall_end(lua_State *L, int status, lua_KContext unused) {
    (void)unused;
    if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - 1; /* all but the handler */
    lua_pushboolean(L, 0);
    lua_rotate(L, -2, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, -2, 1);
    lua_pcall(L, 1, 1, 0);
    return 2;
}

/* Lua's own xpcall() runs the handler where the error was raised. A timeout is raised inside the
 * hook, where hooks are disabled, so an endless handler would never be stopped. */
static int sandbox_xpcall(lua_State *L) {
    int count = lua_gettop(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushboolean(L, 1); /* the first result */
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);
    lua_pushvalue(L, 2);
    lua_replace(L, 1); /* handler, handler, true, function, arguments */
    lua_remove(L, 2);
    return sandbox_xpcall_end(L, lua_pcallk(L, count - 2, LUA_MULTRET, 0, 0, sandbox_xpcall_end),
                              0);
}

/* Raises the error that ended coroutine `co`, with the caller's position, as coroutine.wrap()
 * does. `status` is the code of lua_resume(). */
static int sandbox_wrap_fail(lua_State *L, lua_State *co, int status, int late) {
    int dead = lua_status(co) != LUA_OK && lua_status(co) != LUA_YIELD;
    if (dead && !late) status = lua_resetthread(co);
    lua_xmove(co, L, 1); /* the error */
    if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/* Resumes the coroutine that is the first upvalue. */
static int sandbox_wrap_resume(lua_State *L) {
    lua_State *co    = lua_tothread(L, lua_upvalueindex(1));
    int        count = lua_gettop(L), results = 0;
    void      *user;
    lua_getallocf(L, &user);
    if (!lua_checkstack(co, count)) return luaL_error(L, "too many arguments to resume");
    lua_xmove(L, co, count);
    int status = lua_resume(co, L, count, &results);
    if (status != LUA_OK && status != LUA_YIELD)
        return sandbox_wrap_fail(L, co, status, ((heco_lua_limits *)user)->late);
    luaL_checkstack(L, results, "too many results to resume");
    lua_xmove(co, L, results);
    return results;
}

/* Lua's own coroutine.wrap() closes a coroutine that an error ended. A timeout is raised inside
 * the hook and leaves the hooks of that coroutine disabled, so an endless __close would never be
 * stopped. This one leaves the variables of such a coroutine unclosed. */
static int sandbox_wrap(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State *co = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    lua_pushcclosure(L, sandbox_wrap_resume, 1);
    return 1;
}

/* coroutine.close(), the first upvalue, for the same reason not after a timeout. */
static int sandbox_close(lua_State *L) {
    void *user;
    lua_getallocf(L, &user);
    if (((heco_lua_limits *)user)->late)
        return luaL_error(L, "a coroutine cannot be closed after the time limit");
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* Replaces the functions of the coroutine library that run __close without a time limit. */
static void sandbox_limit_coroutines(lua_State *L) {
    lua_getglobal(L, LUA_COLIBNAME);
    lua_pushcfunction(L, sandbox_wrap);
    lua_setfield(L, -2, "wrap");
    lua_getfield(L, -1, "close");
    lua_pushcclosure(L, sandbox_close, 1);
    lua_setfield(L, -2, "close");
    lua_pop(L, 1);
}

/* Seeds math.random equally in every worker: a script may draw data while it is loaded, and every
 * worker loads it. */
static void sandbox_seed(lua_State *L) {
    lua_getglobal(L, LUA_MATHLIBNAME);
    lua_getfield(L, -1, "randomseed");
    lua_pushinteger(L, 1);
    lua_call(L, 1, 0);
    lua_pop(L, 1);
}

/* Opens the libraries of a state; argument 1 says whether the script is trusted. */
static int sandbox_open_libs(lua_State *L) {
    static const luaL_Reg safe[] = {
        {LUA_GNAME, luaopen_base},        {LUA_MATHLIBNAME, luaopen_math},
        {LUA_STRLIBNAME, luaopen_string}, {LUA_TABLIBNAME, luaopen_table},
        {LUA_UTF8LIBNAME, luaopen_utf8},  {LUA_COLIBNAME, luaopen_coroutine},
    };
    static const char *const unsafe[] = {"dofile", "loadfile", "load"};
    int                      trust    = lua_toboolean(L, 1);
    if (trust) luaL_openlibs(L);
    for (size_t i = 0; !trust && i < sizeof safe / sizeof safe[0]; i++) {
        luaL_requiref(L, safe[i].name, safe[i].func, 1);
        lua_pop(L, 1);
    }
    for (size_t i = 0; !trust && i < sizeof unsafe / sizeof unsafe[0]; i++) {
        lua_pushnil(L);
        lua_setglobal(L, unsafe[i]);
    }
    if (!trust) lua_register(L, "setmetatable", sandbox_setmetatable);
    if (!trust) lua_register(L, "xpcall", sandbox_xpcall);
    if (!trust) sandbox_limit_coroutines(L);
    lua_register(L, "print", sandbox_print);
    sandbox_seed(L);
    return 0;
}

lua_State *heco_lua_open(heco_lua_limits *limits, int trust) {
    limits->used  = 0;
    limits->trust = trust;
    lua_State *L  = lua_newstate(sandbox_alloc, limits);
    if (L == NULL) return NULL;
    lua_pushcfunction(L, sandbox_open_libs);
    lua_pushboolean(L, trust);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
        lua_close(L);
        return NULL;
    }
    return L;
}

/* Pushes and returns the position of the line being run, or "". */
static const char *sandbox_where(lua_State *L) {
    lua_Debug about;
    for (int level = 1; lua_getstack(L, level, &about); level++) {
        lua_getinfo(L, "Sl", &about);
        if (about.currentline > 0)
            return lua_pushfstring(L, "%s:%d: ", about.short_src, about.currentline);
    }
    return lua_pushliteral(L, "");
}

/* Pushes a description of an error that is not a text: error() accepts any value. */
static int sandbox_describe(lua_State *L) {
    const char *where = sandbox_where(L), *type = luaL_typename(L, 1), *text = NULL;
    if (luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL) text = luaL_tolstring(L, 1, NULL);
    else if (lua_istable(L, 1)) {
        static const char *const key[] = {"message", "msg", "reason", "code"};
        for (size_t i = 0; i < sizeof key / sizeof key[0] && text == NULL; i++) {
            lua_pushstring(L, key[i]);
            if (lua_rawget(L, 1) == LUA_TSTRING || lua_type(L, -1) == LUA_TNUMBER)
                text = lua_pushfstring(L, "%s = %s", key[i], lua_tostring(L, -1));
        }
    }
    lua_pushfstring(L, "%sthe script raised an error with %s%s%s%s", where,
                    lua_isnil(L, 1) ? "nothing in it" : "a ", lua_isnil(L, 1) ? "" : type,
                    text != NULL ? ": " : "", text != NULL ? text : "");
    return 1;
}

/* The message handler; it runs while the script's stack still exists. */
static int sandbox_explain(lua_State *L) {
    static const char *const closed[] = {"io",    "os",     "package",  "require",
                                         "debug", "dofile", "loadfile", "load"};
    void                    *user;
    lua_getallocf(L, &user);
    if (lua_type(L, 1) != LUA_TSTRING) return sandbox_describe(L);
    const char *text = lua_tostring(L, 1);
    for (size_t i = 0; !((heco_lua_limits *)user)->trust && i < sizeof closed / sizeof closed[0];
         i++) {
        const char *name = lua_pushfstring(L, "(global '%s')", closed[i]);
        if (strstr(text, name) == NULL) continue;
        lua_pushfstring(L, "%s: '%s' is not available to scripts: --trust allows it", text,
                        closed[i]);
        return 1;
    }
    lua_settop(L, 1);
    return 1;
}

int heco_lua_call(lua_State *L, int arguments, int results) {
    int base = lua_gettop(L) - arguments; /* index of the function */
    lua_pushcfunction(L, sandbox_explain);
    lua_insert(L, base);
    int rc = lua_pcall(L, arguments, results, base);
    lua_remove(L, base);
    return rc;
}

const char *heco_lua_message(lua_State *L) {
    void *user;
    lua_getallocf(L, &user);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "unknown error";
    if (strcmp(text, "not enough memory") == 0 && !((heco_lua_limits *)user)->trust)
        return "not enough memory: a script may use 256 MB unless --trust is given";
    return text;
}
