#include "run/presolve/presolve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problem/default_bound.h"

/* Sets the bounds of a list to its least and largest value. */
static void presolve_list_box(heco_box *b, const heco_space *s, size_t j) {
    const heco_choice *c = &s->choices[j];
    b->lower[j] = b->upper[j] = c->values[0];
    for (size_t i = 1; i < c->count; i++) {
        if (c->values[i] < b->lower[j]) b->lower[j] = c->values[i];
        if (c->values[i] > b->upper[j]) b->upper[j] = c->values[i];
    }
    b->missing[j] = 0;
}

void heco_presolve_copy_bounds(heco_presolve *p, const heco_space *s, heco_arena *arena) {
    heco_box *b = &p->box;
    memset(p, 0, sizeof *p);
    b->lower   = heco_arena_take(arena, s->n, sizeof *b->lower);
    b->upper   = heco_arena_take(arena, s->n, sizeof *b->upper);
    b->missing = heco_arena_take(arena, s->n, 1);
    if (heco_arena_failed(arena)) return;
    memcpy(b->lower, s->lower, s->n * sizeof *b->lower);
    memcpy(b->upper, s->upper, s->n * sizeof *b->upper);
    for (size_t j = 0; j < s->n; j++) b->missing[j] = (unsigned char)heco_space_missing(s, j);
    for (size_t j = 0; s->choices != NULL && j < s->n; j++)
        if (s->choices[j].count > 0) presolve_list_box(b, s, j);
}

heco_status heco_presolve_init(heco_presolve *p, const heco_space *s, heco_arena *arena,
                               heco_error *error) {
    heco_presolve_copy_bounds(p, s, arena);
    if (heco_arena_failed(arena)) return HECO_OK; /* the caller checks the arena */
    heco_status status = heco_propagate_bounds(&p->box, s, error);
    if (status == HECO_OK) status = heco_equalities_init(&p->equalities, s, &p->box, arena, error);
    if (status != HECO_OK || heco_arena_failed(arena)) return status;
    heco_projection_init(&p->projection, &p->equalities, s, &p->box, arena);
    return HECO_OK;
}

heco_equality_fate heco_presolve_fate(const heco_presolve *p, size_t k) {
    for (size_t i = 0; i < p->equalities.rows; i++)
        if (p->equalities.constraint[i] == k) return p->equalities.fate[i];
    return HECO_EQUALITY_LEFT;
}

int heco_presolve_is_eliminated(const heco_presolve *p, size_t j) {
    for (size_t i = 0; i < p->equalities.rows; i++)
        if (p->equalities.pivot[i] == j) return 1;
    return 0;
}

/* The tolerance is relative to the right-hand side if that is above 1. */
double heco_presolve_tol(const heco_space *s, size_t k) {
    for (size_t i = 0; s->linear != NULL && k >= s->ng && i < s->linear->count; i++)
        if (s->linear->constraint[i] == k)
            return HECO_LINEAR_TOL * fmax(1.0, fabs(s->linear->constant[i]));
    return 0.0;
}

/* Appends "number one" or "number many" at `at`, unless the number is 0. Returns the new end. */
static size_t presolve_append(char *text, size_t size, size_t at, size_t number, const char *one,
                              const char *many) {
    if (number == 0 || at >= size) return at;
    int wrote = snprintf(text + at, size - at, "%s%zu %s", at > 0 ? ", " : "", number,
                         number == 1 ? one : many);
    return at + (size_t)wrote;
}

void heco_presolve_describe(const heco_presolve *p, char *text, size_t size) {
    size_t at = 0;
    if (size > 0) text[0] = '\0';
    at = presolve_append(text, size, at, p->box.closed, "missing bound found",
                         "missing bounds found");
    at = presolve_append(text, size, at, p->box.moved, "bound tightened", "bounds tightened");
    const size_t *count = p->equalities.count;
    at = presolve_append(text, size, at, count[HECO_EQUALITY_ELIMINATED], "variable eliminated",
                         "variables eliminated");
    at =
        presolve_append(text, size, at, count[HECO_EQUALITY_PROJECTED],
                        "linear equality met by projection", "linear equalities met by projection");
    presolve_append(text, size, at, count[HECO_EQUALITY_REDUNDANT], "redundant equality",
                    "redundant equalities");
}
