/* Inside of the report page: what its parts share. The page is a template (web/, built into one
 * file) and one JSON block; these files make the block. Sizes are bounded here: curves are medians
 * and quartiles at a few evaluations, finals are thinned out where there are too many. */
#ifndef HECO_REPORT_PAGE_PAGE_H
#define HECO_REPORT_PAGE_PAGE_H

#include "heco/experiment.h"
#include "heco/report.h"
#include "report/comparison.h"
#include "report/page/page_label.h"

/* The rankings of one suite by every rule; `traced` NULL: without rules that need traces. */
heco_status heco_page_rankings(heco_json *j, const heco_records *records, const heco_comparison *comparison,
                               const heco_records *traced);
/* Finals, curves and profiles of one suite. */
heco_status heco_page_cells(heco_json *j, const heco_comparison *comparison, heco_error *error);

/* ---- profiles: how much has been reached after how many evaluations ---- */

/* 51 targets from 100 to 1e-8 above the reference; and one of four accuracies, relative to it. */
enum { HECO_PROFILE_GRID = 48, HECO_PROFILE_TARGETS = 51, HECO_PROFILE_KINDS = 5 };
typedef struct {
    size_t  dims, algorithms;
    double *top;   /* dims: evaluations per variable at the right end                       */
    double *share; /* dims x algorithms x kinds x grid: hits, in the end fractions          */
    double *runs;  /* dims x algorithms: runs that took part                                */
} heco_profile;

heco_status heco_profile_init(heco_profile *p, size_t dims, size_t algorithms);
void        heco_profile_free(heco_profile *p);
/* One more run of an algorithm: `n` variables, best so far against `reference`. */
void heco_profile_add(heco_profile *p, size_t dim, size_t algorithm, size_t n, double reference,
                      const heco_trace *trace);
/* Evaluations per variable at a point of the grid. */
double heco_profile_at(const heco_profile *p, size_t dim, size_t point);
void   heco_profile_write(heco_profile *p, heco_json *j);

#endif
