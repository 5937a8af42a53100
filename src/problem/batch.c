/* Rows: allocate, look at some of them, free. */
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

typedef struct {
    heco_batch batch; /* first, so that the public pointer is the object */
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
    return part;
}
