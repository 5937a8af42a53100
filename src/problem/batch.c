/* Allocates, views and frees batches. */
#include <math.h>
#include <stdlib.h>

#include "problem/batch_init.h"

void heco_batch_init(heco_batch *b, const heco_space *space, size_t capacity, heco_arena *arena) {
    b->n        = space->n;
    b->ng       = space->ng;
    b->nh       = space->nh;
    b->count    = 0;
    b->stop     = 0;
    b->x        = heco_arena_take(arena, capacity * space->n, sizeof *b->x);
    b->f        = heco_arena_take(arena, capacity, sizeof *b->f);
    b->g        = heco_arena_take(arena, capacity * space->ng, sizeof *b->g);
    b->h        = heco_arena_take(arena, capacity * space->nh, sizeof *b->h);
    b->viol     = heco_arena_take(arena, capacity, sizeof *b->viol);
    b->state    = heco_arena_take(arena, capacity, sizeof *b->state);
    b->capacity = heco_arena_failed(arena) ? 0 : capacity;
}

void heco_batch_init_derivatives(heco_batch *b, heco_arena *arena) {
    b->df = heco_arena_take(arena, b->n, sizeof *b->df);
    b->dg = heco_arena_take(arena, b->ng * b->n, sizeof *b->dg);
    b->dh = heco_arena_take(arena, b->nh * b->n, sizeof *b->dh);
}

static void batch_wipe(double *v, size_t count) {
    for (size_t i = 0; i < count; i++) v[i] = NAN;
}

void heco_batch_wipe_derivatives(heco_batch *b) {
    batch_wipe(b->df, b->n);
    batch_wipe(b->dg, b->ng * b->n);
    batch_wipe(b->dh, b->nh * b->n);
}

static int batch_is_finite(const double *v, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(v[i])) return 0;
    return 1;
}

int heco_batch_has_derivatives(const heco_batch *b) {
    return b->derivatives && b->df != NULL && b->count > 0 && b->state[0] == HECO_ROW_OK &&
           batch_is_finite(b->df, b->n) && batch_is_finite(b->dg, b->ng * b->n) &&
           batch_is_finite(b->dh, b->nh * b->n);
}

typedef struct {
    heco_batch batch; /* the first field, so that a pointer to it is the object */
    heco_arena arena;
} batch_heap;

heco_status heco_batch_new(heco_batch **out, const heco_space *space, size_t capacity) {
    *out          = NULL;
    batch_heap *b = calloc(1, sizeof *b);
    if (b == NULL) return HECO_ERR_MEMORY;
    heco_arena_init(&b->arena);
    heco_batch_init(&b->batch, space, capacity, &b->arena);
    if (heco_arena_failed(&b->arena)) {
        heco_batch_free(&b->batch);
        return HECO_ERR_MEMORY;
    }
    *out = &b->batch;
    return HECO_OK;
}

void heco_batch_free(heco_batch *batch) {
    if (batch == NULL) return;
    batch_heap *b = (batch_heap *)batch;
    heco_arena_release(&b->arena);
    free(b);
}

heco_batch heco_batch_rows(const heco_batch *batch, size_t begin, size_t end) {
    heco_batch part = *batch;
    part.count = part.capacity = end - begin;
    part.x += begin * part.n;
    part.f += begin;
    part.g += begin * part.ng;
    part.h += begin * part.nh;
    part.viol += begin;
    part.state += begin;
    if (begin == 0) return part;
    part.derivatives = 0; /* derivatives belong to row 0 of the whole batch */
    part.df = part.dg = part.dh = NULL;
    return part;
}
