/* Opens a backend, turns the result of a function into the state of a row, and counts failures. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/text.h"
#include "evaluate/backends.h"
#include "evaluate/cheap_stage.h"
#include "evaluate/desk.h"
#include "problem/batch_init.h"
#include "problem/objective.h"
#include "problem/problem_read.h"

static const double evaluator_poll_seconds = 1e-3; /* between two questions of the problem */

struct heco_evaluator {
    heco_backend       backend;
    heco_problem       problem;
    int                maximise; /* heco_evaluate() changes the sign of f */
    heco_failures      seen;     /* the part of the problem's counts that stats has already */
    void              *state;
    heco_failures      stats;
    heco_rows_receiver rows;      /* of finished rows that the backend evaluates */
    heco_cheap_stage   cheap;     /* the cheap constraints; cheap.problem is NULL: there are none */
    unsigned           workers;   /* most points under way                                     */
    unsigned           at_a_time; /* points that the backend evaluates at a time               */
    heco_desk          desk;      /* points submitted to a backend that evaluates batches only */
    size_t             waiting;   /* of these, rows 0 .. waiting - 1 are not evaluated yet     */
    int                submitted; /* points are under way                                      */
    /* whether to go on */
    heco_stop_fn should_stop; /* the caller's, NULL: none                                   */
    void        *stop_user;
    pthread_t    caller;   /* the thread of heco_evaluate(), which alone asks the caller        */
    pid_t        owner;    /* and its process: forked workers hear it from their backend        */
    size_t       done;     /* rows, when the caller was asked last                              */
    size_t       first;    /* 1: the first row was evaluated here, the backend has the others   */
    double       asked;    /* when the problem asked last, heco_clock()                         */
    atomic_int   stopping; /* the answer was yes; until the next batch                         */
};

/* The stop callback of the backend. Raises ev->done, asks the caller unless the answer was yes
 * before, and keeps the answer in ev->stopping. */
static int evaluator_ask(void *user, const heco_progress *progress) {
    heco_evaluator *ev   = user;
    heco_progress   now  = *progress;
    size_t          done = (size_t)now.evals + ev->first;
    if (done > ev->done) ev->done = done; /* it never decreases */
    now.evals = ev->done;
    if (!atomic_load(&ev->stopping) && ev->should_stop(ev->stop_user, &now))
        atomic_store(&ev->stopping, 1);
    return atomic_load(&ev->stopping);
}

/* The stop callback of the problem, called from any thread. Only the caller's thread asks the
 * caller; other threads see the last answer that it got. */
static int evaluator_should_stop(void *context, const heco_progress *progress) {
    heco_evaluator *ev = context;
    (void)progress;
    if (atomic_load(&ev->stopping)) return 1;
    if (!pthread_equal(pthread_self(), ev->caller) || getpid() != ev->owner) return 0;
    double now = heco_clock();
    if (now - ev->asked < evaluator_poll_seconds) return 0;
    ev->asked          = now;
    heco_progress done = {.evals = ev->done - ev->first, .f = INFINITY, .viol = INFINITY};
    return evaluator_ask(ev, &done);
}

/* Installs the stop callback in the problem, or removes it if `install` is 0. */
static void evaluator_pass_stop(heco_evaluator *ev, int install) {
    const heco_problem *p = &ev->problem;
    if (p->set_should_stop == NULL || ev->should_stop == NULL) return;
    p->set_should_stop(p->user, install ? evaluator_should_stop : NULL, install ? ev : NULL);
}

static void evaluator_fail_row(heco_batch *b, size_t i) {
    b->state[i] = HECO_ROW_FAILED;
    b->f[i]     = NAN;
    for (size_t k = 0; k < b->ng; k++) b->g[i * b->ng + k] = NAN;
    for (size_t k = 0; k < b->nh; k++) b->h[i * b->nh + k] = NAN;
}

