#include "evaluate/cheap_stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

heco_status heco_cheap_stage_open(heco_cheap_stage *s, const heco_problem *problem, size_t workers,
                                  heco_error *error) {
    *s     = (heco_cheap_stage){.problem = problem, .workers = workers};
    s->tol = calloc(problem->cheap, sizeof *s->tol);
    s->g   = calloc(problem->space.ng, sizeof *s->g);
    if (s->tol == NULL || s->g == NULL) {
        heco_cheap_stage_close(s);
        return heco_fail_memory(error);
    }
    for (size_t k = 0; k < problem->cheap; k++) s->tol[k] = heco_problem_tol(problem, k);
    return HECO_OK;
}

void heco_cheap_stage_close(heco_cheap_stage *s) {
    heco_batch_free(s->rest);
    heco_desk_close(&s->desk);
    free(s->index);
    free(s->tol);
    free(s->g);
    *s = (heco_cheap_stage){.problem = s->problem};
}

int heco_cheap_stage_meets(const heco_cheap_stage *s, const double *x, double *g) {
    const heco_problem *p     = s->problem;
    int                 meets = 1;
    for (size_t k = 0; k < p->cheap; k++) g[k] = NAN;
    if (p->eval_cheap(p->user, x, g) != HECO_POINT_OK) {
        for (size_t k = 0; k < p->cheap; k++) g[k] = NAN;
        return 0;
    }
    for (size_t k = 0; k < p->cheap; k++) meets = meets && g[k] <= s->tol[k];
    return meets;
}

/* Marks row i as rejected. Its cheap constraints are written already. */
static void stage_reject_row(const heco_cheap_stage *s, heco_batch *b, size_t i) {
    b->state[i] = HECO_ROW_REJECTED;
    b->f[i]     = NAN;
    for (size_t k = s->problem->cheap; k < b->ng; k++) b->g[i * b->ng + k] = NAN;
    for (size_t k = 0; k < b->nh; k++) b->h[i * b->nh + k] = NAN;
}

/* Makes room for `count` rows. */
static heco_status stage_reserve(heco_cheap_stage *s, size_t count) {
    if (s->rest != NULL && s->rest->capacity >= count) return HECO_OK;
    size_t *index = realloc(s->index, count * sizeof *index);
    if (index == NULL) return HECO_ERR_MEMORY;
    s->index = index;
    heco_batch_free(s->rest);
    return heco_batch_new(&s->rest, &s->problem->space, count);
}

heco_status heco_cheap_stage_begin(heco_cheap_stage *s, heco_batch *whole, heco_batch *rest) {
    heco_status status = stage_reserve(s, whole->count);
    if (status != HECO_OK) return status;
    size_t count = 0, n = whole->n;
    s->whole = whole;
    for (size_t i = 0; i < whole->count; i++) {
        if (heco_cheap_stage_meets(s, whole->x + i * n, whole->g + i * whole->ng)) {
            memcpy(s->rest->x + count * n, whole->x + i * n, n * sizeof *whole->x);
            s->index[count++] = i;
            continue;
        }
        stage_reject_row(s, whole, i);
        if (i == 0) whole->derivatives = 0;
        heco_rows_report(&s->to, whole, i, i + 1);
    }
    *rest             = *s->rest;
    rest->count       = count;
    rest->stop        = 0;
    rest->derivatives = whole->derivatives;
    rest->df = whole->df, rest->dg = whole->dg, rest->dh = whole->dh;
    memset(rest->state, HECO_ROW_SKIPPED, count);
    return HECO_OK;
}

/* Copies row i of the rest to its place, except the cheap constraints, which are there. */
static void stage_copy_row(const heco_cheap_stage *s, const heco_batch *rest, size_t i) {
    heco_batch *b  = s->whole;
    size_t      at = s->index[i], cheap = s->problem->cheap, ng = b->ng, nh = b->nh;
    b->state[at] = rest->state[i];
    if (rest->state[i] == HECO_ROW_SKIPPED) return;
    b->f[at] = rest->f[i];
    if (rest->state[i] == HECO_ROW_FAILED) cheap = 0;
    if (ng > cheap)
        memcpy(b->g + at * ng + cheap, rest->g + i * ng + cheap, (ng - cheap) * sizeof *b->g);
    if (nh > 0) memcpy(b->h + at * nh, rest->h + i * nh, nh * sizeof *b->h);
}

void heco_cheap_stage_end(heco_cheap_stage *s, const heco_batch *rest) {
    for (size_t i = 0; i < rest->count; i++) stage_copy_row(s, rest, i);
    s->whole->stop = rest->stop;
    if (s->whole->derivatives) s->whole->derivatives = rest->derivatives;
}

void heco_cheap_stage_take(void *user, const heco_batch *rows, size_t begin, size_t end) {
    const heco_cheap_stage *s     = user;
    size_t                  first = (size_t)(rows->x - s->rest->x) / rows->n;
    heco_batch              rest  = *s->rest;
    for (size_t i = first + begin; i < first + end; i++) {
        stage_copy_row(s, &rest, i);
        heco_rows_report(&s->to, s->whole, s->index[i], s->index[i] + 1);
    }
}

heco_status heco_cheap_stage_submit(heco_cheap_stage *s, uint64_t id, const double *x,
                                    int *rejected) {
    *rejected = !heco_cheap_stage_meets(s, x, s->g);
    if (!*rejected) return HECO_OK;
    if (s->desk.batch == NULL) {
        heco_status status = heco_desk_open(&s->desk, &s->problem->space, s->workers + 1);
        if (status != HECO_OK) return status;
    }
    size_t row = heco_desk_put(&s->desk, id, x);
    if (row == SIZE_MAX) return HECO_ERR_ORDER;
    heco_batch *b = s->desk.batch;
    memcpy(b->g + row * b->ng, s->g, s->problem->cheap * sizeof *s->g);
    stage_reject_row(s, b, row);
    heco_desk_finish(&s->desk, row);
    return HECO_OK;
}

void heco_cheap_stage_answer(heco_cheap_stage *s, heco_answer *out) {
    size_t cheap = s->problem->cheap, ng = s->problem->space.ng;
    if (out->state != HECO_ROW_OK && out->state != HECO_ROW_PARTIAL) return;
    heco_cheap_stage_meets(s, out->x, s->g);
    if (ng > cheap) memcpy(s->g + cheap, out->g + cheap, (ng - cheap) * sizeof *s->g);
    out->g = s->g;
}
