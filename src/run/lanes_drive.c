/* The loop of a search in lanes: pull, submit, collect, push. */
#include "run/lanes_state.h"

#include "base/clock.h"
#include "base/error.h"
#include "evaluate/backends.h"
#include "problem/violation.h"
#include "run/run_internal.h"

static const double lanes_poll_seconds = 0.02; /* between two looks at the clock and the caller */

/* Gives points to idle workers. A backend that evaluates batches gets the next points when the last
 * ones are finished. Returns the number of points under way through *busy. */
static heco_status lanes_submit(heco_drive *d, size_t workers, size_t *busy) {
    heco_lanes_point p;
    heco_status      status = HECO_OK;
    if (*busy > 0 && !heco_evaluator_is_asynchronous(d->evaluator)) return status;
    while (status == HECO_OK && *busy < workers && heco_lanes_pull(d->plan.lanes, &p, 1) == 1) {
        status = heco_evaluator_submit(d->evaluator, p.id, p.x);
        *busy += status == HECO_OK;
    }
    return status;
}

/* Stops the lanes if the time is over or the caller wants it. */
static void lanes_check_stop(heco_drive *d) {
    heco_lanes         *lanes = d->plan.lanes;
    const heco_outcome *o     = &heco_lanes_result(lanes)->outcome;
    heco_progress       now;
    heco_run_progress(d->run, &now);
    now.evals    = o->evals;
    now.failed   = o->failed;
    now.f        = o->f;
    now.viol     = o->viol;
    now.feasible = o->viol == 0.0;
    now.x        = heco_lanes_result(lanes)->x;
    now.part     = NULL;
    now.worst    = o->found == HECO_FOUND_INFEASIBLE
                       ? heco_violation_worst(heco_run_space(d->run), heco_lanes_result(lanes)->g,
                                              heco_lanes_result(lanes)->h)
                       : 0;
    if (heco_run_seconds_left(d->run) <= 0.0) heco_lanes_stop(lanes, HECO_STOP_TIME);
    else if ((d->plan.on_progress != NULL && d->plan.on_progress(d->plan.progress_user, &now)) ||
             heco_drive_ask_caller(d, &now))
        heco_lanes_stop(lanes, HECO_STOP_USER);
}

/* Takes an answer if one comes in time. */
static heco_status lanes_collect(heco_drive *d, size_t *busy, heco_error *error) {
    heco_answer a;
    int         got = heco_evaluator_collect(d->evaluator, lanes_poll_seconds, &a);
    if (got < 0)
        return heco_fail(error, HECO_ERR_EVAL, "%s",
                         heco_evaluator_failures(d->evaluator)->last_failure);
    if (got == 0) return HECO_OK;
    --*busy;
    if (a.stop) {
        heco_lanes_stop(d->plan.lanes, HECO_STOP_USER);
        return HECO_OK;
    }
    heco_status status = heco_lanes_push(d->plan.lanes, a.id, a.state, a.f, a.g, a.h);
    return status == HECO_OK ? status : heco_lanes_status(d->plan.lanes, error);
}

heco_status heco_lanes_drive(heco_drive *d, heco_error *error) {
    heco_lanes *lanes   = d->plan.lanes;
    unsigned    workers = heco_evaluator_workers(d->evaluator);
    size_t      busy    = 0;
    double      looked  = heco_clock();
    heco_status status  = HECO_OK;
    while (status == HECO_OK && !heco_lanes_is_over(lanes)) {
        status = lanes_submit(d, workers, &busy);
        if (status != HECO_OK) heco_fail(error, status, "%s", heco_status_text(status));
        else status = lanes_collect(d, &busy, error);
        if (heco_clock() - looked < lanes_poll_seconds) continue;
        looked = heco_clock();
        lanes_check_stop(d);
    }
    if (status != HECO_OK) heco_lanes_stop(lanes, HECO_STOP_ERROR);
    heco_evaluator_abandon(d->evaluator);
    heco_drive_explain(d);
    return status == HECO_OK ? heco_lanes_status(lanes, error) : status;
}
