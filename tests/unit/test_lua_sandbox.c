/* The limits of a Lua state: when the clock runs, and for whom. */
#include <math.h>
#include <time.h>

#include "models/lua_sandbox.h"
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coroutine_outlives_the_clock_it_was_made_under),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
