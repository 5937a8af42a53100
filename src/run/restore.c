/* A linearisation by finite differences serves several steps; where it reduces the violation too
 * slowly, as at x^2 = 0, there is another one. With the active rows c(x), their
 * derivatives A and a diagonal W of squared scales of the variables, a step is
 *
 *   d = -W A' (A W A')^-1 (c(x) - target),
 *
 * the shortest one that meets the linearised rows (Nocedal and Wright 2006, section 18.3, normal
 * step). The rows have norm 1, so that their units do not matter, and the target is 0. Rows that
 * the step would violate join the active ones; variables that it would move out of the box go to
 * their bound. The system is solved by conjugate gradients with a small multiple of the identity,
 * because dependent and contradicting rows are usual. */
#include "run/restore.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "problem/batch_init.h"
#include "problem/violation.h"
#include "run/local_model.h"

/* Relative length of a difference: the square root of the rounding error, rounded up. */
static const double restore_difference = 1e-7;
/* Widths above this say nothing about a variable, so that its value is its scale. */
static const double restore_wide = 1e6;
/* Relative accuracy of f: points whose f differs by less are equally good. */
static const double restore_same_f = 1e-9;
/* Most that f may rise, in multiples of the change that its derivatives predict. */
static const double restore_rise = 2.0, restore_rise_least = 1e-6;
/* Most that an exact point may be worse than the best one if that cannot be restored. */
static const double restore_costs = 1e-8;
/* Relative residual at which conjugate gradients end. */
static const double restore_residual = 1e-14;
/* Part of the violation that a step may leave. A step that leaves more than restore_slow needs a
 * new linearisation. The whole restoration may leave restore_leaves, where rounding allows no more.
 */
static const double restore_keeps = 0.5, restore_slow = 0.1, restore_leaves = 0.1;
/* Multiple of the identity that is added to the system, whose rows have norm 1. */
static const double restore_damping = 1e-13;
enum {
    RESTORE_LEAST     = 8,   /* evaluations that must be left besides a linearisation       */
    RESTORE_STEPS     = 12,  /* most steps                                                  */
    RESTORE_ROUNDS    = 6,   /* changes of the active rows and fixed variables in one step  */
    RESTORE_VARIABLES = 1000 /* more variables cost too many evaluations                    */
};

typedef struct {
    const heco_space *space;
    size_t            n, m, nf; /* variables, rows, free variables                          */
    size_t           *var;      /* free variables                                           */
    unsigned char    *active;   /* m flags                                                  */
    unsigned char    *fixed;    /* nf flags: the step ends at a bound                       */
    double           *bound;    /* nf steps to these bounds, in scales                      */
    double           *A, *grad; /* m x nf and nf derivatives, in scales of the variables; rows of A
                                 * are divided by `norm`                                    */
    double    *norm;            /* m, 1 for a row without derivatives                       */
    double    *unit;            /* m, the norms of the first linearisation                  */
    double    *scale;           /* nf                                                       */
    double    *x, *c, f;        /* the iterate and its values (g, h)                        */
    double    *d, *want;        /* step in scales; changes of the active rows               */
    double    *lambda, *residual, *direction, *image; /* m each, conjugate gradients           */
    heco_arena arena;
    heco_batch batch;
    uint64_t   evals;
} restore_work;

/* ---- memory ---- */

/* Returns 0 if memory is missing. The caller releases the arena in either case. */
static int restore_open(restore_work *w, const heco_space *s) {
    size_t      n = s->n, m = s->ng + s->nh;
    heco_arena *arena = &w->arena;
    *w                = (restore_work){.space = s, .n = n, .m = m};
    heco_arena_init(arena);
    w->var       = heco_arena_take(arena, n, sizeof *w->var);
    w->active    = heco_arena_take(arena, m, 1);
    w->fixed     = heco_arena_take(arena, n, 1);
    w->A         = heco_arena_take(arena, m * n, sizeof *w->A);
    w->grad      = heco_arena_take(arena, n, sizeof *w->grad);
    w->scale     = heco_arena_take(arena, n, sizeof *w->scale);
    w->x         = heco_arena_take(arena, n, sizeof *w->x);
    w->d         = heco_arena_take(arena, n, sizeof *w->d);
    w->bound     = heco_arena_take(arena, n, sizeof *w->bound);
    w->c         = heco_arena_take(arena, m, sizeof *w->c);
    w->want      = heco_arena_take(arena, m, sizeof *w->want);
    w->norm      = heco_arena_take(arena, m, sizeof *w->norm);
    w->lambda    = heco_arena_take(arena, m, sizeof *w->lambda);
    w->residual  = heco_arena_take(arena, m, sizeof *w->residual);
    w->direction = heco_arena_take(arena, m, sizeof *w->direction);
    w->image     = heco_arena_take(arena, m, sizeof *w->image);
    w->unit      = heco_arena_take(arena, m, sizeof *w->unit);
    if (heco_arena_failed(arena)) return 0;
    for (size_t j = 0; j < n; j++)
        if (heco_local_model_moves(s, j)) w->var[w->nf++] = j;
    heco_batch_init(&w->batch, s, w->nf > 0 ? w->nf : 1, arena);
    return !heco_arena_failed(arena);
}

