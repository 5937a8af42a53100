/* A sweep: the optimum for a series of limits of one constraint.
 *
 * f, g and h do not depend on the limit, so that every evaluated point is valid for every limit. The
 * sweep keeps the best point seen for each limit, evaluated for this or another one. Each search
 * starts from that point, and an answer that a later search improves in passing is searched again
 * from there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "problem/problem_read.h"
#include "run/minimize.h"
#include "run/moved_limit.h"

struct heco_sweep {
    heco_arena       arena;
    heco_moved_limit moved;
    size_t           count;
    heco_sweep_row  *row;
    uint64_t         evals;
    /* the best point seen for each limit, f as it is minimised */
    double          *shift, *seen_f, *seen_viol, *seen_x, *g, *h;
};

void heco_sweep_options_init(heco_sweep_options *options, size_t size) {
    heco_sweep_options o = {.count = 11};
    heco_struct_defaults(options, size, &o, sizeof o);
}

/* Updates the best points of all limits by the rows of a batch. */
static void sweep_learn(void *user, const heco_space *space, const heco_batch *b) {
    heco_sweep *s = user;
    size_t      k = s->moved.constraint;
    double     *value = k < space->ng ? s->g + k : s->h + (k - space->ng);
    for (size_t r = 0; r < b->count; r++) {
        if (b->state[r] != HECO_ROW_OK) continue;
        if (space->ng > 0) memcpy(s->g, b->g + r * space->ng, space->ng * sizeof *s->g);
        if (space->nh > 0) memcpy(s->h, b->h + r * space->nh, space->nh * sizeof *s->h);
        double plain = *value + s->moved.shift;
        for (size_t i = 0; i < s->count; i++) {
            *value      = plain - s->shift[i];
            double viol = heco_violation(space, s->g, s->h);
            if (!heco_better_feasible(b->f[r], viol, s->seen_f[i], s->seen_viol[i])) continue;
            s->seen_f[i] = b->f[r], s->seen_viol[i] = viol;
            memcpy(s->seen_x + i * space->n, b->x + r * space->n, space->n * sizeof *s->seen_x);
        }
    }
}

/* Copies the answer of a search into row i. */
static void sweep_keep(heco_sweep *s, size_t i, const heco_solution *solution) {
    const heco_space             *space = &s->moved.inner.space;
    const heco_constraint_report *c     = heco_solution_constraints(solution);
    const heco_price             *price = heco_solution_prices(solution);
    heco_sweep_row               *row   = &s->row[i];
    row->outcome                        = heco_solution_result(solution)->outcome;
    row->price                          = price != NULL ? price[s->moved.constraint].price : NAN;
    memcpy((double *)row->x, heco_solution_result(solution)->x, space->n * sizeof(double));
    for (size_t k = 0; k < space->ng + space->nh; k++)
        ((unsigned char *)row->active)[k] = c[k].active && !c[k].equality;
}

/* Searches for limit i from the best point seen. */
static heco_status sweep_search(heco_sweep *s, size_t i, const heco_minimize_options *each,
                                heco_error *error) {
    heco_minimize_options o        = *each;
    heco_solution        *solution = NULL;
    heco_minimize_watcher watcher  = {sweep_learn, s};
    /* The price is the slope of the curve, also at a limit whose search used up its budget. */
    if (o.prices == HECO_PRICES_AUTO) o.prices = HECO_PRICES_YES;
    heco_moved_limit_set(&s->moved, s->row[i].limit);
    if (isfinite(s->seen_viol[i]))
        o.run.start = s->seen_x + i * s->moved.inner.space.n, o.run.starts = 1;
    heco_status status = heco_minimize_watched(&solution, &s->moved.outer, &o, &watcher, error);
    if (solution != NULL) {
        sweep_keep(s, i, solution);
        s->evals += s->row[i].outcome.evals + heco_solution_prices_evals(solution);
    }
    heco_solution_free(solution);
    return status;
}

/* Returns whether a point of another search is better than the answer for limit i. */
static int sweep_is_improved(const heco_sweep *s, size_t i) {
    const heco_outcome *o    = &s->row[i].outcome;
    double              sign = s->moved.inner.maximise ? -1.0 : 1.0, f = sign * o->f;
    const double        gain = 1e-6; /* relative; smaller ones are rounding */
    return s->seen_viol[i] < o->viol ||
           (s->seen_viol[i] == o->viol && s->seen_f[i] < f - gain * fmax(1.0, fabs(f)));
}

