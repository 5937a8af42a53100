#include "run/stop.h"

#include <math.h>

#include "base/clock.h"

void heco_stop_init(heco_stop_rules *rules, const heco_run_options *o) {
    rules->max_evals   = o->max_evals;
    rules->stall       = o->stall;
    rules->max_failed  = o->max_failed;
    rules->max_seconds = o->max_seconds;
    rules->at_target   = o->stop_at_target && !isnan(o->target);
    rules->one_point   = 0;
    rules->started     = heco_clock();
}

double heco_stop_seconds_left(const heco_stop_rules *rules) {
    if (!(rules->max_seconds > 0.0)) return INFINITY;
    return rules->max_seconds - (heco_clock() - rules->started);
}

static int stop_is_timed_out(const heco_stop_rules *rules) {
    return heco_stop_seconds_left(rules) <= 0.0;
}

heco_stop heco_stop_cut_reason(const heco_stop_rules *rules) {
    return stop_is_timed_out(rules) ? HECO_STOP_TIME : HECO_STOP_USER;
}

heco_stop heco_stop_reason(const heco_stop_rules *rules, const heco_tracker *r) {
    if (rules->at_target && r->evals_to_target > 0) return HECO_STOP_TARGET;
    if (rules->one_point) return r->failed < r->evals ? HECO_STOP_ALGORITHM : HECO_STOP_FAILED;
    if (r->evals >= rules->max_evals) return HECO_STOP_BUDGET;
    if (rules->max_failed > 0 && r->failed == r->evals && r->failed >= rules->max_failed)
        return HECO_STOP_FAILED;
    if (rules->stall > 0 && r->evals - r->evals_at_best >= rules->stall) return HECO_STOP_STALL;
    return stop_is_timed_out(rules) ? HECO_STOP_TIME : HECO_STOP_NOT_YET;
}
