/* The summary of several runs, as a part of the answer. */
#include "cli/solve/answer_parts.h"

#include <inttypes.h>
#include <math.h>


void answer_confidence_text(const heco_runs_summary *s, size_t starts,
                            char out[ANSWER_CONFIDENCE]) {
    int used;
    if (s->feasible == 0) {
        snprintf(out, ANSWER_CONFIDENCE,
                 "no run found a feasible point: there may be none, or the runs are too short");
        return;
    }
    if (s->same_point <= 1)
        used = snprintf(out, ANSWER_CONFIDENCE,
                        "only 1 of %zu runs ended here; a better point may exist: raise --evals or "
                        "--runs",
                        s->begun);
    else
        used =
            snprintf(out, ANSWER_CONFIDENCE,
                     "%zu of %zu runs ended here; with 95 %% confidence no better point was missed "
                     "that a run finds with a probability of %.0f %% or more",
                     s->same_point, s->begun, ceil(100.0 * s->unseen));
    if (starts > 0)
        snprintf(out + used, ANSWER_CONFIDENCE - (size_t)used,
                 "; all runs start from the same initial point%s, so they agree more easily",
                 starts > 1 ? "s" : "");
}

static void answer_runs_head(const solve_run *a, FILE *out) {
    const heco_runs_summary *s     = heco_runs_get_summary(a->runs);
    uint64_t                 first = heco_runs_at(a->runs, 0)->seed;
    fprintf(out, "\nruns (%zu, seeds %" PRIu64 " to %" PRIu64, s->runs, first, first + s->runs - 1);
    if (s->finished < s->runs)
        fprintf(out, "; %zu finished, %zu stopped early, %zu not begun", s->finished,
                s->begun - s->finished, s->runs - s->begun);
    fputs(")\n", out);
}

/* Prints the line of run i unless the run has not begun. */
static void answer_runs_row(const solve_run *a, FILE *out, size_t i) {
    const heco_runs_row *row = heco_runs_at(a->runs, i);
    const heco_outcome  *o   = &row->outcome;
    char                 f[ARGS_REAL_SIZE], viol[ARGS_REAL_SIZE];
    if (row->x == NULL) return;
    fprintf(out, "  seed %-10" PRIu64 "  f %-23s  violation %-12s  %" PRIu64 " evaluations, %s%s\n",
            row->seed, answer_number(a, f, o->f), answer_number(a, viol, o->viol), o->evals,
            heco_stop_text(o->stop), row->same_point ? ", ended here" : "");
}

/* Prints f of the feasible runs, from best to worst. */
static void answer_runs_spread(const solve_run *a, FILE *out) {
    const heco_runs_summary *s    = heco_runs_get_summary(a->runs);
    const double             f[5] = {s->f_best, s->f_median, s->f_worst, s->f_lower, s->f_upper};
    char                     text[5][ARGS_REAL_SIZE];
    for (int i = 0; i < 5; i++) answer_number(a, text[i], f[i]);
    fprintf(out, "  f            best %s, median %s, worst %s\n", text[0], text[1], text[2]);
    fprintf(out, "  quartiles    %s to %s\n", text[3], text[4]);
    fprintf(out, "  this point   %zu of %zu runs ended here", s->same_point, s->begun);
    if (s->same_value > s->same_point)
        fprintf(out, ", %zu with the same f elsewhere", s->same_value - s->same_point);
    fputc('\n', out);
}

void answer_runs(const solve_run *a, FILE *out) {
    const heco_runs_summary *s = heco_runs_get_summary(a->runs);
    char                     confidence[ANSWER_CONFIDENCE];
    uint64_t                 replayed = 0;
    answer_runs_head(a, out);
    for (size_t i = 0; i < s->runs; i++) {
        if (a->args->common.verbose) answer_runs_row(a, out, i);
        replayed += heco_runs_at(a->runs, i)->replayed;
    }
    fprintf(out, "  feasible     %zu of %zu (%.0f %%)\n", s->feasible, s->begun,
            100.0 * (double)s->feasible / (double)s->begun);
    if (s->feasible > 0) answer_runs_spread(a, out);
    fprintf(out, "  evaluations  %" PRIu64 " in total, %" PRIu64 " failed", s->evals, s->failed);
    if (replayed > 0) fprintf(out, ", %" PRIu64 " from the journals", replayed);
    fprintf(out, "\n  time         %.3g s\n", s->seconds);
    answer_confidence_text(heco_runs_get_summary(a->runs), a->how.run.starts, confidence);
    fprintf(out, "\nconfidence: %s\n", confidence);
}

static void answer_runs_json_row(const solve_run *a, heco_json *out, size_t i) {
    const heco_runs_row *row = heco_runs_at(a->runs, i);
    const heco_outcome  *o   = &row->outcome;
    heco_json_open(out, NULL, '{');
    heco_json_count(out, "seed", row->seed);
    heco_json_text(out, "status", row->x != NULL ? heco_found_text(o->found) : NULL);
    heco_json_text(out, "stop", row->x != NULL ? heco_stop_text(o->stop) : NULL);
    heco_json_real(out, "f", row->x != NULL ? o->f : NAN);
    heco_json_real(out, "violation", row->x != NULL ? o->viol : NAN);
    heco_json_reals(out, "x", row->x, row->x != NULL ? a->problem->space.n : 0);
    heco_json_count(out, "evaluations", o->evals);
    heco_json_count(out, "failed", o->failed);
    heco_json_count(out, "evaluations_at_best", o->evals_at_best);
    heco_json_count(out, "evaluations_to_feasible", o->evals_to_feasible);
    heco_json_bool(out, "same_point", row->same_point);
    if (row->reproduced < 0) heco_json_text(out, "reproduced", NULL);
    else heco_json_bool(out, "reproduced", row->reproduced);
    if (a->schedule > 0) heco_json_count(out, "replayed", row->replayed);
    heco_json_real(out, "seconds", o->seconds);
    heco_json_close(out);
}

void answer_runs_json(const solve_run *a, heco_json *out) {
    const heco_runs_summary *s = heco_runs_get_summary(a->runs);
    char                     confidence[ANSWER_CONFIDENCE];
    answer_confidence_text(heco_runs_get_summary(a->runs), a->how.run.starts, confidence);
    heco_json_open(out, "runs", '[');
    for (size_t i = 0; i < s->runs; i++) answer_runs_json_row(a, out, i);
    heco_json_close(out);
    heco_json_open(out, "summary", '{');
    heco_json_count(out, "runs", s->runs);
    heco_json_count(out, "begun", s->begun);
    heco_json_count(out, "finished", s->finished);
    heco_json_count(out, "feasible", s->feasible);
    heco_json_real(out, "feasible_rate", 100.0 * (double)s->feasible / (double)s->begun);
    heco_json_count(out, "best_seed", heco_runs_at(a->runs, s->best)->seed);
    heco_json_real(out, "best", s->f_best);
    heco_json_real(out, "median", s->f_median);
    heco_json_real(out, "worst", s->f_worst);
    heco_json_real(out, "better_quartile", s->f_lower);
    heco_json_real(out, "worse_quartile", s->f_upper);
    heco_json_count(out, "same_point", s->same_point);
    heco_json_count(out, "same_value", s->same_value);
    heco_json_real(out, "unseen", s->unseen);
    heco_json_text(out, "confidence", confidence);
    heco_json_count(out, "evaluations", s->evals);
    heco_json_count(out, "failed", s->failed);
    heco_json_real(out, "seconds", s->seconds);
    heco_json_close(out);
}
