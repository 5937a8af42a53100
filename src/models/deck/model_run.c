/* Model kind run: one command per point, described by a deck (docs/guide/deck.md).
 *
 * The interface follows Dakota's fork interface (a work directory per evaluation, templates) and
 * NOMAD's BB_EXE (values on standard output by position). Points share nothing except the folder
 * that holds theirs, so any number of threads may evaluate. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/number_text.h"
#include "models/deck/deck_point.h"
#include "models/exec/exec_problem.h"
#include "models/model_table.h"
#include "problem/problem_read.h"

typedef struct {
    heco_deck_runner runner;
    unsigned         retries;
    pthread_mutex_t  lock; /* of the fields below                                          */
    heco_failures    failures;
    uint64_t         points;           /* that a command evaluated                         */
    double           seconds, longest; /* that they took                                   */
    char             note[200];
} model_run;

/* --- evaluating ----------------------------------------------------------------------------- */

/* Counts an attempt and the time it took. */
static void model_run_count(model_run *r, heco_deck_end end, double seconds) {
    pthread_mutex_lock(&r->lock);
    r->failures.timed_out += end == HECO_DECK_LATE;
    if (end == HECO_DECK_DONE || end == HECO_DECK_PARTIAL) {
        r->points++;
        r->seconds += seconds;
        r->longest = fmax(r->longest, seconds);
    }
    pthread_mutex_unlock(&r->lock);
}

/* Keeps one line about a failed point; `again` says that it is tried again. */
static void model_run_failure(model_run *r, const double *x, const char *why, int again) {
    const heco_problem *p = r->runner.problem;
    char                point[100];
    heco_point_text(point, sizeof point, x, p->space.n, p->x_names);
    pthread_mutex_lock(&r->lock);
    snprintf(r->failures.last_failure, sizeof r->failures.last_failure, "%.40s: %.250s at %.99s",
             r->runner.deck.path, why, point);
    r->failures.retried += again != 0;
    pthread_mutex_unlock(&r->lock);
}

/* Evaluates a point, again if it fails and may be retried. Writes its values. */
static heco_deck_end model_run_values(model_run *r, const double *x, double *value) {
    heco_deck_end end = HECO_DECK_FAILED;
    char          why[300];
    for (unsigned i = 0; i <= r->retries && (end == HECO_DECK_FAILED || end == HECO_DECK_LATE);
         i++) {
        double began = heco_clock();
        end          = heco_deck_point(&r->runner, x, value, why, sizeof why);
        if (end == HECO_DECK_STOPPED) break;
        model_run_count(r, end, heco_clock() - began);
        if (end == HECO_DECK_FAILED || end == HECO_DECK_LATE)
            model_run_failure(r, x, why, i < r->retries);
    }
    return end;
}

static int model_run_eval(void *user, const double *x, double *f, double *g, double *h) {
    model_run              *r     = user;
    const heco_exec_header *about = &r->runner.deck.header;
    double                 *value = malloc(heco_exec_values(&about->sizes) * sizeof *value);
    heco_deck_end           end   = HECO_DECK_FAILED;
    if (value == NULL) model_run_failure(r, x, "out of memory", 0);
    else end = model_run_values(r, x, value);
    if (end == HECO_DECK_DONE || end == HECO_DECK_PARTIAL)
        heco_exec_split_values(&about->sizes, about->constraint, value, f, g, h);
    free(value);
    if (end == HECO_DECK_PARTIAL && !heco_problem_has_violation(r->runner.problem, g, h))
        model_run_failure(r, x, "it stopped early, but no constraint that it wrote is violated", 0);
    if (end == HECO_DECK_STOPPED) return HECO_POINT_STOP;
    return end == HECO_DECK_DONE      ? HECO_POINT_OK
           : end == HECO_DECK_PARTIAL ? HECO_POINT_PARTIAL
                                      : HECO_POINT_FAILED;
}

