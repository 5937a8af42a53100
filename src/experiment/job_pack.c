/* Results of jobs as bytes, which a worker of a pool sends to the writer. Numbers are copied as
 * they are in memory, because both sides run the same program. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "experiment/job.h"

/* n values of x, the text of the options with its 0, and the trace follow. */
typedef struct {
    heco_outcome outcome;
    double       viol_sum;
    uint64_t     first_evals, n, options, trace;
} job_head;

void *heco_job_pack(const heco_job *job, const heco_job_result *r, size_t *size) {
    job_head head;
    memset(&head, 0, sizeof head);
    head.outcome     = r->outcome;
    head.viol_sum    = r->viol_sum;
    head.first_evals = r->first_evals;
    head.n           = job->what->space.n;
    head.options     = strlen(r->options) + 1;
    head.trace       = r->trace_size;
    *size = sizeof head + head.n * sizeof *r->x + (size_t)head.options + (size_t)head.trace;
    unsigned char *bytes = malloc(*size), *at = bytes;
    if (bytes == NULL) return NULL;
    memcpy(at, &head, sizeof head), at += sizeof head;
    memcpy(at, r->x, head.n * sizeof *r->x), at += head.n * sizeof *r->x;
    memcpy(at, r->options, head.options), at += head.options;
    if (head.trace > 0) memcpy(at, r->trace, head.trace);
    return bytes;
}

heco_job_result *heco_job_unpack(const heco_job *job, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    job_head             head;
    if (size < sizeof head) return NULL;
    memcpy(&head, at, sizeof head), at += sizeof head;
    size_t x = job->what->space.n * sizeof(double), left = size - sizeof head;
    if (head.n != job->what->space.n || left < x || head.options < 1 || head.options > left - x ||
        head.trace != left - x - head.options || at[x + head.options - 1] != '\0')
        return NULL;
    heco_job_result *r = malloc(sizeof *r + left);
    if (r == NULL) return NULL;
    memset(r, 0, sizeof *r);
    memcpy(r + 1, at, left);
    r->outcome     = head.outcome;
    r->viol_sum    = head.viol_sum;
    r->first_evals = head.first_evals;
    r->x           = (double *)(r + 1);
    r->options     = (char *)r->x + x;
    r->trace       = (unsigned char *)r->options + head.options;
    r->trace_size  = head.trace;
    return r;
}

heco_status heco_job_work(heco_job_bytes *out, const heco_plan *plan, size_t job,
                          heco_stop_fn should_stop, void *user, heco_error *error) {
    const heco_job  *what = heco_plan_at(plan, job);
    heco_job_result *result;
    *out = (heco_job_bytes){NULL, 0};
    if (what == NULL) return heco_fail(error, HECO_ERR_ARG, "the plan has no job %zu", job);
    heco_status status = heco_job_run(&result, what, should_stop, user, 0, error);
    if (status != HECO_OK || result == NULL) return status;
    out->bytes = heco_job_pack(what, result, &out->size);
    free(result);
    return out->bytes != NULL ? HECO_OK : heco_fail_memory(error);
}
