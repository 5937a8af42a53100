/* serial: a loop in the caller's thread. */
#include <stddef.h>

#include "evaluate/backends.h"

static heco_status serial_open(void **state, const heco_problem *problem,
                               const heco_evaluator_options *options, heco_error *error) {
    (void)options, (void)error;
    *state = (void *)problem;
    return HECO_OK;
}

static heco_status serial_eval(void *state, heco_batch *batch, heco_evaluator_stats *stats) {
    const heco_problem *p = state;
    (void)stats;
    batch->stop = heco_evaluate_rows(p, p->user, batch, 0, batch->count) == HECO_POINT_STOP;
    return HECO_OK;
}

static void serial_close(void *state) { (void)state; }

const heco_backend heco_backend_serial = {
    .name = "serial", .title = "a loop in the calling thread",
    .open = serial_open, .eval = serial_eval, .close = serial_close,
};
