/* The description of variables and constraints in a journal, for reports made without the model.
 * It does not affect the search. Each line describes one of them, with tabs between the fields:
 *
 *   x <lower> <upper> <integer> <name> <unit>
 *   c <equality> <tolerance> <sense or -> <bound> <factor> <name> <unit> */
#ifndef HECO_RUN_JOURNAL_JOURNAL_DESCRIBE_H
#define HECO_RUN_JOURNAL_JOURNAL_DESCRIBE_H

#include "heco/journal.h"
#include "heco/problem.h"
#include "run/journal/journal_file.h"

/* Writes the description of the problem as one record. */
heco_status heco_journal_describe(heco_journal_output to, const heco_problem *problem,
                                  heco_error *error);

typedef struct {
    size_t                   n, m; /* variables; constraints                               */
    heco_journal_variable   *x;
    heco_journal_constraint *c;
    char                    *text; /* holds the names and units                            */
} heco_journal_words;

/* Reads a description. If `text` is NULL or malformed, names are x1, .., g1, .., h1, .. and
 * tolerances the usual ones. Returns HECO_OK or HECO_ERR_MEMORY; heco_journal_words_free() is needed
 * in either case. */
heco_status heco_journal_words_read(heco_journal_words *w, const char *text, size_t n, size_t ng,
                                    size_t nh);
void        heco_journal_words_free(heco_journal_words *w);

#endif
