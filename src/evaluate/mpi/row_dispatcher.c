#include "evaluate/mpi/row_dispatcher.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "evaluate/backends.h"
#include "evaluate/mpi/row_dispatcher_state.h"

enum { DISPATCHER_ROWS = 256, DISPATCHER_MESSAGE_BYTES = 1 << 20, DISPATCHER_AHEAD = 2 };
static const double dispatcher_chunk_seconds = 2e-3; /* longest chunk, by the mean time of a row */
static const double dispatcher_way_seconds   = 2e-4; /* round trip of a chunk */
static const double dispatcher_ahead_below   = 5e-3; /* seconds per row: see dispatcher_depth */
static const double dispatcher_poll_seconds  = 1e-3; /* between two calls of the stop callback */
static const double dispatcher_grace_seconds = 0.5;  /* for chunks in progress after a stop */

size_t heco_row_done_size(const heco_space *s, size_t count) {
    return sizeof(heco_row_done) + count * ((1 + s->ng + s->nh) * sizeof(double) + 1);
}

/* Checks that a row and its values fit into a message each. */
static heco_status dispatcher_check_row(const heco_channel *channel, const heco_space *space,
                                        heco_error *error) {
    if (heco_row_done_size(space, 1) <= channel->most &&
        sizeof(heco_row_work) + space->n * sizeof(double) <= channel->most)
        return HECO_OK;
    return heco_fail(error, HECO_ERR_UNSUPPORTED,
                     "a point of %zu variables and %zu constraints does not fit into a message of "
                     "MPI, which has at most %zu bytes: search without MPI",
                     space->n, space->ng + space->nh, channel->most);
}

heco_status heco_row_dispatcher_new(heco_row_dispatcher **out, heco_channel *channel,
                                    const heco_space *space, const heco_evaluator_options *options,
                                    heco_error *error) {
    size_t               row = space->n * sizeof(double), values = 1 + space->ng + space->nh;
    heco_row_dispatcher *d = calloc(1, sizeof *d);
    *out                   = NULL;
    if (d == NULL) return heco_fail_memory(error);
    heco_status status = dispatcher_check_row(channel, space, error);
    if (status != HECO_OK) {
        free(d);
        return status;
    }
    d->channel = channel;
    d->space   = space;
    d->options = *options;
    d->rows =
        DISPATCHER_MESSAGE_BYTES / (values * sizeof(double) > row ? values * sizeof(double) : row);
    if (d->rows > DISPATCHER_ROWS) d->rows = DISPATCHER_ROWS;
    if (d->rows < 1) d->rows = 1;
    d->out     = calloc((size_t)channel->size, sizeof *d->out);
    d->message = malloc(sizeof(heco_row_work) + d->rows * row);
    if (d->out == NULL || d->message == NULL) {
        heco_row_dispatcher_free(d);
        return heco_fail_memory(error);
    }
    *out = d;
    return HECO_OK;
}

void heco_row_dispatcher_free(heco_row_dispatcher *d) {
    if (d == NULL) return;
    heco_row_dispatcher_free_points(d);
    free(d->out);
    free(d->message);
    free(d);
}

/* Returns how many chunks a rank has at a time. If rows are short, a second chunk hides the round
 * trip. If they are long, a row that waits behind a slow one costs more than the round trip. */
static int dispatcher_depth(const heco_row_dispatcher *d) {
    return d->row_seconds > 0.0 && d->row_seconds < dispatcher_ahead_below ? DISPATCHER_AHEAD : 1;
}

/* Returns the number of rows of the next chunk. */
static size_t dispatcher_chunk_size(const heco_row_dispatcher *d) {
    if (d->row_seconds <= 0.0) return 1;
    double fresh = (double)(d->batch->count - d->next);
    double share = ceil(fresh / (double)((d->channel->size - 1) * dispatcher_depth(d)));
    /* Smaller chunks towards the end balance the ranks, if a chunk outweighs its round trip. */
    if (share * d->row_seconds > dispatcher_way_seconds) share = ceil(0.5 * share);
    double size = fmin(fmin(share, (double)d->rows), dispatcher_chunk_seconds / d->row_seconds);
    return size > 1.0 ? (size_t)size : 1;
}

