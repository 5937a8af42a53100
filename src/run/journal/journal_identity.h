/* The identity of a search as text, the first record of each schedule of a journal. */
#ifndef HECO_RUN_JOURNAL_JOURNAL_IDENTITY_H
#define HECO_RUN_JOURNAL_JOURNAL_IDENTITY_H

#include "heco/run.h"

/* Returns a text with everything that decides the course of the search, one line each; NULL: no
 * memory. The caller frees it. */
char *heco_journal_identity(const heco_problem *problem, const heco_minimize_options *options);
/* Returns the budget in it. */
uint64_t heco_journal_identity_evals(const char *identity);
/* Returns the number of lanes in it; 0: none. */
size_t heco_journal_identity_lanes(const char *identity);
/* Returns the value of the option batch= (points per batch) in it; 1 if the option is not set. */
uint64_t heco_journal_identity_batch(const char *identity);
/* Returns whether the search uses exact derivatives. */
int heco_journal_identity_exact(const char *identity);
/* Returns HECO_OK if the two agree. The budget may be larger (then *raised is 1), and a search that
 * began without exact derivatives continues without them. */
heco_status heco_journal_identity_compare(const char *path, const char *stored, const char *now,
                                          int *raised, heco_error *error);

#endif
