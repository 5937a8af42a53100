/* mpi: the rows of a batch over ranks. Rank 0 searches and hands out rows (row_farm.c); every other
 * rank opens the problem itself and evaluates what it gets with a backend of its own: serial, or
 * process where a crash is to cost one point and not the job. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/adopt.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "evaluate/row_farm.h"
#include "heco/mpi.h"

enum { MPI_PENDING = 4, MPI_IDENTITY = 160 };

void heco_mpi_options_init(heco_mpi_options *options, size_t size) {
    heco_mpi_options o = {.size = sizeof o, .wait = 60.0};
    heco_adopt_defaults(options, size, &o, sizeof o);
}

static heco_status mpi_options(heco_mpi_options *out, const heco_evaluator_options *options,
                               heco_error *error) {
    *out = heco_mpi_options_default();
    if (options->context == NULL) return HECO_OK;
    return heco_adopt(out, sizeof *out, options->context, "heco_mpi_options",
                      "start from heco_mpi_options_default()", error);
}

/* What all ranks must have in common: the box and the constraints, and what the caller says. The
 * caller frees it. NULL: no memory. */
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
    heco_post       post;
    heco_row_farm  *farm;  /* NULL: there are no other ranks                                 */
    heco_evaluator *alone; /* evaluates then                                                 */
} mpi_state;

static void mpi_close(void *state) {
    mpi_state *s = state;
    if (s->farm != NULL) heco_post_part(&s->post);
    heco_row_farm_free(s->farm);
    heco_evaluator_close(s->alone);
    heco_post_close_mpi(&s->post);
    free(s);
}

static heco_status mpi_meet(mpi_state *s, const heco_problem *problem,
                            const heco_evaluator_options *options, heco_error *error) {
    heco_mpi_options how;
    heco_status      status = mpi_options(&how, options, error);
    if (status == HECO_OK) status = heco_post_open_mpi(&s->post, how.communicator, error);
    if (status != HECO_OK) return status;
    if (s->post.rank != 0)
        return heco_fail(error, HECO_ERR_ORDER,
                         "rank %d is not to search: call heco_backend_serve first", s->post.rank);
    if (s->post.size == 1) {
        heco_evaluator_options inner = *options;
        inner.context                = NULL;
        return heco_evaluator_open(&s->alone, problem, how.inside, &inner, error);
    }
    char *identity = mpi_identity(problem, &how);
    if (identity == NULL) return heco_fail_memory(error);
    status = heco_post_meet(&s->post, identity, how.wait, error);
    free(identity);
    if (status != HECO_OK) return status;
    return heco_row_farm_new(&s->farm, &s->post, &problem->space, options, error);
}

static heco_status mpi_open(void **state, const heco_problem *problem,
                            const heco_evaluator_options *options, heco_error *error) {
    mpi_state *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    heco_status status = mpi_meet(s, problem, options, error);
    if (status != HECO_OK) {
        mpi_close(s);
        return status;
    }
    *state = s;
    return HECO_OK;
}

static heco_status mpi_eval(void *state, heco_batch *batch, heco_evaluator_stats *stats) {
    mpi_state *s = state;
    if (s->farm != NULL) return heco_row_farm_eval(s->farm, batch, stats);
    heco_status status = heco_evaluate(s->alone, batch);
    uint64_t    failed = stats->failed; /* whoever called this counts the failed rows */
    *stats             = *heco_evaluator_get_stats(s->alone);
    stats->failed      = failed;
    return status;
}

void heco_mpi_dismiss(const heco_mpi_options *options) {
    heco_post post;
    if (heco_post_open_mpi(&post, options != NULL ? options->communicator : NULL, NULL) == HECO_OK)
        for (int i = 1; post.rank == 0 && i < post.size; i++) {
            post.send(&post, i, HECO_LETTER_QUIT, NULL, 0);
            post.send(&post, i, HECO_LETTER_END, NULL, 0);
        }
    heco_post_close_mpi(&post);
}

/* --- the other ranks ----------------------------------------------------------------------- */

typedef struct {
    heco_post            post;
    const heco_space    *space;
    heco_evaluator      *inside;
    heco_batch          *rows;
    unsigned char       *done; /* the letter                                                 */
    heco_evaluator_stats seen; /* what has been told of its stats                            */
    unsigned char       *pending[MPI_PENDING]; /* work that came while another was in hand   */
    size_t               pending_size[MPI_PENDING];
    unsigned             pendings;
    uint64_t             left; /* the batch up to which nobody wants anything                */
    uint64_t             now;  /* the batch in hand                                          */
    int                  quit;
} mpi_server;

static void mpi_keep(mpi_server *s, const heco_letter *letter) {
    unsigned char *copy = s->pendings < MPI_PENDING ? malloc(letter->size) : NULL;
    if (copy == NULL) return; /* rank 0 never has as many under way; it would wait for the rows */
    memcpy(copy, letter->bytes, letter->size);
    s->pending[s->pendings]        = copy;
    s->pending_size[s->pendings++] = letter->size;
}

static void mpi_hear(mpi_server *s, const heco_letter *letter) {
    if (letter->kind == HECO_LETTER_WORK && letter->size > sizeof(heco_farm_work))
        mpi_keep(s, letter);
    else if (letter->kind == HECO_LETTER_LEAVE && letter->size == sizeof s->left)
        memcpy(&s->left, letter->bytes, sizeof s->left);
    else if (letter->kind == HECO_LETTER_QUIT)
        s->quit = 1;
}

