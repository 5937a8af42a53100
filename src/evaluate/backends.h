/* The list of backends, and the one loop that all of them share.
 *
 * To add a backend: write src/evaluate/backend_<name>.c with one `const heco_backend
 * heco_backend_<name>` and add HECO_X(<name>) here (behind HECO_HAVE_... when its library may be
 * missing). Whoever needs one that can do something takes the first of the list that says so in its
 * traits: the cheapest come first. */
#ifndef HECO_EVALUATE_BACKENDS_H
#define HECO_EVALUATE_BACKENDS_H

#include "heco/evaluator.h"
#include "evaluate/watch.h"

#define HECO_BACKEND_LIST(HECO_X) \
    HECO_X(serial)                \
    HECO_X(threads)               \
    HECO_X(process)

#define HECO_X(name) extern const heco_backend heco_backend_##name;
HECO_BACKEND_LIST(HECO_X)
#undef HECO_X

/* The descriptor as this library knows it: fields that it does not reach are 0. */
heco_status heco_backend_read(heco_backend *out, const heco_backend *given, heco_error *error);

/* Evaluates rows [begin, end) with the problem's functions on `user` (the problem's own or a
 * clone), writing f, g, h and state. Returns HECO_POINT_STOP when the function asked for it;
 * the rows it did not reach stay HECO_ROW_SKIPPED. */
int heco_evaluate_rows(const heco_problem *problem, void *user, heco_batch *batch, size_t begin,
                       size_t end);

/* The derivatives of the first row, if it could be evaluated; what the function says. */
int heco_evaluate_derivatives(const heco_problem *problem, void *user, heco_batch *batch);

/* One line about a point that failed: the problem's own words (`trouble`, may be NULL) where
 * it has some, else the point. */
void heco_evaluate_explain(const heco_problem *problem, const heco_trouble *trouble,
                           const double *x, char text[400]);

#endif
