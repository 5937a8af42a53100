/* The variables of a Lua model: ranges, integers, lists of values, and categories. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/lua/lua_reader.h"
#include "problem/default_bound.h"

/* Refuses a range that is missing (`found` is 0) or empty. An infinite bound is no bound. */
static void variable_check_bounds(heco_lua_reader *r, size_t j, int found) {
    double lo = r->spec->lower[j], hi = r->spec->upper[j];
    if (!found)
        heco_lua_reader_fail(r, "lacks a bound: write { \"%s\", lower, upper }",
                             r->spec->x_names[j]);
    if (isnan(lo) || isnan(hi) || lo == INFINITY || hi == -INFINITY)
        heco_lua_reader_fail(r,
                             "has the bounds %f and %f: write numbers, or -math.huge and "
                             "math.huge for none",
                             lo, hi);
    if (lo > hi)
        heco_lua_reader_fail(r, "has its lower bound %f above its upper bound %f: swap them", lo,
                             hi);
    if (r->spec->integer[j] && ceil(lo) > floor(hi))
        heco_lua_reader_fail(r, "is an integer, but there is none between %f and %f", lo, hi);
    if (r->spec->flags[j] && r->spec->integer[j])
        heco_lua_reader_fail(r, "is an integer on a logarithmic scale: omit one of the two");
    if (r->spec->flags[j] && !(lo > 0.0))
        heco_lua_reader_fail(r,
                             "has a logarithmic scale and the lower bound %f: give it one above "
                             "0",
                             lo);
}

/* Reads items 1 .. count of the list as numbers, sorted unless the list is unordered. */
static double *variable_read_numbers(heco_lua_reader *r, int list, size_t count, int unordered) {
    double *value = heco_lua_reader_take(r, count, sizeof *value);
    for (size_t i = 0; i < count; i++) {
        if (lua_rawgeti(r->L, list, (lua_Integer)i + 1) != LUA_TNUMBER)
            heco_lua_reader_fail(r, "has a %s as value %d: write only numbers or only words",
                                 luaL_typename(r->L, -1), (int)i + 1);
        double one = lua_tonumber(r->L, -1);
        size_t to  = i;
        lua_pop(r->L, 1);
        if (!isfinite(one)) heco_lua_reader_fail(r, "has %f among its values", one);
        for (size_t k = 0; k < i; k++)
            if (value[k] == one) heco_lua_reader_fail(r, "has the value %f twice", one);
        for (; !unordered && to > 0 && value[to - 1] > one; to--) value[to] = value[to - 1];
        value[to] = one;
    }
    return value;
}

/* Returns items 1 .. count of the list, which must be words. Their values are 1, 2, ... */
static const char **variable_read_words(heco_lua_reader *r, int list, size_t count, double *value) {
    const char **label = heco_lua_reader_take(r, count, sizeof *label);
    for (size_t i = 0; i < count; i++) {
        if (lua_rawgeti(r->L, list, (lua_Integer)i + 1) != LUA_TSTRING)
            heco_lua_reader_fail(r, "has a %s as value %d: write only numbers or only words",
                                 luaL_typename(r->L, -1), (int)i + 1);
        label[i] = heco_lua_reader_copy(r, lua_tostring(r->L, -1));
        value[i] = (double)(i + 1);
        lua_pop(r->L, 1);
        for (size_t k = 0; k < i; k++)
            if (strcmp(label[k], label[i]) == 0)
                heco_lua_reader_fail(r, "has the value '%s' twice", label[i]);
    }
    return label;
}

/* Reads a list of values into choices[j]; sets lower, upper and start of variable j. */
static void variable_read_choice(heco_lua_reader *r, size_t j, int list, int unordered) {
    heco_lua_spec *s     = r->spec;
    heco_choice   *c     = &s->choices[j];
    size_t         count = (size_t)lua_rawlen(r->L, list);
    if (count == 0)
        heco_lua_reader_fail(r, "has an empty list of values: write { \"%s\", { 4, 5, 6 } }",
                             s->x_names[j]);
    if (count > 10000) /* each value is compared with all others */
        heco_lua_reader_fail(r, "has %d values, at most 10000 are possible: use a range",
                             (int)count);
    int words = lua_rawgeti(r->L, list, 1) == LUA_TSTRING;
    lua_pop(r->L, 1);
    c->count     = count;
    c->unordered = unordered || words;
    if (words) {
        double *value = heco_lua_reader_take(r, count, sizeof *value);
        c->labels     = variable_read_words(r, list, count, value);
        c->values     = value;
    } else c->values = variable_read_numbers(r, list, count, c->unordered);
    s->lower[j] = s->upper[j] = c->values[0];
    for (size_t i = 1; i < count; i++) {
        s->lower[j] = fmin(s->lower[j], c->values[i]);
        s->upper[j] = fmax(s->upper[j], c->values[i]);
    }
    s->start[j] = c->values[c->unordered ? 0 : (count - 1) / 2];
}