/* Asked by the backend inside while it evaluates. */
static int mpi_watch(void *user, size_t done) {
    mpi_server *s = user;
    heco_letter letter;
    (void)done;
    while (s->post.wait(&s->post, 0.0, &letter) > 0) mpi_hear(s, &letter);
    return s->quit || s->now <= s->left;
}

static void mpi_answer(mpi_server *s, const heco_farm_work *work, double seconds) {
    const heco_batch           *b     = s->rows;
    const heco_evaluator_stats *stats = heco_evaluator_get_stats(s->inside);
    heco_farm_done              done  = {.work      = *work,
                                         .stop      = b->stop && !s->quit && work->batch > s->left,
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
    s->post.send(&s->post, 0, HECO_LETTER_DONE, s->done, heco_farm_done_size(s->space, b->count));
}

/* Room for that many rows. */
static heco_status mpi_reserve(mpi_server *s, size_t count) {
    if (s->rows != NULL && count <= s->rows->capacity) return HECO_OK;
    unsigned char *done = realloc(s->done, heco_farm_done_size(s->space, count));
    if (done == NULL) return HECO_ERR_MEMORY;
    s->done = done;
    heco_batch_free(s->rows);
    return heco_batch_new(&s->rows, s->space, count); /* last: it tells how much there is room for */
}

static heco_status mpi_work(mpi_server *s, const unsigned char *bytes, size_t size) {
    heco_farm_work work;
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
    if (work.batch > s->left) status = heco_evaluate(s->inside, b);
    if (status == HECO_OK) mpi_answer(s, &work, heco_clock() - from);
    return status;
}

/* The oldest of the work that waits. */
static heco_status mpi_next(mpi_server *s) {
    unsigned char *bytes = s->pending[0];
    size_t         size  = s->pending_size[0];
    s->pendings--;
    memmove(s->pending, s->pending + 1, s->pendings * sizeof *s->pending);
    /* analyse: clang-tidy clang-analyzer-unix.Malloc: the others are in s->pending, one place on */
    memmove(s->pending_size, s->pending_size + 1, s->pendings * sizeof *s->pending_size);
    heco_status status = mpi_work(s, bytes, size);
    free(bytes);
    return status;
}

/* Until rank 0 has no more work, or nobody is left who could send any. What goes wrong here is for
 * rank 0 to say. */
static void mpi_loop(mpi_server *s) {
    heco_status status = HECO_OK;
    heco_letter letter;
    while (status == HECO_OK && !s->quit) {
        if (s->pendings > 0) {
            status = mpi_next(s);
            continue;
        }
        int got = s->post.wait(&s->post, 1.0, &letter);
        if (got < 0) return;
        if (got > 0) mpi_hear(s, &letter);
    }
    const char *why = status == HECO_OK ? "" : heco_evaluator_get_stats(s->inside)->last_failure;
    if (status != HECO_OK && why[0] == '\0') why = heco_status_text(status);
    heco_post_leave(&s->post, why);
}

/* A backend that cannot be opened is for rank 0 to report. */
static heco_status mpi_begin(mpi_server *s, const heco_problem *problem,
                             const heco_evaluator_options *options, const heco_mpi_options *how,
                             heco_error *error) {
    heco_evaluator_options inner = *options;
    heco_error             why   = {HECO_OK, ""};
    char                  *identity = mpi_identity(problem, how);
    if (identity == NULL) return heco_fail_memory(error);
    inner.context    = NULL;
    inner.watch      = mpi_watch;
    inner.watch_user = s;
    s->left          = 0;
    s->now           = 1;
    s->space         = &problem->space;
    if (inner.workers == 0) inner.workers = 1;
    heco_evaluator_open(&s->inside, problem, how->inside, &inner, &why);
    heco_status status = heco_post_greet(&s->post, identity, why.text, error);
    free(identity);
    return status;
}

static heco_status mpi_serve(const heco_problem *problem, const heco_evaluator_options *options,
                             int *served, heco_error *error) {
    heco_mpi_options how;
    mpi_server       s      = {.rows = NULL};
    heco_status      status = mpi_options(&how, options, error);
    if (status == HECO_OK) status = heco_post_open_mpi(&s.post, how.communicator, error);
    if (status == HECO_OK && s.post.rank != 0) {
        *served = 1;
        status  = mpi_begin(&s, problem, options, &how, error);
        if (status == HECO_OK) mpi_loop(&s);
        heco_evaluator_close(s.inside);
        while (s.pendings > 0) free(s.pending[--s.pendings]);
        heco_batch_free(s.rows);
        free(s.done);
    }
    heco_post_close_mpi(&s.post);
    return status;
}

const heco_backend *heco_mpi_backend(void) {
    static const heco_backend backend = {
        .size   = sizeof(heco_backend),
        .name   = "mpi",
        .title  = "rows over the ranks of MPI",
        .traits = HECO_BACKEND_PARALLEL | HECO_BACKEND_EXPLAINS,
        .open   = mpi_open,
        .eval   = mpi_eval,
        .close  = mpi_close,
        .serve  = mpi_serve,
    };
    return &backend;
}
