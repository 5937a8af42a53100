/* Exact first derivatives of a .nl model, by the AMPL Solver Library.
 *
 * It reads the file a second time: the first reading is for values alone, because a reading with
 * derivatives fails at points where a value exists and a derivative does not. */
#ifndef HECO_MODELS_NL_NL_DERIVATIVES_H
#define HECO_MODELS_NL_NL_DERIVATIVES_H

#include <stddef.h>

#include "models/nl/nl_header.h"

/* A constraint is `factor` times a row of the model, and a constant. */
typedef struct {
    int    row;
    double factor;
} heco_nl_slope;

typedef struct {
    const char           *path; /* ends with .nl                                              */
    const heco_nl_header *head;
    int                   objective; /* from 0; -1: there is none                             */
    double                factor;    /* of the objective: -1 where it is maximised            */
    size_t                ng, nh;
    const heco_nl_slope  *slope; /* of ng + nh constraints                                    */
} heco_nl_derived;

typedef struct heco_nl_derivatives heco_nl_derivatives;

/* NULL: no memory, or the file is not as before. The arrays of the plan must outlive it. */
heco_nl_derivatives *heco_nl_derivatives_open(const heco_nl_derived *plan);
/* As heco_derivatives_fn: HECO_POINT_FAILED where one of them does not exist. */
int  heco_nl_derivatives_at(heco_nl_derivatives *d, const double *x, double *df, double *dg,
                            double *dh);
/* The rows of the model at that point. */
const double *heco_nl_derivatives_rows(const heco_nl_derivatives *d);
void          heco_nl_derivatives_close(heco_nl_derivatives *d);
/* All of this once at x, in case it crashes: for a process that ends afterwards. */
void heco_nl_derivatives_try(const char *path, const heco_nl_header *head, const double *x);

#endif
