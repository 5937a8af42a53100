/* What a run says about itself: its progress, which the caller gets after every batch, and how it
 * searches. */
#include <stdio.h>

#include "base/clock.h"
#include "run/run_internal.h"
#include "run/run_state.h"

void heco_run_progress(const heco_run *run, heco_progress *out) {
    const heco_outcome *now = &run->result.outcome;
    *out                    = (heco_progress){.evals     = now->evals,
                                              .max_evals = run->rules.max_evals,
                                              .failed    = now->failed,
                                              .seconds   = heco_clock() - run->rules.started,
                                              .f         = now->f,
                                              .viol      = now->viol,
                                              .feasible  = now->viol == 0.0,
                                              .x         = run->result.x,
                                              .runs      = 1,
                                              .part      = run->best_part,
                                              .worst     = run->worst};
}

int heco_run_report(const heco_run *run, const heco_progress *now) {
    return run->on_progress != NULL && run->on_progress(run->progress_user, now);
}

int heco_run_reports(const heco_run *run) {
    heco_progress now;
    if (run->on_progress == NULL) return 0;
    heco_run_progress(run, &now);
    return heco_run_report(run, &now);
}

const char *heco_run_part(const heco_run *run) { return run->part; }

double heco_run_seconds_left(const heco_run *run) { return heco_stop_seconds_left(&run->rules); }

void heco_run_describe(const heco_run *run, char *text, size_t size) {
    if (!run->rules.one_point) heco_member_describe(&run->member, text, size);
    else snprintf(text, size, "bounds and linear constraints leave one point");
}

void heco_run_presolve_summary(const heco_run *run, char *text, size_t size) {
    if (size > 0) text[0] = '\0';
    if (run->translation != NULL) heco_translation_describe(run->translation, text, size);
}
