/* Rows: allocate, copy. */
#include <stdlib.h>
#include <string.h>

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

void heco_batch_copy_row(heco_batch *out, size_t to, const heco_batch *in, size_t from) {
    memcpy(out->x + to * out->n, in->x + from * in->n, in->n * sizeof *in->x);
    if (in->ng) memcpy(out->g + to * out->ng, in->g + from * in->ng, in->ng * sizeof *in->g);
    if (in->nh) memcpy(out->h + to * out->nh, in->h + from * in->nh, in->nh * sizeof *in->h);
    out->f[to]     = in->f[from];
    out->viol[to]  = in->viol[from];
    out->state[to] = in->state[from];
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
