/* Runs one job: one search and its result. */
#include "experiment/job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "experiment/trace.h"
#include "experiment/variants.h"

enum { JOB_MAX_FAILED = 5000 }; /* from the protocol, larger than the default of a single search */

/* State of a running job. */
typedef struct {
    const heco_job *job;
    heco_stop_fn    should_stop; /* NULL: none                                   */
    void           *stop_user;
    int             stopped; /* should_stop returned nonzero                     */
    heco_problem    problem; /* clone for this thread if the problem needs one          */
    heco_evaluator *evaluator;
    heco_run       *run;
    uint64_t       *checkpoint;
    uint64_t        first_evals; /* the state after the first batch                     */
    double          first_f, first_viol;
} job_work;

static void job_close(job_work *w) {
    heco_run_free(w->run);
    heco_evaluator_close(w->evaluator);
    if (w->problem.sharing == HECO_SHARE_CLONE && w->problem.user != NULL)
        w->problem.drop(w->problem.user);
    free(w->checkpoint);
}

/* Asks should_stop once more unless it has stopped the job; sets and returns w->stopped. */
static int job_poll_stop(job_work *w) {
    if (!w->stopped && w->should_stop != NULL) w->stopped = w->should_stop(w->stop_user, NULL) != 0;
    return w->stopped;
}

/* Records the state after the first batch and polls the stop request. */
static int job_after(void *user, const heco_progress *now) {
    job_work *w = user;
    if (w->first_evals == 0) {
        w->first_evals = now->evals;
        w->first_f     = now->f;
        w->first_viol  = now->viol;
    }
    return job_poll_stop(w);
}

/* Returns the options of the run without time limit, checkpoints and callbacks. */
static heco_run_options job_options(const heco_job *job) {
    heco_run_options options = heco_run_options_default();
    options.seed             = job->stream;
    options.max_evals        = job->max_evals;
    options.target           = job->target;
    options.stop_at_target   = 0;
    options.max_failed       = JOB_MAX_FAILED;
    options.set              = job->set;
    options.sets             = job->sets;
    return options;
}

/* Sets up problem, checkpoints, run and evaluator of the job. `seconds` above 0 limits the run. */
static heco_status job_open(job_work *w, double seconds, heco_error *error) {
    const heco_job *job = w->job;
    w->problem          = *job->what;
    if (w->problem.sharing == HECO_SHARE_CLONE) {
        w->problem.user = w->problem.clone(job->what->user);
        if (w->problem.user == NULL) return heco_fail_memory(error);
    }
    w->checkpoint = calloc(job->points + 1, sizeof *w->checkpoint);
    if (w->checkpoint == NULL) return heco_fail_memory(error);
    for (size_t k = 1; k <= job->points; k++)
        w->checkpoint[k - 1] = heco_checkpoint(job->max_evals, job->points, k);
    heco_run_options options = job_options(job);
    options.max_seconds      = seconds;
    options.checkpoints      = w->checkpoint;
    options.checkpoint_count = job->points;
    options.on_progress      = job_after;
    options.progress_user    = w;
    heco_status status = heco_run_new(&w->run, job->algorithm, &job->what->space, &options, error);
    if (status != HECO_OK) return status;
    return heco_evaluator_open(&w->evaluator, &w->problem, NULL, NULL, error);
}

/* Encodes the trace. A run that ended before its budget keeps its last values. */
static heco_status job_trace(heco_job_result *o, const job_work *w, heco_error *error) {
    const heco_result *r    = heco_run_result(w->run);
    size_t             rows = w->job->points + 1;
    double            *row  = calloc(2 * rows, sizeof *row);
    if (row == NULL) return heco_fail_memory(error);
    double *f = row, *viol = row + rows;
    f[0]    = w->first_f;
    viol[0] = w->first_viol;
    for (size_t k = 1; k < rows; k++) {
        int passed = k <= r->checkpoint_count;
        f[k]       = passed ? r->checkpoint_f[k - 1] : r->outcome.f;
        viol[k]    = passed ? r->checkpoint_viol[k - 1] : r->outcome.viol;
    }
    o->trace_size = heco_trace_encode(o->trace, f, viol, rows);
    free(row);
    return HECO_OK;
}

/* Copies the result of the run into one block of memory. *out is NULL on failure. */
static heco_status job_make_result(heco_job_result **out, const job_work *w, heco_error *error) {
    const heco_result *r     = heco_run_result(w->run);
    const heco_space  *space = &w->problem.space;
    size_t             text  = heco_variant_print_size(w->job->algorithm);
    size_t             trace = w->job->points > 0 ? heco_trace_room(w->job->points + 1) : 0;
    heco_job_result   *o     = calloc(1, sizeof *o + space->n * sizeof *o->x + text + trace);
    if (o == NULL) return heco_fail_memory(error);
    o->x       = (double *)(o + 1);
    o->options = (char *)(o->x + space->n);
    o->trace   = (unsigned char *)o->options + text;
    memcpy(o->x, r->x, space->n * sizeof *o->x);
    heco_variant_print(w->job->algorithm, heco_run_settings(w->run), o->options, text);
    o->outcome     = r->outcome;
    o->first_evals = w->first_evals;
    o->viol_sum =
        r->outcome.found != HECO_FOUND_NONE ? heco_violation_sum(space, r->g, r->h) : INFINITY;
    heco_status status = trace > 0 ? job_trace(o, w, error) : HECO_OK;
    if (status != HECO_OK) {
        free(o);
        o = NULL;
    }
    *out = o;
    return status;
}

/* Sets `error` to the text of `why` with the name of the job in front of it. */
static heco_status job_fail(const heco_job *job, heco_status status, const heco_error *why,
                            heco_error *error) {
    return heco_fail(error, status, "%s on %s:%s/%zu, run %u: %s", job->label, job->suite,
                     job->problem, job->what->space.n, job->run, why->text);
}

heco_status heco_job_check(const heco_job *job, heco_error *error) {
    heco_error       why     = {0};
    heco_run_options options = job_options(job);
    heco_status      status  = heco_problem_check(job->what, &why);
    if (status == HECO_OK)
        status = heco_run_check(job->algorithm, &job->what->space, &options, &why);
    return status == HECO_OK ? status : job_fail(job, status, &why, error);
}

/* Runs the job and releases its state. *out stays NULL if the job was stopped or failed. */
static heco_status job_execute(heco_job_result **out, job_work *w, double seconds,
                               heco_error *error) {
    heco_error why = {0};
    *out           = NULL;
    if (job_poll_stop(w)) return HECO_OK;
    heco_status status = job_open(w, seconds, &why);
    if (status == HECO_OK) status = heco_run_drive(w->run, w->evaluator, &why);
    if (status == HECO_OK && !job_poll_stop(w)) status = job_make_result(out, w, &why);
    if (status != HECO_OK) job_fail(w->job, status, &why, error);
    job_close(w);
    return status;
}

heco_status heco_job_run(heco_job_result **out, const heco_job *job, heco_stop_fn should_stop,
                         void *stop_user, double seconds, heco_error *error) {
    job_work w = {.job = job, .should_stop = should_stop, .stop_user = stop_user};
    return job_execute(out, &w, seconds, error);
}
