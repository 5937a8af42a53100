/* The designs of a Lua model whose values are known: known = { { 9, 0.5, f = 4.5, stiffness = 364 }
 * }, a point, f, and the quantity of each constraint by its name. */
#include <math.h>
#include <stdio.h>

#include "models/lua/lua_reader.h"

void heco_lua_store(const heco_lua_constraint *c, double value, double *g, double *h) {
    if (c->sense == '<') g[c->slot] = value - c->bound;
    else if (c->sense != '=') g[c->slot] = c->bound - value;
    if (c->sense == 'r') g[c->slot + 1] = value - c->upper;
    if (c->sense == '=') h[c->slot] = value - c->bound;
}

void heco_lua_store_linear(const heco_lua_spec *s, const double *x, size_t count, double *g,
                           double *h) {
    const heco_linear *l = s->linear;
    for (size_t i = 0; l != NULL && i < l->count; i++) {
        double value = l->constant[i];
        if (l->constraint[i] >= count) continue;
        for (size_t e = l->begin[i]; e < l->begin[i + 1]; e++) value += l->coef[e] * x[l->index[e]];
        if (l->constraint[i] < s->ng) g[l->constraint[i]] = value;
        else h[l->constraint[i] - s->ng] = value;
    }
}

/* Reads the number in field `key` of design `row`, which is on top of the stack. */
static double known_number(heco_lua_reader *r, const char *key, size_t row) {
    double value = NAN;
    snprintf(r->what, sizeof r->what, "known design %zu", row + 1);
    if (!heco_lua_reader_number(r, lua_gettop(r->L), key, &value) || !isfinite(value))
        heco_lua_reader_fail(r, "has no finite value of '%s': write %s = VALUE", key, key);
    return value;
}

/* Reads design `row`, the table on top of the stack, which is popped. */
static void known_read(heco_lua_reader *r, size_t row) {
    heco_lua_spec *s = r->spec;
    double        *g = s->known_g + row * s->ng, *h = s->known_h + row * s->nh;
    double        *x = s->known_x + row * s->n;
    snprintf(r->what, sizeof r->what, "known design %zu", row + 1);
    if (!lua_istable(r->L, -1))
        heco_lua_reader_fail(r, "is a %s: write { x1, x2, .., f = VALUE, name = VALUE }",
                             luaL_typename(r->L, -1));
    s->known_f[row] = known_number(r, "f", row);
    for (size_t k = 0; k < s->nc; k++)
        if (s->constraint[k].coef == NULL)
            heco_lua_store(&s->constraint[k], known_number(r, s->constraint[k].name, row), g, h);
    heco_lua_read_point(r, "known design", row, x);
    heco_lua_store_linear(s, x, s->ng + s->nh, g, h);
}

void heco_lua_read_known(heco_lua_reader *r, int table) {
    heco_lua_spec *s    = r->spec;
    int            list = heco_lua_reader_list(r, table, "known");
    if (list == 0) return;
    if (s->parts > 0)
        heco_lua_reader_fail(r,
                             "'known' needs f, and this objective is a list of values: remove it");
    s->known   = (size_t)lua_rawlen(r->L, list);
    s->known_x = heco_lua_reader_take(r, s->known * s->n + 1, sizeof *s->known_x);
    s->known_f = heco_lua_reader_take(r, s->known + 1, sizeof *s->known_f);
    s->known_g = heco_lua_reader_take(r, s->known * s->ng + 1, sizeof *s->known_g);
    s->known_h = heco_lua_reader_take(r, s->known * s->nh + 1, sizeof *s->known_h);
    for (size_t i = 0; i < s->known; i++) {
        lua_rawgeti(r->L, list, (lua_Integer)i + 1);
        known_read(r, i);
    }
    heco_lua_reader_clear_item(r);
    lua_settop(r->L, list - 1);
}
