/* What a search is, as text: the first record of each schedule of a journal. */
#ifndef HECO_RUN_JOURNAL_JOURNAL_IDENTITY_H
#define HECO_RUN_JOURNAL_JOURNAL_IDENTITY_H

#include "heco/run.h"

/* A text that grows; free(text). */
typedef struct {
    char  *text;
    size_t used, capacity;
    int    failed; /* no memory */
} heco_journal_text;

/* Everything that decides the course of the search, a line each. */
void heco_journal_identity(heco_journal_text *out, const heco_problem *problem,
                           const heco_minimize_options *options);
/* The budget in it. */
uint64_t heco_journal_identity_evals(const char *identity);
/* Whether the search takes exact derivatives. */
int heco_journal_identity_exact(const char *identity);
/* HECO_OK when the two agree; the budget may be larger (then *raised), and a search that was begun
 * without exact derivatives goes on without. */
heco_status heco_journal_identity_compare(const char *path, const char *stored, const char *now,
                                          int *raised, heco_error *error);

#endif