static void model_run_failures(const void *user, heco_failures *out) {
    model_run *r = (model_run *)(uintptr_t)user; /* only the lock changes */
    pthread_mutex_lock(&r->lock);
    *out = r->failures;
    pthread_mutex_unlock(&r->lock);
}

static void model_run_set_should_stop(void *user, heco_stop_fn should_stop, void *context) {
    model_run *r          = user;
    r->runner.should_stop = should_stop, r->runner.context = context;
}

/* --- opening -------------------------------------------------------------------------------- */

static heco_status model_run_open(heco_model *m, const char *spec,
                                  const heco_model_options *options, heco_error *error) {
    const char *path = spec + (heco_model_begins(spec, "run:") ? 4 : 0);
    model_run  *r    = calloc(1, sizeof *r);
    if (r == NULL) return heco_fail_memory_for(error, "model '%.200s'", spec);
    pthread_mutex_init(&r->lock, NULL);
    m->state = m->problem.user = r;
    r->runner.problem          = &m->problem;
    r->runner.timeout          = options->timeout;
    r->runner.memory           = options->memory_limit;
    r->retries                 = options->retries;
    if (*path == '\0')
        return heco_fail(error, HECO_ERR_MODEL,
                         "run: needs a deck, such as run:beam.deck; heco "
                         "init run writes one");
    path = heco_arena_text(&m->arena, path);
    if (path == NULL) return heco_fail_memory(error);
    heco_status status = heco_deck_read(&r->runner.deck, path, &m->arena, error);
    if (status != HECO_OK) return status;
    heco_exec_fill_problem(m, &r->runner.deck.header);
    if (heco_arena_failed(&m->arena)) return heco_fail_memory_for(error, "model '%.200s'", spec);
    status = heco_deck_read_templates(&r->runner.deck, &m->problem, &m->arena, error);
    if (status != HECO_OK) return status;
    m->problem.eval            = model_run_eval;
    m->problem.failures        = model_run_failures;
    m->problem.set_should_stop = model_run_set_should_stop;
    m->problem.sharing         = HECO_SHARE_FREELY;
    heco_orphan_reaper_start(&r->runner.reaper);
    return HECO_OK;
}

/* Removes the folder of the points unless some of them stay. */
static void model_run_close(heco_model *m) {
    model_run *r = m->state;
    if (r == NULL) return;
    heco_orphan_reaper_stop(&r->runner.reaper);
    if (r->runner.deck.points != NULL) rmdir(r->runner.deck.points);
    heco_deck_free(&r->runner.deck);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

/* Tells how long a point took, and where the folders of failed points are. */
static const char *model_run_note(const heco_model *m) {
    model_run         *r    = m->state;
    unsigned long long kept = atomic_load(&r->runner.kept);
    pthread_mutex_lock(&r->lock);
    r->note[0] = '\0';
    if (r->points > 0)
        snprintf(r->note, sizeof r->note, "a point took %.3g s on average, %.3g s at most",
                 r->seconds / (double)r->points, r->longest);
    size_t used = strlen(r->note);
    if (kept > 0)
        snprintf(r->note + used, sizeof r->note - used, "%sfolders of failed points are in %.100s",
                 used > 0 ? "; " : "", r->runner.deck.points);
    pthread_mutex_unlock(&r->lock);
    return r->note;
}

static int model_run_match(const char *spec) {
    return heco_model_begins(spec, "run:") || heco_model_ends(spec, ".deck");
}

const heco_model_row heco_model_row_run = {
    .name = "run",
    .form = "FILE.deck",
    .help = "FILE.deck or run:FILE, a deck: one command per point, values from its output files",
    .traits =
        HECO_TRAIT_ISOLATES | HECO_TRAIT_TIMEOUT | HECO_TRAIT_RETRIES | HECO_TRAIT_MEMORY_LIMIT,
    .match = model_run_match,
    .open  = model_run_open,
    .close = model_run_close,
    .note  = model_run_note,
};
