/* What several runs leave behind. */
#ifndef HECO_RUN_RUNS_SET_H
#define HECO_RUN_RUNS_SET_H

#include "heco/run.h"

struct heco_runs {
    size_t            count;
    heco_runs_row    *row;  /* count */
    double           *x;    /* count rows of n */
    heco_solution    *best; /* of row[summary.best] */
    heco_runs_summary summary;
};

/* Counts, quartiles and agreement, from the rows and summary.best. HECO_ERR_MEMORY, or HECO_OK. */
heco_status heco_runs_summarise(heco_runs *runs, const heco_space *space);

#endif
