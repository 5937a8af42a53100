/* The backends of the table, and the one loop that all of them share. */
#ifndef HECO_EVALUATE_BACKENDS_H
#define HECO_EVALUATE_BACKENDS_H

#include "heco/evaluator.h"
#include "evaluate/watch.h"

extern const heco_backend heco_backend_serial;
extern const heco_backend heco_backend_threads;
extern const heco_backend heco_backend_process;

/* Evaluates rows [begin, end) with the problem's functions on `user` (the problem's own or a
 * clone), writing f, g, h and state. Returns HECO_POINT_STOP when the function asked for it;
 * the rows it did not reach stay HECO_ROW_SKIPPED. */
int heco_evaluate_rows(const heco_problem *problem, void *user, heco_batch *batch, size_t begin,
                       size_t end);

/* One line about a point that failed: the problem's own words (`trouble`, may be NULL) where
 * it has some, else the point. */
void heco_evaluate_explain(const heco_problem *problem, const heco_trouble *trouble,
                           const double *x, char text[400]);

#endif
