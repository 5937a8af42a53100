#include "run/drive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/number_text.h"
#include "problem/problem_read.h"
#include "run/lanes_state.h"
#include "run/run_internal.h"

static const double drive_confirm_seconds = 2.0; /* limit of the confirmation after a stop */
static const double drive_slow_batch =
    0.05;                    /* seconds of a batch whose progress is shown row by row */
enum { DRIVE_MEASURE = 32 }; /* one batch in so many is timed */

/* --- stopping ------------------------------------------------------------------------------ */

const heco_result *heco_drive_result(const heco_drive *d) {
    return d->plan.lanes != NULL ? heco_lanes_result(d->plan.lanes) : heco_run_result(d->run);
}

int heco_drive_ask_caller(const heco_drive *d, const heco_progress *now) {
    const heco_evaluator_options *given = &d->plan.evaluator;
    heco_progress                 shown = *now;
    if (given->should_stop == NULL) return 0;
    if (d->plan.problem->maximise) shown.f = -now->f; /* as the user knows it */
    return given->should_stop(given->stop_user, &shown) != 0;
}

/* Calls the caller's should_stop between two batches. */
static int drive_wants_stop(const heco_drive *d) {
    heco_progress now;
    if (d->plan.evaluator.should_stop == NULL) return 0;
    heco_run_progress(d->run, &now);
    return heco_drive_ask_caller(d, &now);
}

/* The should_stop of the evaluator. The caller's comes last, so that it is not called about rows
 * that will be discarded. */
static int drive_should_stop(void *user, const heco_progress *batch) {
    heco_drive   *d = user;
    heco_progress now;
    if (d->deadline > 0.0) {
        if (heco_clock() >= d->deadline) return 1;
        heco_run_progress(d->run, &now);
        return !d->stopped && heco_drive_ask_caller(d, &now);
    }
    if (heco_run_seconds_left(d->run) <= 0.0 || heco_row_log_has_failed(&d->log)) return 1;
    heco_run_progress(d->run, &now);
    now.evals += batch->evals;
    if (!d->reports) return 0;
    if (d->logs) heco_row_log_improve(&d->log, heco_run_part(d->run), &now);
    return heco_run_report(d->run, &now) || (!d->stopped && heco_drive_ask_caller(d, &now));
}

int heco_drive_allow_confirmation(heco_drive *d) {
    const heco_outcome *r       = &heco_drive_result(d)->outcome;
    double              usual   = r->evals > 0 ? r->seconds / (double)r->evals : 0.0;
    double              wait    = INFINITY;
    unsigned            workers = d->plan.evaluator.workers;
    if (!d->polls) return 1;
    d->stopped = r->stop == HECO_STOP_USER;
    if (d->stopped) wait = drive_confirm_seconds;
    else if (r->stop == HECO_STOP_TIME)
        wait = fmax(drive_confirm_seconds, 4.0 * usual * (workers > 0 ? workers : 1));
    d->deadline = heco_clock() + wait;
    return !(d->stopped && usual > 0.5 * wait);
}

/* --- a batch ------------------------------------------------------------------------------- */

/* Evaluates a batch. The message of an error is that of the evaluator. */
static heco_status drive_evaluate(heco_drive *d, heco_batch *batch, heco_error *error) {
    heco_status status = heco_evaluate(d->evaluator, batch);
    if (status == HECO_OK) return status;
    const char *why = heco_evaluator_failures(d->evaluator)->last_failure;
    return heco_fail(error, status, "%s", why[0] ? why : heco_status_text(status));
}

/* Takes the values of known designs into rows that are HECO_ROW_SKIPPED. Returns their number. */
static size_t drive_take_known(heco_drive *d, heco_batch *b) {
    int    negative = d->plan.problem != NULL && d->plan.problem->maximise;
    size_t count    = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (b->state[i] != HECO_ROW_SKIPPED || !heco_known_fill(d->plan.known, b, i)) continue;
        if (d->logs) heco_row_log_take(&d->log, b, i, i + 1);
        if (negative) b->f[i] = -b->f[i];
        if (i == 0) b->derivatives = 0;
        count++;
    }
    d->known += count;
    return count;
}

