/* Exact first derivatives of a .nl model, computed by the AMPL Solver Library.
 *
 * The file is read a second time for them. The first reading is for values only, because a reading
 * with derivatives fails at points where a value exists and a derivative does not. */
#ifndef HECO_MODELS_NL_NL_DERIVATIVES_H
#define HECO_MODELS_NL_NL_DERIVATIVES_H

#include <stddef.h>

#include "models/nl/nl_header.h"

/* A constraint of the problem is `factor` times a row of the model, plus a constant. */
typedef struct {
    int    row;
    double factor;
} heco_nl_scaled_row;

typedef struct {
    const char               *path; /* ends with .nl                                          */
    const heco_nl_header     *header;
    int                       objective; /* from 0; -1: there is none                         */
    size_t                    ng, nh;
    const heco_nl_scaled_row *row; /* of ng + nh constraints                                  */
} heco_nl_derivatives_plan;

typedef struct heco_nl_derivatives heco_nl_derivatives;

/* Returns NULL if there is no memory or the file has changed. The plan's arrays must outlive it. */
heco_nl_derivatives *heco_nl_derivatives_open(const heco_nl_derivatives_plan *plan);
/* A heco_derivatives_fn: returns HECO_POINT_FAILED if a derivative does not exist at x. */
int heco_nl_derivatives_at(heco_nl_derivatives *d, const double *x, double *df, double *dg,
                           double *dh);
/* Returns the rows of the model at that point. */
const double *heco_nl_derivatives_rows(const heco_nl_derivatives *d);
void          heco_nl_derivatives_close(heco_nl_derivatives *d);
/* Opens, evaluates at x and closes, in a child process that shows whether this crashes. */
void heco_nl_derivatives_try(const char *path, const heco_nl_header *header, const double *x);

#endif
