/* The list of backends, and the functions that all of them share.
 *
 * To add a backend, write src/evaluate/backend_<name>.c with one `const heco_backend
 * heco_backend_<name>` and add HECO_X(<name>) here (inside #if HECO_HAVE_... if its library may be
 * missing). The cheapest backends come first: a caller that needs a trait takes the first backend
 * of the list that has it. */
#ifndef HECO_EVALUATE_BACKENDS_H
#define HECO_EVALUATE_BACKENDS_H

#include "evaluate/stop_check.h"
#include "heco/evaluator.h"

#ifndef _WIN32 /* its workers are made by fork() */
#define HECO_BACKEND_PROCESS(HECO_X) HECO_X(process)
#else
#define HECO_BACKEND_PROCESS(HECO_X)
#endif
#define HECO_BACKEND_LIST(HECO_X) \
    HECO_X(serial) \
    HECO_X(threads) \
    HECO_BACKEND_PROCESS(HECO_X)

#define HECO_X(name) extern const heco_backend heco_backend_##name;
HECO_BACKEND_LIST(HECO_X)
#undef HECO_X

/* Copies a descriptor; fields beyond its size are 0. */
heco_status heco_backend_read(heco_backend *out, const heco_backend *given, heco_error *error);

/* Evaluates rows [begin, end) with the problem's functions on `user` (the problem's own or a
 * clone), writing f, g, h and state. Returns HECO_POINT_STOP if the function returned it; the
 * remaining rows stay HECO_ROW_SKIPPED. */
int heco_evaluate_rows(const heco_problem *problem, void *user, heco_batch *batch, size_t begin,
                       size_t end);

/* The receiver of finished rows, in the state of a backend. */
typedef struct {
    heco_rows_fn done; /* NULL: none */
    void        *user;
} heco_rows_receiver;
static inline void heco_rows_report(const heco_rows_receiver *to, const heco_batch *batch,
                                    size_t begin, size_t end) {
    if (to->done != NULL) to->done(to->user, batch, begin, end);
}

/* Returns whether the backend takes points one by one. */
int heco_evaluator_is_asynchronous(const heco_evaluator *evaluator);

/* Returns the number of points that a backend evaluates at a time with these options. */
unsigned heco_backend_workers(const heco_backend *backend, const heco_evaluator_options *options);
/* The same of an open evaluator. */
unsigned heco_evaluator_workers(const heco_evaluator *evaluator);

/* Computes the derivatives of the first row if it could be evaluated. Returns a HECO_POINT_*. */
int heco_evaluate_derivatives(const heco_problem *problem, void *user, heco_batch *batch);

/* Writes one line about a failed point: the problem's own message if there is one, otherwise the
 * point. */
void heco_evaluate_explain(const heco_problem *problem, const heco_failures *failures,
                           const double *x, char text[400]);

#endif
