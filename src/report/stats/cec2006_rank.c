/* Liang et al. (2006), Problem Definitions and Evaluation Criteria for the CEC 2006 Special
 * Session on Constrained Real-Parameter Optimization: success performance is the mean number
 * of evaluations of the successful runs, divided by the success rate. */
#include <math.h>

#include "report/stats/stats.h"

void heco_success_compute(const heco_outcome *runs, size_t count, heco_success *out) {
    size_t feasible = 0, successes = 0;
    double evals = 0.0;
    for (size_t i = 0; i < count; i++) {
        feasible += runs[i].viol == 0.0;
        if (runs[i].evals_to_target == 0) continue;
        successes++;
        evals += (double)runs[i].evals_to_target;
    }
    double n                 = (double)count;
    out->runs                = count;
    out->successes           = successes;
    out->feasible_rate       = count > 0 ? 100.0 * (double)feasible / n : NAN;
    out->success_rate        = count > 0 ? 100.0 * (double)successes / n : NAN;
    out->evals_to_success    = successes > 0 ? evals / (double)successes : NAN;
    out->success_performance = out->evals_to_success * n / (double)successes;
}
