/* Any bytes as messages between ranks: the first byte says in which conversation.
 *   0, 1  answers to the rows of a batch, or to points that come one by one;
 *   2     greetings before the work;
 *   3     the result of a job of a bench.
 * A message is raw, or is the right one with changed fields. Rank 0 gives one line, or rows whose
 * values came in a message; it stays within its memory and ends when the channel does. */
#include <math.h>
#include <string.h>

#include "evaluate/mpi/row_dispatcher.h"
#include "experiment/job.h"
#include "fuzz_input.h"

enum { RANKS = 4, ROWS = 24, LARGEST = 1 << 13, WAITS = 400 };

/* ---- a channel whose messages are the input ---- */

typedef struct {
    fuzz_bytes   *b;
    heco_row_work work[RANKS]; /* of the last WORK message to each rank                       */
    double        now;
    int           waits;
    union {
        unsigned char bytes[LARGEST];
        double        aligned;
    } message;
} conversation;

static const double     lower[2] = {0, 0}, upper[2] = {1, 1};
static const heco_space space = {.n = 2, .ng = 1, .nh = 1, .lower = lower, .upper = upper};

static heco_status take(heco_channel *channel, int to, heco_message_kind kind, const void *bytes,
                        size_t size) {
    conversation *c = channel->state;
    check(to > 0 && to < RANKS && (bytes != NULL || size == 0));
    if (kind != HECO_MESSAGE_WORK) return HECO_OK;
    check(size > sizeof c->work[to]);
    memcpy(&c->work[to], bytes, sizeof c->work[to]);
    check(size == sizeof c->work[to] + c->work[to].count * space.n * sizeof(double));
    return HECO_OK;
}

/* The right answer of a rank, with up to two fields changed. */
static size_t answer(conversation *c, int rank) {
    heco_row_done done    = {.work = c->work[rank], .seconds = 1e-3};
    unsigned      changes = fuzz_byte(c->b) % 3;
    if (done.work.count < 1 || done.work.count > ROWS) done.work.count = 1;
    size_t size = heco_row_done_size(&space, done.work.count);
    check(size <= LARGEST);
    memset(c->message.bytes, HECO_ROW_OK, size);
    for (size_t i = 0; i < (1 + space.ng + space.nh) * done.work.count; i++) {
        double value = (double)fuzz_byte(c->b) - 100.0;
        memcpy(c->message.bytes + sizeof done + i * sizeof value, &value, sizeof value);
    }
    memcpy(c->message.bytes, &done, sizeof done);
    for (unsigned k = 0; k < changes; k++) {
        size_t at                   = fuzz_byte(c->b) * 4;
        c->message.bytes[at % size] = (unsigned char)fuzz_byte(c->b);
    }
    return size;
}

static int give(heco_channel *channel, double seconds, heco_message *out) {
    conversation *c    = channel->state;
    unsigned      what = fuzz_byte(c->b);
    (void)seconds;
    c->now += 1e-2;
    if (c->b->left == 0 || ++c->waits > WAITS) return -1; /* the launcher has ended */
    if (what % 8 == 7) return 0;
    out->from  = 1 + (int)(what >> 3) % (RANKS - 1);
    out->kind  = what % 8 < 5 ? HECO_MESSAGE_DONE : (heco_message_kind)(fuzz_byte(c->b) % 11);
    out->bytes = c->message.bytes;
    if (what % 8 < 4) out->size = answer(c, out->from);
    else {
        const unsigned char *from;
        out->size = fuzz_take(c->b, fuzz_byte(c->b), &from);
        memcpy(c->message.bytes, from, out->size);
    }
    return 1;
}

static double now(heco_channel *channel) { return ((conversation *)channel->state)->now; }

static heco_channel open_channel(conversation *c, fuzz_bytes *b) {
    memset(c, 0, sizeof *c);
    c->b = b;
    return (heco_channel){.rank  = 0,
                          .size  = RANKS,
                          .most  = SIZE_MAX,
                          .state = c,
                          .send  = take,
                          .wait  = give,
                          .now   = now};
}

