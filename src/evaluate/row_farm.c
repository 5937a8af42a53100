#include "evaluate/row_farm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { FARM_ROWS = 256, FARM_LETTER_BYTES = 1 << 20, FARM_AHEAD = 2 };
static const double farm_chunk_seconds = 2e-3; /* rank 0 may be kept waiting for a core */
static const double farm_way_seconds   = 2e-4;
static const double farm_ahead_below   = 5e-3; /* seconds per row: see farm_depth             */
static const double farm_watch_seconds = 1e-3; /* between two looks at what the caller wants  */
static const double farm_grace_seconds = 0.5;  /* for points under way when it wants to stop  */

struct heco_row_farm {
    heco_post             *post;
    const heco_space      *space;
    heco_evaluator_options options;
    unsigned char         *out; /* per rank: chunks that it has not answered                   */
    unsigned char         *letter;
    size_t                 rows;        /* most of a chunk                                    */
    double                 row_seconds; /* smoothed; 0: not known yet                         */
    uint64_t               number;      /* of the batch in hand                               */
    heco_batch            *batch;
    heco_evaluator_stats  *stats;
    size_t                 next, left; /* next row to send; rows without an answer            */
    size_t                 under_way;  /* chunks of this batch                                */
    double                 asked, give_up;
    int                    given_up; /* the last batch was, with rows under way               */
};

size_t heco_farm_done_size(const heco_space *s, size_t count) {
    return sizeof(heco_farm_done) + count * ((1 + s->ng + s->nh) * sizeof(double) + 1);
}

heco_status heco_row_farm_new(heco_row_farm **out, heco_post *post, const heco_space *space,
                              const heco_evaluator_options *options, heco_error *error) {
    size_t         row  = space->n * sizeof(double), values = 1 + space->ng + space->nh;
    heco_row_farm *farm = calloc(1, sizeof *farm);
    *out                = NULL;
    if (farm == NULL) return heco_fail_memory(error);
    farm->post    = post;
    farm->space   = space;
    farm->options = *options;
    farm->rows    = FARM_LETTER_BYTES / (values * sizeof(double) > row ? values * sizeof(double) : row);
    if (farm->rows > FARM_ROWS) farm->rows = FARM_ROWS;
    if (farm->rows < 1) farm->rows = 1;
    farm->out    = calloc((size_t)post->size, sizeof *farm->out);
    farm->letter = malloc(sizeof(heco_farm_work) + farm->rows * row);
    if (farm->out == NULL || farm->letter == NULL) {
        heco_row_farm_free(farm);
        return heco_fail_memory(error);
    }
    *out = farm;
    return HECO_OK;
}

void heco_row_farm_free(heco_row_farm *farm) {
    if (farm == NULL) return;
    free(farm->out);
    free(farm->letter);
    free(farm);
}

/* Chunks that a rank has in hand: where rows are short a second one lies ready when it finishes the
 * first, and the way there and back costs nothing; where they are long, a row that waits behind a
 * slow one costs more than the way. */
static int farm_depth(const heco_row_farm *farm) {
    return farm->row_seconds > 0.0 && farm->row_seconds < farm_ahead_below ? FARM_AHEAD : 1;
}

static size_t farm_chunk(const heco_row_farm *farm) {
    if (farm->row_seconds <= 0.0) return 1;
    double fresh = (double)(farm->batch->count - farm->next);
    double share = ceil(fresh / (double)((farm->post->size - 1) * farm_depth(farm)));
    /* Smaller towards the end, where a chunk is worth the way there and back. */
    if (share * farm->row_seconds > farm_way_seconds) share = ceil(0.5 * share);
    double size  = fmin(fmin(share, (double)farm->rows), farm_chunk_seconds / farm->row_seconds);
    return size > 1.0 ? (size_t)size : 1;
}

static heco_status farm_give(heco_row_farm *farm, int rank) {
    heco_batch    *b    = farm->batch;
    heco_farm_work work = {farm->number, farm->next, farm_chunk(farm)};
    if (work.count > b->count - farm->next) work.count = b->count - farm->next;
    size_t bytes = work.count * b->n * sizeof *b->x;
    memcpy(farm->letter, &work, sizeof work);
    memcpy(farm->letter + sizeof work, b->x + work.begin * b->n, bytes);
    heco_status status = farm->post->send(farm->post, rank, HECO_LETTER_WORK, farm->letter,
                                          sizeof work + bytes);
    if (status != HECO_OK) return status;
    farm->next += work.count;
    farm->out[rank]++;
    farm->under_way++;
    return HECO_OK;
}

/* Everybody gets something before anybody gets a second chunk. */
static heco_status farm_fill(heco_row_farm *farm) {
    heco_status status = HECO_OK;
    for (int depth = 0; depth < farm_depth(farm); depth++)
        for (int r = 1; r < farm->post->size && status == HECO_OK; r++)
            if (farm->out[r] <= depth && farm->next < farm->batch->count)
                status = farm_give(farm, r);
    return status;
}

static heco_status farm_refill(heco_row_farm *farm, int rank) {
    heco_status status = HECO_OK;
    while (status == HECO_OK && !farm->batch->stop && farm->next < farm->batch->count &&
           farm->out[rank] < farm_depth(farm))
        status = farm_give(farm, rank);
    return status;
}

