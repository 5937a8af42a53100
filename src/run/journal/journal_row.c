/* A record is u64 lane, u64 batch, u64 row, u64 flags, then doubles. */
#include "run/journal/journal_row.h"

#include <math.h>
#include <string.h>

#include "problem/batch_init.h"

enum {
    ROW_HEAD    = 32,  /* bytes in front of the doubles                                       */
    ROW_STATE   = 255, /* the state of the row in the flags                                   */
    ROW_AHEAD   = 512, /* flag: the lane had not asked for it                                 */
    ROW_DERIVED = 256  /* flag: derivatives were requested; without doubles: there were none  */
};

int heco_journal_place_compare(const heco_journal_place *a, const heco_journal_place *b) {
    if (a->batch != b->batch) return a->batch < b->batch ? -1 : 1;
    if (a->lane != b->lane) return a->lane < b->lane ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

int heco_journal_entry_read(heco_journal_entry *e, const heco_journal_record *r) {
    uint64_t head[4];
    if (r->size < ROW_HEAD + 16 || r->size % 8 != 0) return 0;
    memcpy(head, r->data, sizeof head);
    *e = (heco_journal_entry){.place   = {head[0], head[1], head[2]},
                              .state   = (unsigned char)(head[3] & ROW_STATE),
                              .derived = (head[3] & ROW_DERIVED) != 0,
                              .ahead   = (head[3] & ROW_AHEAD) != 0,
                              .values  = (const double *)(const void *)(r->data + ROW_HEAD),
                              .count   = (r->size - ROW_HEAD) / 8};
    return e->state <= HECO_ROW_PARTIAL && e->state != HECO_ROW_SKIPPED;
}

int heco_journal_entry_fits(const heco_journal_entry *e, size_t n, size_t ng, size_t nh) {
    size_t plain = n + 1 + ng + nh;
    return e->count == plain || (e->derived && e->count == plain + (1 + ng + nh) * n);
}

size_t heco_journal_row_bytes(size_t n, size_t ng, size_t nh, int derivatives) {
    size_t slopes = derivatives ? (1 + ng + nh) * n : 0;
    return HECO_JOURNAL_FRAME + ROW_HEAD + 8 * (n + 1 + ng + nh + slopes);
}

/* Copies `count` doubles and returns the place after them. */
static unsigned char *row_put(unsigned char *at, const double *v, size_t count) {
    if (count > 0) memcpy(at, v, count * sizeof *v);
    return at + count * sizeof *v;
}

size_t heco_journal_row_write(unsigned char *at, const heco_journal_place *place,
                              const heco_batch *b, size_t i, int derived, double sign) {
    uint64_t head[4] = {place->lane, place->batch, place->row,
                        b->state[i] | (derived ? (uint64_t)ROW_DERIVED : 0)};
    double   f       = isnan(b->f[i]) ? b->f[i] : sign * b->f[i];
    memcpy(at + 8, head, sizeof head);
    unsigned char *end = row_put(at + 8 + ROW_HEAD, b->x + i * b->n, b->n);
    end                = row_put(end, &f, 1);
    end                = row_put(end, b->g + i * b->ng, b->ng);
    end                = row_put(end, b->h + i * b->nh, b->nh);
    if (derived && heco_batch_has_derivatives(b)) {
        for (size_t j = 0; j < b->n; j++) {
            double slope = sign * b->df[j];
            end          = row_put(end, &slope, 1);
        }
        end = row_put(end, b->dg, b->ng * b->n);
        end = row_put(end, b->dh, b->nh * b->n);
    }
    return heco_journal_frame(at, HECO_JOURNAL_ROW, (size_t)(end - at) - 8);
}

size_t heco_journal_row_write_lane(unsigned char *at, const heco_journal_entry *e) {
    uint64_t head[4] = {e->place.lane, e->place.batch, e->place.row,
                        e->state | (e->ahead ? (uint64_t)ROW_AHEAD : 0)};
    memcpy(at + 8, head, sizeof head);
    unsigned char *end = row_put(at + 8 + ROW_HEAD, e->values, e->count);
    return heco_journal_frame(at, HECO_JOURNAL_ROW, (size_t)(end - at) - 8);
}