/* ---- values ---- */

static void restore_values(const restore_work *w, double *c, size_t row) {
    const heco_batch *b = &w->batch;
    if (b->ng > 0) memcpy(c, b->g + row * b->ng, b->ng * sizeof *c);
    if (b->nh > 0) memcpy(c + b->ng, b->h + row * b->nh, b->nh * sizeof *c);
}

/* Returns the largest distance from a violated row in scales of the variables, 0 if all values are
 * within their aims. In units of the aims, a row with large values would hide that the step was
 * good for the others: its curvature outweighs what they gain. */
static double restore_distance(const restore_work *w, const double *c) {
    double most = 0.0;
    for (size_t k = 0; k < w->m; k++) {
        double value = k < w->space->ng ? c[k] : fabs(c[k]);
        double aim   = heco_space_aim(w->space, k);
        if (value > aim) most = fmax(most, value / w->unit[k]);
        if (!isfinite(value)) return INFINITY;
    }
    return most;
}

/* Evaluates the first `count` rows of the batch. Returns 0 unless all values are finite. */
static int restore_evaluate(restore_work *w, heco_evaluator *evaluator, size_t count) {
    heco_batch *b = &w->batch;
    b->count      = count;
    b->stop       = 0;
    memset(b->state, HECO_ROW_OK, count);
    if (heco_evaluate(evaluator, b) != HECO_OK) return 0;
    w->evals += count;
    for (size_t i = 0; i < count; i++) {
        if (b->state[i] != HECO_ROW_OK || !isfinite(b->f[i])) return 0;
        for (size_t k = 0; k < b->ng; k++)
            if (!isfinite(b->g[i * b->ng + k])) return 0;
        for (size_t k = 0; k < b->nh; k++)
            if (!isfinite(b->h[i * b->nh + k])) return 0;
    }
    return 1;
}

/* Sets A, grad and scale by forward differences, in one batch. */
static int restore_linearise(restore_work *w, heco_evaluator *evaluator) {
    const heco_space *s = w->space;
    for (size_t i = 0; i < w->nf; i++) {
        size_t j     = w->var[i];
        double width = s->upper[j] - s->lower[j], x = w->x[j], *row = w->batch.x + i * w->n;
        double step = restore_difference * fmax(fabs(x), fmin(width, 1.0));
        memcpy(row, w->x, w->n * sizeof *row);
        row[j]      = x + step <= s->upper[j] ? x + step : x - step;
        w->scale[i] = width <= restore_wide ? width : fmax(1.0, fabs(x));
    }
    if (!restore_evaluate(w, evaluator, w->nf)) return 0;
    for (size_t i = 0; i < w->nf; i++) {
        size_t j    = w->var[i];
        double step = (w->batch.x[i * w->n + j] - w->x[j]) / w->scale[i];
        w->grad[i]  = (w->batch.f[i] - w->f) / step;
        restore_values(w, w->want, i);
        for (size_t k = 0; k < w->m; k++) w->A[k * w->nf + i] = (w->want[k] - w->c[k]) / step;
    }
    for (size_t k = 0; k < w->m; k++) {
        double *row = w->A + k * w->nf, norm = sqrt(heco_dense_dot(row, row, w->nf));
        w->norm[k] = norm > 0.0 && isfinite(norm) ? norm : 1.0;
        for (size_t i = 0; i < w->nf; i++) row[i] /= w->norm[k];
    }
    return 1;
}

/* ---- a step ---- */

/* Sets d = A' lambda over the active rows and the variables that are not fixed. */
static void restore_combine(restore_work *w, const double *lambda) {
    memset(w->d, 0, w->nf * sizeof *w->d);
    for (size_t k = 0; k < w->m; k++)
        if (w->active[k] && lambda[k] != 0.0)
            heco_dense_add(w->d, lambda[k], w->A + k * w->nf, w->nf);
    for (size_t i = 0; i < w->nf; i++)
        if (w->fixed[i]) w->d[i] = 0.0;
}

