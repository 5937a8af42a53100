/* Backend mpi: evaluates the rows of a batch on MPI ranks. Rank 0 searches and sends out rows
 * (row_dispatcher.c). Every other rank opens the problem itself and evaluates its rows with a
 * backend of its own: serial, or process so that a crash costs one point and not the job. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/struct_read.h"
#include "evaluate/backends.h"
#include "evaluate/mpi/row_dispatcher.h"
#include "heco/mpi.h"

enum { MPI_PENDING = 4, MPI_IDENTITY = 160 };
static const double mpi_collect_seconds = 1e-3; /* between two looks for messages of rank 0 */

void heco_mpi_options_init(heco_mpi_options *options, size_t size) {
    heco_mpi_options o = {.size = sizeof o, .wait = 60.0};
    heco_struct_defaults(options, size, &o, sizeof o);
}

static heco_status mpi_read_options(heco_mpi_options *out, const heco_evaluator_options *options,
                                    heco_error *error) {
    *out = heco_mpi_options_default();
    if (options->context == NULL) return HECO_OK;
    return heco_struct_read(out, sizeof *out, options->context, "heco_mpi_options",
                            "start from heco_mpi_options_default()", error);
}

/* Returns a text that must be equal on all ranks: the caller's identity and a hash of the box. The
 * caller frees it. Returns NULL if there is no memory. */
static char *mpi_identity(const heco_problem *p, const heco_mpi_options *o) {
    const heco_space *s    = &p->space;
    const char       *more = o->identity != NULL ? o->identity : "";
    size_t            size = strlen(more) + MPI_IDENTITY;
    char             *text = malloc(size);
    uint64_t          hash = heco_hash_fnv1a(HECO_HASH_BEGIN, s->lower, s->n * sizeof *s->lower);
    if (text == NULL) return NULL;
    hash = heco_hash_fnv1a(hash, s->upper, s->n * sizeof *s->upper);
    if (s->integer != NULL) hash = heco_hash_fnv1a(hash, s->integer, s->n);
    snprintf(text, size, "%s%s%zu variables, %zu inequalities, %zu equalities, box %016" PRIx64,
             more, more[0] != '\0' && more[strlen(more) - 1] != '\n' ? "\n" : "", s->n, s->ng,
             s->nh, hash);
    return text;
}

/* --- rank 0 -------------------------------------------------------------------------------- */

typedef struct {
    heco_channel         channel;
    heco_row_dispatcher *dispatcher; /* NULL: there are no other ranks                            */
    heco_evaluator      *alone;      /* evaluates if there are no other ranks                     */
} mpi_state;

static void mpi_close(void *state) {
    mpi_state *s = state;
    if (s->dispatcher != NULL) heco_channel_disconnect(&s->channel);
    heco_row_dispatcher_free(s->dispatcher);
    heco_evaluator_close(s->alone);
    heco_channel_close_mpi(&s->channel);
    free(s);
}

/* Opens the channel. Shakes hands with the other ranks, or opens an evaluator if there are none. */
static heco_status mpi_connect(mpi_state *s, const heco_problem *problem,
                               const heco_evaluator_options *options, heco_error *error) {
    heco_mpi_options how;
    heco_status      status = mpi_read_options(&how, options, error);
    if (status == HECO_OK) status = heco_channel_open_mpi(&s->channel, how.communicator, error);
    if (status != HECO_OK) return status;
    if (s->channel.rank != 0)
        return heco_fail(error, HECO_ERR_ORDER,
                         "rank %d cannot search, only rank 0 can: call heco_backend_serve first",
                         s->channel.rank);
    if (s->channel.size == 1) {
        heco_evaluator_options inner = *options;
        inner.context                = NULL;
        return heco_evaluator_open(&s->alone, problem, how.inside, &inner, error);
    }
    char *identity = mpi_identity(problem, &how);
    if (identity == NULL) return heco_fail_memory(error);
    status = heco_channel_handshake(&s->channel, identity, how.wait, error);
    free(identity);
    if (status != HECO_OK) return status;
    status = heco_row_dispatcher_new(&s->dispatcher, &s->channel, &problem->space, options, error);
    if (status != HECO_OK) heco_channel_disconnect(&s->channel);
    return status;
}

