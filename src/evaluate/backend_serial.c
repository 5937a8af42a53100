/* Backend serial: a loop in the caller's thread. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/error.h"
#include "evaluate/backends.h"

typedef struct {
    const heco_problem *problem;
    heco_stop_check     check;
    heco_rows_receiver  rows; /* of finished rows */
} serial_state;

static heco_status serial_open(void **state, const heco_problem *problem,
                               const heco_evaluator_options *options, heco_error *error) {
    serial_state *s = malloc(sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    *s     = (serial_state){.problem = problem, .check = heco_stop_check_new(options)};
    *state = s;
    return HECO_OK;
}

/* Evaluates single rows, or pieces of a batch, and asks the caller in between. Returns 1 if a point
 * or the caller ends the batch. */
static int serial_eval_pieces(serial_state *s, heco_batch *batch) {
    const heco_problem *p = s->problem;
    for (size_t begin = 0, end; begin < batch->count; begin = end) {
        size_t left  = batch->count - begin;
        size_t piece = p->eval_batch == NULL ? 1 : heco_stop_check_piece(&s->check, left);
        double from  = p->eval_batch == NULL ? 0.0 : heco_clock();
        end          = begin + piece;
        int result   = heco_evaluate_rows(p, p->user, batch, begin, end);
        heco_rows_report(&s->rows, batch, begin, end);
        if (result == HECO_POINT_STOP) return 1;
        if (p->eval_batch != NULL) heco_stop_check_learn(&s->check, piece, heco_clock() - from);
        if (end < batch->count && heco_stop_check_poll(&s->check, end)) return 1;
    }
    return 0;
}

static heco_status serial_eval(void *state, heco_batch *batch, heco_failures *stats) {
    serial_state       *s = state;
    const heco_problem *p = s->problem;
    (void)stats;
    if (s->check.ask != NULL || s->rows.done != NULL) batch->stop = serial_eval_pieces(s, batch);
    else batch->stop = heco_evaluate_rows(p, p->user, batch, 0, batch->count) == HECO_POINT_STOP;
    return HECO_OK;
}

static void serial_on_rows(void *state, heco_rows_fn done, void *user) {
    ((serial_state *)state)->rows = (heco_rows_receiver){done, user};
}

static void serial_close(void *state) { free(state); }

const heco_backend heco_backend_serial = {
    .size    = sizeof(heco_backend),
    .name    = "serial",
    .title   = "a loop in the calling thread",
    .open    = serial_open,
    .eval    = serial_eval,
    .close   = serial_close,
    .on_rows = serial_on_rows,
};
