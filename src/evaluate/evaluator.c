/* Opens a backend, and turns what a function says of a point into the state of a row. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "evaluate/backends.h"
#include "base/number_text.h"

struct heco_evaluator {
    const heco_backend  *backend;
    const heco_problem  *problem;
    heco_trouble         seen; /* what of the problem's own report is in stats already */
    void                *state;
    heco_evaluator_stats stats;
};

static void evaluator_fail_row(heco_batch *b, size_t i) {
    b->state[i] = HECO_ROW_FAILED;
    b->f[i]     = NAN;
    for (size_t k = 0; k < b->ng; k++) b->g[i * b->ng + k] = NAN;
    for (size_t k = 0; k < b->nh; k++) b->h[i * b->nh + k] = NAN;
}

/* What a function does not write must not be the value of another point. */
static void evaluator_wipe(heco_batch *b, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) b->f[i] = NAN;
    for (size_t k = begin * b->ng; k < end * b->ng; k++) b->g[k] = NAN;
    for (size_t k = begin * b->nh; k < end * b->nh; k++) b->h[k] = NAN;
}

int heco_evaluate_rows(const heco_problem *p, void *user, heco_batch *b, size_t begin, size_t end) {
    evaluator_wipe(b, begin, end);
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
        if (said == HECO_POINT_STOP) return said;
        if (said != HECO_POINT_OK || isnan(b->f[i])) evaluator_fail_row(b, i);
        else b->state[i] = HECO_ROW_OK;
    }
    return HECO_POINT_OK;
}

heco_status heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                const heco_backend *backend, const heco_evaluator_options *options,
                                heco_error *error) {
    static const heco_evaluator_options defaults = {.workers = 0};
    *out                                         = NULL;
    heco_status status                           = heco_problem_check(problem, error);
    if (status != HECO_OK) return status;
    heco_evaluator *ev = calloc(1, sizeof *ev);
    if (ev == NULL) return heco_fail_memory(error);
    ev->problem = problem;
    if (problem->trouble != NULL) problem->trouble(problem->user, &ev->seen);
    ev->backend = backend != NULL ? backend : &heco_backend_serial;
    status = ev->backend->open(&ev->state, problem, options != NULL ? options : &defaults, error);
    if (status != HECO_OK) {
        free(ev);
        return status;
    }
    *out = ev;
    return HECO_OK;
}

void heco_evaluate_explain(const heco_problem *p, const heco_trouble *trouble, const double *x,
                           char text[400]) {
    if (trouble != NULL && trouble->last_failure[0] != '\0') {
        snprintf(text, 400, "%s", trouble->last_failure);
        return;
    }
    char point[300];
    heco_point_text(point, sizeof point, x, p->space.n, p->x_names);
    snprintf(text, 400, "the function could not evaluate the point %s", point);
}

/* A problem that keeps its own report knows more than the state of a row tells. */
static void evaluator_take_trouble(heco_evaluator *ev, const heco_batch *batch, size_t last) {
    if (ev->problem->trouble == NULL && last == batch->count) return; /* the usual case */
    heco_evaluator_stats *s   = &ev->stats;
    heco_trouble          now = ev->seen;
    if (ev->problem->trouble != NULL) {
        ev->problem->trouble(ev->problem->user, &now);
        s->retried += now.retried - ev->seen.retried;
        s->restarted += now.restarted - ev->seen.restarted;
        s->timed_out += now.timed_out - ev->seen.timed_out;
    }
    if (last < batch->count && !ev->backend->explains)
        heco_evaluate_explain(ev->problem, &now, batch->x + last * batch->n, s->last_failure);
    ev->seen = now;
}

heco_status heco_evaluate(heco_evaluator *ev, heco_batch *batch) {
    batch->stop = 0;
    memset(batch->state, HECO_ROW_SKIPPED, batch->count);
    heco_status status = ev->backend->eval(ev->state, batch, &ev->stats);
    size_t      last   = batch->count;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->state[i] == HECO_ROW_FAILED) ev->stats.failed++, last = i;
    evaluator_take_trouble(ev, batch, last);
    return status;
}

const heco_evaluator_stats *heco_evaluator_get_stats(const heco_evaluator *ev) {
    return &ev->stats;
}

void heco_evaluator_close(heco_evaluator *ev) {
    if (ev == NULL) return;
    ev->backend->close(ev->state);
    free(ev);
}