static heco_status sweep_take_memory(heco_sweep *s, const heco_sweep_options *o,
                                     heco_error *error) {
    const heco_space *space = &s->moved.inner.space;
    heco_arena       *a     = &s->arena;
    size_t            m     = space->ng + space->nh;
    s->count                = o->count;
    s->row                  = heco_arena_take(a, s->count, sizeof *s->row);
    s->shift                = heco_arena_take(a, s->count, sizeof *s->shift);
    s->seen_f               = heco_arena_take(a, s->count, sizeof *s->seen_f);
    s->seen_viol            = heco_arena_take(a, s->count, sizeof *s->seen_viol);
    s->seen_x               = heco_arena_take(a, s->count * space->n, sizeof *s->seen_x);
    s->g                    = heco_arena_take(a, space->ng, sizeof *s->g);
    s->h                    = heco_arena_take(a, space->nh, sizeof *s->h);
    double        *x        = heco_arena_take(a, s->count * space->n, sizeof *x);
    unsigned char *active   = heco_arena_take(a, s->count * m, 1);
    if (heco_arena_failed(a)) return heco_fail_memory(error);
    for (size_t i = 0; i < s->count; i++) {
        double part     = s->count > 1 ? (double)i / (double)(s->count - 1) : 0.0;
        s->row[i].limit = o->from + part * (o->to - o->from);
        s->row[i].x = x + i * space->n, s->row[i].active = active + i * m;
        s->shift[i]  = heco_moved_limit_shift(&s->moved, s->row[i].limit);
        s->seen_f[i] = s->seen_viol[i] = INFINITY;
    }
    return HECO_OK;
}

static heco_status sweep_check(const heco_problem *p, const heco_sweep_options *o,
                               heco_error *error) {
    if (o->constraint >= p->space.ng + p->space.nh)
        return heco_fail(error, HECO_ERR_ARG, "sweep: the problem has no constraint number %zu",
                         o->constraint);
    if (o->count < 2 || !isfinite(o->from) || !isfinite(o->to) || o->from == o->to)
        return heco_fail(error, HECO_ERR_ARG,
                         "sweep: give two different limits and a count of at least 2");
    if (o->each == NULL || o->each->journal != NULL || o->each->own_backend != NULL)
        return heco_fail(error, HECO_ERR_ARG,
                         "sweep: give options for the searches, without a journal and a backend "
                         "of your own");
    return HECO_OK;
}

heco_status heco_sweep_new(heco_sweep **out, const heco_problem *problem,
                           const heco_sweep_options *options, heco_error *error) {
    heco_problem       p;
    heco_sweep_options o = heco_sweep_options_default();
    *out                 = NULL;
    heco_status status   = heco_problem_check(problem, error);
    if (status == HECO_OK) status = heco_problem_read(&p, problem, error);
    if (status == HECO_OK)
        status = heco_struct_read(&o, sizeof o, options, "heco_sweep_options",
                                  "start from heco_sweep_options_default()", error);
    if (status == HECO_OK) status = sweep_check(&p, &o, error);
    if (status != HECO_OK) return status;
    heco_sweep *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    heco_arena_init(&s->arena);
    heco_moved_limit_init(&s->moved, &p, o.constraint, &s->arena);
    status = sweep_take_memory(s, &o, error);
    for (size_t i = 0; status == HECO_OK && i < s->count; i++)
        status = sweep_search(s, i, o.each, error);
    for (size_t i = 0; status == HECO_OK && i < s->count; i++)
        if (sweep_is_improved(s, i)) status = sweep_search(s, i, o.each, error);
    if (status == HECO_OK) *out = s;
    else heco_sweep_free(s);
    return status;
}

const heco_sweep_row *heco_sweep_at(const heco_sweep *s, size_t i) {
    return i < s->count ? &s->row[i] : NULL;
}
uint64_t heco_sweep_evals(const heco_sweep *s) { return s->evals; }

void heco_sweep_free(heco_sweep *s) {
    if (s == NULL) return;
    heco_arena_release(&s->arena);
    free(s);
}
