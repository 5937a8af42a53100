/* Copies a space with its arrays. */
#include "problem/problem_read.h"

#include <string.h>

#include "problem/default_bound.h"

/* Copies an array; NULL stays NULL, because it has a meaning. */
static void *space_copy_array(heco_arena *arena, const void *from, size_t count, size_t size) {
    if (from == NULL) return NULL;
    void *to = heco_arena_take(arena, count, size);
    if (to != NULL && count > 0) memcpy(to, from, count * size);
    return to;
}

static const heco_choice *space_copy_choices(heco_arena *arena, const heco_space *s) {
    heco_choice *to = space_copy_array(arena, s->choices, s->n, sizeof *to);
    for (size_t j = 0; to != NULL && j < s->n; j++) {
        to[j].values = space_copy_array(arena, s->choices[j].values, s->choices[j].count,
                                        sizeof *to[j].values);
        to[j].labels = NULL;
    }
    return to;
}

static const heco_linear *space_copy_linear(heco_arena *arena, const heco_linear *from) {
    heco_linear *to = space_copy_array(arena, from, 1, sizeof *to);
    if (to == NULL || from->count == 0) return to;
    size_t entries = from->begin[from->count];
    to->constraint = space_copy_array(arena, from->constraint, from->count, sizeof *to->constraint);
    to->begin      = space_copy_array(arena, from->begin, from->count + 1, sizeof *to->begin);
    to->index      = space_copy_array(arena, from->index, entries, sizeof *to->index);
    to->coef       = space_copy_array(arena, from->coef, entries, sizeof *to->coef);
    to->constant   = space_copy_array(arena, from->constant, from->count, sizeof *to->constant);
    return to;
}

void heco_space_copy(heco_space *to, const heco_space *from, heco_arena *arena) {
    size_t n = from->n, m = from->ng + from->nh;
    *to         = *from;
    to->lower   = space_copy_array(arena, from->lower, n, sizeof *to->lower);
    to->upper   = space_copy_array(arena, from->upper, n, sizeof *to->upper);
    to->tol     = space_copy_array(arena, from->tol, m, sizeof *to->tol);
    to->integer = space_copy_array(arena, from->integer, n, 1);
    to->choices = space_copy_choices(arena, from);
    to->linear  = space_copy_linear(arena, from->linear);
    to->missing = space_copy_array(arena, from->missing, n, 1);
    if (!heco_arena_failed(arena)) heco_default_bounds(to, HECO_DEFAULT_BOUND, arena);
}
