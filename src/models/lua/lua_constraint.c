/* The constraints of a Lua model: senses, bounds, ranges, and rows of coefficients. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/lua/lua_reader.h"

/* Returns '<', '>' or '=', or 0 if the text is not a sense. */
static char constraint_sense(const char *text) {
    if (text == NULL) return 0;
    if (strcmp(text, "<=") == 0 || strcmp(text, "<") == 0) return '<';
    if (strcmp(text, ">=") == 0 || strcmp(text, ">") == 0) return '>';
    return strcmp(text, "==") == 0 || strcmp(text, "=") == 0 ? '=' : 0;
}

/* Returns the sense among the texts of a constraint and leaves its name in items->text[0]. If no
 * text is a sense, returns the second text, for the message, or NULL. */
static const char *constraint_take_sense(heco_lua_items *items) {
    for (int i = 0; i < items->texts; i++)
        if (constraint_sense(items->text[i])) {
            const char *sense = items->text[i];
            if (i == 0) items->text[0] = items->text[1];
            return sense;
        }
    return items->texts > 1 ? items->text[1] : NULL;
}

/* Reads at_least, at_most and equals, which replace sense and bound. Returns 0 if there is none. */
static int constraint_read_words(heco_lua_reader *r, int at, heco_lua_constraint *c) {
    double least, most, equal;
    int    has_least = heco_lua_reader_number(r, at, "at_least", &least);
    int    has_most  = heco_lua_reader_number(r, at, "at_most", &most);
    int    has_equal = heco_lua_reader_number(r, at, "equals", &equal);
    if (!has_least && !has_most && !has_equal) return 0;
    if (has_equal && (has_least || has_most))
        heco_lua_reader_fail(r, "has 'equals' beside 'at_least' or 'at_most': keep one");
    if (has_least && has_most && !(least <= most))
        heco_lua_reader_fail(r, "has at_least = %f above at_most = %f: swap them", least, most);
    c->sense = has_equal ? '=' : !has_most ? '>' : !has_least ? '<' : 'r';
    c->bound = has_equal ? equal : has_least ? least : most;
    c->upper = has_most ? most : 0.0;
    return 1;
}

/* Sets sense, bound, upper and tol of c. `sense` is the text found in the list part, or NULL. */
static void constraint_read_bounds(heco_lua_reader *r, int at, heco_lua_constraint *c,
                                   const heco_lua_items *items, const char *sense) {
    const char *named = heco_lua_reader_text(r, at, "sense");
    double      bound = items->number[0];
    int         has   = heco_lua_reader_number(r, at, "bound", &bound) || items->numbers > 0;
    if (constraint_read_words(r, at, c)) {
        if (named != NULL || sense != NULL || has)
            heco_lua_reader_fail(
                r, "has a sense or a bound beside 'at_least', 'at_most' or 'equals': keep one");
    } else {
        c->sense = constraint_sense(named != NULL ? named : sense);
        c->bound = bound;
        if (c->sense == 0)
            heco_lua_reader_fail(r, "has %s%s%s as its sense: write \"<=\", \">=\" or \"==\"",
                                 named || sense ? "'" : "",
                                 named   ? named
                                 : sense ? sense
                                         : "nothing",
                                 named || sense ? "'" : "");
    }
    if (!isfinite(c->bound) || !isfinite(c->upper))
        heco_lua_reader_fail(r, "has a bound that is not finite: leave the constraint out");
    if (!heco_lua_reader_number(r, at, "tolerance", &c->tol)) c->tol = -1.0; /* the default */
    else if (!(c->tol >= 0.0) || !isfinite(c->tol))
        heco_lua_reader_fail(r, "has a tolerance that is not finite or negative");
}

