/* Model kind lua: a script that returns variables, objective and constraints
 * (docs/guide/models.md).
 *
 * Each worker has its own Lua state, loaded from the same text. A point costs one protected call of
 * model_lua_run, which calls the script's functions with the variables as arguments or with one
 * table that is reused, so that no garbage arises. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number_text.h"
#include "base/text.h"
#include "models/lua/lua_sandbox.h"
#include "models/lua/lua_source.h"
#include "models/lua/lua_spec.h"
#include "models/model_table.h"

enum { MODEL_LUA_MEMORY = 256 << 20 };             /* bytes, unless the script is trusted */
static const double model_lua_load_seconds = 10.0; /* for loading, unless it is trusted */

/* State shared by all workers. */
typedef struct {
    heco_lua_spec   spec;
    char           *source; /* the script's text */
    size_t          size;
    int             trust;
    double          timeout;       /* for loading                                           */
    double          point_timeout; /* for a point; 0: the backend enforces the limit        */
    pthread_mutex_t lock;
    heco_failures   failures;
} model_lua_shared;

typedef struct {
    lua_State           *L; /* stack: [1] model_lua_run as a closure                       */
    heco_lua_limits      limits;
    model_lua_shared    *shared;
    const heco_lua_spec *spec;
    int                  any_table; /* at least one function takes x as a table             */
    /* of the current point */
    const double *x;
    double       *f, *g, *h;
    int script_is_wrong; /* the last error is a mistake in the script, such as a result of a wrong
                          * type, and not a failure of the point */
} model_lua_worker;

/* --- one point ----------------------------------------------------------------------------- */

/* Raises an error about function k, which has just been called, and sets w->script_is_wrong. */
static int model_lua_fail_script(model_lua_worker *w, size_t k, const char *text) {
    lua_State *L       = w->L;
    w->script_is_wrong = 1;
    lua_rawgeti(L, lua_upvalueindex(1), (lua_Integer)k + 1);
    const char *where = heco_lua_where(L);
    return luaL_error(L, "%s: %s", where, text);
}

/* Pushes and returns the name of result `value` of function k, for messages. */
static const char *model_lua_label(const model_lua_worker *w, size_t k, size_t value) {
    const heco_lua_spec *s = w->spec;
    if (k == 0 && value == 0) return lua_pushliteral(w->L, "the objective");
    return lua_pushfstring(w->L, "constraint '%s'", s->constraint[k > 0 ? k - 1 : value - 1].name);
}

/* Returns the number at `index`, which is result `value` of function k. Raises an error for other
 * types. */
static double model_lua_number(model_lua_worker *w, int index, size_t k, size_t value) {
    lua_State *L = w->L;
    if (lua_type(L, index) == LUA_TNUMBER) return lua_tonumber(L, index);
    index             = lua_absindex(L, index);
    const char *label = model_lua_label(w, k, value), *type = luaL_typename(L, index);
    if (lua_isboolean(L, index))
        model_lua_fail_script(w, k,
                              lua_pushfstring(L,
                                              "%s gave a boolean: return the value itself and put "
                                              "\"<=\" and the bound beside it",
                                              label));
    model_lua_fail_script(w, k, lua_pushfstring(L, "%s gave a %s: return a number", label, type));
    return NAN;
}

/* Fails the point if the function returned nil, or nil and a reason. */
static void model_lua_fail_if_nil(model_lua_worker *w, int first, size_t k) {
    lua_State *L = w->L;
    if (!lua_isnil(L, first)) return;
    int         reason = lua_gettop(L) > first && lua_type(L, first + 1) == LUA_TSTRING;
    const char *label  = model_lua_label(w, k, 0);
    lua_rawgeti(L, lua_upvalueindex(1), (lua_Integer)k + 1);
    luaL_error(L, "%s: %s gave no value%s%s", heco_lua_where(L), label, reason ? ": " : "",
               reason ? lua_tostring(L, first + 1) : "");
}

/* Pushes variable j as the script receives it: a word of a category, or a number. */
static void model_lua_push_x(model_lua_worker *w, size_t j) {
    const heco_choice *c = w->spec->choices != NULL ? &w->spec->choices[j] : NULL;
    if (c == NULL || c->labels == NULL) {
        lua_pushnumber(w->L, w->x[j]);
        return;
    }
    double last = (double)(c->count - 1), at = fmin(fmax(rint(w->x[j]) - 1.0, 0.0), last);
    lua_pushstring(w->L, c->labels[at > 0.0 ? (size_t)at : 0]);
}

/* Calls function k of the script, 0 for the objective or `evaluate`, else constraint k - 1, at
 * w->x. Leaves `results` values on the stack. An error of the script ends the protected call. */
