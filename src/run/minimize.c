/* The convenience call: name in, answer out. The answer is checked by evaluating the best point
 * once more, outside the budget. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/text.h"
#include "run/journal.h"
#include "run/tracker.h"

struct heco_solution {
    heco_run               *run;
    heco_result             result;
    heco_batch             *check; /* one row: the best point, evaluated again */
    heco_constraint_report *constraint;
    int                     reproduced;
    heco_evaluator_stats    stats;
    heco_journal           *journal; /* NULL: none is kept */
    uint64_t                replayed;
    uint64_t                odd; /* rows that were not finite, as far as they were looked at */
    char                    odd_text[400]; /* the latest of them, "": a later row failed      */
};

heco_minimize_options heco_minimize_options_default(void) {
    heco_minimize_options o;
    memset(&o, 0, sizeof o);
    o.run = heco_run_options_default();
    return o;
}

static heco_status minimize_backend(const heco_backend **out, const char *name, heco_error *error) {
    *out = name != NULL ? heco_backend_find(name) : heco_backend_at(0);
    if (*out != NULL) return HECO_OK;
    const char *names[16];
    size_t      count = 0;
    while (count < 16 && heco_backend_at(count) != NULL) {
        names[count] = heco_backend_at(count)->name;
        count++;
    }
    return heco_fail_name(error, name, names, count, "a backend of this build");
}

static heco_status minimize_evaluate(heco_evaluator *evaluator, heco_batch *batch, heco_error *error) {
    heco_status status = heco_evaluate(evaluator, batch);
    if (status == HECO_OK) return status;
    const char *why = heco_evaluator_get_stats(evaluator)->last_failure;
    return heco_fail(error, status, "%s", why[0] ? why : heco_status_text(status));
}

/* What is asked while a batch is evaluated: whether to go on. */
typedef struct {
    heco_solution               *solution;
    const heco_minimize_options *options;
    double                       started;
    double                       deadline; /* of the confirmation; 0: the search is on  */
    int                          stopped;  /* the search was interrupted                */
} minimize_view;

static const double minimize_confirm_seconds = 2.0;

static int minimize_watch(void *user, size_t done) {
    const minimize_view         *v = user;
    const heco_minimize_options *o = v->options;
    double                       now = heco_clock();
    if (o->interrupt != NULL && *o->interrupt && !v->stopped) return 1;
    if (v->deadline > 0.0) return now >= v->deadline;
    if (o->run.max_seconds > 0.0 && now - v->started >= o->run.max_seconds) return 1;
    if (o->run.on_progress == NULL) return 0;
    const heco_result *r = heco_run_result(v->solution->run);
    heco_progress      p = {.evals     = r->outcome.evals + done,
                            .max_evals = o->run.max_evals,
                            .failed    = r->outcome.failed,
                            .seconds   = now - v->started,
                            .f         = r->outcome.f,
                            .viol      = r->outcome.viol,
                            .feasible  = r->outcome.viol == 0.0};
    return o->run.on_progress(o->run.progress_user, &p);
}

/* Whoever has stopped the search, or has no time left, does not wait long for a confirmation.
 * Nonzero: there is none, one evaluation takes too long as it is. */
static int minimize_hurry(minimize_view *v) {
    const heco_result *r     = heco_run_result(v->solution->run);
    uint64_t           evals = r->outcome.evals;
    double             usual = evals > 0 ? r->outcome.seconds / (double)evals : 0.0;
    double             wait  = INFINITY;
    unsigned           workers = v->options->evaluator.workers;
    v->stopped                 = r->outcome.stop == HECO_STOP_USER;
    if (v->stopped)
        wait = minimize_confirm_seconds;
    else if (r->outcome.stop == HECO_STOP_TIME)
        wait = fmax(minimize_confirm_seconds, 4.0 * usual * (workers > 0 ? workers : 1));
    v->deadline = heco_clock() + wait;
    return v->stopped && usual > 0.5 * wait;
}

/* Evaluates rows [begin, end) of a batch that the journal holds in part. */
static heco_status minimize_rest(heco_evaluator *evaluator, heco_batch *b, size_t begin, size_t end,
                                 heco_error *error) {
    heco_batch part = *b;
    part.count      = end - begin;
    part.x += begin * b->n;
    part.f += begin;
    part.g += begin * b->ng;
    part.h += begin * b->nh;
    part.viol += begin;
    part.state += begin;
    heco_status status = minimize_evaluate(evaluator, &part, error);
    b->stop |= part.stop;
    return status;
}

