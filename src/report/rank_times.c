/* Expected running times of the cells of a comparison: the evaluations until success of every run,
 * from the runs' own targets or, for a chosen accuracy, from their traces. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "report/rank.h"

typedef struct {
    const heco_comparison   *comparison;
    const heco_rank_options *options;
    heco_error              *error;
    double                  *evals, *success; /* of the runs of one cell                  */
    double                   reference;       /* best f known or found on the problem     */
    int                      judged; /* 1 if a run has a target or has reached one         */
} rank_times_work;

/* Sets the evaluations of a run by its trace. The resolution is that of the trace. */
static heco_status rank_times_trace(rank_times_work *w, const heco_record *run, size_t i) {
    double limit = w->reference + w->options->accuracy * fmax(1.0, fabs(w->reference));
    if (run->points == 0 || run->trace_f == NULL)
        return heco_fail(w->error, HECO_ERR_ARG,
                         "%s on %s has a run without a trace, which an accuracy needs: run heco "
                         "bench with --trace full, or choose no accuracy",
                         run->label != NULL ? run->label : run->algorithm, run->problem);
    for (size_t k = 0; k <= run->points; k++)
        if (run->trace_viol[k] == 0.0 && run->trace_f[k] <= limit) {
            w->evals[i]   = (double)heco_checkpoint(run->max_evals, run->points, k > 0 ? k : 1);
            w->success[i] = 1.0;
            return HECO_OK;
        }
    return HECO_OK;
}

/* Sets evaluations and success of a run. */
static heco_status rank_times_run(rank_times_work *w, const heco_record *run, size_t i) {
    w->success[i] = 0.0;
    w->evals[i]   = (double)(run->outcome.evals > 0 ? run->outcome.evals : run->max_evals);
    if (w->options->accuracy > 0.0) {
        w->judged          = 1;
        heco_status status = rank_times_trace(w, run, i);
        if (status != HECO_OK) return status;
    } else if (run->outcome.evals_to_target > 0) {
        w->evals[i]   = (double)run->outcome.evals_to_target;
        w->success[i] = 1.0;
    }
    w->judged |= w->success[i] > 0.0 || !isnan(run->target);
    if (w->evals[i] > 0.0) return HECO_OK;
    return heco_fail(w->error, HECO_ERR_ARG,
                     "%s on %s has a run without a number of evaluations: add a column max_evals",
                     run->label != NULL ? run->label : run->algorithm, run->problem);
}

/* Computes one cell. */
static heco_status rank_times_cell(rank_times_work *w, const heco_comparison_cell *cell,
                                   double *ert, double *successes, heco_interval *interval) {
    heco_resampling how    = heco_rank_resampling(w->options);
    heco_status     status = HECO_OK;
    *ert                   = NAN;
    *successes             = 0.0;
    if (interval != NULL) interval->low = interval->high = NAN;
    if (cell == NULL || cell->runs == 0) return HECO_OK;
    w->evals = malloc(2 * cell->runs * sizeof *w->evals);
    if (w->evals == NULL) return HECO_ERR_MEMORY;
    w->success = w->evals + cell->runs;
    for (size_t i = 0; i < cell->runs && status == HECO_OK; i++) {
        status = rank_times_run(w, cell->record[i], i);
        *successes += w->success[i];
    }
    if (status == HECO_OK) *ert = heco_ert(w->evals, w->success, cell->runs);
    if (status == HECO_OK && interval != NULL)
        status = heco_bootstrap_ert(w->evals, w->success, cell->runs, &how, interval);
    free(w->evals);
    return status;
}

heco_status heco_rank_times_compute(heco_rank_times *out, heco_interval *interval,
                                    const heco_comparison *c, const heco_rank_options *options,
                                    heco_error *error) {
    rank_times_work w     = {.comparison = c, .options = options, .error = error};
    size_t          cells = c->problems * c->algorithms;
    out->ert              = heco_arena_take(c->work, cells, sizeof *out->ert);
    out->successes        = heco_arena_take(c->work, cells, sizeof *out->successes);
    heco_status status    = heco_arena_failed(c->work) ? HECO_ERR_MEMORY : HECO_OK;
    for (size_t p = 0; p < c->problems && status == HECO_OK; p++) {
        w.reference = heco_comparison_reference(c, p, NULL);
        for (size_t a = 0; a < c->algorithms && status == HECO_OK; a++) {
            size_t at = p * c->algorithms + a;
            status    = rank_times_cell(&w, heco_comparison_at(c, p, a), out->ert + at,
                                        out->successes + at, interval != NULL ? interval + at : NULL);
        }
    }
    if (status == HECO_OK && !w.judged)
        return heco_fail(error, HECO_ERR_ARG,
                         "no run has a target, so none is a success: choose an accuracy, such as "
                         "1e-4");
    return status;
}

double heco_rank_times_ratio(const heco_rank_times *times, const heco_comparison *c, size_t problem,
                             size_t algorithm) {
    const double *row  = times->ert + problem * c->algorithms;
    double        best = INFINITY;
    for (size_t a = 0; a < c->algorithms; a++)
        if (row[a] < best) best = row[a];
    return isnan(row[algorithm]) ? NAN : isinf(best) ? INFINITY : row[algorithm] / best;
}
