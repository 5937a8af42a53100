/* Points that come one by one: a rank gets the next one as soon as it has finished one. The rows of
 * the desk are the numbers of the points in messages. Points whose rank has left are sent to
 * another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/mpi/row_dispatcher_state.h"

unsigned heco_row_dispatcher_inside(const heco_row_dispatcher *d) {
    return d->options.workers > 0 ? d->options.workers : 1;
}

int heco_row_dispatcher_has_lost(const heco_row_dispatcher *d, int rank) {
    return d->points.lost != NULL && d->points.lost[rank];
}

int heco_row_dispatcher_has_ranks(const heco_row_dispatcher *d) {
    for (int r = 1; r < d->channel->size; r++)
        if (!heco_row_dispatcher_has_lost(d, r)) return 1;
    return 0;
}

void heco_row_dispatcher_free_points(heco_row_dispatcher *d) {
    heco_desk_close(&d->points.desk);
    free(d->points.rank);
    free(d->points.lost);
    free(d->points.waiting);
}

/* Takes the memory for as many points as the ranks evaluate at a time. */
static heco_status points_open(heco_row_dispatcher *d) {
    heco_point_desk *p    = &d->points;
    size_t           rows = (size_t)(d->channel->size - 1) * heco_row_dispatcher_inside(d);
    if (p->lost == NULL) p->lost = calloc((size_t)d->channel->size, sizeof *p->lost);
    if (p->rank == NULL) p->rank = calloc(rows, sizeof *p->rank);
    if (p->waiting == NULL) p->waiting = calloc(rows, sizeof *p->waiting);
    if (p->lost == NULL || p->rank == NULL || p->waiting == NULL) return HECO_ERR_MEMORY;
    return heco_desk_open(&p->desk, d->space, rows);
}

/* Returns the rank with the fewest points, if it can take one more; 0: there is none. */
static int points_idle_rank(const heco_row_dispatcher *d) {
    int best = 0;
    for (int r = 1; r < d->channel->size; r++)
        if (!d->points.lost[r] && d->out[r] < (int)heco_row_dispatcher_inside(d) &&
            (best == 0 || d->out[r] < d->out[best]))
            best = r;
    return best;
}

/* Sends waiting points to ranks that can take them. */
static heco_status points_send(heco_row_dispatcher *d) {
    heco_point_desk *p      = &d->points;
    heco_status      status = HECO_OK;
    int              rank;
    while (status == HECO_OK && p->waits > 0 && (rank = points_idle_rank(d)) > 0) {
        size_t        row = p->waiting[0], bytes = d->space->n * sizeof(double);
        heco_row_work work = {.batch = d->number, .begin = row, .count = 1, .single = 1};
        memcpy(d->message, &work, sizeof work);
        memcpy(d->message + sizeof work, p->desk.batch->x + row * d->space->n, bytes);
        status =
            d->channel->send(d->channel, rank, HECO_MESSAGE_WORK, d->message, sizeof work + bytes);
        if (status != HECO_OK) return status;
        memmove(p->waiting, p->waiting + 1, --p->waits * sizeof *p->waiting);
        p->rank[row] = rank;
        d->out[rank]++;
    }
    return status;
}

heco_status heco_row_dispatcher_submit(heco_row_dispatcher *d, uint64_t id, const double *x) {
    heco_point_desk *p      = &d->points;
    heco_status      status = p->desk.batch == NULL ? points_open(d) : HECO_OK;
    if (status != HECO_OK) return status;
    if (!p->begun) {
        d->number++;
        p->begun = 1;
        p->stop  = 0;
    }
    size_t row = heco_desk_put(&p->desk, id, x);
    if (row == SIZE_MAX) return HECO_ERR_ORDER;
    p->rank[row]           = 0;
    p->waiting[p->waits++] = row;
    return points_send(d);
}

/* Takes a rank that has left out of the list; its points wait for another. */
static void points_lose_rank(heco_row_dispatcher *d, int rank) {
    heco_point_desk *p = &d->points;
    p->lost[rank]      = 1;
    d->out[rank]       = 0;
    for (size_t row = 0; row < p->desk.rows; row++) {
        if (p->rank[row] != rank) continue;
        p->rank[row]           = 0;
        p->waiting[p->waits++] = row;
    }
    d->stats->restarted++;
}