/* Wipes the rows, so that a value the function does not write is not that of another point. */
static void evaluator_wipe_rows(heco_batch *b, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) b->f[i] = NAN;
    for (size_t k = begin * b->ng; k < end * b->ng; k++) b->g[k] = NAN;
    for (size_t k = begin * b->nh; k < end * b->nh; k++) b->h[k] = NAN;
}

/* Writes f of row i: the sum of the squared residuals, or the maximum of the pieces. */
static void evaluator_write_objective(const heco_problem *p, heco_batch *b, size_t i) {
    const double *g = b->g + (i + 1) * b->ng;
    b->f[i]         = p->residuals > 0 ? heco_objective_squares(g - p->residuals, p->residuals)
                                       : heco_objective_maximum(g - p->pieces, p->pieces);
}

/* Returns the state of a row by what the function returned for it. A row without f is partial if
 * the evaluation stopped early and a known value violates its constraint. */
static unsigned char evaluator_row_state(const heco_problem *p, const heco_batch *b, size_t i,
                                         int result) {
    if (result != HECO_POINT_OK && result != HECO_POINT_PARTIAL) return HECO_ROW_FAILED;
    if (!isnan(b->f[i])) return HECO_ROW_OK;
    int partial = result == HECO_POINT_PARTIAL &&
                  heco_problem_has_violation(p, b->g + i * b->ng, b->h + i * b->nh);
    return partial ? HECO_ROW_PARTIAL : HECO_ROW_FAILED;
}

/* Sets the state of row i, and all its values to NAN if it failed. */
static void evaluator_set_state(const heco_problem *p, heco_batch *b, size_t i, int result) {
    b->state[i] = evaluator_row_state(p, b, i, result);
    if (b->state[i] == HECO_ROW_FAILED) evaluator_fail_row(b, i);
}

/* Completes row i after the function returned `result` for it: its f if that has parts, its state.
 * The usual case is inline. */
static inline void evaluator_finish_row(const heco_problem *p, heco_batch *b, size_t i,
                                        int result) {
    if (p->residuals + p->pieces > 0) evaluator_write_objective(p, b, i);
    if (result == HECO_POINT_OK && !isnan(b->f[i])) b->state[i] = HECO_ROW_OK;
    else evaluator_set_state(p, b, i, result);
}

int heco_evaluate_rows(const heco_problem *p, void *user, heco_batch *b, size_t begin, size_t end) {
    evaluator_wipe_rows(b, begin, end);
    if (p->eval_batch != NULL) {
        int result = p->eval_batch(user, b->x + begin * b->n, end - begin, b->f + begin,
                                   b->g + begin * b->ng, b->h + begin * b->nh);
        if (result == HECO_POINT_STOP) return result;
        for (size_t i = begin; i < end; i++) evaluator_finish_row(p, b, i, result);
        return HECO_POINT_OK;
    }
    for (size_t i = begin; i < end; i++) {
        int result = p->eval(user, b->x + i * b->n, b->f + i, b->g + i * b->ng, b->h + i * b->nh);
        if (result == HECO_POINT_STOP) return result;
        evaluator_finish_row(p, b, i, result);
    }
    return HECO_POINT_OK;
}

int heco_evaluate_derivatives(const heco_problem *p, void *user, heco_batch *b) {
    if (b->state[0] != HECO_ROW_OK) return HECO_POINT_FAILED;
    return p->derivatives(user, b->x, b->df, b->dg, b->dh);
}

/* Fills ev (backend, workers, stop callback, the failures so far) and opens the backend with
 * evaluator_ask() as its stop callback. While it opens, the problem has a stop callback, too. The
 * caller frees ev after a failure. */