static void model_lua_call(model_lua_worker *w, size_t k, int results) {
    lua_State *L     = w->L;
    int        count = 1;
    lua_rawgeti(L, lua_upvalueindex(1), (lua_Integer)k + 1);
    if (w->spec->by_table[k]) lua_pushvalue(L, lua_upvalueindex(2));
    else {
        count = (int)w->spec->n;
        for (size_t j = 0; j < w->spec->n; j++) model_lua_push_x(w, j);
    }
    lua_call(L, count, results);
}

/* Writes the value of constraint k to w->g or w->h; a range writes two inequalities. */
static void model_lua_store(model_lua_worker *w, size_t k, double value) {
    const heco_lua_constraint *c = &w->spec->constraint[k];
    if (c->sense == '<') w->g[c->slot] = value - c->bound;
    else if (c->sense != '=') w->g[c->slot] = c->bound - value;
    if (c->sense == 'r') w->g[c->slot + 1] = value - c->upper;
    if (c->sense == '=') w->h[c->slot] = value - c->bound;
}

/* Computes the constraints that are given by coefficients. */
static void model_lua_store_linear(model_lua_worker *w) {
    const heco_linear *l  = w->spec->linear;
    size_t             ng = w->spec->ng;
    for (size_t i = 0; l != NULL && i < l->count; i++) {
        double value = l->constant[i];
        for (size_t e = l->begin[i]; e < l->begin[i + 1]; e++)
            value += l->coef[e] * w->x[l->index[e]];
        if (l->constraint[i] < ng) w->g[l->constraint[i]] = value;
        else w->h[l->constraint[i] - ng] = value;
    }
}

/* Calls `evaluate`, which returns f and the nonlinear constraints, one by one or as a list, and
 * writes them to w->f, w->g and w->h. Raises an error for nil and for a wrong number or type of
 * results. `base` is the top of the stack before the call. */
static void model_lua_call_evaluate(model_lua_worker *w, int base) {
    lua_State *L  = w->L;
    size_t     nc = w->spec->asked, next = 0;
    model_lua_call(w, 0, LUA_MULTRET);
    size_t got = (size_t)(lua_gettop(L) - base);
    if (got > 0) model_lua_fail_if_nil(w, base + 1, 0);
    if (got == 2 && lua_istable(L, base + 2)) {
        size_t listed = (size_t)lua_rawlen(L, base + 2);
        if (listed == nc) {
            *w->f = model_lua_number(w, base + 1, 0, 0);
            for (size_t k = 0; k < w->spec->nc; k++) {
                if (w->spec->constraint[k].coef != NULL) continue;
                lua_rawgeti(L, base + 2, (lua_Integer)++next);
                model_lua_store(w, k, model_lua_number(w, -1, 0, k + 1));
                lua_pop(L, 1);
            }
            return;
        }
        got = listed + 1;
    }
    if (got != nc + 1)
        model_lua_fail_script(
            w, 0,
            lua_pushfstring(L, "evaluate gave %d values: return %d, f and %d constraints", (int)got,
                            (int)nc + 1, (int)nc));
    *w->f = model_lua_number(w, base + 1, 0, 0);
    for (size_t k = 0; k < w->spec->nc; k++)
        if (w->spec->constraint[k].coef == NULL)
            model_lua_store(w, k, model_lua_number(w, base + 2 + (int)next++, 0, k + 1));
}

/* Evaluates a point, in a protected call. Upvalues: the list of functions, the table x. */
static int model_lua_run(lua_State *L) {
    model_lua_worker *w = *(model_lua_worker **)lua_getextraspace(L);
    luaL_checkstack(L, (int)w->spec->n + 10, "too many variables");
    if (w->any_table)
        for (size_t j = 0; j < w->spec->n; j++) {
            model_lua_push_x(w, j);
            lua_rawseti(L, lua_upvalueindex(2), (lua_Integer)j + 1);
        }
    if (w->spec->at_once) model_lua_call_evaluate(w, lua_gettop(L));
    else
        for (size_t k = 0; k <= w->spec->nc; k++) {
            if (k > 0 && w->spec->constraint[k - 1].coef != NULL) continue;
            model_lua_call(w, k, 2); /* a value, or nil and the reason */
            model_lua_fail_if_nil(w, lua_gettop(L) - 1, k);
            double value = model_lua_number(w, -2, k, 0);
            if (k == 0) *w->f = value;
            else model_lua_store(w, k - 1, value);
            lua_pop(L, 2);
        }
    model_lua_store_linear(w);
    if (isnan(*w->f))
        return luaL_error(L, "%s: the objective is not a number (nan)", w->spec->path);
    return 0;
}

/* Evaluates a point in a protected call. Returns 0, or 1 with the error message on top of the
 * stack. `seconds` 0: no limit. */