/* Takes the change of the active rows by the variables that go to a bound out of `want`. */
static void restore_subtract_bounds(restore_work *w) {
    for (size_t k = 0; k < w->m; k++)
        for (size_t i = 0; w->active[k] && i < w->nf; i++)
            if (w->fixed[i]) w->want[k] -= w->A[k * w->nf + i] * w->bound[i];
}

/* Sets d to the shortest step that changes the active rows by `want`: d = A' lambda, where
 * conjugate gradients solve (A A' + restore_damping I) lambda = want. */
static void restore_solve(restore_work *w) {
    size_t m = w->m;
    restore_subtract_bounds(w);
    double all = heco_dense_dot(w->want, w->want, m), left = all;
    memset(w->lambda, 0, m * sizeof *w->lambda);
    memcpy(w->residual, w->want, m * sizeof *w->want);
    memcpy(w->direction, w->want, m * sizeof *w->want);
    for (size_t turn = 0; turn < 2 * m && left > restore_residual * restore_residual * all;
         turn++) {
        restore_combine(w, w->direction);
        for (size_t k = 0; k < m; k++)
            w->image[k] = (w->active[k] ? heco_dense_dot(w->A + k * w->nf, w->d, w->nf) : 0.0) +
                          restore_damping * w->direction[k];
        double curved = heco_dense_dot(w->direction, w->image, m);
        if (!(curved > 0.0)) break;
        heco_dense_add(w->lambda, left / curved, w->direction, m);
        heco_dense_add(w->residual, -left / curved, w->image, m);
        double next = heco_dense_dot(w->residual, w->residual, m);
        for (size_t k = 0; k < m; k++)
            w->direction[k] = w->residual[k] + next / left * w->direction[k];
        left = next;
    }
    restore_combine(w, w->lambda);
    for (size_t i = 0; i < w->nf; i++)
        if (w->fixed[i]) w->d[i] = w->bound[i];
}

/* Ends the step of a variable at the bound that it would cross, and activates rows that the step
 * violates. Returns 0 if there are none. */
static int restore_extend(restore_work *w) {
    const heco_space *s     = w->space;
    int               again = 0;
    for (size_t i = 0; i < w->nf; i++) {
        size_t j  = w->var[i];
        double to = w->x[j] + w->d[i] * w->scale[i];
        if (w->fixed[i] || (to >= s->lower[j] && to <= s->upper[j])) continue;
        w->bound[i] = ((to < s->lower[j] ? s->lower[j] : s->upper[j]) - w->x[j]) / w->scale[i];
        w->fixed[i] = 1, again = 1;
    }
    for (size_t k = 0; k < s->ng; k++) {
        double to = w->c[k] + w->norm[k] * heco_dense_dot(w->A + k * w->nf, w->d, w->nf);
        if (!w->active[k] && to > heco_space_aim(s, k)) w->active[k] = 1, again = 1;
    }
    return again;
}

/* Computes the step from the iterate. */
static void restore_step(restore_work *w) {
    const heco_space *s = w->space;
    memset(w->fixed, 0, w->nf);
    for (size_t k = 0; k < w->m; k++) w->active[k] = k >= s->ng || w->c[k] > heco_space_aim(s, k);
    for (int round = 0; round < RESTORE_ROUNDS; round++) {
        for (size_t k = 0; k < w->m; k++) w->want[k] = w->active[k] ? -w->c[k] / w->norm[k] : 0.0;
        restore_solve(w);
        if (!restore_extend(w)) return;
    }
}

/* Writes the trial point to the first row of the batch. */
static void restore_trial(restore_work *w) {
    const heco_space *s = w->space;
    double           *x = w->batch.x;
    memcpy(x, w->x, w->n * sizeof *x);
    for (size_t i = 0; i < w->nf; i++) {
        size_t j = w->var[i];
        x[j]     = fmin(s->upper[j], fmax(s->lower[j], x[j] + w->d[i] * w->scale[i]));
    }
}

/* Evaluates the step from the iterate. Returns the violation that it leaves, and moves the iterate
 * if that is clearly smaller than `far`. */
static double restore_advance(restore_work *w, heco_evaluator *evaluator, double far) {
    restore_step(w);
    restore_trial(w);
    if (!restore_evaluate(w, evaluator, 1)) return INFINITY;
    restore_values(w, w->want, 0);
    double near = restore_distance(w, w->want);
    if (!(near < restore_keeps * far)) return near;
    memcpy(w->x, w->batch.x, w->n * sizeof *w->x);
    memcpy(w->c, w->want, w->m * sizeof *w->c);
    w->f = w->batch.f[0];
    return near;
}