static heco_status mpi_open(void **state, const heco_problem *problem,
                            const heco_evaluator_options *options, heco_error *error) {
    mpi_state *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    heco_status status = mpi_connect(s, problem, options, error);
    if (status != HECO_OK) {
        mpi_close(s);
        return status;
    }
    *state = s;
    return HECO_OK;
}

/* Sends the rows to the other ranks, or evaluates them here if there are none. */
static heco_status mpi_eval(void *state, heco_batch *batch, heco_failures *stats) {
    mpi_state *s = state;
    if (s->dispatcher != NULL) return heco_row_dispatcher_eval(s->dispatcher, batch, stats);
    heco_status status = heco_evaluate(s->alone, batch);
    uint64_t    failed = stats->failed; /* heco_evaluate() counts the failed rows */
    *stats             = *heco_evaluator_failures(s->alone);
    stats->failed      = failed;
    return status;
}

static void mpi_on_rows(void *state, heco_rows_fn done, void *user) {
    mpi_state *s = state;
    if (s->dispatcher != NULL) heco_row_dispatcher_on_rows(s->dispatcher, done, user);
    else heco_evaluator_on_rows(s->alone, done, user);
}

/* Returns the number of points that all ranks evaluate at a time. */
static unsigned mpi_workers(const heco_evaluator_options *options) {
    heco_mpi_options how;
    heco_channel     channel;
    unsigned         inside = options->workers > 0 ? options->workers : 1;
    if (mpi_read_options(&how, options, NULL) != HECO_OK ||
        heco_channel_open_mpi(&channel, how.communicator, NULL) != HECO_OK)
        return 1;
    unsigned ranks = channel.size > 1 ? (unsigned)channel.size - 1 : 1;
    heco_channel_close_mpi(&channel);
    return ranks * inside;
}

static heco_status mpi_submit(void *state, uint64_t id, const double *x) {
    mpi_state *s = state;
    return s->dispatcher != NULL ? heco_row_dispatcher_submit(s->dispatcher, id, x)
                                 : heco_evaluator_submit(s->alone, id, x);
}

static int mpi_collect(void *state, double seconds, heco_answer *out, heco_failures *stats) {
    mpi_state *s = state;
    if (s->dispatcher != NULL)
        return heco_row_dispatcher_collect(s->dispatcher, seconds, out, stats);
    int      got    = heco_evaluator_collect(s->alone, seconds, out);
    uint64_t failed = stats->failed; /* heco_evaluator_collect() counts the failed points */
    *stats          = *heco_evaluator_failures(s->alone);
    stats->failed   = failed;
    return got;
}

static void mpi_abandon(void *state) {
    mpi_state *s = state;
    if (s->dispatcher != NULL) heco_row_dispatcher_abandon(s->dispatcher);
    else heco_evaluator_abandon(s->alone);
}

void heco_mpi_dismiss(const heco_mpi_options *options) {
    heco_channel channel;
    if (heco_channel_open_mpi(&channel, options != NULL ? options->communicator : NULL, NULL) ==
        HECO_OK)
        for (int i = 1; channel.rank == 0 && i < channel.size; i++) {
            channel.send(&channel, i, HECO_MESSAGE_QUIT, NULL, 0);
            channel.send(&channel, i, HECO_MESSAGE_END, NULL, 0);
        }
    heco_channel_close_mpi(&channel);
}

/* --- the other ranks ----------------------------------------------------------------------- */