/* Reads the coefficient of variable j by name. The values of a category cannot be multiplied. */
static double constraint_read_coefficient(heco_lua_reader *r, int table, size_t j) {
    const heco_lua_spec *s    = r->spec;
    int                  type = lua_getfield(r->L, table, s->x_names[j]);
    if (type == LUA_TNIL) return lua_pop(r->L, 1), 0.0;
    if (s->choices != NULL && s->choices[j].unordered)
        heco_lua_reader_fail(r, "has a coefficient for '%s', which is a category: write a function",
                             s->x_names[j]);
    if (type != LUA_TNUMBER || !isfinite(lua_tonumber(r->L, -1)))
        heco_lua_reader_fail(r, "has a coefficient of '%s' that is not a finite number",
                             s->x_names[j]);
    double coef = lua_tonumber(r->L, -1);
    lua_pop(r->L, 1);
    return coef;
}

/* Returns n coefficients from a table with the names of variables as keys. */
static const double *constraint_read_row(heco_lua_reader *r, int table) {
    const heco_lua_spec *s    = r->spec;
    double              *coef = heco_lua_reader_take(r, s->n, sizeof *coef);
    if (lua_rawlen(r->L, table) > 0)
        heco_lua_reader_fail(r, "has coefficients without names: write { %s = 1, ... }",
                             s->x_names[0]);
    heco_lua_reader_check_keys(r, table, s->x_names, s->n);
    for (size_t j = 0; j < s->n; j++) coef[j] = constraint_read_coefficient(r, table, j);
    return coef;
}

/* Reads how the value is computed: by coefficients, by a function, or by `evaluate`. */
static void constraint_read_value(heco_lua_reader *r, int at, size_t k, heco_lua_items *items) {
    lua_State           *L    = r->L;
    heco_lua_constraint *c    = &r->spec->constraint[k];
    int                  coef = heco_lua_reader_list(r, at, "coef");
    if (lua_getfield(L, at, "value") == LUA_TFUNCTION) items->function = lua_gettop(L);
    else if (!lua_isnil(L, -1))
        heco_lua_reader_fail(r, "has a %s as its value: write a function", luaL_typename(L, -1));
    if (coef == 0) coef = items->list;
    if (coef != 0 && items->function != 0)
        heco_lua_reader_fail(r, "has coefficients and a function: keep one of them");
    if (coef != 0) {
        c->coef = constraint_read_row(r, coef);
        return;
    }
    r->spec->asked += !c->cheap;
    if (r->spec->at_once && !c->cheap && items->function != 0)
        heco_lua_reader_fail(
            r,
            "has a function of its own beside 'evaluate', which gives all values: remove one, or "
            "write cheap = true if it is known without 'evaluate'");
    if (c->cheap && items->function == 0)
        heco_lua_reader_fail(r, "is cheap and has no function of its own: write value = "
                                "function(...) ... end, or coefficients");
    if (!r->spec->at_once && items->function == 0)
        heco_lua_reader_fail(
            r, "has no function: write { \"%s\", function(...) return ... end, \"<=\", bound }",
            c->name);
    if (items->function != 0) heco_lua_read_function(r, items->function, k + 1);
}

/* Reads `cheap`: the constraint is known without the simulation. */
static void constraint_read_cheap(heco_lua_reader *r, int at, heco_lua_constraint *c) {
    int type = lua_getfield(r->L, at, "cheap");
    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        heco_lua_reader_fail(r, "has cheap = %s: write true or false", lua_typename(r->L, type));
    c->cheap = lua_toboolean(r->L, -1);
    lua_pop(r->L, 1);
    if (c->cheap && c->sense == '=')
        heco_lua_reader_fail(r,
                             "is an equality, which cannot be cheap: nearly every point would be "
                             "rejected; leave out cheap");
}