static int model_lua_point(model_lua_worker *w, const double *x, double *f, double *g, double *h,
                           double seconds) {
    w->x = x, w->f = f, w->g = g, w->h = h;
    w->script_is_wrong = 0;
    if (seconds > 0.0) heco_lua_start_clock(w->L, &w->limits, seconds);
    lua_pushvalue(w->L, 1);
    return heco_lua_call(w->L, 0, 0) != LUA_OK;
}

/* Evaluates a point. A failure is recorded in w->shared->failures. */
static int model_lua_eval(void *user, const double *x, double *f, double *g, double *h) {
    model_lua_worker *w = user;
    if (model_lua_point(w, x, f, g, h, w->shared->point_timeout) == 0) return HECO_POINT_OK;
    char point[300];
    heco_point_text(point, sizeof point, x, w->spec->n, w->spec->x_names);
    pthread_mutex_lock(&w->shared->lock);
    heco_failures *t = &w->shared->failures;
    int            cut =
        snprintf(t->last_failure, sizeof t->last_failure, "%.200s at ", heco_lua_message(w->L));
    snprintf(t->last_failure + cut, sizeof t->last_failure - (size_t)cut, "%s", point);
    t->timed_out += (uint64_t)w->limits.late;
    pthread_mutex_unlock(&w->shared->lock);
    lua_settop(w->L, 1);
    return HECO_POINT_FAILED;
}

static void model_lua_failures(const void *user, heco_failures *out) {
    const model_lua_worker *w = user;
    pthread_mutex_lock(&w->shared->lock);
    *out = w->shared->failures;
    pthread_mutex_unlock(&w->shared->lock);
}

/* --- loading ------------------------------------------------------------------------------- */

/* The __index of the table x: looks up x.width as x[1]. */
static int model_lua_field(lua_State *L) {
    model_lua_worker    *w = *(model_lua_worker **)lua_getextraspace(L);
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

/* Arguments of model_lua_build(), which runs everything that may raise an error. */
typedef struct {
    model_lua_worker *worker;
    heco_lua_spec    *spec;
    heco_arena       *arena;
} model_lua_builder;

/* Runs the script, reads its table and returns model_lua_run as a closure. */
static int model_lua_build(lua_State *L) {
    model_lua_builder *b = lua_touserdata(L, 1);
    model_lua_shared  *s = b->worker->shared;
    char               chunk[300];
    snprintf(chunk, sizeof chunk, "@%.290s", b->spec->path);
    if (luaL_loadbufferx(L, s->source, s->size, chunk, "t") != LUA_OK) return lua_error(L);
    lua_call(L, 0, 1);
    heco_lua_read(L, b->spec, b->arena);
    lua_createtable(L, (int)b->spec->n, 0);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, model_lua_field);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pushcclosure(L, model_lua_run, 2);
    return 1;
}

static void model_lua_drop(void *clone) {
    model_lua_worker *w = clone;
    if (w == NULL) return;
    if (w->L != NULL) lua_close(w->L);
    free(w);
}

/* Makes a worker whose state has run the script. Returns NULL with the message on failure. */
static model_lua_worker *model_lua_load(model_lua_shared *s, heco_lua_spec *spec, heco_arena *arena,
                                        heco_error *error) {
    model_lua_worker *w = calloc(1, sizeof *w);
    if (w == NULL) return heco_fail_memory_for(error, "model '%.200s'", spec->path), NULL;
    w->shared       = s;
    w->spec         = &s->spec;
    w->limits.limit = s->trust ? 0 : MODEL_LUA_MEMORY;
    w->L            = heco_lua_open(&w->limits, s->trust);
    if (w->L == NULL) {
        model_lua_drop(w);
        return heco_fail_memory_for(error, "model '%.200s'", spec->path), NULL;
    }
    *(model_lua_worker **)lua_getextraspace(w->L) = w;
    double limit = s->timeout > 0.0 ? fmax(s->timeout, model_lua_load_seconds)
                   : s->trust       ? 0.0
                                    : model_lua_load_seconds;
    heco_lua_start_clock(w->L, &w->limits, limit);
    model_lua_builder builder = {.worker = w, .spec = spec, .arena = arena};
    lua_pushcfunction(w->L, model_lua_build);
    lua_pushlightuserdata(w->L, &builder);
    int rc = heco_lua_call(w->L, 1, 1);
    heco_lua_start_clock(w->L, &w->limits, 0.0);
    if (rc != LUA_OK) {
        if (rc == LUA_ERRMEM) heco_fail_memory_for(error, "the script: %s", heco_lua_message(w->L));
        else heco_fail(error, HECO_ERR_MODEL, "%s", heco_lua_message(w->L));
        model_lua_drop(w);
        return NULL;
    }
    for (size_t k = 0; k <= spec->nc; k++) w->any_table |= spec->by_table[k];
    return w;
}

