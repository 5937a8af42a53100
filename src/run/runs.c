/* One search with several seeds: serial runs in several threads, or one run after the other.
 *
 * With several jobs the calling thread only polls: it alone calls the caller's functions. The order
 * in which runs end does not matter to the result. */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/struct_read.h"
#include "base/thread_queue.h"
#include "heco/common.h"
#include "problem/problem_read.h"
#include "run/journal/journal_file.h"
#include "run/policy.h"
#include "run/runs_set.h"

enum { RUNS_POLL_MS = 50, RUNS_MAX = 1000000, RUNS_SUFFIX = 24 };

/* The progress of a run as its thread last reported it. */
typedef struct {
    heco_progress now;
    int           over;
} runs_live;

typedef struct {
    heco_problem          problem;
    heco_minimize_options each;
    heco_runs_options     options;
    heco_runs            *out;
    runs_live            *live;       /* one per run */
    heco_thread_queue    *queue;      /* its lock protects live, may_follow, out, status, error */
    void                **user;       /* of each thread: the problem's, or a clone */
    int                   may_follow; /* the first run has its journal: the others may start */
    atomic_int            stop;
    double                started;
    double                sign;      /* -1 if f is maximised, else 1 */
    uint64_t              max_evals; /* of each run */
    heco_status           status;
    heco_error            error;
} runs_state;

/* A run in progress. */
typedef struct {
    runs_state *state;
    size_t      run;
    int         here;     /* in the calling thread */
    double      reported; /* when live was written last, seconds of the run; -1: never */
} runs_job;

void heco_runs_options_init(heco_runs_options *options, size_t size) {
    heco_runs_options o = {.size = sizeof o};
    heco_struct_defaults(options, size, &o, sizeof o);
}

/* Lets the other runs start after the first one has its journal. The caller holds the lock. */
static void runs_follow(runs_state *s) {
    if (!s->may_follow) heco_thread_queue_wake_threads(s->queue);
    s->may_follow = 1;
}

/* --- progress ------------------------------------------------------------------------------ */

/* Returns the larger part of budget and time that is used. */
static double runs_share(const runs_live *live, double max_seconds) {
    const heco_progress *now = &live->now;
    if (live->over) return 1.0;
    double share = now->max_evals > 0 ? (double)now->evals / (double)now->max_evals : 0.0;
    if (max_seconds > 0.0) share = fmax(share, now->seconds / max_seconds);
    return fmin(share, 1.0);
}

/* Returns the sums of all runs and their best values. The caller holds the lock. */
static heco_progress runs_progress(const runs_state *s) {
    heco_progress p = {.runs = s->out->count, .f = s->sign * INFINITY, .viol = INFINITY};
    for (size_t i = 0; i < s->out->count; i++) {
        const heco_progress *now = &s->live[i].now;
        p.done += s->live[i].over != 0;
        p.share += runs_share(&s->live[i], s->each.run.max_seconds) / (double)s->out->count;
        p.evals += now->evals;
        p.max_evals += s->max_evals;
        p.failed += now->failed;
        if (now->evals == 0 ||
            !heco_better_feasible(s->sign * now->f, now->viol, s->sign * p.f, p.viol))
            continue;
        p.f = now->f, p.viol = now->viol, p.feasible = now->feasible;
    }
    p.seconds = heco_clock() - s->started;
    return p;
}

/* Calls the caller's functions in the calling thread; nonzero ends all runs. */
static int runs_report(runs_state *s) {
    if (s->options.on_progress == NULL) return 0;
    heco_thread_queue_lock(s->queue);
    heco_progress now = runs_progress(s);
    heco_thread_queue_unlock(s->queue);
    return s->options.on_progress(s->options.user, &now);
}

static int runs_wants_stop(runs_state *s) {
    const heco_evaluator_options *e = &s->each.evaluator;
    return (e->should_stop != NULL && e->should_stop(e->stop_user, NULL)) || runs_report(s);
}