/* Moves the iterate onto the constraints with at most `most` evaluations. Returns 1 if it meets
 * them to rounding, or is much nearer to them. */
static int restore_move(restore_work *w, heco_evaluator *evaluator, uint64_t most) {
    if (!restore_linearise(w, evaluator)) return 0;
    memcpy(w->unit, w->norm, w->m * sizeof *w->unit);
    double first = restore_distance(w, w->c), far = first;
    for (int step = 0, fresh = 1; far > 0.0 && step < RESTORE_STEPS; step++) {
        double near  = restore_advance(w, evaluator, far);
        int    moved = near < restore_keeps * far, slow = !(near < restore_slow * far);
        if (moved) far = near;
        if (!moved && fresh) break;
        fresh = slow && far > 0.0;
        if (fresh && (w->evals + w->nf + 1 > most || !restore_linearise(w, evaluator))) break;
    }
    return far <= restore_leaves * first;
}

/* ---- the choice ---- */

static int restore_copy(heco_restoration *r, const restore_work *w, heco_arena *arena) {
    size_t ng = w->space->ng, nh = w->space->nh;
    r->x = heco_arena_take(arena, w->n + w->m, sizeof *r->x);
    if (r->x == NULL) return 0;
    r->g = r->x + w->n, r->h = r->g + ng;
    memcpy(r->x, w->x, w->n * sizeof *r->x);
    memcpy(r->g, w->c, ng * sizeof *r->g);
    memcpy(r->h, w->c + ng, nh * sizeof *r->h);
    return 1;
}

/* Returns the largest f of a restored point that the violation of the best point explains. */
static double restore_most_f(const restore_work *w, const heco_result *from) {
    double slope = 0.0;
    for (size_t i = 0; i < w->nf; i++)
        slope += w->grad[i] * (w->x[w->var[i]] - from->x[w->var[i]]) / w->scale[i];
    double f = from->outcome.f;
    return f + restore_rise * fabs(slope) + restore_rise_least * fmax(1.0, fabs(f));
}

/* Restores the best point. Returns 1 and sets r->x and *f if that succeeds. */
static int restore_try(heco_restoration *r, const heco_restore_plan *plan,
                       const heco_result *result, double *f) {
    restore_work w;
    int          done = 0;
    if (restore_open(&w, plan->space) && w.nf > 0 && w.nf + RESTORE_LEAST <= plan->most) {
        memcpy(w.x, result->x, w.n * sizeof *w.x);
        memcpy(w.c, result->g, plan->space->ng * sizeof *w.c);
        memcpy(w.c + plan->space->ng, result->h, plan->space->nh * sizeof *w.c);
        w.f  = result->outcome.f;
        done = restore_move(&w, plan->evaluator, plan->most) && w.f <= restore_most_f(&w, result) &&
               restore_copy(r, &w, plan->arena);
        *f = w.f;
    }
    r->evals = w.evals;
    heco_arena_release(&w.arena);
    return done;
}

void heco_restore_answer(heco_restoration *r, const heco_restore_plan *plan, heco_result *result) {
    const heco_tracker *t    = plan->tracker;
    heco_outcome       *o    = &result->outcome;
    double              best = o->f, scale = fmax(1.0, fabs(best)), restored_f = INFINITY;
    int                 wants = o->stop == HECO_STOP_TARGET;
    if (o->found != HECO_FOUND_FEASIBLE || plan->space->n > RESTORE_VARIABLES) return;
    if (heco_violation_is_exact(plan->space, result->g, result->h)) return;
    int close = t->exact.f <= best + restore_same_f * scale;
    int done  = !close && restore_try(r, plan, result, &restored_f);
    if (done && restored_f < t->exact.f && !(wants && restored_f > t->target)) {
        o->f      = restored_f;
        result->x = r->x, result->g = r->g, result->h = r->h;
        r->moved = 1;
        return;
    }
    /* If the restoration failed, an exact point is the answer only if it costs next to nothing. */
    double most = done ? restored_f : best + restore_costs * scale;
    if (!(t->exact.f <= most) || (wants && t->exact.f > t->target)) return;
    o->f             = t->exact.f;
    o->evals_at_best = t->exact.evals;
    result->x = t->exact.x, result->g = t->exact.g, result->h = t->exact.h;
}
