/* The results of a plan in a database: lists the stored runs and adds new ones. */
#ifndef HECO_EXPERIMENT_STORE_H
#define HECO_EXPERIMENT_STORE_H

#include "experiment/job.h"
#include "experiment/plan.h"

typedef struct heco_store heco_store;

/* Opens the database for writing and checks that the plan agrees with it: same seed, instance,
 * budget, target, options. HECO_ERR_CONFLICT names the first difference. Information goes to
 * on_info of the options. */
heco_status heco_store_open(heco_store **out, const heco_plan *plan,
                            const heco_bench_options *options, heco_error *error);
/* Sets have[i] to 1 if the run of job i is stored. */
heco_status heco_store_have(heco_store *store, unsigned char *have, heco_error *error);
/* Stores runs in one transaction. */
heco_status heco_store_put(heco_store *store, const size_t *job, heco_job_result *const *result,
                           size_t count, heco_error *error);
void        heco_store_close(heco_store *store);

#endif