/* The on_progress of a run: reports at most every RUNS_POLL_MS. */
static int runs_on_progress(void *user, const heco_progress *now) {
    runs_job   *job = user;
    runs_state *s   = job->state;
    if (job->reported >= 0.0 && now->seconds - job->reported < 1e-3 * RUNS_POLL_MS)
        return atomic_load_explicit(&s->stop, memory_order_relaxed);
    job->reported = now->seconds;
    heco_thread_queue_lock(s->queue);
    s->live[job->run].now = *now;
    runs_follow(s); /* a run with evaluations has its journal */
    heco_thread_queue_unlock(s->queue);
    if (job->here && runs_report(s)) atomic_store(&s->stop, 1);
    return atomic_load(&s->stop);
}

/* The should_stop of a run in a worker thread. */
static int runs_should_stop(void *user, const heco_progress *now) {
    (void)now;
    return atomic_load_explicit(&((runs_job *)user)->state->stop, memory_order_relaxed);
}

/* The should_stop of a run in the calling thread: a nonzero answer ends all runs. */
static int runs_ask_caller(void *user, const heco_progress *now) {
    runs_state                   *s = ((runs_job *)user)->state;
    const heco_evaluator_options *e = &s->each.evaluator;
    if (e->should_stop(e->stop_user, now)) atomic_store(&s->stop, 1);
    return atomic_load(&s->stop);
}

/* --- one run ------------------------------------------------------------------------------- */

/* Returns FILE for the first run, FILE.2 for the second; NULL: no memory. The caller frees it. */
static char *runs_journal(const char *file, size_t run) {
    size_t size = strlen(file) + RUNS_SUFFIX;
    char  *name = malloc(size);
    if (name == NULL) return NULL;
    if (run == 0) snprintf(name, size, "%s", file);
    else snprintf(name, size, "%s.%zu", file, run + 1);
    return name;
}

/* Returns whether the journal holds evaluations. */
static int runs_journal_holds(const char *name) {
    return access(name, F_OK) == 0 && !heco_journal_is_blank(name);
}

/* Refuses existing journals before anything is evaluated. */
static heco_status runs_check_journals(const runs_state *s, heco_error *error) {
    heco_status status = HECO_OK;
    if (s->each.journal == NULL || s->each.resume) return HECO_OK;
    for (size_t i = 0; i < s->out->count && status == HECO_OK; i++) {
        char *name = runs_journal(s->each.journal, i);
        if (name == NULL) return heco_fail_memory(error);
        if (runs_journal_holds(name))
            status =
                heco_fail(error, HECO_ERR_CONFLICT,
                          "journal %s exists already: resume it, or choose another file", name);
        free(name);
    }
    return status;
}

/* Stores the result of a run and takes its solution. The caller holds the lock. */
static void runs_keep(runs_state *s, size_t run, heco_solution *solution) {
    heco_runs         *out = s->out;
    heco_runs_row     *row = &out->row[run];
    const heco_result *r   = heco_solution_result(solution);
    size_t             n = s->problem.space.n, best = out->summary.best;
    row->outcome    = r->outcome;
    row->x          = memcpy(out->x + run * n, r->x, n * sizeof *r->x);
    row->replayed   = heco_solution_replayed(solution);
    row->reproduced = heco_solution_reproduced(solution);
    int better      = best == SIZE_MAX ||
                 heco_runs_precedes(s->sign, &row->outcome, run, &out->row[best].outcome, best);
    heco_solution_free(better ? out->best : solution);
    if (better) out->best = solution, out->summary.best = run;
}

/* Returns whether a failure only means that the run was stopped while its workers were starting. */
static int runs_not_begun(const runs_state *s, const heco_solution *solution, heco_status status) {
    return solution == NULL && status == HECO_ERR_EVAL && atomic_load(&s->stop);
}

/* Records the end of a run in live, out, status and error, and lets the others start. After a
 * failure or a stop by the user, all runs stop. */
static void runs_end(runs_state *s, size_t run, heco_solution *solution, heco_status status,
                     const heco_error *error) {
    heco_thread_queue_lock(s->queue);
    runs_live *live = &s->live[run];
    live->over      = 1;
    if (solution != NULL) {
        const heco_outcome *o = &heco_solution_result(solution)->outcome;
        live->now.evals = o->evals, live->now.failed = o->failed;
        live->now.f = o->f, live->now.viol = o->viol;
        live->now.feasible = o->found == HECO_FOUND_FEASIBLE;
        if (o->stop == HECO_STOP_USER || o->stop == HECO_STOP_FAILED) atomic_store(&s->stop, 1);
        runs_keep(s, run, solution);
    }
    if (status != HECO_OK && !runs_not_begun(s, solution, status)) {
        atomic_store(&s->stop, 1);
        if (s->status == HECO_OK) s->status = status, s->error = *error;
    }
    runs_follow(s); /* also if the first run failed */
    heco_thread_queue_unlock(s->queue);
}

