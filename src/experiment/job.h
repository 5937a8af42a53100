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

/* The same, with a question in place of the flag; NULL: nobody is asked. */
heco_status heco_job_run_asking(heco_job_result **out, const heco_job *job, int (*ask)(void *user),
                                void *user, heco_error *error);

/* A result as bytes, and back (NULL: not bytes of a result of that job, or no memory). Both are
 * freed with free(). */
void            *heco_job_pack(const heco_job *job, const heco_job_result *result, size_t *size);
heco_job_result *heco_job_unpack(const heco_job *job, const void *bytes, size_t size);

/* Does the algorithm take the problem with these options? Nothing is evaluated. */
heco_status heco_job_check(const heco_job *job, heco_error *error);

#endif
