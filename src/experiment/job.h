/* One job of a plan, run to its end on the calling thread. */
#ifndef HECO_EXPERIMENT_JOB_H
#define HECO_EXPERIMENT_JOB_H

#include "heco/experiment.h"

/* The stored data of a run, in one block of memory that free() releases. */
typedef struct {
    heco_outcome   outcome;
    double         viol_sum;    /* the violation as a sum, for the database                */
    uint64_t       first_evals; /* evaluations of the first batch                          */
    double        *x;           /* n values                                                */
    char          *options;     /* all values in use                                       */
    unsigned char *trace;
    size_t         trace_size;
} heco_job_result;

/* Runs the job. Returns HECO_OK with *out NULL if should_stop (may be NULL), called after every batch,
 * returns nonzero. `seconds` above 0 limits the run, for estimates. */
heco_status heco_job_run(heco_job_result **out, const heco_job *job, heco_stop_fn should_stop,
                         void *stop_user, double seconds, heco_error *error);

/* Converts a result to bytes and back. Unpacking returns NULL if the bytes are not a result of
 * that job or memory is missing. free() releases both. */
void            *heco_job_pack(const heco_job *job, const heco_job_result *result, size_t *size);
heco_job_result *heco_job_unpack(const heco_job *job, const void *bytes, size_t size);

/* Checks that the algorithm accepts the problem with these options. Evaluates nothing. */
heco_status heco_job_check(const heco_job *job, heco_error *error);

#endif