/* Sends the next rows to a rank, advances d->next and counts the chunk in d->out and d->pending. */
static heco_status dispatcher_send_chunk(heco_row_dispatcher *d, int rank) {
    heco_batch   *b    = d->batch;
    heco_row_work work = {.batch = d->number, .begin = d->next, .count = dispatcher_chunk_size(d)};
    if (work.count > b->count - d->next) work.count = b->count - d->next;
    size_t bytes = work.count * b->n * sizeof *b->x;
    memcpy(d->message, &work, sizeof work);
    memcpy(d->message + sizeof work, b->x + work.begin * b->n, bytes);
    heco_status status =
        d->channel->send(d->channel, rank, HECO_MESSAGE_WORK, d->message, sizeof work + bytes);
    if (status != HECO_OK) return status;
    d->next += work.count;
    d->out[rank]++;
    d->pending++;
    return HECO_OK;
}

/* Gives every rank its first chunk before any rank gets a second one. */
static heco_status dispatcher_fill(heco_row_dispatcher *d) {
    heco_status status = HECO_OK;
    for (int depth = 0; depth < dispatcher_depth(d); depth++)
        for (int r = 1; r < d->channel->size && status == HECO_OK; r++)
            if (d->out[r] <= depth && !heco_row_dispatcher_has_lost(d, r) &&
                d->next < d->batch->count)
                status = dispatcher_send_chunk(d, r);
    return status;
}

/* Sends chunks to a rank until it has as many as dispatcher_depth() allows. */
static heco_status dispatcher_refill(heco_row_dispatcher *d, int rank) {
    heco_status status = HECO_OK;
    while (status == HECO_OK && !d->batch->stop && d->next < d->batch->count &&
           d->out[rank] < dispatcher_depth(d))
        status = dispatcher_send_chunk(d, rank);
    return status;
}

/* Returns whether a message of this batch has rows that its rank was given and that have no values
 * yet. Only a rank that was told to stop, or that asks to stop, skips rows. */
static int dispatcher_expects(const heco_row_dispatcher *d, const heco_message *message,
                              const heco_row_done *done) {
    const heco_batch *b     = d->batch;
    size_t            begin = done->work.begin, count = done->work.count;
    if (d->out[message->from] == 0 || count < 1 || begin > d->next || count > d->next - begin ||
        message->size != heco_row_done_size(d->space, count))
        return 0;
    const unsigned char *state = message->bytes + message->size - count;
    for (size_t i = 0; i < count; i++)
        if (b->state[begin + i] != HECO_ROW_SKIPPED || state[i] > HECO_ROW_SKIPPED ||
            (state[i] == HECO_ROW_SKIPPED && !done->stop && !b->stop))
            return 0;
    return 1;
}

/* Copies the results of a chunk into the batch and lowers d->left. */
static void dispatcher_store_rows(heco_row_dispatcher *d, const heco_row_done *done,
                                  const unsigned char *bytes) {
    heco_batch          *b     = d->batch;
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
        d->left--;
        heco_rows_report(&d->rows_done, b, row, row + 1);
    }
}

void heco_row_dispatcher_on_rows(heco_row_dispatcher *d, heco_rows_fn done, void *user) {
    d->rows_done = (heco_rows_receiver){done, user};
}

void heco_row_dispatcher_take_stats(heco_row_dispatcher *d, const heco_row_done *done) {
    heco_failures *s       = d->stats;
    double         per_row = done->seconds / (double)done->work.count;
    d->row_seconds         = d->row_seconds > 0.0 ? 0.8 * d->row_seconds + 0.2 * per_row : per_row;
    s->retried += done->retried;
    s->restarted += done->restarted;
    s->timed_out += done->timed_out;
    if (done->last_failure[0] != '\0')
        snprintf(s->last_failure, sizeof s->last_failure, "%.399s", done->last_failure);
}

heco_status heco_row_dispatcher_fail(heco_row_dispatcher *d, const char *why) {
    snprintf(d->stats->last_failure, sizeof d->stats->last_failure, "%s", why);
    return HECO_ERR_EVAL;
}