/* Makes one run; `user` is the problem's, or the worker's clone of it. */
static void runs_one(runs_state *s, size_t run, void *user, int here) {
    heco_minimize_options o        = s->each;
    heco_problem          p        = s->problem;
    runs_job              job      = {.state = s, .run = run, .here = here, .reported = -1.0};
    heco_solution        *solution = NULL;
    heco_error            error    = {HECO_OK, ""};
    char                 *name     = NULL;
    p.user                         = user;
    o.run.seed += run;
    o.run.on_progress = runs_on_progress, o.run.progress_user = &job;
    if (here) {
        if (o.evaluator.should_stop != NULL) o.evaluator.should_stop = runs_ask_caller;
    } else {
        o.evaluator.should_stop = runs_should_stop;
        if (p.sharing == HECO_SHARE_FREELY) p.set_should_stop = NULL;
    }
    o.evaluator.stop_user = &job;
    heco_status status    = HECO_OK;
    if (o.journal != NULL) {
        o.journal = name = runs_journal(o.journal, run);
        if (name == NULL) status = heco_fail_memory(&error);
        if (s->options.journal_metadata != NULL)
            o.journal_metadata = s->options.journal_metadata[run];
        o.resume = o.resume && name != NULL && runs_journal_holds(name);
    }
    if (status == HECO_OK) status = heco_minimize(&solution, &p, &o, &error);
    runs_end(s, run, solution, status, &error);
    free(name);
}

/* --- all of them --------------------------------------------------------------------------- */

/* Makes one run after the other in the calling thread. */
static void runs_in_turn(runs_state *s) {
    for (size_t i = 0; i < s->out->count && !atomic_load(&s->stop); i++) {
        runs_one(s, i, s->problem.user, 1);
        if (runs_wants_stop(s)) atomic_store(&s->stop, 1);
    }
}

/* Makes one run in a thread, after the first run has its journal, unless all runs stop. */
static void runs_work(void *context, unsigned thread, size_t run, size_t end) {
    runs_state *s = context;
    (void)end;
    heco_thread_queue_lock(s->queue);
    while (run > 0 && !s->may_follow && !atomic_load(&s->stop)) heco_thread_queue_sleep(s->queue);
    heco_thread_queue_unlock(s->queue);
    if (!atomic_load(&s->stop)) runs_one(s, run, s->user[thread - 1], 0);
}

/* Makes the runs in the threads and polls in the calling thread. */
static void runs_at_once(runs_state *s) {
    heco_thread_queue_begin(s->queue, s->out->count, 1);
    do
        if (runs_wants_stop(s)) {
            heco_thread_queue_lock(s->queue);
            atomic_store(&s->stop, 1);
            heco_thread_queue_wake_threads(s->queue);
            heco_thread_queue_unlock(s->queue);
        }
    while (heco_thread_queue_wait(s->queue, RUNS_POLL_MS) > 0);
}

/* Returns the number of runs at the same time; 0: the backend cannot serve several. */
static unsigned runs_jobs(const runs_state *s, heco_error *error) {
    const heco_backend *b = s->each.own_backend;
    if (b == NULL && s->each.backend != NULL) b = heco_backend_find(s->each.backend, NULL);
    if (b != NULL && b->serve != NULL && s->out->count > 1) {
        heco_fail(error, HECO_ERR_UNSUPPORTED,
                  "backend %s evaluates for one search only: use another for several runs",
                  b->name);
        return 0;
    }
    unsigned jobs = s->options.jobs > 0 ? s->options.jobs : heco_cores_count();
    if (s->problem.sharing == HECO_SHARE_NONE || (b != NULL && b != heco_backend_at(0))) jobs = 1;
    return jobs < s->out->count ? jobs : (unsigned)s->out->count;
}

/* Makes all runs, in one thread or in several. Returns the status of the preparation if that fails,
 * else that of the first run that failed. */
