#include "evaluate/mpi/row_dispatcher.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { DISPATCHER_ROWS = 256, DISPATCHER_MESSAGE_BYTES = 1 << 20, DISPATCHER_AHEAD = 2 };
static const double dispatcher_chunk_seconds = 2e-3; /* rank 0 may be kept waiting for a core */
static const double dispatcher_way_seconds   = 2e-4;
static const double dispatcher_ahead_below   = 5e-3; /* seconds per row: see dispatcher_depth */
static const double dispatcher_watch_seconds =
    1e-3; /* between two looks at what the caller wants  */
static const double dispatcher_grace_seconds = 0.5; /* for points under way when it wants to stop */

struct heco_row_dispatcher {
    heco_channel          *channel;
    const heco_space      *space;
    heco_evaluator_options options;
    unsigned char         *out; /* per rank: chunks that it has not answered                   */
    unsigned char         *message;
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

size_t heco_row_done_size(const heco_space *s, size_t count) {
    return sizeof(heco_row_done) + count * ((1 + s->ng + s->nh) * sizeof(double) + 1);
}

heco_status heco_row_dispatcher_new(heco_row_dispatcher **out, heco_channel *channel,
                                    const heco_space *space, const heco_evaluator_options *options,
                                    heco_error *error) {
    size_t               row = space->n * sizeof(double), values = 1 + space->ng + space->nh;
    heco_row_dispatcher *dispatcher = calloc(1, sizeof *dispatcher);
    *out                            = NULL;
    if (dispatcher == NULL) return heco_fail_memory(error);
    dispatcher->channel = channel;
    dispatcher->space   = space;
    dispatcher->options = *options;
    dispatcher->rows =
        DISPATCHER_MESSAGE_BYTES / (values * sizeof(double) > row ? values * sizeof(double) : row);
    if (dispatcher->rows > DISPATCHER_ROWS) dispatcher->rows = DISPATCHER_ROWS;
    if (dispatcher->rows < 1) dispatcher->rows = 1;
    dispatcher->out     = calloc((size_t)channel->size, sizeof *dispatcher->out);
    dispatcher->message = malloc(sizeof(heco_row_work) + dispatcher->rows * row);
    if (dispatcher->out == NULL || dispatcher->message == NULL) {
        heco_row_dispatcher_free(dispatcher);
        return heco_fail_memory(error);
    }
    *out = dispatcher;
    return HECO_OK;
}

void heco_row_dispatcher_free(heco_row_dispatcher *dispatcher) {
    if (dispatcher == NULL) return;
    free(dispatcher->out);
    free(dispatcher->message);
    free(dispatcher);
}

/* Chunks that a rank has in hand: where rows are short a second one lies ready when it finishes the
 * first, and the way there and back costs nothing; where they are long, a row that waits behind a
 * slow one costs more than the way. */
static int dispatcher_depth(const heco_row_dispatcher *dispatcher) {
    return dispatcher->row_seconds > 0.0 && dispatcher->row_seconds < dispatcher_ahead_below
               ? DISPATCHER_AHEAD
               : 1;
}

static size_t dispatcher_chunk(const heco_row_dispatcher *dispatcher) {
    if (dispatcher->row_seconds <= 0.0) return 1;
    double fresh = (double)(dispatcher->batch->count - dispatcher->next);
    double share =
        ceil(fresh / (double)((dispatcher->channel->size - 1) * dispatcher_depth(dispatcher)));
    /* Smaller towards the end, where a chunk is worth the way there and back. */
    if (share * dispatcher->row_seconds > dispatcher_way_seconds) share = ceil(0.5 * share);
    double size = fmin(fmin(share, (double)dispatcher->rows),
                       dispatcher_chunk_seconds / dispatcher->row_seconds);
    return size > 1.0 ? (size_t)size : 1;
}

static heco_status dispatcher_give(heco_row_dispatcher *dispatcher, int rank) {
    heco_batch   *b    = dispatcher->batch;
    heco_row_work work = {dispatcher->number, dispatcher->next, dispatcher_chunk(dispatcher)};
    if (work.count > b->count - dispatcher->next) work.count = b->count - dispatcher->next;
    size_t bytes = work.count * b->n * sizeof *b->x;
    memcpy(dispatcher->message, &work, sizeof work);
    memcpy(dispatcher->message + sizeof work, b->x + work.begin * b->n, bytes);
    heco_status status = dispatcher->channel->send(dispatcher->channel, rank, HECO_MESSAGE_WORK,
                                                   dispatcher->message, sizeof work + bytes);
    if (status != HECO_OK) return status;
    dispatcher->next += work.count;
    dispatcher->out[rank]++;
    dispatcher->under_way++;
    return HECO_OK;
}

/* Everybody gets something before anybody gets a second chunk. */
static heco_status dispatcher_fill(heco_row_dispatcher *dispatcher) {
    heco_status status = HECO_OK;
    for (int depth = 0; depth < dispatcher_depth(dispatcher); depth++)
        for (int r = 1; r < dispatcher->channel->size && status == HECO_OK; r++)
            if (dispatcher->out[r] <= depth && dispatcher->next < dispatcher->batch->count)
                status = dispatcher_give(dispatcher, r);
    return status;
}

static heco_status dispatcher_refill(heco_row_dispatcher *dispatcher, int rank) {
    heco_status status = HECO_OK;
    while (status == HECO_OK && !dispatcher->batch->stop &&
           dispatcher->next < dispatcher->batch->count &&
           dispatcher->out[rank] < dispatcher_depth(dispatcher))
        status = dispatcher_give(dispatcher, rank);
    return status;
}

static void dispatcher_take_rows(heco_row_dispatcher *dispatcher, const heco_row_done *done,
                                 const unsigned char *bytes) {
    heco_batch          *b     = dispatcher->batch;
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
        dispatcher->left--;
    }
}