heco_status heco_row_dispatcher_fail_lost(heco_row_dispatcher *d, const heco_message *message) {
    snprintf(d->stats->last_failure, sizeof d->stats->last_failure, "rank %d gave up: %.*s",
             message->from, (int)(message->size < 350 ? message->size : 350),
             (const char *)message->bytes);
    return HECO_ERR_EVAL;
}

/* Handles a message: stores the results of a DONE message, then sends the rank more rows. */
static heco_status dispatcher_handle(heco_row_dispatcher *d, const heco_message *message) {
    heco_row_done done;
    if (message->kind == HECO_MESSAGE_GOODBYE) return heco_row_dispatcher_fail_lost(d, message);
    if (message->kind != HECO_MESSAGE_DONE || message->size < sizeof done) return HECO_OK;
    memcpy(&done, message->bytes, sizeof done);
    int wanted =
        done.work.batch == d->number; /* otherwise it belongs to a batch that was given up */
    if (wanted && !dispatcher_expects(d, message, &done))
        return heco_row_dispatcher_fail(d, "a rank sent rows that were not requested");
    if (d->out[message->from] > 0) d->out[message->from]--;
    if (wanted) {
        d->pending--;
        dispatcher_store_rows(d, &done, message->bytes + sizeof done);
        heco_row_dispatcher_take_stats(d, &done);
        if (done.stop) d->batch->stop = 1;
    }
    return dispatcher_refill(d, message->from);
}

/* Calls the stop callback at most every dispatcher_poll_seconds. If the caller wants to stop, sets
 * batch->stop, cancels the chunks in progress and limits the wait for them by d->give_up. */
static void dispatcher_check_stop(heco_row_dispatcher *d) {
    const heco_evaluator_options *o   = &d->options;
    double                        now = d->channel->now(d->channel);
    if (o->should_stop == NULL || d->give_up > 0.0 || now - d->asked < dispatcher_poll_seconds)
        return;
    d->asked           = now;
    heco_progress done = {.evals = d->batch->count - d->left, .f = INFINITY, .viol = INFINITY};
    if (!o->should_stop(o->stop_user, &done)) return;
    d->batch->stop = 1;
    d->give_up     = now + dispatcher_grace_seconds;
    for (int r = 1; r < d->channel->size; r++)
        if (d->out[r] > 0)
            d->channel->send(d->channel, r, HECO_MESSAGE_CANCEL, &d->number, sizeof d->number);
}

/* Sets batch->stop if all ranks are still busy with a batch that was given up. This batch (the last
 * evaluation of the answer) is skipped then: a batch system kills a job that does not stop. */
static void dispatcher_stop_if_busy(heco_row_dispatcher *d) {
    int busy = 0;
    for (int r = 1; r < d->channel->size; r++)
        busy += d->out[r] > 0 || heco_row_dispatcher_has_lost(d, r);
    d->batch->stop = busy == d->channel->size - 1;
}

/* Returns whether the batch is finished or given up. */
static int dispatcher_is_over(const heco_row_dispatcher *d) {
    if (d->left == 0 || (d->batch->stop && d->pending == 0)) return 1;
    return d->give_up > 0.0 && d->channel->now(d->channel) > d->give_up;
}

heco_status heco_row_dispatcher_eval(heco_row_dispatcher *d, heco_batch *batch,
                                     heco_failures *stats) {
    heco_message message;
    d->batch = batch;
    d->stats = stats;
    d->number++;
    d->next = d->pending = 0;
    d->left              = batch->count;
    d->give_up           = 0.0;
    if (!heco_row_dispatcher_has_ranks(d)) return HECO_ERR_EVAL;
    if (d->given_up) dispatcher_stop_if_busy(d);
    heco_status status = batch->stop ? HECO_OK : dispatcher_fill(d);
    while (status == HECO_OK && !dispatcher_is_over(d)) {
        dispatcher_check_stop(d);
        int got =
            d->channel->wait(d->channel, d->options.should_stop != NULL ? 0.02 : 1.0, &message);
        if (got < 0) status = heco_row_dispatcher_fail(d, "the launcher of the ranks has ended");
        if (got > 0) status = dispatcher_handle(d, &message);
    }
    d->given_up = d->pending > 0;
    return status;
}
