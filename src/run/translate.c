#include "run/translate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "presolve/presolve.h"
#include "run/coordinate.h"

struct heco_translation {
    const heco_space *outer;
    heco_space        inner;
    heco_presolve     presolve;
    heco_coordinate  *coordinate; /* one for each inner variable */
    size_t            open;       /* variables that go by their logarithm */
};

/* Whether there is anything to do at all; the usual search costs a look at three pointers. */
static int translate_is_needed(const heco_space *s, const heco_run_options *o) {
    int needed = s->linear != NULL && s->linear->count > 0 && !o->no_presolve;
    for (size_t j = 0; s->choices != NULL && j < s->n; j++) needed |= s->choices[j].count > 0;
    for (size_t j = 0; s->open != NULL && j < s->n; j++) needed |= s->open[j] != 0;
    return needed;
}

static double translate_centre(const heco_run_options *o, size_t j) {
    return o->starts > 0 && isfinite(o->start[j]) ? o->start[j] : 0.0;
}

static heco_status translate_variables(heco_translation *t, const heco_run_options *o,
                                       heco_arena *arena, heco_error *error) {
    const heco_space *s       = t->outer;
    const heco_box   *box     = &t->presolve.box;
    double           *lower   = heco_arena_take(arena, s->n, sizeof *lower);
    double           *upper   = heco_arena_take(arena, s->n, sizeof *upper);
    unsigned char    *integer = heco_arena_take(arena, s->n, 1);
    t->coordinate             = heco_arena_take(arena, s->n, sizeof *t->coordinate);
    if (heco_arena_failed(arena)) return HECO_OK; /* the caller asks the arena */
    for (size_t j = 0; j < s->n; j++) {
        heco_coordinate *c = &t->coordinate[j];
        heco_coordinate_init(c, s, j, box->lower[j], box->upper[j], box->open[j],
                             translate_centre(o, j));
        heco_coordinate_range(c, &lower[j], &upper[j]);
        integer[j] = (unsigned char)heco_coordinate_is_whole(c, s);
        t->open += c->kind == HECO_COORDINATE_OPEN || c->kind == HECO_COORDINATE_OPEN_INTEGER;
        if (lower[j] > upper[j] || (integer[j] && ceil(lower[j]) > floor(upper[j])))
            return heco_fail(error, HECO_ERR_MODEL,
                             "the linear rows leave no value for variable %zu: its range would be "
                             "%g .. %g",
                             j + 1, box->lower[j], box->upper[j]);
    }
    t->inner.lower = lower, t->inner.upper = upper, t->inner.integer = integer;
    return HECO_OK;
}

heco_status heco_translation_new(heco_translation **out, const heco_space *outer,
                                 const heco_run_options *o, heco_arena *arena, heco_error *error) {
    *out = NULL;
    if (!translate_is_needed(outer, o)) return HECO_OK;
    heco_translation *t = heco_arena_take(arena, 1, sizeof *t);
    if (t == NULL) return HECO_OK; /* the arena remembers */
    heco_status status = HECO_OK;
    t->outer           = outer;
    t->inner           = *outer;
    t->inner.open      = NULL; /* whatever the algorithm does: its box is its box */
    if (o->no_presolve) heco_presolve_box(&t->presolve, outer, arena);
    else status = heco_presolve_init(&t->presolve, outer, arena, error);
    if (status == HECO_OK && !heco_arena_failed(arena))
        status = translate_variables(t, o, arena, error);
    *out = t;
    return status;
}

const heco_space *heco_translation_inner(const heco_translation *t) { return &t->inner; }

void heco_translation_enter(const heco_translation *t, double *inner, const double *outer) {
    for (size_t j = 0; j < t->inner.n; j++)
        inner[j] = heco_coordinate_enter(&t->coordinate[j], outer[t->coordinate[j].var]);
}

void heco_translation_leave(const heco_translation *t, double *outer, const double *inner) {
    for (size_t j = 0; j < t->inner.n; j++)
        outer[t->coordinate[j].var] = heco_coordinate_leave(&t->coordinate[j], inner[j]);
}

void heco_translation_ask(const heco_translation *t, heco_batch *outer, const heco_batch *inner) {
    outer->count = inner->count;
    for (size_t i = 0; i < inner->count; i++)
        heco_translation_leave(t, outer->x + i * outer->n, inner->x + i * inner->n);
}

/* Derivatives, once there are some, are translated here too: by the chain rule, column by column
 * (heco_coordinate_slope). */
void heco_translation_tell(const heco_translation *t, heco_batch *inner, const heco_batch *outer) {
    size_t rows = outer->count;
    (void)t;
    memcpy(inner->f, outer->f, rows * sizeof *inner->f);
    if (inner->ng > 0) memcpy(inner->g, outer->g, rows * inner->ng * sizeof *inner->g);
    if (inner->nh > 0) memcpy(inner->h, outer->h, rows * inner->nh * sizeof *inner->h);
    memcpy(inner->viol, outer->viol, rows * sizeof *inner->viol);
    memcpy(inner->state, outer->state, rows);
}

void heco_translation_describe(const heco_translation *t, char *text, size_t size) {
    heco_presolve_describe(&t->presolve, text, size);
    size_t at = size > 0 ? strlen(text) : 0;
    if (t->open == 0 || at >= size) return;
    snprintf(text + at, size - at, "%s%zu variable%s without bounds", at > 0 ? ", " : "", t->open,
             t->open == 1 ? "" : "s");
}
