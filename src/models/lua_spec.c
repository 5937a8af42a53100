#include "models/lua_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void spec_check_bounds(heco_lua_reader *r, size_t j, int found) {
    double lo = r->spec->lower[j], hi = r->spec->upper[j];
    if (!found)
        heco_lua_reader_fail(r, "lacks a bound: write { \"%s\", lower, upper }",
                             r->spec->x_names[j]);
    if (!isfinite(lo) || !isfinite(hi))
        heco_lua_reader_fail(r, "is unbounded (%f to %f): give it the finite range worth searching",
                             lo, hi);
    if (lo > hi)
        heco_lua_reader_fail(r, "has its lower bound %f above its upper bound %f: swap them", lo,
                             hi);
    if (r->spec->integer[j] && ceil(lo) > floor(hi))
        heco_lua_reader_fail(r, "is an integer, but there is none between %f and %f", lo, hi);
}

static void spec_variable(heco_lua_reader *r, size_t j) {
    static const char *const known[] = {"name", "lower", "upper", "integer", "start"};
    lua_State               *L       = r->L;
    heco_lua_spec           *s       = r->spec;
    int                      at      = lua_gettop(L);
    snprintf(r->what, sizeof r->what, "variable %zu", j + 1);
    if (!lua_istable(L, at))
        heco_lua_reader_fail(r, "is a %s: write { \"name\", lower, upper }", luaL_typename(L, at));
    heco_lua_items items;
    heco_lua_reader_take_items(r, at, &items);
    s->x_names[j] = heco_lua_reader_name(r, at, "variable", "x", items.text[0], j);
    heco_lua_reader_check_keys(r, at, known, sizeof known / sizeof known[0]);
    if (items.function != 0) heco_lua_reader_fail(r, "holds a function: only constraints do");
    s->lower[j] = items.number[0];
    s->upper[j] = items.number[1];
    int lower   = heco_lua_reader_number(r, at, "lower", &s->lower[j]) || items.numbers > 0;
    int upper   = heco_lua_reader_number(r, at, "upper", &s->upper[j]) || items.numbers > 1;
    lua_getfield(L, at, "integer");
    s->integer[j] = (unsigned char)lua_toboolean(L, -1);
    if (items.texts > 1 && strcmp(items.text[1], "integer") == 0)
        s->integer[j] = 1;
    else if (items.texts > 1)
        heco_lua_reader_fail(r, "has '%s' after its name: only \"integer\" may follow it",
                             items.text[1]);
    spec_check_bounds(r, j, lower && upper);
    s->start[j] = 0.5 * s->lower[j] + 0.5 * s->upper[j];
    if (s->integer[j])
        s->start[j] = fmin(fmax(rint(s->start[j]), ceil(s->lower[j])), floor(s->upper[j]));
    if (heco_lua_reader_number(r, at, "start", &s->start[j])) s->starts = 1;
    heco_lua_reader_once(r, s->x_names[j], "variables", j);
    lua_settop(L, at - 1);
}

static void spec_variables(heco_lua_reader *r, int table) {
    heco_lua_spec *s    = r->spec;
    int            type = lua_getfield(r->L, table, "variables");
    int            list = lua_gettop(r->L);
    s->n                = type == LUA_TTABLE ? (size_t)lua_rawlen(r->L, list) : 0;
    if (s->n == 0)
        heco_lua_reader_fail(
            r, "the model has no variables: write variables = { { \"name\", lower, upper }, ... }");
    s->lower   = heco_lua_reader_take(r, s->n, sizeof *s->lower);
    s->upper   = heco_lua_reader_take(r, s->n, sizeof *s->upper);
    s->start   = heco_lua_reader_take(r, s->n, sizeof *s->start);
    s->integer = heco_lua_reader_take(r, s->n, sizeof *s->integer);
    s->x_names = heco_lua_reader_take(r, s->n, sizeof *s->x_names);
    heco_lua_reader_no_names(r);
    for (size_t j = 0; j < s->n; j++) {
        lua_rawgeti(r->L, list, (lua_Integer)j + 1);
        spec_variable(r, j);
    }
    heco_lua_reader_nowhere(r);
    lua_settop(r->L, list - 1);
}

