/* A trace as bytes: best f and violation at the checkpoints, without loss. */
#ifndef HECO_EXPERIMENT_TRACE_H
#define HECO_EXPERIMENT_TRACE_H

#include "heco/experiment.h"

/* Returns the largest number of bytes that heco_trace_encode needs for `rows` rows. */
size_t heco_trace_room(size_t rows);
/* Writes the rows and returns the number of bytes. */
size_t heco_trace_encode(unsigned char *out, const double *f, const double *viol, size_t rows);
/* Reads exactly `rows` rows. Returns 1, or 0 if the bytes hold fewer or more rows. */
int heco_trace_decode(double *f, double *viol, size_t rows, const unsigned char *bytes,
                      size_t size);
/* Makes a trace with rows 0 .. points for a budget, all values zero; NULL: no memory. */
heco_trace *heco_trace_new(size_t points, uint64_t max_evals, uint64_t first_evals);

#endif
