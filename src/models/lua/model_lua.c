/* Model kind lua: a script that returns variables, objective and constraints
 * (docs/guide/models.md).
 *
 * Each worker has its own Lua state, loaded from the same text. A point costs one protected call of
 * heco_lua_point_run(), which calls the script's functions with the variables as arguments or with
 * one table that is reused, so that no garbage arises. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number_text.h"
#include "base/text.h"
#include "models/lua/lua_point.h"
#include "models/lua/lua_sandbox.h"
#include "models/lua/lua_source.h"
#include "models/lua/lua_spec.h"
#include "models/model_table.h"
#include "models/trial_fork.h"

enum { MODEL_LUA_MEMORY = 256 << 20 };             /* bytes, unless the script is trusted */
static const double model_lua_load_seconds = 10.0; /* for loading, unless it is trusted */

/* State shared by all workers. */
typedef struct {
    heco_lua_spec   spec;
    char           *source; /* the script's text */
    size_t          size;
    int             trust;
    double          timeout;       /* for loading and for cheap constraints                 */
    double          point_timeout; /* for a point; 0: the backend enforces the limit        */
    pthread_mutex_t lock;
    heco_failures   failures;
} model_lua_shared;

typedef struct {
    heco_lua_point    point; /* its state has heco_lua_point_run() as a closure at stack index 1 */
    heco_lua_limits   limits;
    model_lua_shared *shared;
} model_lua_worker;

/* --- one point ----------------------------------------------------------------------------- */

/* Evaluates a point in a protected call. Returns 0, or 1 with the error message on top of the
 * stack. `seconds` 0: no limit. */
static int model_lua_point(model_lua_worker *w, const double *x, double *f, double *g, double *h,
                           double seconds) {
    w->point.x = x, w->point.f = f, w->point.g = g, w->point.h = h;
    w->point.script_is_wrong = 0;
    if (seconds > 0.0) heco_lua_start_clock(w->point.L, &w->limits, seconds);
    lua_pushvalue(w->point.L, 1);
    return heco_lua_call(w->point.L, 0, 0) != LUA_OK;
}

/* Evaluates a point. A failure is recorded in w->shared->failures. */
static int model_lua_eval(void *user, const double *x, double *f, double *g, double *h) {
    model_lua_worker *w = user;
    if (model_lua_point(w, x, f, g, h, w->shared->point_timeout) == 0)
        return w->point.partial ? HECO_POINT_PARTIAL : HECO_POINT_OK;
    char point[300];
    heco_point_text(point, sizeof point, x, w->point.spec->n, w->point.spec->x_names);
    pthread_mutex_lock(&w->shared->lock);
    heco_failures *t   = &w->shared->failures;
    int            cut = snprintf(t->last_failure, sizeof t->last_failure, "%.200s at ",
                                  heco_lua_message(w->point.L));
    snprintf(t->last_failure + cut, sizeof t->last_failure - (size_t)cut, "%s", point);
    t->timed_out += (uint64_t)w->limits.late;
    pthread_mutex_unlock(&w->shared->lock);
    lua_settop(w->point.L, 1);
    return HECO_POINT_FAILED;
}

/* Evaluates the cheap constraints alone. The search calls this in its own process with every
 * backend, so that the time limit is enforced here even if the backend enforces that of points. */
static int model_lua_eval_cheap(void *user, const double *x, double *g) {
    model_lua_worker *w = user;
    double            f;
    w->point.cheap = 1;
    int failed     = model_lua_point(w, x, &f, g, NULL, w->shared->timeout);
    w->point.cheap = 0;
    if (w->shared->timeout > 0.0) heco_lua_start_clock(w->point.L, &w->limits, 0.0);
    if (failed) lua_settop(w->point.L, 1);
    return failed ? HECO_POINT_FAILED : HECO_POINT_OK;
}