/* Returns the stack index of the list of values of the variable at `at`, or 0 if it has a range. */
static int variable_find_list(heco_lua_reader *r, int at, const heco_lua_items *items,
                              int *unordered) {
    int values   = heco_lua_reader_list(r, at, "values");
    int category = heco_lua_reader_list(r, at, "category");
    if ((values != 0) + (category != 0) + (items->list != 0) > 1)
        heco_lua_reader_fail(r, "has two lists of values: keep one");
    *unordered = category != 0;
    return values != 0 ? values : category != 0 ? category : items->list;
}

/* Returns whether the word is a true field or follows the name. The field stays on the stack. */
static int variable_has_word(heco_lua_reader *r, int at, const heco_lua_items *items,
                             const char *word) {
    lua_getfield(r->L, at, word);
    return lua_toboolean(r->L, -1) || (items->texts > 1 && strcmp(items->text[1], word) == 0);
}

/* Reads a range: two numbers, or none for a binary variable. Sets lower, upper, integer and start
 * of variable j. */
static void variable_read_range(heco_lua_reader *r, size_t j, int at, const heco_lua_items *items) {
    heco_lua_spec *s      = r->spec;
    int            binary = variable_has_word(r, at, items, "binary");
    s->lower[j]           = items->number[0];
    s->upper[j]           = items->number[1];
    int lower     = heco_lua_reader_number(r, at, "lower", &s->lower[j]) || items->numbers > 0;
    int upper     = heco_lua_reader_number(r, at, "upper", &s->upper[j]) || items->numbers > 1;
    s->integer[j] = (unsigned char)(binary || variable_has_word(r, at, items, "integer"));
    s->flags[j]   = variable_has_word(r, at, items, "log") ? HECO_LOG_SCALE : 0;
    if (binary && (lower || upper))
        heco_lua_reader_fail(r, "is binary, 0 or 1: leave its bounds out");
    if (binary) s->lower[j] = 0.0, s->upper[j] = 1.0;
    variable_check_bounds(r, j, binary || (lower && upper));
    s->start[j] = heco_space_middle(s->lower[j], s->upper[j], s->flags[j] != 0);
    if (s->integer[j])
        s->start[j] = fmin(fmax(rint(s->start[j]), ceil(s->lower[j])), floor(s->upper[j]));
}

/* Refuses a range beside a list of values. */
static void variable_refuse_range(heco_lua_reader *r, int at, const heco_lua_items *items) {
    double ignored;
    if (items->numbers > 0 || heco_lua_reader_number(r, at, "lower", &ignored) ||
        heco_lua_reader_number(r, at, "upper", &ignored) ||
        variable_has_word(r, at, items, "binary") || variable_has_word(r, at, items, "integer") ||
        variable_has_word(r, at, items, "log"))
        heco_lua_reader_fail(r, "has a list of values and a range: keep one of them");
}

double heco_lua_read_value(heco_lua_reader *r, int index, size_t j) {
    const heco_lua_spec *s = r->spec;
    const heco_choice   *c = s->choices != NULL ? &s->choices[j] : NULL;
    if (c != NULL && c->labels != NULL && lua_type(r->L, index) == LUA_TSTRING) {
        const char *word = lua_tostring(r->L, index);
        for (size_t i = 0; i < c->count; i++)
            if (strcmp(word, c->labels[i]) == 0) return c->values[i];
        heco_lua_reader_fail(r, "has '%s' for '%s', which is not one of its values", word,
                             s->x_names[j]);
    }
    if (lua_type(r->L, index) != LUA_TNUMBER)
        heco_lua_reader_fail(r, "has a %s for '%s': write a number", luaL_typename(r->L, index),
                             s->x_names[j]);
    return lua_tonumber(r->L, index);
}