/* Reads constraint k, which is on top of the stack, and pops it. */
static void constraint_read(heco_lua_reader *r, size_t k) {
    static const char *const known[] = {"name",      "value",    "sense",   "bound",
                                        "tolerance", "at_least", "at_most", "equals",
                                        "unit",      "coef",     "cheap"};
    lua_State               *L       = r->L;
    heco_lua_constraint     *c       = &r->spec->constraint[k];
    int                      at      = lua_gettop(L);
    heco_lua_items           items;
    snprintf(r->what, sizeof r->what, "constraint %zu", k + 1);
    if (!lua_istable(L, at))
        heco_lua_reader_fail(r, "is a %s: write { \"name\", function, \"<=\", bound }",
                             luaL_typename(L, at));
    heco_lua_reader_take_items(r, at, &items);
    const char *sense = constraint_take_sense(&items);
    c->name           = heco_lua_reader_name(r, at, "constraint", "c", items.text[0], k);
    heco_lua_reader_check_unique(r, c->name, "constraints", k);
    heco_lua_reader_check_keys(r, at, known, sizeof known / sizeof known[0]);
    constraint_read_bounds(r, at, c, &items, sense);
    constraint_read_cheap(r, at, c);
    constraint_read_value(r, at, k, &items);
    c->unit = heco_lua_reader_text(r, at, "unit");
    lua_settop(L, at - 1);
}

/* One inequality or equality of the problem. */
typedef struct {
    const char *suffix; /* after the name; "" if there is one bound                        */
    char        sense;
    double      bound;
} constraint_side;

/* State while the constraints are put into the order of the problem. */
typedef struct {
    heco_lua_reader *r;
    double           eq_tol;
    size_t          *row_of, *begin, *index; /* arrays of heco_linear                      */
    double          *coef, *constant;
} constraint_order;

/* Appends a linear row for constraint `to` of the problem: factor * (coef x - bound). */
static void constraint_add_row(constraint_order *o, const double *coef, size_t to, double factor,
                               double bound) {
    heco_lua_spec *s = o->r->spec;
    /* analyse: clang-tidy clang-analyzer-core.NullDereference: there is room for every row with
     * coefficients, see constraint_reserve_rows */
    size_t row = s->linear->count++, at = o->begin[row];
    o->row_of[row]   = to;
    o->constant[row] = -factor * bound;
    for (size_t j = 0; j < s->n; j++)
        if (coef[j] != 0.0) o->index[at] = j, o->coef[at++] = factor * coef[j];
    o->begin[row + 1] = at;
}

/* Sets name, tolerance, original form, and the row if it is linear. */
static void constraint_place(constraint_order *o, const heco_lua_constraint *c, size_t to,
                             constraint_side side) {
    heco_lua_spec *s      = o->r->spec;
    double         factor = side.sense == '>' ? -1.0 : 1.0;
    s->c_names[to]        = c->name;
    if (side.suffix[0] != '\0') {
        char text[300];
        snprintf(text, sizeof text, "%.280s%s", c->name, side.suffix);
        s->c_names[to] = heco_lua_reader_copy(o->r, text);
    }
    s->tol[to]   = c->tol >= 0.0 ? c->tol : side.sense == '=' ? o->eq_tol : s->ineq_tol;
    s->forms[to] = (heco_constraint_form){
        .sense = side.sense, .bound = side.bound, .factor = factor, .unit = c->unit};
    if (c->coef != NULL) constraint_add_row(o, c->coef, to, factor, side.bound);
}

/* Allocates the linear rows; without any, spec->linear stays NULL. */
static void constraint_reserve_rows(constraint_order *o) {
    heco_lua_spec *s    = o->r->spec;
    size_t         rows = 0, all = 0;
    for (size_t k = 0; k < s->nc; k++) {
        const heco_lua_constraint *c     = &s->constraint[k];
        size_t                     sides = c->sense == 'r' ? 2 : 1;
        if (c->coef == NULL) continue;
        rows += sides;
        for (size_t j = 0; j < s->n; j++) all += c->coef[j] != 0.0 ? sides : 0;
    }
    if (rows == 0) return;
    o->row_of   = heco_lua_reader_take(o->r, rows, sizeof *o->row_of);
    o->begin    = heco_lua_reader_take(o->r, rows + 1, sizeof *o->begin);
    o->index    = heco_lua_reader_take(o->r, all + 1, sizeof *o->index);
    o->coef     = heco_lua_reader_take(o->r, all + 1, sizeof *o->coef);
    o->constant = heco_lua_reader_take(o->r, rows, sizeof *o->constant);
    s->linear   = heco_lua_reader_take(o->r, 1, sizeof *s->linear);
    *s->linear  = (heco_linear){.constraint = o->row_of,
                                .begin      = o->begin,
                                .index      = o->index,
                                .coef       = o->coef,
                                .constant   = o->constant};
}