/* Returns whether a message is the answer to a point that was sent to its rank and is not here. */
static int points_expect(const heco_row_dispatcher *d, const heco_message *message,
                         const heco_row_done *done) {
    const heco_point_desk *p = &d->points;
    return done->work.count == 1 && done->work.begin < p->desk.rows &&
           p->rank[done->work.begin] == message->from &&
           message->size == heco_row_done_size(d->space, 1);
}

/* Stores the values of a point. */
static void points_store(heco_row_dispatcher *d, const heco_message *message,
                         const heco_row_done *done) {
    heco_point_desk *p   = &d->points;
    size_t           row = (size_t)done->work.begin;
    heco_batch      *b   = p->desk.batch;
    const double    *f   = (const double *)(const void *)(message->bytes + sizeof *done);
    const double    *g = f + 1, *h = g + b->ng;
    b->f[row]     = *f;
    b->state[row] = *(const unsigned char *)(h + b->nh);
    if (b->state[row] > HECO_ROW_SKIPPED) b->state[row] = HECO_ROW_FAILED;
    if (b->ng) memcpy(b->g + row * b->ng, g, b->ng * sizeof *g);
    if (b->nh) memcpy(b->h + row * b->nh, h, b->nh * sizeof *h);
    p->rank[row] = 0;
    p->stop |= done->stop != 0;
    heco_desk_finish(&p->desk, row);
}

/* Handles one message. Stores the values of a point unless it was abandoned; if a rank leaves, its
 * points wait for another rank. Then sends the points that wait. Ignores other messages and answers
 * that were not expected. */
static heco_status points_handle(heco_row_dispatcher *d, const heco_message *message) {
    heco_row_done done;
    if (message->kind == HECO_MESSAGE_GOODBYE) {
        heco_row_dispatcher_fail_lost(d, message);
        if (!d->points.lost[message->from]) points_lose_rank(d, message->from);
        return points_send(d);
    }
    if (message->kind != HECO_MESSAGE_DONE || message->size < sizeof done) return HECO_OK;
    memcpy(&done, message->bytes, sizeof done);
    int wanted = done.work.batch == d->number; /* otherwise it was abandoned */
    /* A second answer, or one to a point that was not sent to this rank, is ignored. */
    if (d->points.lost[message->from] || (wanted && !points_expect(d, message, &done)))
        return HECO_OK;
    if (d->out[message->from] > 0) d->out[message->from]--;
    if (wanted) {
        points_store(d, message, &done);
        heco_row_dispatcher_take_stats(d, &done);
    }
    return points_send(d);
}

int heco_row_dispatcher_collect(heco_row_dispatcher *d, double seconds, heco_answer *out,
                                heco_failures *stats) {
    heco_point_desk *p     = &d->points;
    double           until = d->channel->now(d->channel) + seconds, left = seconds;
    heco_message     message;
    d->stats = stats;
    if (!p->begun) return 0;
    while (!heco_desk_take(&p->desk, out)) {
        if (!heco_row_dispatcher_has_ranks(d)) return -1;
        int got = d->channel->wait(d->channel, left > 0.0 ? left : 0.0, &message);
        if (got < 0) heco_row_dispatcher_fail(d, "the launcher of the ranks has ended");
        if (got < 0) return -1;
        if (got == 0) return 0;
        if (points_handle(d, &message) != HECO_OK) return -1;
        left = until - d->channel->now(d->channel);
    }
    out->stop = p->stop;
    return 1;
}

/* Ranks that are still busy answer later; the number tells that the answer is not wanted. */
void heco_row_dispatcher_abandon(heco_row_dispatcher *d) {
    heco_point_desk *p = &d->points;
    if (!p->begun) return;
    for (int r = 1; r < d->channel->size; r++)
        if (d->out[r] > 0)
            d->channel->send(d->channel, r, HECO_MESSAGE_CANCEL, &d->number, sizeof d->number);
    heco_desk_clear(&p->desk);
    memset(p->rank, 0, p->desk.rows * sizeof *p->rank);
    p->waits = 0;
    p->begun = 0;
}
