/* Model kind exec: a program that reads points and writes values line by line
 * (docs/guide/models.md).
 *
 * A clone of the problem is one running program (exec_worker.c). A batch is one exchange with it
 * (exec_batch.c). A program that ends, exceeds the time limit or violates the protocol is started
 * again. The point it was computing fails or is retried, and the points after it are sent again. As
 * long as the program has answered in order, that point is the oldest without an answer. Otherwise
 * the open points are sent one by one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "heco/common.h"
#include "models/exec/exec_batch.h"
#include "models/exec/exec_problem.h"
#include "models/model_table.h"

enum {
    MODEL_EXEC_STARTS = 3,  /* consecutive failed starts that give up the batch                */
    MODEL_EXEC_WRONG  = 10, /* protocol violations without any answer that give up the program */
};

/* --- a batch ------------------------------------------------------------------------------- */

/* Records the end of an exchange in s->answers and s->wrong. Sets s->distrusted if the program
 * answers twice, or has violated the protocol several times without a single answer. */
static void model_exec_judge(heco_exec_worker *w, const heco_exec_batch *b, heco_exec_end end) {
    heco_exec_shared *s        = w->shared;
    int               answered = 0;
    for (size_t i = 0; i < b->count && !answered; i++)
        answered = (b->row[i] & HECO_EXEC_ANSWERED) != 0;
    pthread_mutex_lock(&s->lock);
    s->answers |= answered;
    s->wrong += end == HECO_EXEC_END_MALFORMED;
    if (end == HECO_EXEC_END_TWICE || (!s->answers && s->wrong >= MODEL_EXEC_WRONG))
        s->distrusted = 1;
    pthread_mutex_unlock(&s->lock);
}

static int model_exec_is_distrusted(heco_exec_shared *s) {
    pthread_mutex_lock(&s->lock);
    int distrusted = s->distrusted;
    pthread_mutex_unlock(&s->lock);
    return distrusted;
}

/* Ends the program after a failed exchange and fails the point that caused it. If that point is
 * unknown, the open points will be sent one by one (w->alone). */
static void model_exec_recover(heco_exec_worker *w, heco_exec_batch *b, heco_exec_end end,
                               char *why, size_t size) {
    char how[100], words[100];
    heco_exec_child_stop(&w->child, end != HECO_EXEC_END_ENDED, how, sizeof how);
    heco_exec_child_last_line(&w->child, words, sizeof words);
    if (end == HECO_EXEC_END_ENDED)
        snprintf(why, size, "%s%s", how,
                 strcmp(how, "ended with exit code 0") == 0
                     ? ": it must read points until its input ends"
                     : "");
    if (end == HECO_EXEC_END_LATE) {
        snprintf(why, size,
                 "gave no answer within %g s (does it flush its output after each line?)",
                 w->shared->timeout);
        heco_exec_worker_count(w, &w->shared->failures.timed_out);
    }
    heco_exec_worker_count(w, &w->shared->failures.restarted);
    int quote = words[0] != '\0';
    if (end == HECO_EXEC_END_TWICE) {
        /* No answer of this exchange counts, because the right ones are unknown. */
        heco_exec_worker_failure(
            w, b->x + w->open[0] * w->shared->sizes.n,
            "%.150s; the program is not used any more, earlier answers may be wrong", why);
        for (size_t i = 0; i < b->count; i++) {
            size_t row = b->row[i] & ~HECO_EXEC_ANSWERED;
            b->f[row]  = NAN;
            heco_exec_batch_settle(w, b, row);
        }
        return;
    }
    if (w->unordered && w->alone == 0 && b->opens > 1) {
        w->alone = b->opens;
        return;
    }
    size_t row = w->open[0];
    heco_exec_worker_failure(w, b->x + row * w->shared->sizes.n, "%.150s%s%s%s", why,
                             quote ? "; it said '" : "", words, quote ? "'" : "");
    heco_exec_batch_fail(w, b, row);
}

/* Evaluates the points with the worker's program. A point without a value gets f = NAN. */
static int model_exec_eval_batch(void *user, const double *x, size_t count, double *f, double *g,
                                 double *h) {
    heco_exec_worker *w        = user;
    heco_exec_batch   b        = {.x = x, .f = f, .g = g, .h = h};
    char              why[240] = "";
    if (model_exec_is_distrusted(w->shared) || !heco_exec_batch_begin(w, &b, count)) {
        for (size_t i = 0; i < count; i++) f[i] = NAN;
        return HECO_POINT_OK;
    }
    for (unsigned starts = 0; b.opens > 0;) {
        if (!heco_exec_worker_ensure_program(w, why, sizeof why)) {
            if (heco_exec_worker_should_stop(w)) return HECO_POINT_STOP;
            if (++starts < MODEL_EXEC_STARTS) continue;
            heco_exec_worker_failure(w, x + w->open[0] * w->shared->sizes.n, "%s", why);
            break;
        }
        starts            = 0;
        heco_exec_end end = heco_exec_batch_exchange(w, &b, why, sizeof why);
        model_exec_judge(w, &b, end);
        if (end == HECO_EXEC_END_STOPPED) {
            heco_exec_child_stop(&w->child, 1, NULL, 0);
            return HECO_POINT_STOP;
        }
        if (end == HECO_EXEC_END_DONE) continue;
        model_exec_recover(w, &b, end, why, sizeof why);
        if (model_exec_is_distrusted(w->shared)) break;
    }
    while (b.opens > 0) f[w->open[--b.opens]] = NAN;
    return b.partial ? HECO_POINT_PARTIAL : HECO_POINT_OK;
}