static void model_lua_failures(const void *user, heco_failures *out) {
    const model_lua_worker *w = user;
    pthread_mutex_lock(&w->shared->lock);
    *out = w->shared->failures;
    pthread_mutex_unlock(&w->shared->lock);
}

/* --- loading ------------------------------------------------------------------------------- */

/* Arguments of model_lua_build(), which runs everything that may raise an error. */
typedef struct {
    model_lua_worker *worker;
    heco_lua_spec    *spec;
    heco_arena       *arena;
} model_lua_builder;

/* Runs the script, reads its table and returns heco_lua_point_run() as a closure. */
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
    lua_pushcfunction(L, heco_lua_point_field);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pushcclosure(L, heco_lua_point_run, 2);
    return 1;
}

static void model_lua_drop(void *clone) {
    model_lua_worker *w = clone;
    if (w == NULL) return;
    if (w->point.L != NULL) lua_close(w->point.L);
    free(w);
}

/* Returns the time limit of a load; 0: none. */
static double model_lua_load_limit(const model_lua_shared *s) {
    if (s->timeout > 0.0) return fmax(s->timeout, model_lua_load_seconds);
    return s->trust ? 0.0 : model_lua_load_seconds;
}

/* Makes a worker whose state has run the script. Returns NULL with the message on failure; then
 * *late is 1 if the time limit was the reason. */
static model_lua_worker *model_lua_load(model_lua_shared *s, heco_lua_spec *spec, heco_arena *arena,
                                        int *late, heco_error *error) {
    model_lua_worker *w = calloc(1, sizeof *w);
    *late               = 0;
    if (w == NULL) return heco_fail_memory_for(error, "model '%.200s'", spec->path), NULL;
    w->shared       = s;
    w->point.spec   = &s->spec;
    w->limits.limit = s->trust ? 0 : MODEL_LUA_MEMORY;
    w->point.L      = heco_lua_open(&w->limits, s->trust);
    if (w->point.L == NULL) {
        model_lua_drop(w);
        return heco_fail_memory_for(error, "model '%.200s'", spec->path), NULL;
    }
    *(heco_lua_point **)lua_getextraspace(w->point.L) = &w->point;
    heco_lua_start_clock(w->point.L, &w->limits, model_lua_load_limit(s));
    model_lua_builder builder = {.worker = w, .spec = spec, .arena = arena};
    lua_pushcfunction(w->point.L, model_lua_build);
    lua_pushlightuserdata(w->point.L, &builder);
    int rc = heco_lua_call(w->point.L, 1, 1);
    *late  = w->limits.late;
    heco_lua_start_clock(w->point.L, &w->limits, 0.0);
    if (rc != LUA_OK) {
        if (rc == LUA_ERRMEM)
            heco_fail_memory_for(error, "the script: %s", heco_lua_message(w->point.L));
        else heco_fail(error, HECO_ERR_MODEL, "%s", heco_lua_message(w->point.L));
        model_lua_drop(w);
        return NULL;
    }
    for (size_t k = 0; k <= spec->nc; k++) w->point.any_table |= spec->by_table[k];
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
    again.parts  = old->parts;
    heco_arena_init(&arena);
    int               late;
    model_lua_worker *w = model_lua_load(from->shared, &again, &arena, &late, NULL);
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
    const heco_lua_spec *s = w->point.spec;
    double               f, *values = heco_arena_take(&m->arena, s->ng + s->nh + 1, sizeof *values);
    if (values == NULL) return heco_fail_memory_for(error, "model '%.200s'", s->path);
    double limit = w->shared->timeout > 0.0 ? w->shared->timeout : model_lua_load_seconds;
    int    wrong = 0, meets = 1;
    if (s->cheap > 0) {
        w->point.cheap = 1;
        wrong          = model_lua_point(w, s->start, &f, values, NULL, limit);
        w->point.cheap = 0;
        for (size_t k = 0; k < s->cheap; k++) meets = meets && values[k] <= s->tol[k];
    }
    if (!wrong && meets) wrong = model_lua_point(w, s->start, &f, values, values + s->ng, limit);
    heco_lua_start_clock(w->point.L, &w->limits, 0.0); /* removes the time limit */
    if (!wrong) return HECO_OK;
    const char *text    = heco_lua_message(w->point.L);
    int         mistake = w->point.script_is_wrong || strstr(text, "attempt to ") != NULL ||
                  strstr(text, "bad argument ") != NULL;
    heco_status status = HECO_OK;
    if (mistake) {
        char point[200];
        heco_point_text(point, sizeof point, s->start, s->n, s->x_names);
        status = heco_fail(error, HECO_ERR_MODEL, "%.280s at %s", text, point);
    }
    lua_settop(w->point.L, 1);
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
    p->space.missing = l->flags;
    p->space.choices = l->choices;
    p->space.linear  = l->linear;
    p->x_names = l->x_names, p->c_names = l->c_names;
    p->forms   = l->forms;
    p->x_units = l->x_units, p->f_unit = l->f_unit;
    *(l->squares ? &p->residuals : &p->pieces) = l->parts;
    for (size_t k = 0; k < l->ng; k++)
        if (l->tol[k] < 0.0) l->tol[k] = heco_problem_tol(p, k);
    p->space.tol = l->tol;
    p->eval      = model_lua_eval;
    p->cheap     = l->cheap;
    if (l->cheap > 0) p->eval_cheap = model_lua_eval_cheap;
    p->failures = model_lua_failures;
    p->sharing  = HECO_SHARE_CLONE;
    p->clone = model_lua_clone, p->drop = model_lua_drop;
    m->start    = l->start;
    m->starts   = l->starts;
    p->maximise = l->maximise;
    m->known    = (heco_known){l->known, l->known_x, l->known_f, l->known_g, l->known_h};
}