typedef struct {
    heco_channel      channel;
    const heco_space *space;
    heco_evaluator   *inside;
    heco_batch       *rows;
    unsigned char    *done; /* buffer of a DONE message                                    */
    heco_failures     seen; /* the stats that were reported already                       */
    unsigned char    *pending[MPI_PENDING]; /* WORK messages that wait                    */
    size_t            pending_size[MPI_PENDING];
    unsigned          pendings;
    size_t            points;     /* points under way, which heco_evaluator_collect() finishes */
    double            point_sent; /* when the last of them began, heco_clock()             */
    int               unsent;     /* 1: values could not be sent                           */
    heco_status       status;     /* of the submits                                        */
    uint64_t          cancelled;  /* batches up to this number are cancelled                */
    uint64_t          now;        /* the batch being evaluated                              */
    int               quit;
} mpi_server;

/* Appends a copy of a WORK message to s->pending. */
static void mpi_queue_work(mpi_server *s, const heco_message *message) {
    unsigned char *copy = s->pendings < MPI_PENDING ? malloc(message->size) : NULL;
    if (copy == NULL) return; /* rank 0 sends fewer chunks than this at a time */
    memcpy(copy, message->bytes, message->size);
    s->pending[s->pendings]        = copy;
    s->pending_size[s->pendings++] = message->size;
}

/* Begins the evaluation of a point, which rank 0 knows by the number of its row. */
static void mpi_submit_point(mpi_server *s, const heco_row_work *work, const heco_message *m) {
    const double *x = (const double *)(const void *)(m->bytes + sizeof *work);
    if (m->size != sizeof *work + s->space->n * sizeof *x) s->status = HECO_ERR_EVAL;
    if (s->status != HECO_OK || work->batch <= s->cancelled) return;
    s->now        = work->batch;
    s->point_sent = heco_clock();
    s->status     = heco_evaluator_submit(s->inside, work->begin, x);
    s->points += s->status == HECO_OK;
}

/* Handles a message of rank 0: takes work, or sets s->cancelled or s->quit. */
static void mpi_handle(mpi_server *s, const heco_message *message) {
    heco_row_work work = {.single = 0};
    if (message->kind == HECO_MESSAGE_WORK && message->size > sizeof work)
        memcpy(&work, message->bytes, sizeof work);
    if (work.single) mpi_submit_point(s, &work, message);
    else if (message->kind == HECO_MESSAGE_WORK && message->size > sizeof work)
        mpi_queue_work(s, message);
    else if (message->kind == HECO_MESSAGE_CANCEL && message->size == sizeof s->cancelled)
        memcpy(&s->cancelled, message->bytes, sizeof s->cancelled);
    else if (message->kind == HECO_MESSAGE_QUIT) s->quit = 1;
}

/* The stop callback of the inner backend. It first handles all messages that have arrived. */
static int mpi_should_stop(void *user, const heco_progress *progress) {
    mpi_server  *s = user;
    heco_message message;
    (void)progress;
    while (s->channel.wait(&s->channel, 0.0, &message) > 0) mpi_handle(s, &message);
    return s->quit || s->now <= s->cancelled;
}

/* Sends the results in `b` and the failures since the last DONE message to rank 0. */
static heco_status mpi_send_done(mpi_server *s, const heco_batch *b, const heco_row_work *work,
                                 double seconds) {
    const heco_failures *stats = heco_evaluator_failures(s->inside);
    heco_row_done        done  = {.work      = *work,
                                  .stop      = b->stop && !s->quit && work->batch > s->cancelled,
                                  .retried   = stats->retried - s->seen.retried,
                                  .restarted = stats->restarted - s->seen.restarted,
                                  .timed_out = stats->timed_out - s->seen.timed_out,
                                  .seconds   = seconds};
    if (stats->failed > s->seen.failed)
        memcpy(done.last_failure, stats->last_failure, sizeof done.last_failure);
    s->seen           = *stats;
    unsigned char *at = s->done;
    memcpy(at, &done, sizeof done), at += sizeof done;
    memcpy(at, b->f, b->count * sizeof *b->f), at += b->count * sizeof *b->f;
    if (b->ng) memcpy(at, b->g, b->count * b->ng * sizeof *b->g);
    at += b->count * b->ng * sizeof *b->g;
    if (b->nh) memcpy(at, b->h, b->count * b->nh * sizeof *b->h);
    at += b->count * b->nh * sizeof *b->h;
    memcpy(at, b->state, b->count);
    heco_status status = s->channel.send(&s->channel, 0, HECO_MESSAGE_DONE, s->done,
                                         heco_row_done_size(s->space, b->count));
    s->unsent          = status != HECO_OK;
    return status;
}

