#include "evaluate/desk.h"

#include <stdlib.h>
#include <string.h>

heco_status heco_desk_open(heco_desk *d, const heco_space *space, size_t rows) {
    *d                 = (heco_desk){.rows = rows, .reading = SIZE_MAX};
    heco_status status = heco_batch_new(&d->batch, space, rows);
    if (status != HECO_OK) return status;
    d->batch->count = rows;
    d->id           = calloc(rows, sizeof *d->id);
    d->unused       = calloc(rows, sizeof *d->unused);
    d->done         = calloc(rows, sizeof *d->done);
    if (d->id == NULL || d->unused == NULL || d->done == NULL) {
        heco_desk_close(d);
        return HECO_ERR_MEMORY;
    }
    heco_desk_clear(d);
    return HECO_OK;
}

void heco_desk_close(heco_desk *d) {
    heco_batch_free(d->batch);
    free(d->id);
    free(d->unused);
    free(d->done);
    *d = (heco_desk){.reading = SIZE_MAX};
}

void heco_desk_clear(heco_desk *d) {
    d->unused_count = d->rows;
    d->done_count = d->done_first = 0;
    d->reading                    = SIZE_MAX;
    for (size_t i = 0; i < d->rows; i++) d->unused[i] = d->rows - 1 - i;
}

/* Frees the row of the last answer. */
static void desk_release(heco_desk *d) {
    if (d->reading != SIZE_MAX) d->unused[d->unused_count++] = d->reading;
    d->reading = SIZE_MAX;
}

size_t heco_desk_put(heco_desk *d, uint64_t id, const double *x) {
    desk_release(d);
    if (d->unused_count == 0) return SIZE_MAX;
    size_t row           = d->unused[--d->unused_count];
    d->id[row]           = id;
    d->batch->state[row] = HECO_ROW_SKIPPED;
    memcpy(d->batch->x + row * d->batch->n, x, d->batch->n * sizeof *x);
    return row;
}

void heco_desk_finish(heco_desk *d, size_t row) {
    d->done[(d->done_first + d->done_count++) % d->rows] = row;
}

int heco_desk_take(heco_desk *d, heco_answer *out) {
    const heco_batch *b = d->batch;
    desk_release(d);
    if (d->done_count == 0) return 0;
    size_t row    = d->done[d->done_first];
    d->done_first = (d->done_first + 1) % d->rows;
    d->done_count--;
    d->reading = row;
    *out       = (heco_answer){.id    = d->id[row],
                               .state = b->state[row],
                               .x     = b->x + row * b->n,
                               .f     = b->f[row],
                               .g     = b->g + row * b->ng,
                               .h     = b->h + row * b->nh};
    return 1;
}