/* Evaluates the rows of a batch that neither the journal nor the known designs hold. */
static heco_status drive_evaluate_rest(heco_drive *d, heco_batch *b, heco_error *error) {
    heco_status status = HECO_OK;
    for (size_t i = 0, end; status == HECO_OK && i < b->count; i = end) {
        for (end = i + 1; end < b->count && b->state[end] == b->state[i]; end++) continue;
        if (b->state[i] != HECO_ROW_SKIPPED) continue;
        heco_batch part = heco_batch_rows(b, i, end);
        status          = drive_evaluate(d, &part, error);
        b->stop |= part.stop;
        if (i == 0) b->derivatives = part.derivatives;
    }
    return status;
}

/* Takes rows from the journal and evaluates the others, which are recorded as they finish. */
static heco_status drive_fill_batch(heco_drive *d, heco_batch *b, heco_error *error) {
    heco_journal *journal = d->plan.journal;
    size_t        missing = b->count;
    heco_status   status  = HECO_OK;
    if (d->logs) heco_row_log_begin(&d->log, b);
    if (journal != NULL) status = heco_journal_replay(journal, b, &missing, error);
    if (status != HECO_OK || missing == 0) return status;
    if (journal != NULL) status = heco_journal_part(journal, heco_run_part(d->run), error);
    if (status != HECO_OK) return status;
    if (d->plan.known != NULL) {
        if (missing == b->count) memset(b->state, HECO_ROW_SKIPPED, b->count);
        missing -= drive_take_known(d, b);
    }
    if (missing > 0)
        status =
            missing == b->count ? drive_evaluate(d, b, error) : drive_evaluate_rest(d, b, error);
    if (status == HECO_OK && journal != NULL && d->log.error.status != HECO_OK)
        return heco_fail(error, d->log.error.status, "%s", d->log.error.text);
    return status;
}

void heco_drive_explain(heco_drive *d) {
    const heco_problem *p = d->plan.problem;
    const heco_tracker *r = heco_run_tracker(d->run);
    char                point[300], buffer[HECO_PROBLEM_NAME];
    if (r->nonfinite == d->nonfinite || p == NULL) return;
    d->nonfinite = r->nonfinite;
    double value = isnan(r->nonfinite_value) ? NAN : r->nonfinite_value; /* drops the sign */
    heco_point_text(point, sizeof point, r->nonfinite_x, p->space.n, p->x_names);
    if (r->nonfinite_which == SIZE_MAX)
        snprintf(d->nonfinite_text, sizeof d->nonfinite_text, "the violation overflows at %s",
                 point);
    else if (r->nonfinite_which == 0)
        snprintf(d->nonfinite_text, sizeof d->nonfinite_text, "the objective is %g at %s",
                 p->maximise ? -value : value, point);
    else
        snprintf(d->nonfinite_text, sizeof d->nonfinite_text, "constraint '%.60s' is %g at %s",
                 heco_problem_c_name(p, r->nonfinite_which - 1, buffer), value, point);
}

heco_failures heco_drive_stats(const heco_drive *d) {
    heco_failures stats = *heco_evaluator_failures(d->evaluator);
    if (d->nonfinite_text[0] != '\0')
        memcpy(stats.last_failure, d->nonfinite_text, sizeof d->nonfinite_text);
    return stats;
}

/* --- the loop ------------------------------------------------------------------------------ */

void heco_drive_learn(const heco_drive_plan *plan, heco_run *run, const heco_batch *batch,
                      double *half_f) {
    heco_progress now;
    heco_run_progress(run, &now);
    if (now.feasible && now.evals <= now.max_evals / 2) *half_f = now.f;
    if (plan->noise != NULL) heco_noise_learn(plan->noise, batch);
    if (plan->watcher != NULL)
        plan->watcher->learn(plan->watcher->user, heco_run_space(run), batch);
    if (plan->conflict != NULL) heco_conflict_learn(plan->conflict, heco_run_space(run), batch);
}

double heco_drive_late_gain(const heco_drive *d) {
    const heco_outcome *o = &heco_drive_result(d)->outcome;
    return o->found == HECO_FOUND_FEASIBLE ? d->half_f - o->f : NAN;
}

