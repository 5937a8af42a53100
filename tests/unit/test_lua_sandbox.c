/* The limits of a Lua state: when the clock runs, and for whom. */
#include <math.h>
#include <time.h>
#include <unistd.h>

#include "models/lua/lua_sandbox.h"
#include "testing.h"

static heco_lua_limits limits;

static lua_State *opened(int trust) {
    memset(&limits, 0, sizeof limits);
    lua_State *L = heco_lua_open(&limits, trust);
    assert_non_null(L);
    return L;
}

static void run(lua_State *L, const char *text, int expected) {
    assert_int_equal(luaL_loadstring(L, text), LUA_OK);
    int rc = heco_lua_call(L, 0, 0);
    if (rc != expected) fail_msg("%s: %s", text, rc != LUA_OK ? heco_lua_message(L) : "no error");
    lua_settop(L, 0);
}

/* A coroutine inherits the hook of the state that makes it, and keeps it. */
static void a_coroutine_outlives_the_clock_it_was_made_under(void **state) {
    (void)state;
    lua_State *L = opened(0);
    heco_lua_start_clock(L, &limits, 0.02);
    run(L,
        "co = coroutine.wrap(function() while true do\n"
        "for i = 1, 100000 do end coroutine.yield() end end)",
        LUA_OK);
    heco_lua_start_clock(L, &limits, 0.0);
    nanosleep(&(struct timespec){0, 40000000}, NULL);
    run(L, "co()", LUA_OK);
    assert_false(limits.late);
    heco_lua_start_clock(L, &limits, 0.02); /* and obeys the next one */
    run(L, "while true do co() end", LUA_ERRRUN);
    assert_true(limits.late);
    lua_close(L);
}

/* The handler of an xpcall must not run inside the hook that raises the error of a time limit. */
static void an_endless_handler_ends(void **state) {
    (void)state;
    static const char *const text[] = {
        "xpcall(function() while true do end end, function(m) while true do end end)",
        "while true do xpcall(function() while true do end end, function(m) while true do end end) "
        "end",
        "local function h() return xpcall(function() while true do end end, h) end h()",
        "coroutine.wrap(function() xpcall(function() while true do end end,\n"
        "function(m) while true do end end) end)()",
    };
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
        lua_State *L = opened(0);
        heco_lua_start_clock(L, &limits, 0.02);
        run(L, text[i], LUA_ERRRUN);
        assert_true(limits.late);
        lua_close(L);
    }
}

/* Closing a coroutine that a timeout ended must not run an endless __close. */
static void an_endless_close_ends(void **state) {
    (void)state;
#define ENDLESS                                                                                   \
    "local function f() local x <close> = setmetatable({}, {__close = function() while true do "  \
    "end end}) while true do end end\n"
    static const char *const text[] = {
        ENDLESS "coroutine.wrap(f)()",
        ENDLESS "while true do pcall(coroutine.wrap(f)) end",
        ENDLESS "coroutine.wrap(function() local co = coroutine.create(f) coroutine.resume(co)\n"
                "coroutine.close(co) end)()",
        ENDLESS "local function g() local y <close> = setmetatable({}, {__close = f})\n"
                "coroutine.yield() end local co = coroutine.create(g) coroutine.resume(co)\n"
                "coroutine.close(co) while true do end",
        ENDLESS "for _ in coroutine.wrap(f) do end",
    };
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
        lua_State *L = opened(0);
        heco_lua_start_clock(L, &limits, 0.02);
        run(L, text[i], LUA_ERRRUN);
        assert_true(limits.late);
        lua_close(L);
    }
#undef ENDLESS
}

/* Arguments, results, errors and closed variables: as Lua's own. */
static void coroutines_are_what_they_were(void **state) {
    (void)state;
    static const char *const text[] = {
        "local co = coroutine.wrap(function(a, b) local c = coroutine.yield(a + b, nil, 3) return c end)\n"
        "local t = table.pack(co(1, 2)) assert(t.n == 3 and t[1] == 3 and t[3] == 3)\n"
        "assert(co(9) == 9) local ok, why = pcall(co)\n"
        "assert(not ok and why:find('cannot resume dead coroutine'))",
        "local closed = 0\n"
        "local co = coroutine.wrap(function() local x <close> = setmetatable({}, {__close = function()\n"
        "closed = closed + 1 end}) error('oops') end)\n"
        "local ok, why = pcall(co) assert(not ok and why:find('oops') and closed == 1)",
        "local ok, why = pcall(coroutine.wrap(function() error({ code = 7 }) end))\n"
        "assert(not ok and why.code == 7)",
        "local co co = coroutine.wrap(function() return co() end)\n"
        "local ok, why = pcall(co) assert(not ok and why:find('non%-suspended'))",
        "local closed = 0 local co = coroutine.create(function()\n"
        "local x <close> = setmetatable({}, {__close = function() closed = closed + 1 end})\n"
        "coroutine.yield() end) coroutine.resume(co)\n"
        "assert(coroutine.close(co) == true and closed == 1 and coroutine.status(co) == 'dead')",
        "assert(not pcall(coroutine.wrap)) assert(not pcall(coroutine.wrap, 7))\n"
        "assert(not pcall(coroutine.close))",
    };
    for (int trust = 0; trust < 2; trust++)
        for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
            lua_State *L = opened(trust);
            run(L, text[i], LUA_OK);
            lua_close(L);
        }
}

