/* heco_minimize() for callers inside the library that watch the evaluations of the search. */
#ifndef HECO_RUN_MINIMIZE_H
#define HECO_RUN_MINIMIZE_H

#include "heco/answer.h"

/* Gets every batch of the search after its evaluation, f as it is minimised. */
typedef struct {
    void (*learn)(void *user, const heco_space *space, const heco_batch *batch);
    void *user;
} heco_minimize_watcher;

/* Does the work of heco_minimize(); `watcher` may be NULL. */
heco_status heco_minimize_watched(heco_solution **out, const heco_problem *problem,
                                  const heco_minimize_options *options,
                                  const heco_minimize_watcher *watcher, heco_error *error);

#endif
