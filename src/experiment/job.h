/* One job of a plan, run to its end on the calling thread. */
#ifndef HECO_EXPERIMENT_JOB_H
#define HECO_EXPERIMENT_JOB_H

#include <stdatomic.h>

#include "heco/experiment.h"

/* What is stored of a run. One block of memory: free() frees it all. */
typedef struct {
    uint64_t       evals, failed;
    heco_stop      stop;
    heco_found     found;
    double         f, viol, viol_sum;
    unsigned       c[3];
    uint64_t       evals_at_best, evals_to_feasible, evals_to_target;
    uint64_t       first_evals; /* evaluations of the first batch                          */
    double         seconds;
    double        *x;       /* n values                                                */
    char          *options; /* all values in use                                       */
    unsigned char *trace;
    size_t         trace_size;
} heco_outcome;

/* Runs the job. *out stays NULL with HECO_OK when *stop became nonzero meanwhile. `seconds`
 * above 0 cuts the run short, for trials. */
heco_status heco_job_run(heco_outcome **out, const heco_job *job, const atomic_int *stop,
                         double seconds, heco_error *error);

/* Does the algorithm take the problem with these options? Nothing is evaluated. */
heco_status heco_job_check(const heco_job *job, heco_error *error);

/* How many constraints are violated by more than 1, by 0.01 to 1, and by 0.0001 to 0.01, as the
 * rules of CEC2017 count them: a smaller violation is in none of the three. */
void heco_job_counts(unsigned c[3], const heco_space *space, const double *g, const double *h);

#endif
