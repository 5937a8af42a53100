/* A script that reaches the time limit of the load is loaded once, in a child. The limit is far
   below that of the command here; so the source is taken in. */
#include "testing.h"

#ifdef HECO_HAVE_LUA
#include <math.h>

#include "folder.h"
#include "models/lua/lua_sandbox.h"

static int states; /* of Lua that this process has opened */

static lua_State *counted_state(heco_lua_limits *limits, int trust) {
    states++;
    return heco_lua_open(limits, trust);
}

static void short_clock(lua_State *L, heco_lua_limits *limits, double seconds) {
    heco_lua_start_clock(L, limits, fmin(seconds, 0.1));
}

#define heco_lua_open counted_state
#define heco_lua_start_clock short_clock
#include "models/lua/model_lua.c"
#undef heco_lua_open
#undef heco_lua_start_clock

#define GOOD "return { variables = { { 'x', -1, 1 } }, minimise = function(x) return x end }"

static heco_error error;

/* Opens the script and returns the number of states that this process opened for it. */
static int states_of(const char *text, int good) {
    test_folder folder = test_folder_new();
    heco_model *m      = NULL;
    char        path[120];
    snprintf(path, sizeof path, "%s/m.lua", folder.path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    states = 0;
    assert_int_equal(heco_model_open(&m, path, NULL, &error), good ? HECO_OK : HECO_ERR_MODEL);
    heco_model_close(m);
    remove(path);
    test_folder_drop(&folder);
    return states;
}

static void a_late_script_is_loaded_once(void **state) {
    (void)state;
    assert_int_equal(states_of("while true do end " GOOD, 0), 0);
    assert_text(error.text, "m.lua:1: no value within 0.1 s: an endless loop");
    assert_int_equal(states_of("print('\\2 a\\n', 'b') while true do end", 0), 0);
    assert_text(error.text, "m.lua:1: no value within 0.1 s: an endless loop");
}

static void other_scripts_are_loaded_again(void **state) {
    (void)state;
    assert_int_equal(states_of(GOOD, 1), 1);
    assert_int_equal(states_of("error('not today')", 0), 1);
    assert_text(error.text, "not today");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_late_script_is_loaded_once),
                                       cmocka_unit_test(other_scripts_are_loaded_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void) { return 77; }
#endif
