/* What the mixed-integer problems of the benchmarks share. */
#ifndef HECO_BENCH_MIXED_INTEGER_H
#define HECO_BENCH_MIXED_INTEGER_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "heco/heco.h"

enum { MIXED_N = 180 };
#define MIXED_PI 3.14159265358979323846

typedef struct {
    const char   *name;
    heco_eval_fn  eval;
    size_t        n, ng, nh;
    double        best;
    double        ineq_tol;
    const char   *integer;       /* "0110": which variables; the last sign goes on to the end */
    const double *lower, *upper; /* NULL: all 0; all 1                                        */
} mixed_problem;

#define MIXED_EVAL(name) \
    static int mixed_##name(void *user, const double *x, double *f, double *g, double *h)
#define MIXED_UNUSED (void)user, (void)g, (void)h

#endif