static heco_status evaluator_start(heco_evaluator *ev, const heco_backend *backend,
                                   const heco_evaluator_options *options, heco_error *error) {
    heco_evaluator_options how = *options;
    heco_status            status =
        heco_backend_read(&ev->backend, backend != NULL ? backend : heco_backend_at(0), error);
    if (status != HECO_OK) return status;
    ev->caller      = pthread_self();
    ev->owner       = getpid();
    ev->at_a_time   = heco_backend_workers(&ev->backend, &how);
    ev->workers     = how.workers > 0 ? how.workers : heco_cores_count();
    if (ev->workers < ev->at_a_time) ev->workers = ev->at_a_time;
    ev->should_stop = how.should_stop, ev->stop_user = how.stop_user;
    if (how.should_stop != NULL) how.should_stop = evaluator_ask, how.stop_user = ev;
    if (ev->problem.failures != NULL) ev->problem.failures(ev->problem.user, &ev->seen);
    evaluator_pass_stop(ev, 1); /* clones, made by open, inherit it */
    status = ev->backend.open(&ev->state, &ev->problem, &how, error);
    evaluator_pass_stop(ev, 0);
    return status;
}

heco_status heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                const heco_backend *backend, const heco_evaluator_options *options,
                                heco_error *error) {
    static const heco_evaluator_options defaults = {.workers = 0};
    if (options == NULL) options = &defaults;
    *out               = NULL;
    heco_status status = heco_problem_check(problem, error);
    if (status != HECO_OK) return status;
    heco_evaluator *ev = calloc(1, sizeof *ev);
    if (ev == NULL) return heco_fail_memory(error);
    status               = heco_problem_read(&ev->problem, problem, error);
    ev->maximise         = ev->problem.maximise;
    ev->problem.maximise = 0; /* a backend returns f as the problem does */
    if (status == HECO_OK) status = evaluator_start(ev, backend, options, error);
    if (status == HECO_OK && ev->problem.cheap > 0) {
        status = heco_cheap_stage_open(&ev->cheap, &ev->problem, ev->workers, error);
        if (status != HECO_OK) ev->backend.close(ev->state);
    }
    if (status != HECO_OK) {
        free(ev);
        return status;
    }
    *out = ev;
    return HECO_OK;
}

void heco_evaluate_explain(const heco_problem *p, const heco_failures *failures, const double *x,
                           char text[400]) {
    if (failures != NULL && failures->last_failure[0] != '\0') {
        snprintf(text, 400, "%s", failures->last_failure);
        heco_text_clean(text);
        return;
    }
    char point[300];
    heco_point_text(point, sizeof point, x, p->space.n, p->x_names);
    snprintf(text, 400, "the function could not evaluate the point %s", point);
    heco_text_clean(text);
}

/* Adds the problem's own failure counts to the stats, and explains row `last`, which failed. */
static void evaluator_take_failures(heco_evaluator *ev, const heco_batch *batch, size_t last) {
    if (ev->problem.failures == NULL && last == batch->count) return; /* the usual case */
    heco_failures *s   = &ev->stats;
    heco_failures  now = ev->seen;
    if (ev->problem.failures != NULL) {
        ev->problem.failures(ev->problem.user, &now);
        s->retried += now.retried - ev->seen.retried;
        s->restarted += now.restarted - ev->seen.restarted;
        s->timed_out += now.timed_out - ev->seen.timed_out;
    }
    if (last < batch->count && (!(ev->backend.traits & HECO_BACKEND_EXPLAINS) || last < ev->first))
        heco_evaluate_explain(&ev->problem, &now, batch->x + last * batch->n, s->last_failure);
    ev->seen = now;
}

/* Evaluates the first row and its derivatives, if the backend cannot compute derivatives, and sets
 * ev->first. They are computed right after the values and on the same `user`, so that the problem
 * can reuse its work. If the function fails, the entries it has written are ignored. */
static void evaluator_eval_first(heco_evaluator *ev, heco_batch *b) {
    const heco_problem *p      = &ev->problem;
    int                 result = heco_evaluate_rows(p, p->user, b, 0, 1);
    ev->first                  = 1;
    ev->done                   = result != HECO_POINT_STOP;
    if (result != HECO_POINT_STOP) result = heco_evaluate_derivatives(p, p->user, b);
    b->stop = result == HECO_POINT_STOP;
    if (result != HECO_POINT_OK) b->derivatives = 0;
    if (!b->stop) heco_rows_report(&ev->rows, b, 0, 1);
}

