/* Expected running time of restarts until success. Price (1997), Differential evolution vs. the
 * functions of the 2nd ICEO; Hansen et al. (2010), INRIA RR-7215. */
#include <math.h>

#include "report/stats/stats.h"

double heco_ert(const double *evals, const double *success, size_t count) {
    double sum = 0.0, successes = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += evals[i];
        successes += success[i];
    }
    return successes > 0.0 ? sum / successes : INFINITY;
}