int heco_lua_spec_allows(const heco_lua_spec *s, size_t j, double x) {
    const heco_choice *c = s->choices != NULL ? &s->choices[j] : NULL;
    if (c == NULL || c->count == 0) return x >= s->lower[j] && x <= s->upper[j];
    for (size_t i = 0; i < c->count; i++)
        if (c->values[i] == x) return 1;
    return 0;
}

/* Reads the variable's own start, if it has one; spec->starts is 1 then. */
static void variable_read_start(heco_lua_reader *r, int at, size_t j) {
    heco_lua_spec *s    = r->spec;
    int            type = lua_getfield(r->L, at, "start");
    if (type == LUA_TNIL) return;
    int words = s->choices[j].labels != NULL;
    if (type != LUA_TNUMBER && !(words && type == LUA_TSTRING))
        heco_lua_reader_fail(r, "has a %s as its start: write a %s", lua_typename(r->L, type),
                             words ? "word" : "number");
    s->start[j] = heco_lua_read_value(r, -1, j);
    s->starts   = 1;
}

/* Refuses words after the name of a variable that mean nothing. */
static void variable_check_words(heco_lua_reader *r, const heco_lua_items *items) {
    const char *const *word = items->text;
    if (items->texts > 2)
        heco_lua_reader_fail(r, "has '%s' and '%s' after its name: only one word may follow it",
                             word[1], word[2]);
    if (items->texts > 1 && strcmp(word[1], "integer") != 0 && strcmp(word[1], "binary") != 0 &&
        strcmp(word[1], "log") != 0)
        heco_lua_reader_fail(
            r, "has '%s' after its name: only \"integer\", \"binary\" or \"log\" may follow it",
            word[1]);
}

/* Reads variable j, which is on top of the stack, and pops it. */
static void variable_read(heco_lua_reader *r, size_t j) {
    static const char *const known[] = {"name",   "lower",  "upper",    "integer", "start",
                                        "values", "binary", "category", "unit",    "log"};
    lua_State               *L       = r->L;
    heco_lua_spec           *s       = r->spec;
    int                      at      = lua_gettop(L), unordered;
    snprintf(r->what, sizeof r->what, "variable %zu", j + 1);
    if (!lua_istable(L, at))
        heco_lua_reader_fail(r, "is a %s: write { \"name\", lower, upper }", luaL_typename(L, at));
    heco_lua_items items;
    heco_lua_reader_take_items(r, at, &items);
    s->x_names[j] = heco_lua_reader_name(r, at, "variable", "x", items.text[0], j);
    heco_lua_reader_check_keys(r, at, known, sizeof known / sizeof known[0]);
    if (items.function != 0) heco_lua_reader_fail(r, "holds a function: only constraints do");
    variable_check_words(r, &items);
    int list = variable_find_list(r, at, &items, &unordered);
    if (list != 0) {
        variable_refuse_range(r, at, &items);
        variable_read_choice(r, j, list, unordered);
    } else variable_read_range(r, j, at, &items);
    variable_read_start(r, at, j);
    s->x_units[j] = heco_lua_reader_text(r, at, "unit");
    heco_lua_reader_check_unique(r, s->x_names[j], "variables", j);
    lua_settop(L, at - 1);
}

/* Removes arrays that no variable uses. */
static void variable_drop_unused(heco_lua_spec *s) {
    size_t lists = 0, units = 0, flags = 0;
    for (size_t j = 0; j < s->n; j++) {
        lists += s->choices[j].count > 0;
        units += s->x_units[j] != NULL;
        flags += s->flags[j] != 0;
    }
    if (lists == 0) s->choices = NULL;
    if (units == 0) s->x_units = NULL;
    if (flags == 0) s->flags = NULL;
}

void heco_lua_read_variables(heco_lua_reader *r, int table) {
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
    s->flags   = heco_lua_reader_take(r, s->n, sizeof *s->flags);
    s->x_names = heco_lua_reader_take(r, s->n, sizeof *s->x_names);
    s->x_units = heco_lua_reader_take(r, s->n, sizeof *s->x_units);
    s->choices = heco_lua_reader_take(r, s->n, sizeof *s->choices);
    heco_lua_reader_begin_names(r);
    for (size_t j = 0; j < s->n; j++) {
        lua_rawgeti(r->L, list, (lua_Integer)j + 1);
        variable_read(r, j);
    }
    heco_lua_reader_clear_item(r);
    variable_drop_unused(s);
    lua_settop(r->L, list - 1);
}
