/* The journal of one search: replays recorded evaluations and records new ones. */
#ifndef HECO_RUN_JOURNAL_JOURNAL_H
#define HECO_RUN_JOURNAL_JOURNAL_H

#include "heco/journal.h"
#include "heco/run.h"
#include "run/journal/journal_table.h"

enum { HECO_JOURNAL_ELITE = 10 }; /* points that a raised budget starts from */

typedef struct heco_journal heco_journal;

/* Creates a journal, or opens an old one if options->resume is set: then the identity must agree. A
 * larger budget is allowed; it starts a new schedule from the best points so far. */
heco_status heco_journal_open(heco_journal **out, const heco_problem *problem,
                              const heco_minimize_options *options, heco_error *error);
/* Returns the initial points of this schedule: the best of the schedules before, then the caller's. */
const double *heco_journal_start(const heco_journal *j, size_t *count);
/* Returns whether this schedule uses exact derivatives. A schedule that began without them continues
 * without them. */
int heco_journal_exact(const heco_journal *j);
/* Copies recorded values into the batch. *missing is the number of rows without a record; they have
 * the state HECO_ROW_SKIPPED and must be evaluated. */
heco_status heco_journal_replay(heco_journal *j, heco_batch *batch, size_t *missing,
                                heco_error *error);
/* Records the rows [begin, end) of `rows`, which have just been evaluated and are the rows from
 * `first` on of the batch being asked. f has the sign of the problem. */
heco_status heco_journal_append(heco_journal *j, const heco_batch *rows, size_t begin, size_t end,
                                size_t first, heco_error *error);
/* Records the name of the part of the search that asked for the batch, if it differs from that of the
 * batch before; NULL: it has none. */
heco_status heco_journal_part(heco_journal *j, const char *part, heco_error *error);
/* Reads the recorded rows of a search in lanes, for heco_journal_rows(). */
heco_status heco_journal_load(heco_journal *j, heco_error *error);
/* Returns the recorded rows. */
const heco_journal_table *heco_journal_rows(const heco_journal *j);
/* Records a row of a lane. `values` are x, f, g, h, f as the search minimises it. */
heco_status heco_journal_append_lane(heco_journal *j, const heco_journal_place *place, int ahead,
                                unsigned char state, const double *values, heco_error *error);
/* Counts an evaluation that came from heco_journal_rows(). */
void heco_journal_count_replayed(heco_journal *j);
/* Advances to the next batch. */
void heco_journal_next(heco_journal *j);
/* Returns the number of evaluations that came from the journal. */
uint64_t heco_journal_replayed(const heco_journal *j);
void     heco_journal_close(heco_journal *j);

#endif