/* Arguments, results, errors, yields across it and errors of the handler: as Lua's own. */
static void xpcall_is_what_it_was(void **state) {
    (void)state;
    static const char *const text[] = {
        "local t = table.pack(xpcall(function(...) return select('#', ...), ... end, print, 7, nil))\n"
        "assert(t.n == 4 and t[1] == true and t[2] == 2 and t[3] == 7 and t[4] == nil)",
        "local t = table.pack(xpcall(function() end, print)) assert(t.n == 1 and t[1] == true)",
        "local t = table.pack(xpcall(error, function(m) return m .. '!', 2 end, 'no', 0))\n"
        "assert(t.n == 2 and t[1] == false and t[2] == 'no!')",
        "local t = table.pack(xpcall(nil, function(m) return 'h' end))\n"
        "assert(t.n == 2 and t[1] == false and t[2] == 'h')",
        "local ok, why = xpcall(error, function() error('twice', 0) end, 'once')\n"
        "assert(ok == false and why ~= nil)",
        "assert(not pcall(xpcall, print)) assert(not pcall(xpcall)) assert(not pcall(xpcall, 1, 2))",
        "local co = coroutine.wrap(function() return xpcall(function(a)\n"
        "local b = coroutine.yield(a + 1) error(b, 0) end, function(m) return m * 2 end, 4) end)\n"
        "assert(co() == 5)\nlocal ok, v = co(21) assert(ok == false and v == 42)",
        "local ok, a = xpcall(function() return xpcall(error, function(m) return m end, 'in', 0) "
        "end, print)\nassert(ok == true and a == false)",
    };
    for (int trust = 0; trust < 2; trust++)
        for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
            lua_State *L = opened(trust);
            run(L, text[i], LUA_OK);
            lua_close(L);
        }
}

/* print() writes to standard error as Lua does; standard output is for the answer. */
static void print_does_not_touch_the_answer(void **state) {
    (void)state;
    char       text[100] = "";
    lua_State *L         = opened(0);
    FILE      *err = tmpfile(), *out = tmpfile();
    fflush(stdout), fflush(stderr);
    int kept_err = dup(2), kept_out = dup(1);
    dup2(fileno(err), 2), dup2(fileno(out), 1);
    assert_int_equal(luaL_loadstring(L, "print('a', 1.5, nil, true) print()"), LUA_OK);
    int rc = heco_lua_call(L, 0, 0);
    fflush(stdout), fflush(stderr);
    dup2(kept_err, 2), dup2(kept_out, 1);
    close(kept_err), close(kept_out);
    assert_int_equal(rc, LUA_OK);
    rewind(err), rewind(out);
    assert_int_equal(fread(text, 1, sizeof text - 1, err), 16);
    assert_string_equal(text, "a\t1.5\tnil\ttrue\n\n");
    assert_int_equal(fgetc(out), EOF);
    fclose(err), fclose(out);
    lua_close(L);
}

/* As Lua's own, except that finalisers, which no clock reaches, are for trusted scripts. */
static void metatables(void **state) {
    (void)state;
    for (int trust = 0; trust < 2; trust++) {
        lua_State *L = opened(trust);
        run(L, "local t = setmetatable({}, { __index = { a = 7 } }) assert(t.a == 7)", LUA_OK);
        run(L, "local t = setmetatable({}, { __index = { a = 7 } }) setmetatable(t, nil) assert(t.a == nil)",
            LUA_OK);
        run(L, "local t = setmetatable({}, { __metatable = 'mine' })\n"
               "assert(getmetatable(t) == 'mine')\n"
               "local ok, why = pcall(setmetatable, t, {})\n"
               "assert(not ok and why:find('cannot change a protected metatable'))", LUA_OK);
        run(L, "setmetatable(7, {})", LUA_ERRRUN);
        run(L, "setmetatable({}, 7)", LUA_ERRRUN);
        run(L, "setmetatable({}, { __gc = function() end })", trust ? LUA_OK : LUA_ERRRUN);
        lua_close(L);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coroutine_outlives_the_clock_it_was_made_under),
        cmocka_unit_test(an_endless_handler_ends),
        cmocka_unit_test(an_endless_close_ends),
        cmocka_unit_test(coroutines_are_what_they_were),
        cmocka_unit_test(xpcall_is_what_it_was),
        cmocka_unit_test(print_does_not_touch_the_answer),
        cmocka_unit_test(metatables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