/* Runs the script again for a worker. Returns NULL if it then describes another model. */
static void *model_lua_clone(const void *user) {
    const model_lua_worker *from = user;
    const heco_lua_spec    *old  = &from->shared->spec;
    heco_lua_spec           again;
    heco_arena              arena;
    memset(&again, 0, sizeof again);
    again.path   = old->path;
    again.source = old->source;
    heco_arena_init(&arena);
    model_lua_worker *w = model_lua_load(from->shared, &again, &arena, NULL);
    int same = w != NULL && again.n == old->n && again.ng == old->ng && again.nh == old->nh &&
               again.at_once == old->at_once &&
               memcmp(again.by_table, old->by_table, old->nc + 1) == 0;
    heco_arena_release(&arena);
    if (same) return w;
    model_lua_drop(w);
    return NULL;
}

/* Evaluates the start once and refuses a script that can never work. A start that only fails is
 * accepted. */
static heco_status model_lua_try(heco_model *m, model_lua_worker *w, heco_error *error) {
    const heco_lua_spec *s = w->spec;
    double               f, *values = heco_arena_take(&m->arena, s->ng + s->nh + 1, sizeof *values);
    if (values == NULL) return heco_fail_memory_for(error, "model '%.200s'", s->path);
    double limit = w->shared->timeout > 0.0 ? w->shared->timeout : model_lua_load_seconds;
    int    wrong = model_lua_point(w, s->start, &f, values, values + s->ng, limit);
    heco_lua_start_clock(w->L, &w->limits, 0.0); /* removes the time limit */
    if (!wrong) return HECO_OK;
    const char *text    = heco_lua_message(w->L);
    int         mistake = w->script_is_wrong || strstr(text, "attempt to ") != NULL ||
                  strstr(text, "bad argument ") != NULL;
    heco_status status = HECO_OK;
    if (mistake) {
        char point[200];
        heco_point_text(point, sizeof point, s->start, s->n, s->x_names);
        status = heco_fail(error, HECO_ERR_MODEL, "%.280s at %s", text, point);
    }
    lua_settop(w->L, 1);
    return status;
}

/* Fills m->problem and the start from the table of the script. */
static void model_lua_describe(heco_model *m, model_lua_shared *s) {
    heco_problem  *p = &m->problem;
    heco_lua_spec *l = &s->spec;
    if (l->name != NULL) p->name = l->name;
    p->space.n = l->n, p->space.ng = l->ng, p->space.nh = l->nh;
    p->space.lower = l->lower, p->space.upper = l->upper;
    p->space.integer = l->integer;
    p->space.tol     = l->tol;
    p->space.choices = l->choices;
    p->space.linear  = l->linear;
    p->x_names = l->x_names, p->c_names = l->c_names;
    p->forms   = l->forms;
    p->x_units = l->x_units, p->f_unit = l->f_unit;
    p->eval     = model_lua_eval;
    p->failures = model_lua_failures;
    p->sharing  = HECO_SHARE_CLONE;
    p->clone = model_lua_clone, p->drop = model_lua_drop;
    m->start    = l->start;
    m->starts   = l->starts;
    p->maximise = l->maximise;
}

static heco_status model_lua_open(heco_model *m, const char *path,
                                  const heco_model_options *options, heco_error *error) {
    model_lua_shared *s = heco_arena_take(&m->arena, 1, sizeof *s);
    if (s == NULL) return heco_fail_memory_for(error, "model '%.200s'", path);
    s->trust           = options->trust;
    s->timeout         = options->timeout;
    s->point_timeout   = options->ends_outside ? 0.0 : options->timeout;
    s->spec.path       = heco_arena_text(&m->arena, path);
    heco_status status = heco_lua_source_read(&s->source, &s->size, path, &m->arena, error);
    if (status != HECO_OK) return status;
    s->spec.source        = s->source;
    heco_error        own = {0}, *told = error != NULL ? error : &own;
    model_lua_worker *w = model_lua_load(s, &s->spec, &m->arena, told);
    if (w == NULL) return told->status;
    pthread_mutex_init(&s->lock, NULL);
    m->state = m->problem.user = w;
    model_lua_describe(m, s);
    return model_lua_try(m, w, error);
}

static void model_lua_close(heco_model *m) {
    model_lua_worker *w = m->state;
    if (w != NULL) pthread_mutex_destroy(&w->shared->lock);
    model_lua_drop(w);
}

static int model_lua_match(const char *spec) { return heco_model_ends(spec, ".lua"); }

const heco_model_row heco_model_row_lua = {
    .name  = "lua",
    .form  = "FILE.lua",
    .help  = "FILE.lua, a Lua script with variables, objective and constraints",
    .match = model_lua_match,
    .open  = model_lua_open,
    .close = model_lua_close,
};