/* Looks at the rows of later batches as they finish only if a batch takes long: for a fast function
 * that would cost more than the function, and the progress after each batch is soon enough. */
static void drive_choose_log(heco_drive *d, double seconds) {
    int wanted = seconds >= drive_slow_batch;
    if (wanted == d->logs) return;
    d->logs = wanted;
    heco_evaluator_on_rows(d->evaluator, wanted ? heco_row_log_take : NULL,
                           wanted ? &d->log : NULL);
}

/* Evaluates a batch and tells the run. After an error the run is stopped. */
static heco_status drive_round(heco_drive *d, heco_batch *batch, heco_error *error) {
    uint64_t    failed  = heco_evaluator_failures(d->evaluator)->failed;
    int         measure = d->measures && d->batches++ % DRIVE_MEASURE == 0;
    double      from    = measure ? heco_clock() : 0.0;
    heco_status status  = drive_fill_batch(d, batch, error);
    if (measure) drive_choose_log(d, heco_clock() - from);
    if (heco_evaluator_failures(d->evaluator)->failed > failed) d->nonfinite_text[0] = '\0';
    if (status != HECO_OK) {
        heco_run_stop(d->run, HECO_STOP_ERROR);
        return status;
    }
    status = heco_run_tell(d->run);
    heco_drive_explain(d);
    if (status != HECO_OK) return heco_fail(error, status, "%s", heco_run_message(d->run));
    if (d->plan.journal != NULL) heco_journal_next(d->plan.journal);
    heco_drive_learn(&d->plan, d->run, batch, &d->half_f);
    return HECO_OK;
}

heco_status heco_drive_run(heco_drive *d, heco_error *error) {
    heco_batch *batch;
    heco_status status = HECO_OK;
    if (d->plan.lanes != NULL) return heco_lanes_drive(d, error);
    while (status == HECO_OK && (batch = heco_run_ask(d->run)) != NULL) {
        status = drive_round(d, batch, error);
        if (status == HECO_OK && drive_wants_stop(d)) heco_run_stop(d->run, HECO_STOP_USER);
    }
    if (d->logs) heco_evaluator_on_rows(d->evaluator, NULL, NULL);
    d->logs = 0; /* the confirmation of the answer is not part of the search */
    if (status != HECO_OK) return status;
    status = heco_run_status(d->run);
    return status == HECO_OK ? status : heco_fail(error, status, "%s", heco_run_message(d->run));
}

heco_status heco_run_drive(heco_run *run, heco_evaluator *evaluator, heco_error *error) {
    heco_drive d = {.run = run, .evaluator = evaluator, .half_f = INFINITY};
    return heco_drive_run(&d, error);
}

heco_status heco_drive_open(heco_drive *d, heco_run *run, const heco_drive_plan *plan,
                            heco_error *error) {
    heco_evaluator_options how = plan->evaluator;
    *d                         = (heco_drive){.plan = *plan, .run = run, .half_f = INFINITY};
    d->reports                 = how.should_stop != NULL || isfinite(heco_run_seconds_left(run));
    /* A batch function gets its rows in pieces if they are recorded as they finish. A journal alone
     * does not make on_progress stop the search within a batch: the answer must not depend on it.
     */
    d->polls = d->reports || plan->journal != NULL;
    if (d->polls) how.should_stop = drive_should_stop, how.stop_user = d;
    heco_status status = heco_row_log_init(&d->log, heco_run_space(run), plan->problem->maximise,
                                           plan->journal, error);
    if (status == HECO_OK)
        status = heco_evaluator_open(&d->evaluator, plan->problem, plan->backend, &how, error);
    if (status != HECO_OK) {
        heco_row_log_free(&d->log);
        return status;
    }
    d->logs     = d->polls && plan->lanes == NULL;
    d->measures = d->logs && plan->journal == NULL;
    if (d->logs) heco_evaluator_on_rows(d->evaluator, heco_row_log_take, &d->log);
    return HECO_OK;
}

void heco_drive_close(heco_drive *d) {
    heco_evaluator_close(d->evaluator);
    heco_row_log_free(&d->log);
    d->evaluator = NULL;
}
