/* Reads a journal in one pass: its texts, its counts and its best points. */
#ifndef HECO_RUN_JOURNAL_JOURNAL_SCAN_H
#define HECO_RUN_JOURNAL_JOURNAL_SCAN_H

#include "heco/journal.h"
#include "heco/problem.h"
#include "run/journal/journal.h"
#include "run/journal/journal_file.h"
#include "run/journal/journal_row.h"

/* The contents of a journal. */
typedef struct {
    char    *identity; /* of the last schedule */
    char    *metadata;
    uint64_t at; /* offset after the last identity record */
    uint64_t good, torn, schedules, evals;
    double   seconds; /* of the last time record */
    double  *elite;   /* best points of all schedules but the last: rows of x, ascending */
    size_t   elites;
    double  *pending; /* the same including the last schedule */
    double   pending_f[HECO_JOURNAL_ELITE], pending_v[HECO_JOURNAL_ELITE];
    uint64_t pending_schedule[HECO_JOURNAL_ELITE]; /* the schedule of each and its place there */
    heco_journal_place pending_place[HECO_JOURNAL_ELITE];
    size_t   pendings;
} heco_journal_scan;

/* Reads the whole file; without `space` (NULL) texts and counts only. heco_journal_scan_free() is
 * needed in either case. */
heco_status heco_journal_scan_file(heco_journal_scan *s, const char *path, const heco_space *space,
                                   heco_error *error);
void        heco_journal_scan_free(heco_journal_scan *s);

/* Reads the records before the first evaluation only, so that `evals` and `torn` are 0. */
heco_status heco_journal_read_head(heco_journal_info **out, const char *path, heco_error *error);
/* Takes an identity record that begins a later schedule. Returns 0 if there is no memory. */
int heco_journal_info_begin_schedule(heco_journal_info *info, const heco_journal_record *r);

/* Returns the offset up to which heco_journal_read() has checked the records. */
uint64_t heco_journal_info_checked(const heco_journal_info *info);

#endif
