/* Who evaluates a batch: a plain loop, threads, processes, ...
 *
 * A backend fills f, g, h and state of every row. It draws no random numbers and counts
 * nothing that matters to the search, so all backends give the same bits. */
#ifndef HECO_EVALUATOR_H
#define HECO_EVALUATOR_H

#include "heco/batch.h"

HECO_BEGIN_DECLS

typedef struct {
    unsigned workers;      /* 0: one per available core                                 */
    double   timeout;      /* seconds per point, 0: none (backends that can)            */
    unsigned retries;      /* how often a failed point is tried again (backends that can) */
    uint64_t memory_limit; /* bytes per worker, 0: none (backends that can)             */
} heco_evaluator_options;

/* What happened so far; `last_failure` is one line about the latest failed point. */
typedef struct {
    uint64_t failed, retried, restarted, timed_out;
    char     last_failure[400];
} heco_evaluator_stats;

typedef struct {
    const char *name; /* "serial", "threads", "process", "mpi"                          */
    const char *title;
    heco_status (*open)(void **state, const heco_problem *problem,
                        const heco_evaluator_options *options, heco_error *error);
    heco_status (*eval)(void *state, heco_batch *batch, heco_evaluator_stats *stats);
    void (*close)(void *state);
    int explains; /* 1: eval fills stats->last_failure itself                           */
} heco_backend;

/* The table of backends built in; NULL when there is none of that name or number. */
HECO_API const heco_backend *heco_backend_find(const char *name);
HECO_API const heco_backend *heco_backend_at(size_t index);

typedef struct heco_evaluator heco_evaluator;

/* `backend` NULL: serial. `options` NULL: defaults. The problem must outlive the evaluator. */
HECO_API heco_status heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                         const heco_backend           *backend,
                                         const heco_evaluator_options *options, heco_error *error);
/* Fills every row. Failed rows get f, g, h = NAN and state HECO_ROW_FAILED. */
HECO_API heco_status heco_evaluate(heco_evaluator *evaluator, heco_batch *batch);
HECO_API const heco_evaluator_stats *heco_evaluator_get_stats(const heco_evaluator *evaluator);
HECO_API void                        heco_evaluator_close(heco_evaluator *evaluator);

HECO_END_DECLS

#endif
