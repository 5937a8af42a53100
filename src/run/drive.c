#include "run/drive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/number_text.h"
#include "run/turns.h"

static const double drive_confirm_seconds = 2.0;

/* --- shall we go on? ----------------------------------------------------------------------- */

static int drive_interrupted(const heco_drive *d) {
    return d->plan.interrupt != NULL && *d->plan.interrupt != 0;
}

/* Asked by the evaluator within a batch; the caller's own watch comes last, so that it hears of
 * no rows that will not count. */
static int drive_watch(void *user, size_t done) {
    const heco_drive             *d     = user;
    const heco_evaluator_options *given = &d->plan.evaluator;
    if (!d->stopped && drive_interrupted(d)) return 1;
    if (d->deadline > 0.0) {
        if (heco_clock() >= d->deadline) return 1;
    } else if (heco_run_seconds_left(d->run) <= 0.0 || heco_run_report(d->run, done)) return 1;
    return !d->stopped && given->watch != NULL && given->watch(given->watch_user, done);
}

int heco_drive_allow_confirmation(heco_drive *d) {
    const heco_outcome *r       = &heco_run_result(d->run)->outcome;
    double              usual   = r->evals > 0 ? r->seconds / (double)r->evals : 0.0;
    double              wait    = INFINITY;
    unsigned            workers = d->plan.evaluator.workers;
    if (!d->watching) return 1;
    d->stopped = r->stop == HECO_STOP_USER;
    if (d->stopped) wait = drive_confirm_seconds;
    else if (r->stop == HECO_STOP_TIME)
        wait = fmax(drive_confirm_seconds, 4.0 * usual * (workers > 0 ? workers : 1));
    d->deadline = heco_clock() + wait;
    return !(d->stopped && usual > 0.5 * wait);
}

/* --- a batch ------------------------------------------------------------------------------- */

static heco_status drive_evaluate(heco_drive *d, heco_batch *batch, heco_error *error) {
    heco_status status = heco_evaluate(d->evaluator, batch);
    if (status == HECO_OK) return status;
    const char *why = heco_evaluator_failures(d->evaluator)->last_failure;
    return heco_fail(error, status, "%s", why[0] ? why : heco_status_text(status));
}

/* The rows of a batch that the journal holds in part. */
static heco_status drive_rest(heco_drive *d, heco_batch *b, heco_error *error) {
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

/* What the journal has is not evaluated again; what is evaluated goes into it before it is told. */
static heco_status drive_batch(heco_drive *d, heco_batch *b, heco_error *error) {
    heco_journal *journal = d->plan.journal;
    size_t        missing = 0;
    if (journal == NULL) return drive_evaluate(d, b, error);
    heco_status status = heco_journal_replay(journal, b, &missing, error);
    if (status != HECO_OK || missing == 0) return status;
    status = missing == b->count ? drive_evaluate(d, b, error) : drive_rest(d, b, error);
    return status == HECO_OK ? heco_journal_append(journal, b, error) : status;
}

/* What the evaluator takes for fine and the run does not: a constraint that is not a number. */
static void drive_explain(heco_drive *d) {
    const heco_problem *p = d->plan.problem;
    const heco_tracker *r = heco_run_tracker(d->run);
    char                point[300], buffer[24];
    if (r->odd == d->odd || p == NULL) return;
    d->odd       = r->odd;
    double value = isnan(r->odd_value) ? NAN : r->odd_value; /* the sign of no number is noise */
    heco_point_text(point, sizeof point, r->odd_x, p->space.n, p->x_names);
    if (r->odd_which == SIZE_MAX)
        snprintf(d->odd_text, sizeof d->odd_text, "the violation overflows at %s", point);
    else if (r->odd_which == 0)
        snprintf(d->odd_text, sizeof d->odd_text, "the objective is %g at %s",
                 p->maximise ? -value : value, point);
    else
        snprintf(d->odd_text, sizeof d->odd_text, "constraint '%.60s' is %g at %s",
                 heco_problem_c_name(p, r->odd_which - 1, buffer), value, point);
}

heco_failures heco_drive_stats(const heco_drive *d) {
    heco_failures stats = *heco_evaluator_failures(d->evaluator);
    if (d->odd_text[0] != '\0') memcpy(stats.last_failure, d->odd_text, sizeof d->odd_text);
    return stats;
}

/* --- the loop ------------------------------------------------------------------------------ */

/* One turn: the batch gets its values, the run gets the batch. */
static heco_status drive_turn(heco_drive *d, heco_batch *batch, heco_error *error) {
    uint64_t    failed = heco_evaluator_failures(d->evaluator)->failed;
    heco_status status = drive_batch(d, batch, error);
    if (heco_evaluator_failures(d->evaluator)->failed > failed) d->odd_text[0] = '\0';
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
    const heco_drive_plan *plan = &d->plan;
    heco_batch            *batch;
    while ((batch = heco_run_ask(d->run)) != NULL) {
        heco_status status = drive_turn(d, batch, error);
        if (status != HECO_OK) return status;
        if (drive_interrupted(d) ||
            (plan->after != NULL && plan->after(plan->user, heco_run_result(d->run))))
            heco_run_stop(d->run, HECO_STOP_USER);
    }
    heco_status status = heco_run_status(d->run);
    return status == HECO_OK ? status : heco_fail(error, status, "%s", heco_run_message(d->run));
}

heco_status heco_run_drive(heco_run *run, heco_evaluator                          *evaluator,
                           int (*after)(void *user, const heco_result *now), void *user,
                           heco_error *error) {
    heco_drive d = {.plan = {.after = after, .user = user}, .run = run, .evaluator = evaluator};
    return heco_drive_run(&d, error);
}

heco_status heco_drive_open(heco_drive *d, heco_run *run, const heco_drive_plan *plan,
                            heco_error *error) {
    heco_evaluator_options how = plan->evaluator;
    *d                         = (heco_drive){.plan = *plan, .run = run};
    d->watching =
        plan->interrupt != NULL || how.watch != NULL || isfinite(heco_run_seconds_left(run));
    if (d->watching) how.watch = drive_watch, how.watch_user = d;
    return heco_evaluator_open(&d->evaluator, plan->problem, plan->backend, &how, error);
}

void heco_drive_close(heco_drive *d) {
    heco_evaluator_close(d->evaluator);
    d->evaluator = NULL;
}