/* Evaluates rows with the backend, and reports them now if the backend has not. */
static heco_status evaluator_eval_rows(heco_evaluator *ev, heco_batch *b) {
    heco_status status = ev->backend.eval(ev->state, b, &ev->stats);
    if (ev->backend.on_rows == NULL) heco_rows_report(&ev->rows, b, 0, b->count);
    return status;
}

/* Evaluates the remaining rows. */
static heco_status evaluator_eval_rest(heco_evaluator *ev, heco_batch *b) {
    if (ev->first == 0) return evaluator_eval_rows(ev, b);
    if (b->stop || b->count == 1) return HECO_OK;
    heco_batch  rest   = heco_batch_rows(b, 1, b->count);
    heco_status status = evaluator_eval_rows(ev, &rest);
    b->stop            = rest.stop;
    return status;
}

/* Changes the sign of f and of its derivatives, because every search minimises. */
static void evaluator_negate(heco_batch *b) {
    for (size_t i = 0; i < b->count; i++)
        if (b->state[i] != HECO_ROW_FAILED) b->f[i] = -b->f[i];
    for (size_t j = 0; b->derivatives && j < b->n; j++) b->df[j] = -b->df[j];
}

/* Evaluates a batch whose rows are HECO_ROW_SKIPPED. */
static heco_status evaluator_eval_all(heco_evaluator *ev, heco_batch *b) {
    if (b->derivatives && !(ev->backend.traits & HECO_BACKEND_DERIVES)) evaluator_eval_first(ev, b);
    return evaluator_eval_rest(ev, b);
}

/* Evaluates the rows that meet the cheap constraints and rejects the others. */
static heco_status evaluator_eval_stages(heco_evaluator *ev, heco_batch *b) {
    heco_batch  rest;
    heco_status status = heco_cheap_stage_begin(&ev->cheap, b, &rest);
    if (status != HECO_OK) return status;
    if (rest.count > 0) status = evaluator_eval_all(ev, &rest);
    heco_cheap_stage_end(&ev->cheap, &rest);
    return status;
}

heco_status heco_evaluate(heco_evaluator *ev, heco_batch *batch) {
    batch->stop = 0;
    memset(batch->state, HECO_ROW_SKIPPED, batch->count);
    ev->caller = pthread_self();
    ev->done   = 0;
    ev->first  = 0;
    if (batch->df == NULL || ev->problem.derivatives == NULL) batch->derivatives = 0;
    if (batch->derivatives) heco_batch_wipe_derivatives(batch);
    atomic_store(&ev->stopping, 0);
    evaluator_pass_stop(ev, 1);
    heco_status status = ev->cheap.problem != NULL ? evaluator_eval_stages(ev, batch)
                                                   : evaluator_eval_all(ev, batch);
    if (batch->derivatives) batch->derivatives = heco_batch_has_derivatives(batch);
    if (ev->maximise) evaluator_negate(batch);
    evaluator_pass_stop(ev, 0);
    size_t last = batch->count;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->state[i] == HECO_ROW_FAILED) ev->stats.failed++, last = i;
    evaluator_take_failures(ev, batch, last);
    return status;
}

void heco_evaluator_on_rows(heco_evaluator *ev, heco_rows_fn done, void *user) {
    if (ev->cheap.problem != NULL) {
        ev->cheap.to = (heco_rows_receiver){done, user};
        done         = done != NULL ? heco_cheap_stage_take : NULL;
        user         = &ev->cheap;
    }
    ev->rows = (heco_rows_receiver){done, user};
    if (ev->backend.on_rows != NULL) ev->backend.on_rows(ev->state, done, user);
}

/* ---- points one by one ---- */

