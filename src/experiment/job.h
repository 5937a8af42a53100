/* One job of a plan, run to its end on the calling thread. */
#ifndef HECO_EXPERIMENT_JOB_H
#define HECO_EXPERIMENT_JOB_H

#include <stdatomic.h>

#include "heco/experiment.h"

/* What is stored of a run. One block of memory: free() frees it all. */
typedef struct {
    heco_outcome   outcome;
    double         viol_sum;    /* the violation as a sum, for the database                */
    uint64_t       first_evals; /* evaluations of the first batch                          */
    double        *x;           /* n values                                                */
    char          *options;     /* all values in use                                       */
    unsigned char *trace;
    size_t         trace_size;
} heco_job_result;

/* Runs the job. *out stays NULL with HECO_OK when *stop became nonzero meanwhile. `seconds`
 * above 0 cuts the run short, for trials. */
heco_status heco_job_run(heco_job_result **out, const heco_job *job, const atomic_int *stop,
                         double seconds, heco_error *error);

/* Does the algorithm take the problem with these options? Nothing is evaluated. */
heco_status heco_job_check(const heco_job *job, heco_error *error);

#endif
