/* The result of several runs. */
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

/* Returns whether run i with outcome `a` comes before run k with outcome `b` in the order of the
 * answers. `sign` is -1 if f is maximised, else 1. */
int heco_runs_precedes(double sign, const heco_outcome *a, size_t i, const heco_outcome *b,
                       size_t k);

#endif
