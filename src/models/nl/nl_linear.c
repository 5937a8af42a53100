/* The linear rows of a .nl model with their coefficients, for presolve. */
#include "models/nl/nl_parts.h"

#include <nlp.h> /* of the ASL, last: it redefines names such as exit and strtod */

/* The arrays of a heco_linear being filled. */
typedef struct {
    size_t *constraint, *begin, *index;
    double *coef, *constant;
    size_t  count;
} nl_linear_table;

/* Returns whether the constraint is a bound of a row that is linear. */
static int nl_linear_includes(const heco_nl_constraint *c, const heco_nl_annotations *annotations) {
    int row = c->kind == HECO_NL_BELOW || c->kind == HECO_NL_ABOVE || c->kind == HECO_NL_EQUAL;
    return row && annotations->plain[c->row];
}

/* Appends constraint `number` of the problem; `entry` is the list of its coefficients. */
static void nl_linear_add_row(nl_linear_table *t, const heco_nl_constraint *c, size_t number,
                              double constant, const cgrad *entry) {
    double sign = c->kind == HECO_NL_ABOVE ? -1.0 : 1.0;
    size_t at   = t->begin[t->count];
    for (; entry != NULL; entry = entry->next) {
        if (entry->coef == 0.0) continue;
        t->index[at]  = (size_t)entry->varno;
        t->coef[at++] = sign * entry->coef;
    }
    t->constraint[t->count] = number;
    t->constant[t->count]   = sign * (constant - c->bound);
    t->begin[++t->count]    = at;
}

heco_status heco_nl_linear(const heco_linear **linear, heco_arena *arena, void *open,
                           const heco_nl_rows *rows, const heco_nl_annotations *annotations) {
    ASL_fg *asl   = open;
    size_t  count = 0, entries = 0, all = rows->ng + rows->nh;
    *linear = NULL;
    for (size_t k = 0; k < all; k++) {
        if (!nl_linear_includes(&rows->constraint[k], annotations)) continue;
        count++;
        for (const cgrad *e = Cgrad[rows->constraint[k].row]; e != NULL; e = e->next)
            entries += e->coef != 0.0;
    }
    if (count == 0) return HECO_OK;
    heco_linear    *out = heco_arena_take(arena, 1, sizeof *out);
    nl_linear_table t   = {.constraint = heco_arena_take(arena, count, sizeof *t.constraint),
                           .begin      = heco_arena_take(arena, count + 1, sizeof *t.begin),
                           .index      = heco_arena_take(arena, entries + 1, sizeof *t.index),
                           .coef       = heco_arena_take(arena, entries + 1, sizeof *t.coef),
                           .constant   = heco_arena_take(arena, count, sizeof *t.constant)};
    if (heco_arena_failed(arena)) return HECO_ERR_MEMORY;
    for (size_t k = 0; k < all; k++) {
        const heco_nl_constraint *c = &rows->constraint[k];
        if (nl_linear_includes(c, annotations))
            nl_linear_add_row(&t, c, k, annotations->constant[c->row], Cgrad[c->row]);
    }
    *out    = (heco_linear){count, t.constraint, t.begin, t.index, t.coef, t.constant};
    *linear = out;
    return HECO_OK;
}

int heco_nl_all_linear(const heco_nl_header *header, const heco_nl_annotations *annotations,
                       const heco_nl_sos *sos, int objective) {
    if (header->logical > 0 || sos->count > 0) return 0;
    for (int i = 0; i < header->cons; i++)
        if (!annotations->plain[i] || annotations->partner[i] > 0) return 0;
    return header->objs == 0 || annotations->plain[header->cons + objective];
}
