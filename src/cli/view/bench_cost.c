/* One number that says how good the runs of a plan are, for programs that tune options. */
#include "cli/view/bench_table.h"

#include <math.h>
#include <string.h>

double bench_cost_of(const heco_record *run) {
    double f = run->outcome.f, v = run->outcome.viol;
    if (!isfinite(f) || !isfinite(v)) return 2.0;
    if (v > 0.0) return 1.0 + v / (1.0 + v);
    if (isfinite(run->f_ref)) {
        double distance = (f - run->f_ref) / fmax(1.0, fabs(run->f_ref));
        double share    = (log10(fmax(distance, 1e-8)) + 8.0) / 10.0;
        return fmin(share, 1.0);
    }
    double scaled = copysign(log1p(fabs(f)), f);
    return 0.5 + 0.5 * scaled / (1.0 + fabs(scaled));
}

/* Returns the stored run of a job; NULL: none. */
static const heco_record *bench_cost_find(const heco_results *results, const heco_job *job) {
    for (size_t i = 0; i < heco_results_count(results); i++) {
        const heco_record *run = heco_results_at(results, i);
        if (run->run == job->run && run->n == job->what->space.n &&
            strcmp(run->problem, job->problem) == 0 && strcmp(run->suite, job->suite) == 0 &&
            strcmp(run->label, job->label) == 0)
            return run;
    }
    return NULL;
}

double bench_cost_mean(const heco_plan *plan, const heco_results *results) {
    double sum = 0.0;
    for (size_t i = 0; i < heco_plan_count(plan); i++) {
        const heco_record *run = bench_cost_find(results, heco_plan_at(plan, i));
        if (run == NULL) return NAN;
        sum += bench_cost_of(run);
    }
    return sum / (double)heco_plan_count(plan);
}
