/* Any bytes as a Lua script that nobody trusts: refused with one line, or a model that can be
 * cloned, evaluated and searched, within its limits of time and memory. The first byte says how the
 * bytes become a script: even, as they are; odd, each is one of the words below. The next one
 * chooses the algorithm. The limits are far below those of the command, so that many scripts can
 * reach them; so the source is taken in. */
#include <fcntl.h>
#include <math.h>
#include <string.h>

#include "fuzz_input.h"
#include "heco/heco.h"
#include "models/lua/lua_sandbox.h"

static void       fuzz_lua_clock(lua_State *L, heco_lua_limits *limits, double seconds);
static lua_State *fuzz_lua_state(heco_lua_limits *limits, int trust);

#define heco_lua_start_clock fuzz_lua_clock
#define heco_lua_open fuzz_lua_state
#include "models/lua/model_lua.c"
#undef heco_lua_start_clock
#undef heco_lua_open

enum { FUZZ_LUA_MEMORY = 4 << 20, FUZZ_LUA_TEXT = 1 << 14, FUZZ_LUA_EVALS = 40 };

static const double fuzz_lua_seconds = 0.05;

static void fuzz_lua_clock(lua_State *L, heco_lua_limits *limits, double seconds) {
    heco_lua_start_clock(L, limits, fmin(seconds, fuzz_lua_seconds));
}

static lua_State *fuzz_lua_state(heco_lua_limits *limits, int trust) {
    check(!trust && limits->limit != 0);
    limits->limit = FUZZ_LUA_MEMORY;
    return heco_lua_open(limits, trust);
}

/* ---- the script ---- */

/* clang-format off */
static const char *const fuzz_lua_words[] = {
    "return {", "}", "{", ",", "variables = {", "constraints = {", "name = ", "lower = ",
    "upper = ", "integer = true", "start = ", "values = ", "category = ", "binary = true",
    "unit = ", "value = ", "sense = ", "bound = ", "tolerance = ", "at_least = ", "at_most = ",
    "equals = ", "coef = ", "minimise = ", "maximise = ", "evaluate = ", "\"a\"", "\"b\"",
    "\"integer\"", "\"binary\"", "\"<=\"", "\">=\"", "\"==\"", "\"\"", "a = ", "b = ",
    "function(x) ", "function(a, b) ", "function(...) ", "return ", "end ", "a", "b", "x", "x.a",
    "x[1]", "x[2]", "+", "-", "*", "/", "^", "%", "//", "..", "#", "not ", " and ", " or ", "==",
    "<", "(", ")", "0", "1", "2", "-1", "0.5", "10", "1e308", "-1e308", "1/0", "0/0", "nil", "true",
    "false", "local ", "t", " = ", "for i = 1, 9 do ", "while true do ", "repeat ", "until false ",
    "goto l ", "::l:: ", "if x then ", "else ", "pcall(", "xpcall(", "error(", "assert(", "select(",
    "type(", "tostring(", "tonumber(", "ipairs(", "pairs(", "next(", "setmetatable(",
    "getmetatable(", "rawset(", "rawlen(", "_G", "_ENV", "math.random(", "math.floor(", "math.huge",
    "math.maxinteger", "math.mininteger", "math.sqrt(", "string.format(", "\"%d\"", "\"%s\"",
    "string.char(", "string.dump(", "string.pack(", "table.insert(", "table.remove(", "table.sort(",
    "table.concat(", "table.unpack(", "utf8.char(", "utf8.len(", "coroutine.wrap(",
    "coroutine.yield(", "coroutine.create(", "coroutine.resume(", "coroutine.close(",
    "collectgarbage(", "\"count\"", "__index = ", "__call = ", "__close = ", "__gc = ", "__mode = ",
    "__metatable = ", "__name = ", "__tostring = ", "__eq = ", "<close> ", "<const> ", "io", "os",
    "load", "require", "\n", "--", "#!", "[[", "]]", "\"\\u{7FFFFFFF}\"", "\"\\0\"",
    "\"\\n\\27[2J\"", ";", ":", "{ \"a\", 0, 1 },", "{ \"b\", -5, 5 },", "{ \"c\", { 1, 2, 4 } },",
    "{ \"d\", category = { \"u\", \"v\" } },", "{ \"e\", 1, 9, \"integer\" },",
    "variables = { { \"a\", 0, 1 }, { \"b\", -5, 5 } },", "minimise = function(x) return x[1] end,",
    "{ \"g\", { a = 1, b = -2 }, \"<=\", 3 },",
    "{ \"h\", function(x) return x[1] end, at_least = 0.5, at_most = 3 },"};
/* clang-format on */

static size_t fuzz_lua_compose(char *text, fuzz_bytes *b) {
    size_t used = 0, words = sizeof fuzz_lua_words / sizeof fuzz_lua_words[0];
    while (b->left > 0) {
        const char *word = fuzz_lua_words[fuzz_byte(b) % words];
        if (used + strlen(word) + 2 > FUZZ_LUA_TEXT) break;
        used += (size_t)snprintf(text + used, FUZZ_LUA_TEXT - used, "%s ", word);
    }
    return used;
}