/* Puts inequalities before equalities and fills the arrays in that order. */
static void constraint_arrange(heco_lua_reader *r, double eq_tol) {
    constraint_order o = {.r = r, .eq_tol = eq_tol};
    heco_lua_spec   *s = r->spec;
    size_t           g = 0, h = 0, cheap = 0;
    for (size_t k = 0; k < s->nc; k++) {
        char sense = s->constraint[k].sense;
        s->nh += sense == '=';
        s->ng += sense == '=' ? 0 : sense == 'r' ? 2 : 1;
        s->cheap += !s->constraint[k].cheap ? 0 : sense == 'r' ? 2 : 1;
    }
    s->ng += s->parts;
    g          = s->cheap;
    s->c_names = heco_lua_reader_take(r, s->ng + s->nh, sizeof *s->c_names);
    s->tol     = heco_lua_reader_take(r, s->ng + s->nh, sizeof *s->tol);
    s->forms   = heco_lua_reader_take(r, s->ng + s->nh, sizeof *s->forms);
    constraint_reserve_rows(&o);
    for (size_t k = 0; k < s->nc; k++) {
        heco_lua_constraint *c     = &s->constraint[k];
        int                  equal = c->sense == '=', range = c->sense == 'r';
        constraint_side      side = {"", c->sense, c->bound};
        if (range) side = (constraint_side){" (lower)", '>', c->bound};
        size_t *next = equal ? &h : c->cheap ? &cheap : &g; /* cheap inequalities come first */
        c->slot      = (*next)++;
        constraint_place(&o, c, equal ? s->ng + c->slot : c->slot, side);
        if (!range) continue;
        side = (constraint_side){" (upper)", '<', c->upper};
        constraint_place(&o, c, (*next)++, side);
    }
    for (size_t k = g; k < s->ng; k++) s->tol[k] = -1.0; /* parts of the objective: the default */
}

/* Returns a tolerance of the model, or `otherwise` if the table has none of that name. */
static double constraint_model_tol(heco_lua_reader *r, int table, const char *name,
                                   double otherwise) {
    double tol;
    if (!heco_lua_reader_number(r, table, name, &tol)) return otherwise;
    if (!(tol >= 0.0) || !isfinite(tol))
        heco_lua_reader_fail(r, "the model has a %s that is not finite or negative", name);
    return tol;
}

void heco_lua_read_constraints(heco_lua_reader *r, int table) {
    heco_lua_spec *s      = r->spec;
    double         eq_tol = constraint_model_tol(r, table, "tolerance", 1e-4);
    s->ineq_tol           = constraint_model_tol(r, table, "ineq_tol", -1.0);
    int type = lua_getfield(r->L, table, "constraints");
    int list = lua_gettop(r->L);
    if (type != LUA_TNIL && type != LUA_TTABLE)
        heco_lua_reader_fail(
            r, "'constraints' is a %s: write a list of { \"name\", function, \"<=\", bound }",
            lua_typename(r->L, type));
    s->nc               = type == LUA_TTABLE ? (size_t)lua_rawlen(r->L, list) : 0;
    s->constraint       = heco_lua_reader_take(r, s->nc, sizeof *s->constraint);
    unsigned char first = s->by_table[0];
    s->by_table         = heco_lua_reader_take(r, s->nc + 1, sizeof *s->by_table);
    s->by_table[0]      = first;
    heco_lua_reader_begin_names(r);
    for (size_t k = 0; k < s->nc; k++) {
        lua_rawgeti(r->L, list, (lua_Integer)k + 1);
        constraint_read(r, k);
    }
    heco_lua_reader_clear_item(r);
    constraint_arrange(r, eq_tol);
    lua_settop(r->L, list - 1);
}