/* Evaluates the points that wait, as a batch: the first rows of the desk. */
static heco_status evaluator_eval_desk(heco_evaluator *ev) {
    heco_batch  part     = heco_batch_rows(ev->desk.batch, 0, ev->waiting);
    heco_status status   = heco_evaluate(ev, &part);
    ev->desk.batch->stop = part.stop;
    for (size_t i = 0; i < ev->waiting && status == HECO_OK; i++) heco_desk_finish(&ev->desk, i);
    ev->waiting = 0;
    return status;
}

heco_status heco_evaluator_submit(heco_evaluator *ev, uint64_t id, const double *x) {
    if (!ev->submitted) evaluator_pass_stop(ev, 1);
    if (!ev->submitted) atomic_store(&ev->stopping, 0);
    ev->submitted = 1;
    if (ev->backend.submit != NULL && ev->cheap.problem != NULL) {
        int         rejected;
        heco_status status = heco_cheap_stage_submit(&ev->cheap, id, x, &rejected);
        if (status != HECO_OK || rejected) return status;
    }
    if (ev->backend.submit != NULL) return ev->backend.submit(ev->state, id, x);
    if (ev->desk.batch == NULL) {
        heco_status status = heco_desk_open(&ev->desk, &ev->problem.space, ev->workers);
        if (status != HECO_OK) return status;
    }
    if (ev->desk.done_count == 0 && ev->waiting == 0) heco_desk_clear(&ev->desk);
    if (heco_desk_put(&ev->desk, id, x) != ev->waiting) return HECO_ERR_ORDER;
    ev->waiting++;
    return HECO_OK;
}

int heco_evaluator_is_asynchronous(const heco_evaluator *ev) { return ev->backend.submit != NULL; }

unsigned heco_evaluator_workers(const heco_evaluator *ev) { return ev->at_a_time; }

int heco_evaluator_collect(heco_evaluator *ev, double seconds, heco_answer *out) {
    int got = 0;
    if (ev->backend.submit != NULL && ev->cheap.desk.batch != NULL &&
        heco_desk_take(&ev->cheap.desk, out))
        return 1;
    if (ev->backend.submit != NULL) {
        got = ev->backend.collect(ev->state, seconds, out, &ev->stats);
    } else if (ev->desk.batch != NULL) {
        if (ev->desk.done_count == 0 && ev->waiting > 0 && evaluator_eval_desk(ev) != HECO_OK)
            return -1;
        got       = heco_desk_take(&ev->desk, out);
        out->stop = ev->desk.batch->stop;
        return got; /* heco_evaluate() has counted failures and changed the sign */
    }
    if (got != 1) return got;
    if (ev->cheap.problem != NULL) heco_cheap_stage_answer(&ev->cheap, out);
    if (ev->maximise && out->state != HECO_ROW_FAILED) out->f = -out->f;
    if (out->state == HECO_ROW_FAILED) {
        heco_batch one = {.n = ev->problem.space.n, .count = 1, .x = (double *)out->x};
        ev->stats.failed++;
        ev->first = 0;
        evaluator_take_failures(ev, &one, 0);
    }
    return 1;
}

void heco_evaluator_abandon(heco_evaluator *ev) {
    if (!ev->submitted) return;
    atomic_store(&ev->stopping, 1);
    if (ev->backend.abandon != NULL) ev->backend.abandon(ev->state);
    evaluator_pass_stop(ev, 0);
    if (ev->desk.batch != NULL) heco_desk_clear(&ev->desk);
    if (ev->cheap.desk.batch != NULL) heco_desk_clear(&ev->cheap.desk);
    ev->waiting   = 0;
    ev->submitted = 0;
}

const heco_failures *heco_evaluator_failures(const heco_evaluator *ev) { return &ev->stats; }

void heco_evaluator_close(heco_evaluator *ev) {
    if (ev == NULL) return;
    heco_evaluator_abandon(ev);
    heco_desk_close(&ev->desk);
    heco_cheap_stage_close(&ev->cheap);
    ev->backend.close(ev->state);
    free(ev);
}
