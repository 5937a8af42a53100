/* Opens a backend, and turns what a function says of a point into the state of a row. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "evaluate/backends.h"

struct heco_evaluator {
    const heco_backend  *backend;
    void                *state;
    heco_evaluator_stats stats;
};

static void evaluator_fail_row(heco_batch *b, size_t i) {
    b->state[i] = HECO_ROW_FAILED;
    b->f[i]     = NAN;
    for (size_t k = 0; k < b->ng; k++) b->g[i * b->ng + k] = NAN;
    for (size_t k = 0; k < b->nh; k++) b->h[i * b->nh + k] = NAN;
}

int heco_evaluate_rows(const heco_problem *p, void *user, heco_batch *b, size_t begin, size_t end) {
    if (p->eval_batch != NULL) {
        int said = p->eval_batch(user, b->x + begin * b->n, end - begin, b->f + begin,
                                 b->g + begin * b->ng, b->h + begin * b->nh);
        if (said == HECO_POINT_STOP) return said;
        for (size_t i = begin; i < end; i++) {
            if (said != HECO_POINT_OK || isnan(b->f[i])) evaluator_fail_row(b, i);
            else b->state[i] = HECO_ROW_OK;
        }
        return HECO_POINT_OK;
    }
    for (size_t i = begin; i < end; i++) {
        int said = p->eval(user, b->x + i * b->n, b->f + i, b->g + i * b->ng, b->h + i * b->nh);
        if (said == HECO_POINT_OK) b->state[i] = HECO_ROW_OK;
        else if (said == HECO_POINT_STOP) return said;
        else evaluator_fail_row(b, i);
    }
    return HECO_POINT_OK;
}

heco_status heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                const heco_backend *backend, const heco_evaluator_options *options,
                                heco_error *error) {
    static const heco_evaluator_options defaults = {0, 0.0, 0, 0};
    *out                                         = NULL;
    heco_status status                           = heco_problem_check(problem, error);
    if (status != HECO_OK) return status;
    heco_evaluator *ev = calloc(1, sizeof *ev);
    if (ev == NULL) return heco_fail(error, HECO_ERR_MEMORY, "out of memory");
    ev->backend = backend != NULL ? backend : &heco_backend_serial;
    status = ev->backend->open(&ev->state, problem, options != NULL ? options : &defaults, error);
    if (status != HECO_OK) {
        free(ev);
        return status;
    }
    *out = ev;
    return HECO_OK;
}

heco_status heco_evaluate(heco_evaluator *ev, heco_batch *batch) {
    batch->stop = 0;
    memset(batch->state, HECO_ROW_SKIPPED, batch->count);
    heco_status status = ev->backend->eval(ev->state, batch, &ev->stats);
    for (size_t i = 0; i < batch->count; i++)
        ev->stats.failed += batch->state[i] == HECO_ROW_FAILED;
    return status;
}

const heco_evaluator_stats *heco_evaluator_get_stats(const heco_evaluator *ev) { return &ev->stats; }

void heco_evaluator_close(heco_evaluator *ev) {
    if (ev == NULL) return;
    ev->backend->close(ev->state);
    free(ev);
}
