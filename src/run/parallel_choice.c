#include "run/parallel_choice.h"

#include "base/error.h"
#include "evaluate/backends.h"
#include "run/journal/journal_identity.h"
#include "run/lanes_state.h"
#include "run/policy.h"

/* Takes the choice of the journal that is resumed. If it cannot be read, the status says why. */
static heco_status choice_read_journal(heco_parallel_choice *out, const char *path) {
    heco_journal_info *info;
    heco_status        status = heco_journal_read(&info, path, NULL);
    if (status != HECO_OK) return status;
    out->lanes = heco_journal_identity_lanes(info->identity);
    out->batch = heco_journal_identity_batch(info->identity);
    heco_journal_info_free(info);
    return HECO_OK;
}

heco_status heco_parallel_choose(heco_parallel_choice *out, const heco_problem *problem,
                                 const heco_minimize_options *o, const heco_algorithm *algorithm,
                                 const heco_backend *backend, heco_error *error) {
    size_t   n = problem->space.n, workers = heco_backend_workers(backend, &o->evaluator);
    uint64_t    budget = heco_policy_budget(&o->run, n);
    heco_status read   = HECO_ERR_IO; /* not resumed, or from a journal that is refused later */
    if (o->journal != NULL && o->resume) read = choice_read_journal(out, o->journal);
    if (read == HECO_ERR_MEMORY) return heco_fail_memory(error);
    if (read != HECO_OK) {
        out->batch = workers > o->evaluator.workers ? workers : o->evaluator.workers;
        out->lanes = o->lanes == HECO_LANES_AUTO
                         ? heco_lanes_for(workers, n, budget)
                         : heco_lanes_default(algorithm, workers, n, budget);
    }
    if (o->run.batch > 0) out->batch = o->run.batch;
    if (o->lanes == HECO_LANES_NONE) out->lanes = 0;
    else if (o->lanes != 0 && o->lanes != HECO_LANES_AUTO) out->lanes = o->lanes;
    if (out->lanes > HECO_LANES_MOST) /* before a journal is made */
        return heco_fail(error, HECO_ERR_ARG, "%zu lanes: choose 1 to %d", out->lanes,
                         HECO_LANES_MOST);
    if (problem->derivatives != NULL || o->run.checkpoint_count > 0 || o->known != NULL)
        out->lanes = 0;
    return HECO_OK;
}