/* Decides from its parameters how function k wants x, and puts it into the list. */
static void spec_function(heco_lua_reader *r, int index, size_t k) {
    lua_State *L = r->L;
    lua_Debug  about;
    lua_pushvalue(L, index);
    lua_getinfo(L, ">Su", &about);
    size_t takes = about.nparams;
    if (about.linedefined > 0) r->line = about.linedefined, r->at = NULL;
    r->spec->by_table[k] = !about.isvararg && takes == 1 && r->spec->n > 1;
    if (!about.isvararg && takes != r->spec->n && !r->spec->by_table[k])
        heco_lua_reader_fail(
            r,
            "takes %d parameters, but there are %d variables: write one parameter for each, "
            "or a single one for the table x",
            (int)takes, (int)r->spec->n);
    lua_pushvalue(L, index);
    lua_rawseti(L, r->functions, (lua_Integer)k + 1);
}

static char spec_sense(const char *text) {
    if (text == NULL) return 0;
    if (strcmp(text, "<=") == 0 || strcmp(text, "<") == 0) return '<';
    if (strcmp(text, ">=") == 0 || strcmp(text, ">") == 0) return '>';
    return strcmp(text, "==") == 0 || strcmp(text, "=") == 0 ? '=' : 0;
}

/* The name and the sense are both texts: the sense is the one that reads like one. */
static const char *spec_sense_item(heco_lua_items *items) {
    for (int i = 0; i < items->texts; i++)
        if (spec_sense(items->text[i])) {
            const char *sense = items->text[i];
            if (i == 0) items->text[0] = items->text[1];
            return sense;
        }
    return items->texts > 1 ? items->text[1] : NULL;
}

static void spec_constraint(heco_lua_reader *r, size_t k, double *tol) {
    static const char *const known[] = {"name", "value", "sense", "bound", "tolerance"};
    lua_State               *L       = r->L;
    heco_lua_constraint     *c       = &r->spec->constraint[k];
    int                      at      = lua_gettop(L);
    heco_lua_items           items;
    snprintf(r->what, sizeof r->what, "constraint %zu", k + 1);
    if (!lua_istable(L, at))
        heco_lua_reader_fail(r, "is a %s: write { \"name\", function, \"<=\", bound }",
                             luaL_typename(L, at));
    heco_lua_reader_take_items(r, at, &items);
    const char *sense   = spec_sense_item(&items);
    r->spec->c_names[k] = heco_lua_reader_name(r, at, "constraint", "c", items.text[0], k);
    heco_lua_reader_once(r, r->spec->c_names[k], "constraints", k);
    heco_lua_reader_check_keys(r, at, known, sizeof known / sizeof known[0]);
    const char *named = heco_lua_reader_text(r, at, "sense");
    c->sense          = spec_sense(named != NULL ? named : sense);
    if (c->sense == 0)
        heco_lua_reader_fail(r, "has %s%s%s as its sense: write \"<=\", \">=\" or \"==\"",
                             named || sense ? "'" : "",
                             named   ? named
                             : sense ? sense
                                     : "nothing",
                             named || sense ? "'" : "");
    c->bound = items.number[0];
    heco_lua_reader_number(r, at, "bound", &c->bound);
    if (!isfinite(c->bound))
        heco_lua_reader_fail(r, "has a bound that is not finite: leave the constraint out");
    if (!heco_lua_reader_number(r, at, "tolerance", tol))
        *tol = -1.0; /* the usual one */
    else if (!(*tol >= 0.0) || !isfinite(*tol))
        heco_lua_reader_fail(r, "has a tolerance that is not finite or negative");
    if (lua_getfield(L, at, "value") == LUA_TFUNCTION)
        items.function = lua_gettop(L);
    else if (!lua_isnil(L, -1))
        heco_lua_reader_fail(r, "has a %s as its value: a function is wanted",
                             luaL_typename(L, -1));
    if (r->spec->at_once && items.function != 0)
        heco_lua_reader_fail(
            r, "has a function of its own beside 'evaluate', which gives all values: remove one");
    if (!r->spec->at_once && items.function == 0)
        heco_lua_reader_fail(
            r, "has no function: write { \"%s\", function(...) return ... end, \"<=\", bound }",
            r->spec->c_names[k]);
    if (items.function != 0) spec_function(r, items.function, k + 1);
    lua_settop(L, at - 1);
}