/* What the journal has is not evaluated again; what is evaluated goes into it before it is told. */
static heco_status minimize_batch(heco_solution *s, heco_evaluator *evaluator, heco_batch *b,
                                  heco_error *error) {
    size_t missing = 0;
    if (s->journal == NULL) return minimize_evaluate(evaluator, b, error);
    heco_status status = heco_journal_replay(s->journal, b, &missing, error);
    if (status != HECO_OK || missing == 0) return status;
    if (missing == b->count) {
        status = minimize_evaluate(evaluator, b, error);
    } else {
        for (size_t i = 0, end; status == HECO_OK && i < b->count; i = end) {
            for (end = i + 1; end < b->count && b->state[end] == b->state[i]; end++) continue;
            if (b->state[i] == HECO_ROW_SKIPPED) status = minimize_rest(evaluator, b, i, end, error);
        }
    }
    return status == HECO_OK ? heco_journal_append(s->journal, b, error) : status;
}

/* What the evaluator takes for fine and the run does not: a constraint that is not a number. */
static void minimize_explain(heco_solution *s, const heco_problem *p) {
    const heco_tracker *r = heco_run_tracker(s->run);
    char               point[300], buffer[24];
    if (r->odd == s->odd) return;
    s->odd       = r->odd;
    double value = isnan(r->odd_value) ? NAN : r->odd_value; /* the sign of no number is noise */
    heco_point_text(point, sizeof point, r->odd_x, p->space.n, p->x_names);
    if (r->odd_which == SIZE_MAX)
        snprintf(s->odd_text, sizeof s->odd_text, "the violation overflows at %s", point);
    else if (r->odd_which == 0)
        snprintf(s->odd_text, sizeof s->odd_text, "the objective is %g at %s", value, point);
    else
        snprintf(s->odd_text, sizeof s->odd_text, "constraint '%.60s' is %g at %s",
                 heco_problem_c_name(p, r->odd_which - 1, buffer), value, point);
}

static heco_status minimize_loop(heco_solution *s, const heco_problem *problem,
                                 heco_evaluator *evaluator, const volatile int *interrupt,
                                 heco_error *error) {
    heco_batch *batch;
    heco_run   *run = s->run;
    while ((batch = heco_run_ask(run)) != NULL) {
        uint64_t    failed = heco_evaluator_get_stats(evaluator)->failed;
        heco_status status = minimize_batch(s, evaluator, batch, error);
        if (heco_evaluator_get_stats(evaluator)->failed > failed) s->odd_text[0] = '\0';
        if (status != HECO_OK) {
            heco_run_stop(run, HECO_STOP_FAILED);
            return status;
        }
        status = heco_run_tell(run);
        minimize_explain(s, problem);
        if (status != HECO_OK) return heco_fail(error, status, "%s", heco_run_message(run));
        if (s->journal != NULL) heco_journal_next(s->journal);
        if (interrupt != NULL && *interrupt) heco_run_stop(run, HECO_STOP_USER);
    }
    if (heco_run_message(run)[0] == '\0') return HECO_OK;
    return heco_fail(error, HECO_ERR_ARG, "%s", heco_run_message(run));
}

/* Where the two evaluations differ, the worse one is reported: nobody should read "feasible"
 * on the strength of the luckier of two. */
static void minimize_check(heco_solution *s, const heco_problem *p, heco_evaluator *evaluator) {
    const heco_space *space = &p->space;
    heco_batch       *b     = s->check;
    heco_outcome     *o     = &s->result.outcome;
    if (o->found == HECO_FOUND_NONE) return;
    b->count = 1;
    memcpy(b->x, s->result.x, space->n * sizeof *b->x);
    if (heco_evaluate(evaluator, b) != HECO_OK || b->state[0] != HECO_ROW_OK) return;
    double viol = heco_violation(space, b->g, b->h);
    if (!isfinite(b->f[0]) || !isfinite(viol)) return;
    s->reproduced = b->f[0] == o->f && viol == o->viol &&
                    (space->ng == 0 || !memcmp(b->g, s->result.g, space->ng * sizeof *b->g)) &&
                    (space->nh == 0 || !memcmp(b->h, s->result.h, space->nh * sizeof *b->h));
    if (s->reproduced || !heco_better_feasible(o->f, o->viol, b->f[0], viol)) return;
    o->f        = b->f[0];
    o->viol     = viol;
    o->found    = heco_found_of(o->f, viol);
    s->result.g = b->g;
    s->result.h = b->h;
    heco_violation_counts(space, b->g, b->h, o->c);
}

static void minimize_report(heco_solution *s, const heco_problem *p) {
    const heco_space *space = &p->space;
    char              buffer[24];
    for (size_t k = 0; k < space->ng + space->nh; k++) {
        heco_constraint_report *c = &s->constraint[k];
        snprintf(c->name, sizeof c->name, "%s", heco_problem_c_name(p, k, buffer));
        c->equality  = k >= space->ng;
        c->value     = c->equality ? s->result.h[k - space->ng] : s->result.g[k];
        c->tolerance = heco_space_tol(space, k);
        double size  = c->equality ? fabs(c->value) : c->value;
        c->satisfied = size <= c->tolerance;
        c->excess    = c->satisfied ? 0.0 : size - c->tolerance;
    }
}

