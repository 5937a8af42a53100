/* Parts of the data of a solve that do not come from its journal: several runs, slices, and the
 * files of the model. */
#ifndef HECO_REPORT_PAGE_PAGE_EXTRAS_H
#define HECO_REPORT_PAGE_PAGE_EXTRAS_H

#include "base/json.h"
#include "heco/journal.h"
#include "heco/report.h"

/* Most variables and constraints that are shown one by one. */
enum { HECO_PAGE_VARIABLES = 60, HECO_PAGE_CONSTRAINTS = 60 };

/* Writes the parts that the options contain into an open object; `walk` describes the problem. */
void heco_page_extras(heco_json *j, const heco_page_options *o, const heco_journal_walk *walk);

#endif
