#include "run/translate.h"

#include <math.h>
#include <string.h>

struct heco_translation {
    const heco_space  *outer;
    heco_space         inner;
    const heco_choice *choice; /* NULL: no variable has a list */
};

static int translate_is_listed(const heco_translation *t, size_t j) {
    return t->choice != NULL && t->choice[j].count > 0;
}

static int translate_any_list(const heco_space *s) {
    for (size_t j = 0; s->choices != NULL && j < s->n; j++)
        if (s->choices[j].count > 0) return 1;
    return 0;
}

/* A list becomes an integer. The inner space keeps `choices`, so that who looks at neighbours can
 * tell a category from a number. */
static void translate_lists(heco_translation *t, heco_arena *arena) {
    const heco_space *s       = t->outer;
    double           *lower   = heco_arena_take(arena, s->n, sizeof *lower);
    double           *upper   = heco_arena_take(arena, s->n, sizeof *upper);
    unsigned char    *integer = heco_arena_take(arena, s->n, 1);
    if (heco_arena_failed(arena)) return;
    for (size_t j = 0; j < s->n; j++) {
        int listed = s->choices[j].count > 0;
        lower[j]   = listed ? 0.0 : s->lower[j];
        upper[j]   = listed ? (double)(s->choices[j].count - 1) : s->upper[j];
        integer[j] = listed || (s->integer != NULL && s->integer[j]);
    }
    t->choice        = s->choices;
    t->inner.lower   = lower;
    t->inner.upper   = upper;
    t->inner.integer = integer;
}

heco_status heco_translation_new(heco_translation **out, const heco_space *outer,
                                 heco_arena *arena, heco_error *error) {
    *out = NULL;
    (void)error;
    if (!translate_any_list(outer)) return HECO_OK;
    heco_translation *t = heco_arena_take(arena, 1, sizeof *t);
    if (t == NULL) return HECO_OK; /* the arena remembers */
    t->outer = outer;
    t->inner = *outer;
    translate_lists(t, arena);
    *out = t;
    return HECO_OK;
}

const heco_space *heco_translation_inner(const heco_translation *t) { return &t->inner; }

/* The first of the nearest values: categories are in no order, and this is for start points. */
static size_t translate_nearest(const heco_choice *c, double x) {
    size_t best = 0;
    for (size_t i = 1; i < c->count; i++)
        if (fabs(c->values[i] - x) < fabs(c->values[best] - x)) best = i;
    return best;
}

void heco_translation_enter(const heco_translation *t, double *inner, const double *outer) {
    for (size_t j = 0; j < t->inner.n; j++)
        inner[j] =
            translate_is_listed(t, j) ? (double)translate_nearest(&t->choice[j], outer[j]) : outer[j];
}

void heco_translation_leave(const heco_translation *t, double *outer, const double *inner) {
    for (size_t j = 0; j < t->inner.n; j++)
        outer[j] = translate_is_listed(t, j) ? t->choice[j].values[(size_t)inner[j]] : inner[j];
}

void heco_translation_ask(const heco_translation *t, heco_batch *outer, const heco_batch *inner) {
    outer->count = inner->count;
    for (size_t i = 0; i < inner->count; i++)
        heco_translation_leave(t, outer->x + i * outer->n, inner->x + i * inner->n);
}

/* How fast the user's variable j moves with that of the algorithm: a list has no derivative. */
static double translate_slope(const heco_translation *t, size_t j) {
    return translate_is_listed(t, j) ? 0.0 : 1.0;
}

/* Derivatives by the chain rule, column by column. */
static void translate_columns(const heco_translation *t, double *inner, const double *outer,
                              size_t rows) {
    size_t n = t->inner.n;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++)
            inner[i * n + j] = translate_slope(t, j) * outer[i * n + j];
}

void heco_translation_tell(const heco_translation *t, heco_batch *inner, const heco_batch *outer) {
    size_t rows = outer->count;
    memcpy(inner->f, outer->f, rows * sizeof *inner->f);
    if (inner->ng > 0) memcpy(inner->g, outer->g, rows * inner->ng * sizeof *inner->g);
    if (inner->nh > 0) memcpy(inner->h, outer->h, rows * inner->nh * sizeof *inner->h);
    memcpy(inner->viol, outer->viol, rows * sizeof *inner->viol);
    memcpy(inner->state, outer->state, rows);
    inner->derivatives = outer->derivatives;
    if (!outer->derivatives) return;
    translate_columns(t, inner->df, outer->df, 1);
    translate_columns(t, inner->dg, outer->dg, inner->ng);
    translate_columns(t, inner->dh, outer->dh, inner->nh);
}
