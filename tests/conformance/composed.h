/* Algorithms made of those of the table, for the conformance tests of members. The parts are named
 * by file-scope pointers, because a descriptor is constant. */
#ifndef HECO_TESTS_COMPOSED_H
#define HECO_TESTS_COMPOSED_H

#include "conformance.h"

static const heco_algorithm *part_a, *part_b;

typedef struct {
    const heco_setup *setup;
    heco_member      *a, *b;
    size_t            rows_a, rows_b; /* of the batch that is out                    */
    int               second;         /* b has taken over                            */
    int               held;           /* b's first batch held the best point of a    */
    uint64_t          slice, begun;
    double            x[MAX_N], f, viol;
} composed;

static composed *composed_last; /* state of the algorithm that was made last */

static inline void composed_open(composed *s, const heco_setup *setup) {
    s->setup      = setup;
    s->f          = INFINITY;
    s->viol       = INFINITY;
    composed_last = s;
}

static inline void composed_keep(composed *s, const heco_batch *in) {
    for (size_t i = 0; i < in->count; i++)
        if (heco_better_feasible(in->f[i], in->viol[i], s->f, s->viol)) {
            memcpy(s->x, in->x + i * in->n, in->n * sizeof *s->x);
            s->f = in->f[i], s->viol = in->viol[i];
        }
}

/* ---- relay: one member, whose bits are those of the algorithm alone ---- */

static inline heco_status relay_init(void *state, const heco_setup *setup, size_t *max_batch) {
    composed *s = state;
    composed_open(s, setup);
    heco_status status = heco_member_new(&s->a, part_a, setup, 0, NULL, max_batch);
    if (status != HECO_OK) return status;
    return heco_member_begin(s->a, setup->max_evals, setup->start, setup->starts);
}
static inline heco_status relay_ask(void *state, heco_batch *out) {
    return heco_member_ask(((composed *)state)->a, out);
}
static inline heco_status relay_tell(void *state, const heco_batch *in) {
    return heco_member_tell(((composed *)state)->a, in);
}
static const heco_algorithm relay = {
    .size = sizeof(heco_algorithm), .name = "relay", .state_size = sizeof(composed),
    .init = relay_init, .ask = relay_ask, .tell = relay_tell};

/* ---- hand-over: a with 40 % of the budget, then b from a's best point ---- */

static inline heco_status both_init(composed *s, const heco_setup *setup, size_t *max_a,
                                    size_t *max_b) {
    composed_open(s, setup);
    heco_status status = heco_member_new(&s->a, part_a, setup, 1, NULL, max_a);
    if (status == HECO_OK) status = heco_member_new(&s->b, part_b, setup, 2, NULL, max_b);
    return status;
}
static inline heco_status handover_init(void *state, const heco_setup *setup, size_t *max_batch) {
    composed   *s = state;
    size_t      a = 0, b = 0;
    heco_status status = both_init(s, setup, &a, &b);
    *max_batch         = a > b ? a : b;
    if (status == HECO_OK) status = heco_member_begin(s->a, setup->max_evals * 2 / 5, NULL, 0);
    return status;
}
static inline heco_status handover_ask(void *state, heco_batch *out) {
    composed   *s      = state;
    heco_status status = heco_member_ask(s->second ? s->b : s->a, out);
    if (status != HECO_OK || out->count > 0 || s->second) return status;
    s->second = 1;
    status    = heco_member_begin(s->b, s->setup->max_evals - *s->setup->evals, s->x, 1);
    if (status == HECO_OK) status = heco_member_ask(s->b, out);
    for (size_t i = 0; i < out->count; i++)
        s->held |= memcmp(out->x + i * out->n, s->x, out->n * sizeof *s->x) == 0;
    return status;
}
static inline heco_status handover_tell(void *state, const heco_batch *in) {
    composed *s = state;
    composed_keep(s, in);
    return heco_member_tell(s->second ? s->b : s->a, in);
}
static const heco_algorithm handover = {
    .size = sizeof(heco_algorithm), .name = "handover", .state_size = sizeof(composed),
    .init = handover_init, .ask = handover_ask, .tell = handover_tell};

/* ---- side by side: both in every batch, each with half of the budget ---- */

static inline heco_status beside_init(void *state, const heco_setup *setup, size_t *max_batch) {
    composed   *s = state;
    size_t      a = 0, b = 0;
    heco_status status = both_init(s, setup, &a, &b);
    *max_batch         = a + b;
    if (status == HECO_OK) status = heco_member_begin(s->a, setup->max_evals / 2, NULL, 0);
    if (status == HECO_OK) status = heco_member_begin(s->b, setup->max_evals / 2, NULL, 0);
    return status;
}
static inline heco_status beside_ask(void *state, heco_batch *out) {
    composed   *s      = state;
    heco_status status = heco_member_ask(s->a, out);
    s->rows_a          = out->count;
    heco_batch rest    = heco_batch_rows(out, s->rows_a, out->capacity);
    if (status == HECO_OK) status = heco_member_ask(s->b, &rest);
    s->rows_b  = rest.count;
    out->count = s->rows_a + s->rows_b;
    return status;
}
static inline heco_status beside_tell(void *state, const heco_batch *in) {
    composed   *s      = state;
    heco_batch  a      = heco_batch_rows(in, 0, s->rows_a);
    heco_batch  b      = heco_batch_rows(in, s->rows_a, in->count);
    heco_status status = s->rows_a > 0 ? heco_member_tell(s->a, &a) : HECO_OK;
    if (status == HECO_OK && s->rows_b > 0) status = heco_member_tell(s->b, &b);
    return status == HECO_OK && s->rows_a > 0 ? heco_member_inform(s->b, &a) : status;
}
static const heco_algorithm beside = {
    .size = sizeof(heco_algorithm), .name = "beside", .state_size = sizeof(composed),
    .init = beside_init, .ask = beside_ask, .tell = beside_tell};

/* ---- again: one member from the beginning, again and again, with growing slices ---- */

static inline heco_status again_begin(composed *s) {
    heco_status status = HECO_ERR_ARG;
    while (status != HECO_OK && s->slice <= s->setup->max_evals) {
        status = heco_member_begin(s->a, s->slice, s->x, s->viol < INFINITY);
        s->slice += s->slice / 2 + 1;
    }
    s->begun += status == HECO_OK;
    return status;
}
static inline heco_status again_init(void *state, const heco_setup *setup, size_t *max_batch) {
    composed *s = state;
    composed_open(s, setup);
    heco_status status = heco_member_new(&s->a, part_a, setup, 1, NULL, max_batch);
    s->slice           = setup->max_evals / 20;
    return status == HECO_OK ? again_begin(s) : status;
}
static inline heco_status again_ask(void *state, heco_batch *out) {
    composed   *s      = state;
    heco_status status = heco_member_ask(s->a, out);
    if (status != HECO_OK || out->count > 0) return status;
    return again_begin(s) == HECO_OK ? heco_member_ask(s->a, out) : HECO_OK;
}
static inline heco_status again_tell(void *state, const heco_batch *in) {
    composed *s = state;
    composed_keep(s, in);
    return heco_member_tell(s->a, in);
}
static const heco_algorithm again = {
    .size = sizeof(heco_algorithm), .name = "again", .state_size = sizeof(composed),
    .init = again_init, .ask = again_ask, .tell = again_tell};

#endif