static int model_exec_eval(void *user, const double *x, double *f, double *g, double *h) {
    int result = model_exec_eval_batch(user, x, 1, f, g, h);
    return result == HECO_POINT_OK && isnan(*f) ? HECO_POINT_FAILED : result;
}

static void model_exec_failures(const void *user, heco_failures *out) {
    heco_exec_shared *s = ((const heco_exec_worker *)user)->shared;
    pthread_mutex_lock(&s->lock);
    *out = s->failures;
    pthread_mutex_unlock(&s->lock);
}

static void model_exec_set_should_stop(void *user, heco_stop_fn should_stop, void *context) {
    heco_exec_worker *w = user;
    w->should_stop = should_stop, w->context = context;
}

/* --- opening ------------------------------------------------------------------------------- */

/* Fills m->problem from the description. */
static heco_status model_exec_describe(heco_model *m, heco_exec_shared *s,
                                       const heco_exec_header *header, heco_error *error) {
    heco_problem *p = &m->problem;
    heco_exec_fill_problem(m, header);
    p->eval            = model_exec_eval;
    p->eval_batch      = model_exec_eval_batch;
    p->failures        = model_exec_failures;
    p->set_should_stop = model_exec_set_should_stop;
    p->sharing         = HECO_SHARE_CLONE;
    p->clone = heco_exec_worker_clone, p->drop = heco_exec_worker_drop;
    if (heco_arena_failed(&m->arena))
        return heco_fail_memory_for(error, "model 'exec:%.200s'", s->command);
    return HECO_OK;
}

/* Returns the time limit of a start. A start may take longer than a point, so it has at least 10 s.
 * Without a time limit it has a minute. */
static double model_exec_start_seconds(const heco_model_options *options) {
    if (options->open_timeout > 0.0) return options->open_timeout;
    return options->timeout > 0.0 ? fmax(options->timeout, 10.0) : 60.0;
}

static heco_status model_exec_open(heco_model *m, const char *spec,
                                   const heco_model_options *options, heco_error *error) {
    heco_exec_shared *s = calloc(1, sizeof *s);
    heco_exec_worker *w = heco_exec_worker_new(s);
    if (w == NULL || s == NULL) {
        free(w);
        free(s);
        return heco_fail_memory_for(error, "model '%.200s'", spec);
    }
    m->state = m->problem.user = w;
    s->problem                 = &m->problem;
    s->timeout                 = options->timeout;
    s->retries                 = options->retries;
    s->memory                  = options->memory_limit;
    s->start_seconds           = model_exec_start_seconds(options);
    s->on_hint                 = options->on_hint;
    s->hint_user               = options->hint_user;
    s->hint_after              = options->hint_after > 0.0 ? options->hint_after : 10.0;
    s->owner                   = getpid();
    s->cores                   = (int)heco_cores_count();
    pthread_mutex_init(&s->lock, NULL);
    s->command = heco_arena_text(&m->arena, spec + strlen("exec:"));
    if (s->command == NULL) return heco_fail_memory_for(error, "model '%.200s'", spec);
    if (s->command[strspn(s->command, " \t")] == '\0')
        return heco_fail(error, HECO_ERR_MODEL, "exec: needs a command, such as exec:./beam");
    heco_exec_header header   = {0};
    char             why[400] = "";
    heco_orphan_reaper_start(&s->reaper);
    if (!heco_exec_worker_first(s, &header, &m->arena, why, sizeof why))
        return heco_fail(error, HECO_ERR_MODEL, "exec:%.80s %s", s->command, why);
    return model_exec_describe(m, s, &header, error);
}

static void model_exec_close(heco_model *m) {
    heco_exec_worker *w = m->state;
    if (w == NULL) return;
    heco_exec_shared *s = w->shared;
    heco_exec_child_stop(&w->child, 0, NULL, 0);
    heco_exec_child_stop(&s->standby, 0, NULL, 0);
    heco_orphan_reaper_stop(&s->reaper);
    pthread_mutex_destroy(&s->lock);
    heco_exec_worker_free(w);
    free(s);
}

static int model_exec_match(const char *spec) { return heco_model_begins(spec, "exec:"); }

const heco_model_row heco_model_row_exec = {
    .name = "exec",
    .form = "exec:COMMAND",
    .help = "exec:COMMAND, a program that reads points and writes values",
    .traits =
        HECO_TRAIT_ISOLATES | HECO_TRAIT_TIMEOUT | HECO_TRAIT_RETRIES | HECO_TRAIT_MEMORY_LIMIT,
    .match = model_exec_match,
    .open  = model_exec_open,
    .close = model_exec_close,
};