static void dispatcher_learn(heco_row_dispatcher *dispatcher, const heco_row_done *done) {
    heco_evaluator_stats *s       = dispatcher->stats;
    double                per_row = done->seconds / (double)done->work.count;
    dispatcher->row_seconds =
        dispatcher->row_seconds > 0.0 ? 0.8 * dispatcher->row_seconds + 0.2 * per_row : per_row;
    s->retried += done->retried;
    s->restarted += done->restarted;
    s->timed_out += done->timed_out;
    if (done->last_failure[0] != '\0')
        snprintf(s->last_failure, sizeof s->last_failure, "%.399s", done->last_failure);
}

static heco_status dispatcher_broken(heco_row_dispatcher *dispatcher, const char *why) {
    snprintf(dispatcher->stats->last_failure, sizeof dispatcher->stats->last_failure, "%s", why);
    return HECO_ERR_EVAL;
}

/* A last word before its time says why. */
static heco_status dispatcher_lost(heco_row_dispatcher *dispatcher, const heco_message *message) {
    snprintf(dispatcher->stats->last_failure, sizeof dispatcher->stats->last_failure,
             "rank %d gave up: %.*s", message->from,
             (int)(message->size < 350 ? message->size : 350), (const char *)message->bytes);
    return HECO_ERR_EVAL;
}

static heco_status dispatcher_take(heco_row_dispatcher *dispatcher, const heco_message *message) {
    heco_row_done done;
    if (message->kind == HECO_MESSAGE_GOODBYE) return dispatcher_lost(dispatcher, message);
    if (message->kind != HECO_MESSAGE_DONE || message->size < sizeof done) return HECO_OK;
    memcpy(&done, message->bytes, sizeof done);
    if (dispatcher->out[message->from] > 0) dispatcher->out[message->from]--;
    if (done.work.batch == dispatcher->number) { /* else of a batch that was given up */
        if (done.work.count < 1 || done.work.begin > dispatcher->batch->count ||
            done.work.count > dispatcher->batch->count - done.work.begin ||
            message->size != heco_row_done_size(dispatcher->space, done.work.count))
            return dispatcher_broken(dispatcher, "a rank sent rows that nobody asked for");
        dispatcher->under_way--;
        dispatcher_take_rows(dispatcher, &done, message->bytes + sizeof done);
        dispatcher_learn(dispatcher, &done);
        if (done.stop) dispatcher->batch->stop = 1;
    }
    return dispatcher_refill(dispatcher, message->from);
}

/* The caller wants to stop: the points under way are left where that is possible, and waited for a
 * little. */
static void dispatcher_ask(heco_row_dispatcher *dispatcher) {
    const heco_evaluator_options *o   = &dispatcher->options;
    double                        now = dispatcher->channel->now(dispatcher->channel);
    if (o->watch == NULL || dispatcher->give_up > 0.0 ||
        now - dispatcher->asked < dispatcher_watch_seconds)
        return;
    dispatcher->asked = now;
    if (!o->watch(o->watch_user, dispatcher->batch->count - dispatcher->left)) return;
    dispatcher->batch->stop = 1;
    dispatcher->give_up     = now + dispatcher_grace_seconds;
    for (int r = 1; r < dispatcher->channel->size; r++)
        if (dispatcher->out[r] > 0)
            dispatcher->channel->send(dispatcher->channel, r, HECO_MESSAGE_LEAVE,
                                      &dispatcher->number, sizeof dispatcher->number);
}

/* After a batch that was given up, every rank may still be busy with it. Somebody who has stopped a
 * search wants its answer before a batch system loses patience: there is no waiting for them then.
 */
static void dispatcher_free(heco_row_dispatcher *dispatcher) {
    int busy = 0;
    for (int r = 1; r < dispatcher->channel->size; r++) busy += dispatcher->out[r] > 0;
    dispatcher->batch->stop = busy == dispatcher->channel->size - 1;
}

/* 1: nothing is to be waited for any more. */
static int dispatcher_over(const heco_row_dispatcher *dispatcher) {
    if (dispatcher->left == 0 || (dispatcher->batch->stop && dispatcher->under_way == 0)) return 1;
    return dispatcher->give_up > 0.0 &&
           dispatcher->channel->now(dispatcher->channel) > dispatcher->give_up;
}

heco_status heco_row_dispatcher_eval(heco_row_dispatcher *dispatcher, heco_batch *batch,
                                     heco_evaluator_stats *stats) {
    heco_message message;
    dispatcher->batch = batch;
    dispatcher->stats = stats;
    dispatcher->number++;
    dispatcher->next = dispatcher->under_way = 0;
    dispatcher->left                         = batch->count;
    dispatcher->give_up                      = 0.0;
    if (dispatcher->given_up) dispatcher_free(dispatcher);
    heco_status status = batch->stop ? HECO_OK : dispatcher_fill(dispatcher);
    while (status == HECO_OK && !dispatcher_over(dispatcher)) {
        dispatcher_ask(dispatcher);
        int got = dispatcher->channel->wait(
            dispatcher->channel, dispatcher->options.watch != NULL ? 0.02 : 1.0, &message);
        if (got < 0) status = dispatcher_broken(dispatcher, "the launcher of the ranks is gone");
        if (got > 0) status = dispatcher_take(dispatcher, &message);
    }
    dispatcher->given_up = dispatcher->under_way > 0;
    return status;
}