/* Inequalities first: where each constraint goes, and names and tolerances in that order. */
static void spec_arrange(heco_lua_reader *r, const double *tol, double eq_tol) {
    heco_lua_spec *s     = r->spec;
    const char   **names = heco_lua_reader_take(r, s->nc, sizeof *names);
    size_t         g = 0, h = 0;
    s->tol = heco_lua_reader_take(r, s->nc, sizeof *s->tol);
    for (size_t k = 0; k < s->nc; k++) s->ng += s->constraint[k].sense != '=';
    s->nh = s->nc - s->ng;
    for (size_t k = 0; k < s->nc; k++) {
        int    equal          = s->constraint[k].sense == '=';
        size_t to             = equal ? s->ng + h : g;
        s->constraint[k].slot = equal ? h++ : g++;
        names[to]             = s->c_names[k];
        s->tol[to]            = tol[k] >= 0.0 ? tol[k] : equal ? eq_tol : 0.0;
    }
    s->c_names = names;
}

static void spec_constraints(heco_lua_reader *r, int table) {
    heco_lua_spec *s      = r->spec;
    double         eq_tol = 1e-4;
    if (heco_lua_reader_number(r, table, "tolerance", &eq_tol) &&
        (!(eq_tol >= 0.0) || !isfinite(eq_tol)))
        heco_lua_reader_fail(r, "the model has a tolerance that is not finite or negative");
    int type = lua_getfield(r->L, table, "constraints");
    int list = lua_gettop(r->L);
    if (type != LUA_TNIL && type != LUA_TTABLE)
        heco_lua_reader_fail(
            r, "'constraints' is a %s: write a list of { \"name\", function, \"<=\", bound }",
            lua_typename(r->L, type));
    s->nc               = type == LUA_TTABLE ? (size_t)lua_rawlen(r->L, list) : 0;
    s->constraint       = heco_lua_reader_take(r, s->nc, sizeof *s->constraint);
    s->c_names          = heco_lua_reader_take(r, s->nc, sizeof *s->c_names);
    double       *tol   = heco_lua_reader_take(r, s->nc, sizeof *tol);
    unsigned char first = s->by_table[0];
    s->by_table         = heco_lua_reader_take(r, s->nc + 1, sizeof *s->by_table);
    s->by_table[0]      = first;
    heco_lua_reader_no_names(r);
    for (size_t k = 0; k < s->nc; k++) {
        lua_rawgeti(r->L, list, (lua_Integer)k + 1);
        spec_constraint(r, k, &tol[k]);
    }
    heco_lua_reader_nowhere(r);
    spec_arrange(r, tol, eq_tol);
    lua_settop(r->L, list - 1);
}

/* The objective: `minimise` or `maximise`, or `evaluate` for everything in one call. */
static void spec_objective(heco_lua_reader *r, int table) {
    static const struct {
        const char *key;
        int         maximise;
    } word[]                = {{"minimise", 0}, {"minimize", 0}, {"maximise", 1}, {"maximize", 1}};
    heco_lua_spec *s        = r->spec;
    int            function = 0;
    s->by_table             = heco_lua_reader_take(r, 1, sizeof *s->by_table);
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
        int type = lua_getfield(r->L, table, word[i].key);
        if (type == LUA_TNIL || (type == LUA_TBOOLEAN && !lua_toboolean(r->L, -1))) continue;
        if (type != LUA_TFUNCTION && type != LUA_TBOOLEAN)
            heco_lua_reader_fail(r, "'%s' is a %s: a function is wanted", word[i].key,
                                 lua_typename(r->L, type));
        s->maximise |= word[i].maximise;
        if (type != LUA_TFUNCTION) continue;
        if (function != 0)
            heco_lua_reader_fail(r,
                                 "the model has two objectives: keep one of minimise and maximise");
        function = lua_gettop(r->L);
        snprintf(r->what, sizeof r->what, "the function '%s'", word[i].key);
    }
    int type = lua_getfield(r->L, table, "evaluate");
    if (type != LUA_TNIL && type != LUA_TFUNCTION)
        heco_lua_reader_fail(r, "'evaluate' is a %s: a function is wanted",
                             lua_typename(r->L, type));
    if (type == LUA_TFUNCTION && function != 0)
        heco_lua_reader_fail(r, "is beside 'evaluate', which gives f too: keep one of them");
    s->at_once = type == LUA_TFUNCTION;
    if (s->at_once)
        function = lua_gettop(r->L), snprintf(r->what, sizeof r->what, "the function 'evaluate'");
    if (function == 0)
        heco_lua_reader_fail(
            r, "the model has no objective: write minimise = function(...) ... end, or evaluate");
    spec_function(r, function, 0);
    heco_lua_reader_nowhere(r);
}