/* One call of these may go on for ever, which docs/guide/models.md says; print is just noise. */
static int fuzz_lua_is_known(const char *text) {
    static const char *const known[] = {"find", "match", "gsub", "rep", "move", "__len", "print"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strstr(text, known[i]) != NULL) return 1;
    return 0;
}

static char fuzz_lua_path[64];

static void fuzz_lua_remove(void) { unlink(fuzz_lua_path); }

/* The name has to end with .lua. */
static void fuzz_lua_write(const char *text, size_t size) {
    static int fd = -1;
    if (fd < 0) {
        snprintf(fuzz_lua_path, sizeof fuzz_lua_path, "%s/heco-fuzz-%ld.lua", fuzz_place(),
                 (long)getpid());
        fd = open(fuzz_lua_path, O_CREAT | O_EXCL | O_RDWR, 0600);
        check(fd >= 0 && atexit(fuzz_lua_remove) == 0);
    }
    check(pwrite(fd, text, size, 0) == (ssize_t)size && ftruncate(fd, (off_t)size) == 0);
}

/* ---- what must hold ---- */

static void fuzz_lua_check_point(const heco_space *s, const double *x) {
    for (size_t j = 0; j < s->n; j++) {
        check(x[j] >= s->lower[j] && x[j] <= s->upper[j]);
        if (s->integer != NULL && s->integer[j]) check(x[j] == floor(x[j]));
    }
}

static void fuzz_lua_check_texts(const heco_problem *p) {
    for (size_t j = 0; j < p->space.n; j++) check(p->x_names[j] != NULL);
    for (size_t k = 0; k < p->space.ng + p->space.nh; k++) {
        heco_constraint_report report;
        check(p->c_names[k] != NULL);
        heco_problem_report(p, k, 0.25, &report);
        check(strchr("<>=", report.sense) != NULL);
    }
}

/* In a clone, as a worker does it. There need not be one: a script may be another the next time. */
static void fuzz_lua_clone(const heco_problem *p) {
    double *values = malloc((1 + p->space.ng + p->space.nh) * sizeof *values);
    void   *clone  = p->clone(p->user);
    int     said   = HECO_POINT_FAILED;
    check(values != NULL);
    if (clone != NULL)
        said = p->eval(clone, p->space.lower, values, values + 1, values + 1 + p->space.ng);
    check(said == HECO_POINT_OK || said == HECO_POINT_FAILED);
    p->drop(clone);
    free(values);
}

static void fuzz_lua_search(const heco_model *m, unsigned which) {
    static const char *const algorithms[] = {"lshade44", "sqp", "ma-es", "heco-next", "ude"};
    const heco_problem      *p            = heco_model_problem(m);
    heco_minimize_options    o            = heco_minimize_options_default();
    heco_error               error        = {HECO_OK, ""};
    heco_solution           *found        = NULL;
    heco_failures             failures;
    o.algorithm       = algorithms[which % 5];
    o.run.max_evals   = FUZZ_LUA_EVALS;
    o.run.max_failed  = 3; /* which may each take their time */
    o.run.no_presolve = which / 5 % 2;
    o.run.max_seconds = 0.5;
    o.run.start       = heco_model_start(m, &o.run.starts);
    for (size_t i = 0; i < o.run.starts; i++)
        fuzz_lua_check_point(&p->space, o.run.start + i * p->space.n);
    heco_status status = heco_minimize(&found, p, &o, &error);
    check(status == HECO_OK || error.text[0] != '\0');
    if (found != NULL) fuzz_lua_check_point(&p->space, heco_solution_result(found)->x);
    heco_solution_free(found);
    p->failures(p->user, &failures);
    check(memchr(failures.last_failure, '\0', sizeof failures.last_failure) != NULL);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static char        text[FUZZ_LUA_TEXT];
    heco_model_options how   = heco_model_options_default();
    heco_error         error = {HECO_OK, ""};
    heco_model        *m     = NULL;
    fuzz_bytes         b     = {data, size};
    unsigned           words = fuzz_byte(&b), which = fuzz_byte(&b);
    size_t             used = b.left < sizeof text ? b.left : sizeof text - 1;
    if (words % 2 == 1)
        used = fuzz_lua_compose(text, &b);
    else if (used > 0)
        memcpy(text, b.at, used);
    text[used] = '\0';
    if (fuzz_lua_is_known(text)) return 0;
    fuzz_lua_write(text, used);
    how.timeout        = fuzz_lua_seconds;
    heco_status status = heco_model_open(&m, fuzz_lua_path, &how, &error);
    check((status == HECO_OK) == (m != NULL));
    if (m == NULL) {
        check(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
        return 0;
    }
    check(heco_problem_check(heco_model_problem(m), &error) == HECO_OK);
    fuzz_lua_check_texts(heco_model_problem(m));
    fuzz_lua_clone(heco_model_problem(m));
    fuzz_lua_search(m, which);
    heco_model_close(m);
    return 0;
}
