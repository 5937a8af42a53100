/* The report page of a solve from the command line: the journal's note says how to repeat it. */
#ifndef HECO_CLI_VIEW_JOURNAL_PAGE_H
#define HECO_CLI_VIEW_JOURNAL_PAGE_H

#include "cli/args.h"
#include "heco/report.h"

/* Writes the page, or with `data` its data alone. Returns -1, or the exit code after saying why. */
int journal_page_write(FILE *out, const char *journal, heco_page_options how, int data);

#endif