static heco_status minimize_run(heco_solution *s, const heco_problem *problem,
                                const heco_minimize_options *o, const heco_backend *backend,
                                heco_error *error) {
    minimize_view          view = {.solution = s, .options = o, .started = heco_clock()};
    heco_evaluator_options how  = o->evaluator;
    heco_evaluator        *evaluator;
    int                    asks = o->interrupt != NULL || o->run.max_seconds > 0.0;
    if (how.watch == NULL && asks) how.watch = minimize_watch, how.watch_user = &view;
    heco_status status = heco_evaluator_open(&evaluator, problem, backend, &how, error);
    if (status != HECO_OK) return status;
    status    = minimize_loop(s, problem, evaluator, o->interrupt, error);
    s->result = *heco_run_result(s->run);
    s->stats  = *heco_evaluator_get_stats(evaluator); /* of the search alone */
    if (s->odd_text[0] != '\0') memcpy(s->stats.last_failure, s->odd_text, sizeof s->odd_text);
    s->reproduced = -1;
    if (!asks || !minimize_hurry(&view)) minimize_check(s, problem, evaluator);
    minimize_report(s, problem);
    heco_evaluator_close(evaluator);
    if (s->journal != NULL) s->replayed = heco_journal_replayed(s->journal);
    heco_journal_close(s->journal); /* another process may go on from here */
    s->journal = NULL;
    return status;
}

/* The run, after the journal that may give it initial points. */
static heco_status minimize_open(heco_solution *s, const heco_problem *problem, const heco_algorithm *algorithm,
                                 const heco_minimize_options *o, heco_error *error) {
    heco_run_options run    = o->run;
    heco_status      status = HECO_OK;
    /* What the run refuses should leave no journal behind. */
    if (o->journal != NULL && !o->resume) {
        heco_run *trial;
        status = heco_run_new(&trial, algorithm, &problem->space, &run, error);
        if (status != HECO_OK) return status;
        heco_run_free(trial);
    }
    if (o->journal != NULL) status = heco_journal_open(&s->journal, problem, o, error);
    if (status != HECO_OK) return status;
    if (s->journal != NULL) run.start = heco_journal_start(s->journal, &run.starts);
    return heco_run_new(&s->run, algorithm, &problem->space, &run, error);
}

heco_status heco_minimize(heco_solution **out, const heco_problem *problem,
                          const heco_minimize_options *o, heco_error *error) {
    const heco_backend   *backend;
    const heco_algorithm *algorithm;
    *out               = NULL;
    heco_status status = heco_problem_check(problem, error);
    if (status == HECO_OK) status = minimize_backend(&backend, o->backend, error);
    if (status != HECO_OK) return status;
    algorithm = o->algorithm ? heco_algorithm_find(o->algorithm, error) : heco_algorithm_default();
    if (algorithm == NULL) return HECO_ERR_NAME;

    heco_solution *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    s->constraint = calloc(problem->space.ng + problem->space.nh + 1, sizeof *s->constraint);
    status        = heco_batch_new(&s->check, &problem->space, 1);
    if (s->constraint == NULL || status != HECO_OK)
        status = heco_fail_memory(error);
    else
        status = minimize_open(s, problem, algorithm, o, error);
    if (status == HECO_OK) status = minimize_run(s, problem, o, backend, error);
    /* Once points have been evaluated the best of them is returned, whatever happened. */
    if (status != HECO_OK && (s->run == NULL || heco_run_result(s->run)->outcome.evals == 0)) {
        heco_solution_free(s);
        return status;
    }
    *out = s;
    return status;
}

const heco_result *heco_solution_result(const heco_solution *s) { return &s->result; }
const heco_constraint_report *heco_solution_constraints(const heco_solution *s) {
    return s->constraint;
}
int heco_solution_reproduced(const heco_solution *s) { return s->reproduced; }
uint64_t heco_solution_replayed(const heco_solution *s) { return s->replayed; }
const heco_evaluator_stats *heco_solution_evaluator(const heco_solution *s) { return &s->stats; }
const heco_algorithm *heco_solution_algorithm(const heco_solution *s) {
    return heco_run_algorithm(s->run);
}
const double *heco_solution_settings(const heco_solution *s) { return heco_run_settings(s->run); }

void heco_solution_free(heco_solution *s) {
    if (s == NULL) return;
    heco_journal_close(s->journal);
    heco_run_free(s->run);
    heco_batch_free(s->check);
    free(s->constraint);
    free(s);
}

void heco_solution_describe(const heco_solution *s, char *text, size_t size) {
    heco_run_describe(s->run, text, size);
}