static heco_status runs_make_all(runs_state *s, heco_error *error) {
    unsigned    jobs = runs_jobs(s, error), threads = jobs > 1 ? jobs : 0;
    heco_status status = jobs > 0 ? runs_check_journals(s, error) : HECO_ERR_UNSUPPORTED;
    if (status == HECO_OK) status = heco_problem_clones(&s->user, &s->problem, threads, error);
    if (status == HECO_OK) status = heco_thread_queue_open(&s->queue, threads, runs_work, s, error);
    if (status == HECO_OK) {
        s->may_follow = s->each.journal == NULL || s->each.resume;
        if (threads == 0) runs_in_turn(s);
        else runs_at_once(s);
        if (s->status != HECO_OK && error != NULL) *error = s->error;
        status = s->status;
    }
    heco_thread_queue_close(s->queue);
    heco_problem_drop_clones(s->user, &s->problem, threads);
    return status;
}

/* Checks the caller's problem and options, and copies them to s. */
static heco_status runs_check(runs_state *s, const heco_problem *problem,
                              const heco_runs_options *options, heco_error *error) {
    heco_status status = heco_problem_check(problem, error);
    if (status == HECO_OK) status = heco_problem_read(&s->problem, problem, error);
    if (status == HECO_OK)
        status = heco_struct_read(&s->options, sizeof s->options, options, "heco_runs_options",
                                  "start from heco_runs_options_default()", error);
    if (status != HECO_OK) return status;
    if (s->options.runs == 0 || s->options.runs > RUNS_MAX)
        return heco_fail(error, HECO_ERR_ARG, "%zu runs: at least 1, at most %d", s->options.runs,
                         RUNS_MAX);
    status  = heco_struct_read(&s->each, sizeof s->each, s->options.each, "heco_minimize_options",
                               "start from heco_minimize_options_default()", error);
    s->sign = s->problem.maximise ? -1.0 : 1.0;
    if (s->each.run.batch == 0) s->each.run.batch = 1; /* the runs share the workers */
    s->max_evals = heco_policy_budget(&s->each.run, s->problem.space.n);
    return status;
}

/* Allocates s->live and s->out. The caller frees both, after an error too. */
static heco_status runs_room(runs_state *s, heco_error *error) {
    size_t     count = s->options.runs;
    heco_runs *out   = calloc(1, sizeof *out);
    s->out           = out;
    if (out == NULL) return heco_fail_memory(error);
    out->row = calloc(count, sizeof *out->row);
    out->x   = calloc(count, s->problem.space.n * sizeof *out->x);
    s->live  = calloc(count, sizeof *s->live);
    if (out->row == NULL || out->x == NULL || s->live == NULL) return heco_fail_memory(error);
    out->count        = count;
    out->summary.best = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        out->row[i].seed       = s->each.run.seed + i;
        out->row[i].reproduced = -1;
    }
    return HECO_OK;
}

heco_status heco_minimize_runs(heco_runs **out, const heco_problem *problem,
                               const heco_runs_options *options, heco_error *error) {
    *out          = NULL;
    runs_state *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    s->options         = heco_runs_options_default();
    s->each            = heco_minimize_options_default();
    s->started         = heco_clock();
    heco_status status = runs_check(s, problem, options, error);
    if (status == HECO_OK) status = runs_room(s, error);
    if (status == HECO_OK) status = runs_make_all(s, error);
    if (s->out != NULL && (status == HECO_OK || s->out->best != NULL)) {
        heco_status summed =
            heco_runs_summarise(&s->out->summary, &s->problem, s->out->row, s->out->count);
        s->out->summary.seconds = heco_clock() - s->started;
        if (summed != HECO_OK && status == HECO_OK) status = heco_fail_memory(error);
        *out   = s->out;
        s->out = NULL;
    }
    heco_runs_free(s->out);
    free(s->live);
    free(s);
    return status;
}

const heco_runs_row *heco_runs_at(const heco_runs *r, size_t index) {
    return index < r->count ? &r->row[index] : NULL;
}
const heco_solution     *heco_runs_best(const heco_runs *r) { return r->best; }
const heco_runs_summary *heco_runs_get_summary(const heco_runs *r) { return &r->summary; }

void heco_runs_free(heco_runs *r) {
    if (r == NULL) return;
    heco_solution_free(r->best);
    free(r->row);
    free(r->x);
    free(r);
}