/* handshake.c needs these for reports, which are not sent here. */
heco_status heco_channel_open_mpi(heco_channel *channel, const void *communicator,
                                  heco_error *error) {
    (void)channel, (void)communicator, (void)error;
    return HECO_ERR_ARG;
}
void heco_channel_close_mpi(heco_channel *channel) { (void)channel; }

/* ---- what must hold ---- */

static void check_failures(const heco_failures *stats) {
    check(memchr(stats->last_failure, '\0', sizeof stats->last_failure) != NULL);
}

static void try_rows(heco_row_dispatcher *d, fuzz_bytes *b) {
    heco_batch   *batch;
    heco_failures stats = {0};
    check(heco_batch_new(&batch, &space, ROWS) == HECO_OK);
    for (int round = 0; round < 3; round++) {
        batch->count = 1 + fuzz_byte(b) % ROWS;
        batch->stop  = 0;
        for (size_t i = 0; i < batch->count * space.n; i++) batch->x[i] = 0.5;
        memset(batch->state, HECO_ROW_SKIPPED, batch->count);
        heco_status status = heco_row_dispatcher_eval(d, batch, &stats);
        check_failures(&stats);
        if (status != HECO_OK) check(stats.last_failure[0] != '\0');
        for (size_t i = 0; i < batch->count; i++) {
            check(batch->state[i] == HECO_ROW_OK || batch->state[i] == HECO_ROW_FAILED ||
                  batch->state[i] == HECO_ROW_SKIPPED);
            check(status != HECO_OK || batch->stop || batch->state[i] != HECO_ROW_SKIPPED);
        }
    }
    heco_batch_free(batch);
}

static void try_points(heco_row_dispatcher *d, fuzz_bytes *b) {
    heco_failures stats = {0};
    heco_answer   out;
    const double  x[2] = {0.25, 0.75};
    uint64_t      sent = 0, got = 0;
    int           code = 1;
    for (int turn = 0; turn < 40 && code >= 0; turn++) {
        unsigned what = fuzz_byte(b) % 8;
        if (what == 0) heco_row_dispatcher_abandon(d), sent = got = 0;
        else if (what < 4) sent += heco_row_dispatcher_submit(d, sent, x) == HECO_OK;
        else if ((code = heco_row_dispatcher_collect(d, 0.1, &out, &stats)) > 0) {
            check(out.id < sent && ++got <= sent);
            check(out.state == HECO_ROW_OK || out.state == HECO_ROW_FAILED ||
                  out.state == HECO_ROW_SKIPPED);
        }
        check_failures(&stats);
    }
}

static void try_dispatcher(fuzz_bytes *b, int by_points) {
    static conversation          c;
    heco_row_dispatcher         *d;
    const heco_evaluator_options none    = {.workers = by_points ? 2 : 0};
    heco_channel                 channel = open_channel(&c, b);
    check(heco_row_dispatcher_new(&d, &channel, &space, &none, NULL) == HECO_OK);
    if (by_points) try_points(d, b);
    else try_rows(d, b);
    heco_row_dispatcher_free(d);
}

static void try_greeting(fuzz_bytes *b) {
    static conversation c;
    heco_error          error   = {HECO_OK, ""};
    heco_channel        channel = open_channel(&c, b);
    if (heco_channel_handshake(&channel, "one\ntwo", 1.0, &error) != HECO_OK)
        check(error.text[0] != '\0' && strlen(error.text) < sizeof error.text);
}

static void try_job(const unsigned char *data, size_t size) {
    const heco_problem what = {.space = space};
    const heco_job     job  = {.what = &what};
    double             aligned[LARGEST / sizeof(double)];
    if (size > sizeof aligned) return;
    memcpy(aligned, data, size);
    heco_job_result *r = heco_job_unpack(&job, aligned, size);
    if (r == NULL) return;
    check(r->trace_size < size && strlen(r->options) < size);
    volatile double sum = r->x[0] + r->x[1];
    for (size_t i = 0; i < r->trace_size; i++) sum += r->trace[i];
    (void)sum;
    free(r);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    fuzz_bytes b   = {data, size};
    unsigned   how = fuzz_byte(&b) % 4;
    if (how < 2) try_dispatcher(&b, how == 1);
    else if (how == 2) try_greeting(&b);
    else try_job(b.at, b.left);
    return 0;
}
