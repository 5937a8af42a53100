#include "run/drive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/number_text.h"
#include "problem/problem_read.h"
#include "run/run_internal.h"

static const double drive_confirm_seconds = 2.0; /* limit of the confirmation after a stop */

/* --- stopping ------------------------------------------------------------------------------ */

/* Calls the caller's should_stop, with `more` rows of the batch in progress counted as done. */
static int drive_wants_stop(const heco_drive *d, uint64_t more) {
    const heco_evaluator_options *given = &d->plan.evaluator;
    heco_progress                 now;
    if (given->should_stop == NULL) return 0;
    heco_run_progress(d->run, &now);
    now.evals += more;
    if (d->plan.problem->maximise) now.f = -now.f; /* as the user knows it */
    return given->should_stop(given->stop_user, &now) != 0;
}

/* The should_stop of the evaluator. The caller's comes last, so that it is not called about rows
 * that will be discarded. */
static int drive_should_stop(void *user, const heco_progress *batch) {
    const heco_drive *d = user;
    if (d->deadline > 0.0) {
        if (heco_clock() >= d->deadline) return 1;
    } else if (heco_run_seconds_left(d->run) <= 0.0 ||
               heco_run_report(d->run, (size_t)batch->evals))
        return 1;
    return !d->stopped && drive_wants_stop(d, batch->evals);
}

int heco_drive_allow_confirmation(heco_drive *d) {
    const heco_outcome *r       = &heco_run_result(d->run)->outcome;
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

/* Evaluates the rows of a batch that the journal does not hold. */
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

/* Takes rows from the journal, evaluates the others and records them, all before tell. */
static heco_status drive_fill_batch(heco_drive *d, heco_batch *b, heco_error *error) {
    heco_journal *journal = d->plan.journal;
    size_t        missing = 0;
    if (journal == NULL) return drive_evaluate(d, b, error);
    heco_status status = heco_journal_replay(journal, b, &missing, error);
    if (status != HECO_OK || missing == 0) return status;
    status = missing == b->count ? drive_evaluate(d, b, error) : drive_evaluate_rest(d, b, error);
    return status == HECO_OK ? heco_journal_append(journal, b, error) : status;
}

/* Writes d->nonfinite_text about the latest row that the evaluator accepted although a value is not
 * finite. */
static void drive_explain(heco_drive *d) {
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

/* Evaluates a batch and tells the run. After an error the run is stopped. */
static heco_status drive_round(heco_drive *d, heco_batch *batch, heco_error *error) {
    uint64_t    failed = heco_evaluator_failures(d->evaluator)->failed;
    heco_status status = drive_fill_batch(d, batch, error);
    if (heco_evaluator_failures(d->evaluator)->failed > failed) d->nonfinite_text[0] = '\0';
    if (status != HECO_OK) {
        heco_run_stop(d->run, HECO_STOP_ERROR);
        return status;
    }
    status = heco_run_tell(d->run);
    drive_explain(d);
    if (status != HECO_OK) return heco_fail(error, status, "%s", heco_run_message(d->run));
    if (d->plan.journal != NULL) heco_journal_next(d->plan.journal);
    return HECO_OK;
}

heco_status heco_drive_run(heco_drive *d, heco_error *error) {
    heco_batch *batch;
    while ((batch = heco_run_ask(d->run)) != NULL) {
        heco_status status = drive_round(d, batch, error);
        if (status != HECO_OK) return status;
        if (drive_wants_stop(d, 0)) heco_run_stop(d->run, HECO_STOP_USER);
    }
    heco_status status = heco_run_status(d->run);
    return status == HECO_OK ? status : heco_fail(error, status, "%s", heco_run_message(d->run));
}

heco_status heco_run_drive(heco_run *run, heco_evaluator *evaluator, heco_error *error) {
    heco_drive d = {.run = run, .evaluator = evaluator};
    return heco_drive_run(&d, error);
}

heco_status heco_drive_open(heco_drive *d, heco_run *run, const heco_drive_plan *plan,
                            heco_error *error) {
    heco_evaluator_options how = plan->evaluator;
    *d                         = (heco_drive){.plan = *plan, .run = run};
    d->polls                   = how.should_stop != NULL || isfinite(heco_run_seconds_left(run));
    if (d->polls) how.should_stop = drive_should_stop, how.stop_user = d;
    return heco_evaluator_open(&d->evaluator, plan->problem, plan->backend, &how, error);
}

void heco_drive_close(heco_drive *d) {
    heco_evaluator_close(d->evaluator);
    d->evaluator = NULL;
}