/* One start point: the list at the top of the stack, popped. */
static void spec_start_row(heco_lua_reader *r, size_t row, double *x) {
    heco_lua_spec *s = r->spec;
    snprintf(r->what, sizeof r->what, "start point %zu", row + 1);
    if (!lua_istable(r->L, -1) || (size_t)lua_rawlen(r->L, -1) != s->n)
        heco_lua_reader_fail(r, "is not a list of %d numbers", (int)s->n);
    for (size_t j = 0; j < s->n; j++) {
        if (lua_rawgeti(r->L, -1, (lua_Integer)j + 1) != LUA_TNUMBER)
            heco_lua_reader_fail(r, "has a %s for '%s': a number is wanted",
                                 luaL_typename(r->L, -1), s->x_names[j]);
        x[j] = lua_tonumber(r->L, -1);
        if (!(x[j] >= s->lower[j] && x[j] <= s->upper[j]))
            heco_lua_reader_fail(r, "has '%s' = %f outside its bounds", s->x_names[j], x[j]);
        lua_pop(r->L, 1);
    }
    lua_pop(r->L, 1);
    heco_lua_reader_nowhere(r);
}

static void spec_starts(heco_lua_reader *r, int table) {
    heco_lua_spec *s    = r->spec;
    int            type = lua_getfield(r->L, table, "start");
    for (size_t j = 0; j < s->n; j++)
        if (!(s->start[j] >= s->lower[j] && s->start[j] <= s->upper[j])) {
            heco_lua_reader_at(r, "variable", s->x_names[j]);
            heco_lua_reader_fail(r, "has its start %f outside its bounds", s->start[j]);
        }
    if (type == LUA_TNIL) {
        lua_pop(r->L, 1);
        return;
    }
    if (type != LUA_TTABLE)
        heco_lua_reader_fail(r, "'start' is a %s: a list of numbers is wanted",
                             lua_typename(r->L, type));
    int list = lua_gettop(r->L);
    int many = lua_rawgeti(r->L, list, 1) == LUA_TTABLE;
    lua_pop(r->L, 1);
    s->starts = many ? (size_t)lua_rawlen(r->L, list) : 1;
    s->start  = heco_lua_reader_take(r, s->starts * s->n, sizeof *s->start);
    for (size_t i = 0; i < s->starts; i++) {
        if (many)
            lua_rawgeti(r->L, list, (lua_Integer)i + 1);
        else
            lua_pushvalue(r->L, list);
        spec_start_row(r, i, s->start + i * s->n);
    }
    lua_settop(r->L, list - 1);
}

void heco_lua_read(lua_State *L, heco_lua_spec *spec, heco_arena *arena) {
    static const char *const known[] = {"name",     "variables", "constraints", "minimise",
                                        "minimize", "maximise",  "maximize",    "evaluate",
                                        "start",    "tolerance"};
    heco_lua_reader          reader = {.L = L, .spec = spec, .arena = arena}, *r = &reader;
    int                      table = lua_gettop(L);
    luaL_checkstack(L, 40, "out of memory");
    if (!lua_istable(L, table))
        heco_lua_reader_fail(
            r, "the script returns a %s: end it with return { variables = ..., minimise = ... }",
            luaL_typename(L, table));
    snprintf(r->what, sizeof r->what, "the model");
    heco_lua_reader_check_keys(r, table, known, sizeof known / sizeof known[0]);
    spec->name = heco_lua_reader_text(r, table, "name");
    heco_lua_reader_nowhere(r);
    lua_newtable(L);
    r->functions = lua_gettop(L);
    spec_variables(r, table);
    spec_objective(r, table);
    spec_constraints(r, table);
    spec_starts(r, table);
    lua_settop(L, r->functions);
    lua_replace(L, table);
}

const char *heco_lua_where(lua_State *L) {
    lua_Debug about;
    lua_getinfo(L, ">S", &about);
    return lua_pushfstring(L, "%s:%d", about.short_src, about.linedefined);
}