/* Makes room for `count` rows in s->rows and s->done. */
static heco_status mpi_reserve(mpi_server *s, size_t count) {
    if (s->rows != NULL && count <= s->rows->capacity) return HECO_OK;
    unsigned char *done = realloc(s->done, heco_row_done_size(s->space, count));
    if (done == NULL) return HECO_ERR_MEMORY;
    s->done = done;
    heco_batch_free(s->rows);
    return heco_batch_new(&s->rows, s->space,
                          count); /* last, because its capacity tells that both succeeded */
}

/* Evaluates the rows of a WORK message and sends the results, also if the batch is cancelled. */
static heco_status mpi_eval_work(mpi_server *s, const unsigned char *bytes, size_t size) {
    heco_row_work work;
    if (size < sizeof work) return HECO_ERR_EVAL;
    memcpy(&work, bytes, sizeof work);
    if (size != sizeof work + work.count * s->space->n * sizeof(double)) return HECO_ERR_EVAL;
    heco_status status = mpi_reserve(s, work.count);
    if (status != HECO_OK) return status;
    heco_batch *b = s->rows;
    b->count      = work.count;
    b->stop       = 0;
    memcpy(b->x, bytes + sizeof work, work.count * b->n * sizeof *b->x);
    memset(b->state, HECO_ROW_SKIPPED, b->count);
    s->now      = work.batch;
    double from = heco_clock();
    if (work.batch > s->cancelled) status = heco_evaluate(s->inside, b);
    return status == HECO_OK ? mpi_send_done(s, b, &work, heco_clock() - from) : status;
}

/* Removes the oldest WORK message from s->pending and evaluates it. */
static heco_status mpi_eval_next(mpi_server *s) {
    unsigned char *bytes = s->pending[0];
    size_t         size  = s->pending_size[0];
    s->pendings--;
    memmove(s->pending, s->pending + 1, s->pendings * sizeof *s->pending);
    /* analyse: clang-tidy clang-analyzer-unix.Malloc: the others are in s->pending, one place on */
    memmove(s->pending_size, s->pending_size + 1, s->pendings * sizeof *s->pending_size);
    heco_status status = mpi_eval_work(s, bytes, size);
    free(bytes);
    return status;
}

/* Sends rank 0 a finished point, if there is one soon. Cancelled points are answered as skipped, so
 * that rank 0 knows that this rank is free. */
static heco_status mpi_finish_point(mpi_server *s) {
    heco_row_work work   = {.batch = s->now, .count = 1, .single = 1};
    heco_answer   a      = {.state = HECO_ROW_SKIPPED};
    heco_status   status = mpi_reserve(s, 1);
    if (status != HECO_OK) return status;
    int cancelled = s->now <= s->cancelled;
    if (cancelled) heco_evaluator_abandon(s->inside);
    int got = cancelled ? 1 : heco_evaluator_collect(s->inside, mpi_collect_seconds, &a);
    if (got <= 0) return got < 0 ? HECO_ERR_EVAL : HECO_OK;
    unsigned char state = (unsigned char)a.state;
    heco_batch    one   = {.n     = s->space->n,
                           .ng    = s->space->ng,
                           .nh    = s->space->nh,
                           .count = 1,
                           .stop  = a.stop,
                           .f     = &a.f,
                           .g     = cancelled ? s->rows->g : (double *)a.g,
                           .h     = cancelled ? s->rows->h : (double *)a.h,
                           .state = &state};
    work.begin          = a.id;
    for (size_t i = 0; i < (cancelled ? s->points : 1) && status == HECO_OK; i++)
        status = mpi_send_done(s, &one, &work, heco_clock() - s->point_sent);
    s->points -= cancelled ? s->points : 1;
    return status;
}

