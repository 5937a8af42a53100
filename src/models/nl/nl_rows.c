#include "models/nl/nl_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/nl/nl_box.h"

const char *heco_nl_row_name(const heco_nl_source *source, size_t row, char buffer[24]) {
    size_t cons = (size_t)source->header->cons, logical = (size_t)source->header->logical;
    if (source->row_names != NULL && source->row_names[row] != NULL) return source->row_names[row];
    if (row < cons) snprintf(buffer, 24, "c%zu", row + 1);
    else if (row < cons + logical) snprintf(buffer, 24, "logical %zu", row - cons + 1);
    else snprintf(buffer, 24, "the objective");
    return buffer;
}

double heco_nl_complementarity_residual(const heco_nl_constraint *c, double x, double body) {
    /* Ferris and Pang (1997), SIAM Review 39: the natural map of a mixed complementarity */
    return fmax(fmin(x - c->lower, body), x - c->upper);
}

void heco_nl_complementarity_gradient(const heco_nl_constraint *c, double x, double body,
                                      double *gradient, size_t n) {
    if (body <= x - c->lower && body >= x - c->upper) return;
    memset(gradient, 0, n * sizeof *gradient);
    gradient[c->variable] = 1.0;
}

/* Next positions in the rows: inequalities come before equalities. */
typedef struct {
    heco_nl_rows *rows;
    heco_arena   *arena;
    size_t        g, h;
} nl_rows_filler;

/* Stores c as the next inequality or equality, with the text `which` after its name. */
static void nl_rows_add(nl_rows_filler *f, heco_nl_constraint c, heco_constraint_form form,
                        const char *name, const char *which) {
    size_t at   = c.kind >= HECO_NL_EQUAL ? f->h++ : f->g++;
    size_t size = strlen(name) + strlen(which) + 1;
    char  *text = heco_arena_take(f->arena, size, 1);
    if (text != NULL) snprintf(text, size, "%s%s", name, which);
    f->rows->constraint[at] = c;
    f->rows->names[at]      = text;
    f->rows->forms[at]      = form;
}

/* Returns how many inequalities a row makes: 0, 1, or 2 for a range; -1 for an equality. */
static int nl_rows_count(const heco_nl_source *in, size_t i) {
    if (in->annotations->partner[i] > 0 || in->lower[i] == in->upper[i]) return -1;
    return !heco_nl_no_lower(in->lower[i]) + !heco_nl_no_upper(in->upper[i]);
}

/* Stores the residual of row i and the variable that it complements as an equality. */
static void nl_rows_add_complementarity(nl_rows_filler *f, const heco_nl_source *in, size_t i) {
    size_t             j    = (size_t)in->annotations->partner[i] - 1;
    unsigned           kind = in->annotations->bounds[i];
    heco_nl_constraint c    = {.kind     = HECO_NL_COMPLEMENTARITY,
                               .row      = i,
                               .variable = j,
                               .lower    = -INFINITY,
                               .upper    = INFINITY};
    char               buffer[24], other[24], which[160];
    if (kind & HECO_NL_COMPLEMENTS_LOWER && !heco_nl_no_lower(in->x_lower[j]))
        c.lower = in->x_lower[j];
    if (kind & HECO_NL_COMPLEMENTS_UPPER && !heco_nl_no_upper(in->x_upper[j]))
        c.upper = in->x_upper[j];
    snprintf(which, sizeof which, " (complements %.100s)", heco_nl_variable(in->x_names, j, other));
    nl_rows_add(f, c, (heco_constraint_form){0}, heco_nl_row_name(in, i, buffer), which);
}

/* Stores the inequalities or the equality of row i. */
static void nl_rows_add_row(nl_rows_filler *f, const heco_nl_source *in, size_t i) {
    char        buffer[24];
    const char *name  = heco_nl_row_name(in, i, buffer);
    double      lower = in->lower[i], upper = in->upper[i];
    int         bounds = nl_rows_count(in, i);
    if (in->annotations->partner[i] > 0) {
        nl_rows_add_complementarity(f, in, i);
        return;
    }
    if (bounds < 0)
        nl_rows_add(f, (heco_nl_constraint){.kind = HECO_NL_EQUAL, .row = i, .bound = lower},
                    (heco_constraint_form){'=', lower, 1.0, NULL}, name, "");
    if (bounds > 0 && !heco_nl_no_lower(lower))
        nl_rows_add(f, (heco_nl_constraint){.kind = HECO_NL_ABOVE, .row = i, .bound = lower},
                    (heco_constraint_form){'>', lower, -1.0, NULL}, name,
                    bounds == 2 ? " (lower)" : "");
    if (bounds > 0 && !heco_nl_no_upper(upper))
        nl_rows_add(f, (heco_nl_constraint){.kind = HECO_NL_BELOW, .row = i, .bound = upper},
                    (heco_constraint_form){'<', upper, 1.0, NULL}, name,
                    bounds == 2 ? " (upper)" : "");
}

heco_status heco_nl_rows_init(heco_nl_rows *rows, heco_arena *arena, const heco_nl_source *in) {
    size_t cons = (size_t)in->header->cons, logical = (size_t)in->header->logical;
    char   name[40];
    *rows = (heco_nl_rows){.ng = in->sos->count + logical};
    for (size_t i = 0; i < cons; i++) {
        int bounds = nl_rows_count(in, i);
        if (bounds < 0) rows->nh++;
        else rows->ng += (size_t)bounds;
    }
    size_t count     = rows->ng + rows->nh + 1;
    rows->constraint = heco_arena_take(arena, count, sizeof *rows->constraint);
    rows->names      = heco_arena_take(arena, count, sizeof *rows->names);
    rows->forms      = heco_arena_take(arena, count, sizeof *rows->forms);
    if (rows->constraint == NULL || rows->names == NULL || rows->forms == NULL)
        return HECO_ERR_MEMORY;
    nl_rows_filler f = {.rows = rows, .arena = arena, .h = rows->ng};
    for (size_t i = 0; i < cons; i++) nl_rows_add_row(&f, in, i);
    for (size_t k = 0; k < in->sos->count; k++) {
        const heco_nl_sos_set *set = &in->sos->set[k];
        snprintf(name, sizeof name, "%sSOS%d %d", set->own ? "piecewise " : "", set->type,
                 set->number);
        nl_rows_add(&f, (heco_nl_constraint){.kind = HECO_NL_SOS, .row = k},
                    (heco_constraint_form){0}, name, "");
    }
    for (size_t k = 0; k < logical; k++)
        nl_rows_add(&f, (heco_nl_constraint){.kind = HECO_NL_LOGICAL, .row = k},
                    (heco_constraint_form){0}, heco_nl_row_name(in, cons + k, name), "");
    return heco_arena_failed(arena) ? HECO_ERR_MEMORY : HECO_OK;
}
