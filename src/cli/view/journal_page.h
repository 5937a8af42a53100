/* Writes the report page of a solve, with the command line and the files of the model from the
 * journal's metadata. */
#ifndef HECO_CLI_VIEW_JOURNAL_PAGE_H
#define HECO_CLI_VIEW_JOURNAL_PAGE_H

#include "cli/args.h"
#include "heco/report.h"

enum { JOURNAL_PAGE_MOST = 8 /* journals side by side: as many as there are colours */ };

/* Writes the page, or only its data if `data` is set. Returns -1 on success, else prints a message
 * and returns the exit code. */
int journal_page_write(FILE *out, const char *journal, heco_page_options how, int data);
/* Writes the data of a search that goes on; *feed, NULL at first, holds the part read so far and
 * belongs to the caller. Returns HECO_OK or the reason, and drops the feed then. */
heco_status journal_page_follow(FILE *out, const char *journal, heco_page_feed **feed);
/* The same for 2 to JOURNAL_PAGE_MOST journals side by side. */
int journal_page_compare(FILE *out, char *const *journals, size_t count, heco_page_options how,
                         int data);

#endif