/* Returns the seconds after which SIGALRM ends the load in the child, a little later than its own
 * limit. */
static unsigned model_lua_trial_seconds(const model_lua_shared *s) {
    return (unsigned)model_lua_load_limit(s) + 1;
}

/* Runs in the child: loads the script and evaluates the start once. */
static void model_lua_trial(void *user) {
    model_lua_shared copy  = *(model_lua_shared *)user;
    heco_model       m     = {0};
    heco_error       error = {HECO_OK, ""};
    int              late;
    heco_arena_init(&m.arena);
    model_lua_worker *w = model_lua_load(&copy, &copy.spec, &m.arena, &late, &error);
    if (w == NULL && late) heco_trial_fork_refuse("%s", error.text);
    heco_trial_fork_extend(model_lua_trial_seconds(&copy));
    if (w != NULL) model_lua_try(&m, w, NULL);
}

/* Refuses a script that takes too long to load. One call of a string function can take for ever,
 * and the script's own limit is checked between instructions only, so a child loads the script
 * first. A script that reaches its own limit there is not loaded again. Other errors are left to
 * the real load. */
static heco_status model_lua_try_loading(model_lua_shared *s, heco_error *error) {
    char     text[400];
    unsigned seconds = model_lua_trial_seconds(s);
    if (s->trust) return HECO_OK;
    heco_trial_fork_end end = heco_trial_fork(model_lua_trial, s, seconds, text, sizeof text);
    if (end == HECO_TRIAL_BAD && text[0] != '\0')
        return heco_fail(error, HECO_ERR_MODEL, "%s", text);
    if (end != HECO_TRIAL_LATE) return HECO_OK;
    return heco_fail(error, HECO_ERR_MODEL,
                     "loading '%.200s' took longer than %u s: shorten the script, or --trust it",
                     s->spec.path, seconds);
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
    s->spec.source = s->source;
    heco_error own = {0}, *told = error != NULL ? error : &own;
    if ((status = model_lua_try_loading(s, error)) != HECO_OK) return status;
    int               late;
    model_lua_worker *w = model_lua_load(s, &s->spec, &m->arena, &late, told);
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
