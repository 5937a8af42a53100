/* Writes the report page of a solve, with the command line from the journal's metadata. */
#ifndef HECO_CLI_VIEW_JOURNAL_PAGE_H
#define HECO_CLI_VIEW_JOURNAL_PAGE_H

#include "cli/args.h"
#include "heco/report.h"

/* Writes the page, or only its data if `data` is set. Returns -1 on success, else prints a message
 * and returns the exit code. */
int journal_page_write(FILE *out, const char *journal, heco_page_options how, int data);

#endif
