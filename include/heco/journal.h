/* The journal of a search: every evaluation, so that an interrupted search goes on bit for bit.
 *
 * Written by heco_minimize() when heco_minimize_options.journal names a file. The format is
 * described in docs/journal.md. */
#ifndef HECO_JOURNAL_H
#define HECO_JOURNAL_H

#include <stddef.h>
#include <stdint.h>

#include "heco/status.h"

HECO_BEGIN_DECLS

/* What a journal says of itself. Texts belong to the info. */
typedef struct {
    const char *note;     /* what the caller of heco_minimize() wanted kept, or ""           */
    const char *identity; /* lines "key=value": version, model, algorithm, set, seed, ...    */
    uint64_t    max_evals; /* the budget as it was last                                  */
    uint64_t    evals;    /* evaluations recorded since the last change of the budget        */
    uint64_t    schedules; /* 1, and one more for every time the budget was raised           */
    uint64_t    torn;     /* bytes of an unfinished last record, to be dropped on resume     */
} heco_journal_info;

/* Reads the whole file and checks every record; nothing is changed. */
HECO_API heco_status heco_journal_read(heco_journal_info **out, const char *path,
                                       heco_error *error);
/* NULL is fine. */
HECO_API void heco_journal_info_free(heco_journal_info *info);

HECO_END_DECLS

#endif