static void farm_take_rows(heco_row_farm *farm, const heco_farm_done *done,
                           const unsigned char *bytes) {
    heco_batch          *b = farm->batch;
    size_t               count = done->work.count;
    const double        *f = (const double *)(const void *)bytes, *g = f + count;
    const double        *h     = g + count * b->ng;
    const unsigned char *state = (const unsigned char *)(h + count * b->nh);
    for (size_t i = 0; i < count; i++) {
        size_t row = done->work.begin + i;
        if (state[i] == HECO_ROW_SKIPPED) continue;
        b->state[row] = state[i];
        b->f[row]     = f[i];
        if (b->ng) memcpy(b->g + row * b->ng, g + i * b->ng, b->ng * sizeof *g);
        if (b->nh) memcpy(b->h + row * b->nh, h + i * b->nh, b->nh * sizeof *h);
        farm->left--;
    }
}

static void farm_learn(heco_row_farm *farm, const heco_farm_done *done) {
    heco_evaluator_stats *s       = farm->stats;
    double                per_row = done->seconds / (double)done->work.count;
    farm->row_seconds = farm->row_seconds > 0.0 ? 0.8 * farm->row_seconds + 0.2 * per_row : per_row;
    s->retried += done->retried;
    s->restarted += done->restarted;
    s->timed_out += done->timed_out;
    if (done->last_failure[0] != '\0')
        snprintf(s->last_failure, sizeof s->last_failure, "%.399s", done->last_failure);
}

static heco_status farm_broken(heco_row_farm *farm, const char *why) {
    snprintf(farm->stats->last_failure, sizeof farm->stats->last_failure, "%s", why);
    return HECO_ERR_EVAL;
}

/* A last word before its time says why. */
static heco_status farm_lost(heco_row_farm *farm, const heco_letter *letter) {
    snprintf(farm->stats->last_failure, sizeof farm->stats->last_failure, "rank %d gave up: %.*s",
             letter->from, (int)(letter->size < 350 ? letter->size : 350),
             (const char *)letter->bytes);
    return HECO_ERR_EVAL;
}

static heco_status farm_take(heco_row_farm *farm, const heco_letter *letter) {
    heco_farm_done done;
    if (letter->kind == HECO_LETTER_BYE) return farm_lost(farm, letter);
    if (letter->kind != HECO_LETTER_DONE || letter->size < sizeof done) return HECO_OK;
    memcpy(&done, letter->bytes, sizeof done);
    if (farm->out[letter->from] > 0) farm->out[letter->from]--;
    if (done.work.batch == farm->number) { /* else of a batch that was given up */
        if (done.work.count < 1 || done.work.begin > farm->batch->count ||
            done.work.count > farm->batch->count - done.work.begin ||
            letter->size != heco_farm_done_size(farm->space, done.work.count))
            return farm_broken(farm, "a rank sent rows that nobody asked for");
        farm->under_way--;
        farm_take_rows(farm, &done, letter->bytes + sizeof done);
        farm_learn(farm, &done);
        if (done.stop) farm->batch->stop = 1;
    }
    return farm_refill(farm, letter->from);
}

/* The caller wants to stop: the points under way are left where that is possible, and waited for a
 * little. */
static void farm_ask(heco_row_farm *farm) {
    const heco_evaluator_options *o   = &farm->options;
    double                        now = farm->post->now(farm->post);
    if (o->watch == NULL || farm->give_up > 0.0 || now - farm->asked < farm_watch_seconds) return;
    farm->asked = now;
    if (!o->watch(o->watch_user, farm->batch->count - farm->left)) return;
    farm->batch->stop = 1;
    farm->give_up     = now + farm_grace_seconds;
    for (int r = 1; r < farm->post->size; r++)
        if (farm->out[r] > 0)
            farm->post->send(farm->post, r, HECO_LETTER_LEAVE, &farm->number, sizeof farm->number);
}

/* After a batch that was given up, every rank may still be busy with it. Somebody who has stopped a
 * search wants its answer before a batch system loses patience: there is no waiting for them then. */
static void farm_free(heco_row_farm *farm) {
    int busy = 0;
    for (int r = 1; r < farm->post->size; r++) busy += farm->out[r] > 0;
    farm->batch->stop = busy == farm->post->size - 1;
}

/* 1: nothing is to be waited for any more. */
static int farm_over(const heco_row_farm *farm) {
    if (farm->left == 0 || (farm->batch->stop && farm->under_way == 0)) return 1;
    return farm->give_up > 0.0 && farm->post->now(farm->post) > farm->give_up;
}

heco_status heco_row_farm_eval(heco_row_farm *farm, heco_batch *batch,
                               heco_evaluator_stats *stats) {
    heco_letter letter;
    farm->batch = batch;
    farm->stats = stats;
    farm->number++;
    farm->next = farm->under_way = 0;
    farm->left                   = batch->count;
    farm->give_up                = 0.0;
    if (farm->given_up) farm_free(farm);
    heco_status status = batch->stop ? HECO_OK : farm_fill(farm);
    while (status == HECO_OK && !farm_over(farm)) {
        farm_ask(farm);
        int got = farm->post->wait(farm->post, farm->options.watch != NULL ? 0.02 : 1.0, &letter);
        if (got < 0) status = farm_broken(farm, "the launcher of the ranks is gone");
        if (got > 0) status = farm_take(farm, &letter);
    }
    farm->given_up = farm->under_way > 0;
    return status;
}
