/* The interface between the files of the report page. The page is a template (web/, built into one
 * file) and one JSON block, which these files write. Sizes are bounded: curves are medians and
 * quartiles at a few evaluations, and many final values are thinned out. */
#ifndef HECO_REPORT_PAGE_PAGE_H
#define HECO_REPORT_PAGE_PAGE_H

#include "base/json.h"
#include "heco/experiment.h"
#include "heco/journal.h"
#include "heco/report.h"
#include "report/comparison.h"
#include "report/page/page_history.h"

/* A search as its journal describes it. */
typedef struct {
    const heco_journal_walk *walk;
    const heco_history      *history;
    int                      running; /* 1: the search goes on */
} heco_page_search;
/* Writes the data of a page of one search. */
heco_status heco_page_solve_write(FILE *out, const heco_page_search *search,
                                  const heco_page_options *options, heco_error *error);

/* Writes the data of a sweep. */
heco_status heco_page_sweep_data(FILE *out, const heco_sweep *sweep, const heco_problem *problem,
                                 size_t constraint, const heco_page_options *options,
                                 heco_error *error);
/* Writes the rankings of one suite by every rule. If `traced` is NULL, rules that need traces are
 * left out. */
heco_status heco_page_rankings(heco_json *j, const heco_records *records,
                               const heco_comparison *comparison, const heco_records *traced);
/* Writes final values, curves and profiles of one suite. */
heco_status heco_page_cells(heco_json *j, const heco_comparison *comparison, heco_error *error);

/* ---- profiles: targets reached over evaluations ---- */

/* 51 targets from 100 to 1e-8 above the reference, and four relative accuracies. */
enum { HECO_PROFILE_GRID = 48, HECO_PROFILE_TARGETS = 51, HECO_PROFILE_KINDS = 5 };
typedef struct {
    size_t  dims, algorithms;
    double *top;   /* dims: the largest budget per variable, where the axis ends            */
    double *share; /* dims x algorithms x kinds x grid: counts, finally fractions           */
    double *runs;  /* dims x algorithms: number of runs                                     */
} heco_profile;

/* Allocates a profile without runs. The caller sets p->top before it adds any. Returns HECO_OK or
 * HECO_ERR_MEMORY. Free the profile in either case. */
heco_status heco_profile_init(heco_profile *p, size_t dims, size_t algorithms);
void        heco_profile_free(heco_profile *p);
/* Adds a run of an algorithm with `n` variables, compared with `reference`. */
void heco_profile_add(heco_profile *p, size_t dim, size_t algorithm, size_t n, double reference,
                      const heco_trace *trace);
/* Returns the evaluations per variable at a grid point. */
double heco_profile_at(const heco_profile *p, size_t dim, size_t point);
/* Writes the profiles. Turns the counts in p->share into fractions, so no run may be added later. */
void   heco_profile_write(heco_profile *p, heco_json *j);

/* ---- page_label.c ---- */

/* Writes `text`, null if it is NULL; without the folders of its paths unless j->paths is set. */
void heco_page_label(heco_json *j, const char *key, const char *text);

/* Writes a command. "./" stands for the folders of a path: without it, heco takes a program for a
 * command of the system and a shared object for a name. */
void heco_page_command(heco_json *j, const char *key, const char *text);

/* ---- page_extras.c ---- */

/* Most variables and constraints that are shown one by one. */
enum { HECO_PAGE_VARIABLES = 60, HECO_PAGE_CONSTRAINTS = 60 };

/* Writes the parts that the options contain into an open object; `walk` describes the problem. */
void heco_page_extras(heco_json *j, const heco_page_options *o, const heco_journal_walk *walk);

#endif
