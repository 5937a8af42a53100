/* Names, bounds, tolerances and original forms in a journal: nothing of it decides the search, all of it
 * is for those who look at the file without the model. A line each, fields with tabs between them:
 *
 *   x <lower> <upper> <integer> <name> <unit>
 *   c <equality> <tolerance> <sense or -> <bound> <factor> <name> <unit> */
#ifndef HECO_RUN_JOURNAL_JOURNAL_DESCRIBE_H
#define HECO_RUN_JOURNAL_JOURNAL_DESCRIBE_H

#include "heco/journal.h"
#include "heco/problem.h"
#include "run/journal/journal_file.h"

heco_status heco_journal_describe(heco_journal_place to, const heco_problem *problem,
                                  heco_error *error);

typedef struct {
    size_t                   n, m; /* variables; constraints                               */
    heco_journal_variable   *x;
    heco_journal_constraint *c;
    char                    *text; /* what the names point into                            */
} heco_journal_words;

/* `text` NULL, or not what it should be: names x1, .., g1, .., h1, .. and usual tolerances.
 * HECO_OK or HECO_ERR_MEMORY; free it in either case. */
heco_status heco_journal_words_read(heco_journal_words *w, const char *text, size_t n, size_t ng,
                                    size_t nh);
void        heco_journal_words_free(heco_journal_words *w);

#endif