/* Returns why a rank gives up, "" if it does not. */
static const char *mpi_reason(const mpi_server *s, heco_status status) {
    if (status == HECO_OK) return "";
    if (s->unsent)
        return status == HECO_ERR_UNSUPPORTED ? "its values do not fit into a message of MPI"
                                              : "its values could not be sent";
    const char *why = heco_evaluator_failures(s->inside)->last_failure;
    return why[0] != '\0' ? why : heco_status_text(status);
}

/* Works until rank 0 sends QUIT or the launcher has ended. Rank 0 reports the errors. */
static void mpi_serve_rank(mpi_server *s) {
    heco_status  status = HECO_OK;
    heco_message message;
    while (status == HECO_OK && !s->quit) {
        if (s->pendings > 0 && s->points == 0) {
            status = mpi_eval_next(s);
            continue;
        }
        if (s->points > 0) status = mpi_finish_point(s);
        int got = s->channel.wait(&s->channel, s->points > 0 ? 0.0 : 1.0, &message);
        if (got < 0) return;
        if (got > 0) mpi_handle(s, &message);
        if (status == HECO_OK) status = s->status;
    }
    heco_channel_goodbye(&s->channel, mpi_reason(s, status));
}

/* Opens the inner backend and sends HELLO. If the backend cannot be opened, the HELLO message
 * carries the error to rank 0. */
static heco_status mpi_open_inside(mpi_server *s, const heco_problem *problem,
                                   const heco_evaluator_options *options,
                                   const heco_mpi_options *how, heco_error *error) {
    heco_evaluator_options inner    = *options;
    heco_error             why      = {HECO_OK, ""};
    char                  *identity = mpi_identity(problem, how);
    if (identity == NULL) return heco_fail_memory(error);
    inner.context     = NULL;
    inner.should_stop = mpi_should_stop;
    inner.stop_user   = s;
    s->cancelled      = 0;
    s->now            = 1;
    s->space          = &problem->space;
    if (inner.workers == 0) inner.workers = 1;
    heco_evaluator_open(&s->inside, problem, how->inside, &inner, &why);
    heco_status status = heco_channel_hello(&s->channel, identity, why.text, error);
    free(identity);
    return status;
}

/* On every rank but 0: evaluates rows for rank 0 until that ends the work, and sets *served. */
static heco_status mpi_serve(const heco_problem *problem, const heco_evaluator_options *options,
                             int *served, heco_error *error) {
    heco_mpi_options how;
    mpi_server       s      = {.rows = NULL};
    heco_status      status = mpi_read_options(&how, options, error);
    if (status == HECO_OK) status = heco_channel_open_mpi(&s.channel, how.communicator, error);
    if (status == HECO_OK && s.channel.rank != 0) {
        *served = 1;
        status  = mpi_open_inside(&s, problem, options, &how, error);
        if (status == HECO_OK) mpi_serve_rank(&s);
        heco_evaluator_close(s.inside);
        while (s.pendings > 0) free(s.pending[--s.pendings]);
        heco_batch_free(s.rows);
        free(s.done);
    }
    heco_channel_close_mpi(&s.channel);
    return status;
}

const heco_backend *heco_mpi_backend(void) {
    static const heco_backend backend = {
        .size    = sizeof(heco_backend),
        .name    = "mpi",
        .title   = "rows over the ranks of MPI",
        .traits  = HECO_BACKEND_PARALLEL | HECO_BACKEND_EXPLAINS,
        .open    = mpi_open,
        .eval    = mpi_eval,
        .close   = mpi_close,
        .serve   = mpi_serve,
        .on_rows = mpi_on_rows,
        .submit  = mpi_submit,
        .collect = mpi_collect,
        .abandon = mpi_abandon,
        .workers = mpi_workers,
    };
    return &backend;
}
