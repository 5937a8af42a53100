/* A trace as bytes: best f and violation at the checkpoints, without loss. */
#ifndef HECO_EXPERIMENT_TRACE_H
#define HECO_EXPERIMENT_TRACE_H

#include "heco/experiment.h"

/* Room that heco_trace_encode needs for `rows` rows at most. */
size_t heco_trace_room(size_t rows);
/* Writes the rows, returns the number of bytes. */
size_t heco_trace_encode(unsigned char *out, const double *f, const double *viol, size_t rows);
/* Reads exactly `rows` rows: 1, or 0 when the bytes do not hold that many or hold more. */
int heco_trace_decode(double *f, double *viol, size_t rows, const unsigned char *bytes,
                      size_t size);
/* Rows 0 .. points for a budget, values zero; NULL: no memory. */
heco_trace *heco_trace_new(size_t points, uint64_t max_evals, uint64_t first_evals);

#endif
