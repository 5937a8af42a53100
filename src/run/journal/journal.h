/* The journal of one search: what it has evaluated, and what it goes on to evaluate. */
#ifndef HECO_RUN_JOURNAL_JOURNAL_H
#define HECO_RUN_JOURNAL_JOURNAL_H

#include "heco/journal.h"
#include "heco/run.h"

enum { HECO_JOURNAL_ELITE = 10 }; /* points that a raised budget starts from */

typedef struct heco_journal heco_journal;

/* A new journal, or with options->resume an old one: then the identity must agree, except for a
 * larger budget, which starts a new schedule from the best points so far. */
heco_status heco_journal_open(heco_journal **out, const heco_problem *problem,
                              const heco_minimize_options *options, heco_error *error);
/* Initial points of this schedule: the caller's, after the best of the schedules before. */
const double *heco_journal_start(const heco_journal *j, size_t *count);
/* Whether this schedule takes exact derivatives: one that was begun without goes on without. */
int heco_journal_exact(const heco_journal *j);
/* Takes the values of the batch from the journal where it has them. `missing` is 0 when nothing is
 * left to evaluate; else rows in state HECO_ROW_SKIPPED are. */
heco_status heco_journal_replay(heco_journal *j, heco_batch *batch, size_t *missing,
                                heco_error *error);
/* Records the batch, evaluated and not yet told. */
heco_status heco_journal_append(heco_journal *j, const heco_batch *batch, heco_error *error);
/* The next batch comes. */
void heco_journal_next(heco_journal *j);
/* Evaluations that came from the journal, and torn bytes that were dropped. */
uint64_t heco_journal_replayed(const heco_journal *j);
void     heco_journal_close(heco_journal *j);

#endif
