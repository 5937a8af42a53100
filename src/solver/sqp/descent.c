/* The phases of a descent: what is asked, and what follows from the answer. */
#include "solver/sqp/descent_parts.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

static double *descent_take(heco_arena *arena, size_t count) {
    return heco_arena_take(arena, count, sizeof(double));
}

static void descent_take_points(heco_descent *s, size_t n, size_t m, heco_arena *a) {
    s->x = descent_take(a, n), s->c = descent_take(a, m);
    s->best_x = descent_take(a, n), s->best_c = descent_take(a, m);
    s->tx = descent_take(a, n), s->tc = descent_take(a, m);
    s->poor_x = descent_take(a, n), s->poor_c = descent_take(a, m);
    s->x_D = descent_take(a, n), s->c_D = descent_take(a, m);
    s->bl = descent_take(a, n), s->bu = descent_take(a, n);
    s->width = descent_take(a, n), s->tol = descent_take(a, m);
    s->var   = heco_arena_take(a, n, sizeof *s->var);
    s->probe = heco_arena_take(a, n, sizeof *s->probe);
}

static void descent_take_model(heco_descent *s, size_t nv, size_t m, heco_arena *a) {
    s->grad = descent_take(a, nv), s->A = descent_take(a, m * nv);
    s->old_grad = descent_take(a, nv), s->old_A = descent_take(a, m * nv);
    s->gc = descent_take(a, nv), s->An = descent_take(a, m * nv), s->Ac = descent_take(a, m * nv);
    s->scale = descent_take(a, m), s->lambda = descent_take(a, m);
    s->old_lambda = descent_take(a, m), s->lambda2 = descent_take(a, m);
    s->B  = descent_take(a, nv * nv);
    s->lo = descent_take(a, m), s->up = descent_take(a, m), s->inside = descent_take(a, m);
    s->dl = descent_take(a, nv), s->du = descent_take(a, nv);
    s->d = descent_take(a, nv), s->soc = descent_take(a, nv), s->s = descent_take(a, nv);
    s->y = descent_take(a, nv), s->Bs = descent_take(a, nv), s->spare = descent_take(a, nv);
    s->pin = descent_take(a, nv), s->fraction = descent_take(a, nv);
    s->round_d = descent_take(a, nv), s->round_lambda = descent_take(a, m);
    heco_qp_init(&s->qp, nv, m, a);
}

static int descent_is_integer(const heco_space *space, size_t j) {
    return space->integer != NULL && space->integer[j];
}

void heco_descent_init(heco_descent *s, const heco_space *space, heco_arena *arena) {
    size_t n = space->n, m = space->ng + space->nh;
    s->space = space, s->n = n, s->m = m;
    s->nc = s->ni = 0;
    s->step = 1e-8, s->margin = 1e-10, s->chords_most = 2;
    descent_take_points(s, n, m, arena);
    if (heco_arena_failed(arena)) return;
    for (size_t j = 0; j < n; j++) {
        s->width[j] = space->upper[j] - space->lower[j];
        if (s->width[j] > 0.0 && !descent_is_integer(space, j)) s->var[s->nc++] = j;
    }
    for (size_t j = 0; j < n; j++)
        if (descent_is_integer(space, j) && floor(space->upper[j]) > ceil(space->lower[j]))
            s->var[s->nc + s->ni++] = j;
    for (size_t i = 0; i < m; i++) s->tol[i] = heco_space_tol(space, i);
    s->nv = s->nc + s->ni;
    descent_take_model(s, s->nv, m, arena);
}

size_t heco_descent_rows(const heco_descent *s) {
    size_t rows = s->nc + s->ni, exact = s->offered && s->nc > 0 ? s->ni + 3 : 1;
    return rows > exact ? rows : exact;
}

/* Nothing that was learnt so far holds. */
static void descent_forget(heco_descent *s) {
    s->keep = 0;
    s->rho  = 0.0;
    memset(s->scale, 0, s->m * sizeof *s->scale);
    memset(s->lambda, 0, s->m * sizeof *s->lambda);
    heco_qp_forget(&s->qp);
}

static void descent_restart_counts(heco_descent *s) {
    s->iterations = s->rejections = s->paired = s->odd = 0;
    s->may_grow                                        = 1;
}

static void descent_begin_integers(heco_descent *s, const heco_descent_start *start) {
    s->fixed = start->fixed, s->keep = start->keep;
    s->incumbent = start->fixed ? start->incumbent : INFINITY;
    s->nv        = s->fixed ? s->nc : s->nc + s->ni;
    s->reach     = start->radius;
    s->frozen = s->freezes = s->moved = s->pinned = 0;
}

void heco_descent_begin(heco_descent *s, const heco_descent_start *start) {
    size_t ng = s->space->ng, nh = s->space->nh;
    memcpy(s->x, start->x, s->n * sizeof *s->x);
    if (ng > 0) memcpy(s->c, start->g, ng * sizeof *s->c);
    if (nh > 0) memcpy(s->c + ng, start->h, nh * sizeof *s->c);
    s->f = start->f, s->viol = start->viol, s->known = start->known;
    memcpy(s->best_x, s->x, s->n * sizeof *s->x);
    memcpy(s->best_c, s->c, s->m * sizeof *s->c);
    s->best_f = s->f, s->best_viol = s->viol;
    memcpy(s->bl, s->space->lower, s->n * sizeof *s->bl);
    memcpy(s->bu, s->space->upper, s->n * sizeof *s->bu);
    s->delta = s->kept_delta = start->radius;
    s->level       = s->nc > 0 ? start->level : 2; /* differences of integers are what they are */
    s->last_length = 1.0, s->evals = 0;
    s->trials = s->accepted = s->flat = s->certified = s->resets = s->chords = s->walls = 0;
    s->updates                                                                          = 0;
    s->poor_ratio                                                                       = 0.0;
    s->doubted                                                                          = 0;
    descent_begin_integers(s, start);
    descent_restart_counts(s);
    if (!s->keep) descent_forget(s);
    int fine = s->nv > 0 && isfinite(s->f) && isfinite(s->viol);
    s->end   = fine ? HECO_DESCENT_RUNNING : HECO_DESCENT_STUCK;
    heco_descent_start_probe(s);
}

size_t heco_descent_ask(heco_descent *s, double *rows) {
    if (s->phase == HECO_DESCENT_PROBE && heco_descent_may_ask(s)) s->phase = HECO_DESCENT_EXACT;
    switch (s->phase) {
    case HECO_DESCENT_EXACT: return heco_descent_ask_exact(s, rows);
    case HECO_DESCENT_PROBE:
    case HECO_DESCENT_REPROBE: return heco_descent_ask_probes(s, rows);
    case HECO_DESCENT_DISCONTINUITY: return heco_descent_ask_walls(s, rows);
    case HECO_DESCENT_BISECT: return heco_descent_ask_bisection(s, rows);
    default: memcpy(rows, s->tx, s->n * sizeof *rows); return 1;
    }
}

void heco_descent_row_values(const heco_descent *s, double *c, const heco_batch *in, size_t i) {
    size_t ng = s->space->ng, nh = s->space->nh;
    if (ng > 0) memcpy(c, in->g + i * ng, ng * sizeof *c);
    if (nh > 0) memcpy(c + ng, in->h + i * nh, nh * sizeof *c);
}

int heco_descent_row_finite(const heco_batch *in, size_t i) {
    return isfinite(in->f[i]) && isfinite(in->viol[i]);
}

void heco_descent_place(const heco_descent *s, double *x, const double *step) {
    memcpy(x, s->x, s->n * sizeof *x);
    for (size_t k = 0; k < s->nv; k++) {
        size_t j  = s->var[k];
        double lo = s->bl[j], hi = s->bu[j], to = s->x[j] + step[k] * s->width[j];
        if (step[k] <= (lo - s->x[j]) / s->width[j]) to = lo; /* the bound itself, not nearly */
        if (step[k] >= (hi - s->x[j]) / s->width[j]) to = hi;
        x[j] = fmin(hi, fmax(lo, to));
        if (k >= s->nc) x[j] = nearbyint(x[j]);
    }
}

heco_descent_end heco_descent_finish(heco_descent *s, heco_descent_end end) { return s->end = end; }

heco_descent_end heco_descent_widen(heco_descent *s) {
    if (s->exact) heco_descent_distrust(s);
    else s->level++;
    s->delta = fmax(s->delta, s->kept_delta);
    descent_restart_counts(s);
    descent_forget(s);
    heco_descent_start_probe(s);
    return HECO_DESCENT_RUNNING;
}

static void descent_move(heco_descent *s) {
    memcpy(s->x, s->tx, s->n * sizeof *s->x);
    memcpy(s->c, s->tc, s->m * sizeof *s->c);
    s->f = s->tf, s->viol = s->tviol;
}

static int descent_near_known(const heco_descent *s) {
    return s->known != NULL && heco_optima_near(s->known, s->x, s->f, s->viol, 1e-3);
}

/* An integer that moved was as far as the model can see, or too far. */
static void descent_set_reach(heco_descent *s, double ratio) {
    if (s->moved && ratio > 0.75) s->reach = fmin(1.0, 2.0 * s->reach);
    if (s->moved && ratio < 0.25) s->reach = 0.5 * heco_descent_integer_length(s, s->d);
    if (s->freezes < 2) s->frozen = 0;
}

static heco_descent_end descent_accept(heco_descent *s, double ratio) {
    double length = 0.0;
    for (size_t k = 0; k < s->nc; k++) {
        size_t j = s->var[k];
        length   = fmax(length, fabs(s->tx[j] - s->x[j]) / s->width[j]);
    }
    int last    = s->pred < heco_descent_small(s);
    s->may_grow = s->rejections == 0;
    s->paired = 1, s->rejections = 0;
    s->accepted++;
    descent_move(s);
    descent_set_reach(s, ratio);
    if (length > 0.0) s->last_length = length;
    if (ratio > 0.75 && length >= 0.9 * s->delta && s->may_grow)
        s->delta = fmin(1.0, 3.0 * s->delta);
    else if (ratio < 0.25 && !s->moved) s->delta = fmax(0.5 * length, 1e-10);
    if (last && s->viol == 0.0 && s->resets >= 3)
        return heco_descent_finish(s, HECO_DESCENT_CONVERGED);
    if (descent_near_known(s)) return heco_descent_finish(s, HECO_DESCENT_DUPLICATE);
    return heco_descent_step_old_model(s);
}

heco_descent_end heco_descent_reject(heco_descent *s) {
    if (s->rejections == 0) {
        s->kept_delta    = s->delta;
        s->last_residual = s->last_step = 0.0;
        s->odd                          = 0;
    }
    s->rejections++;
    if (s->moved) return heco_descent_reject_move(s);
    if (heco_descent_meets_discontinuity(s)) return HECO_DESCENT_RUNNING;
    if (s->odd >= 2 && s->rejections >= 4 && s->level < 2) return heco_descent_widen(s);
    if (s->level > 0 && s->delta < (s->level == 1 ? 1e-5 : 2e-3))
        return heco_descent_finish(s, HECO_DESCENT_STUCK);
    s->delta = fmin(s->delta, s->length) * (isfinite(s->residual) ? 0.3 : 0.2);
    if (s->delta < 1e-9 || s->rejections > 14)
        return heco_descent_finish(s, s->viol == 0.0 ? HECO_DESCENT_CONVERGED : HECO_DESCENT_STUCK);
    return heco_descent_next_trial(s);
}

/* f moves although its derivatives are all 0: steps, or differences below the noise. */
static int descent_is_staircase(const heco_descent *s) {
    if (!isfinite(s->tviol) || s->tf == s->f || s->exact) return 0;
    return heco_dense_largest(s->grad, s->nv) == 0.0;
}

/* Is it the constraints that spoil the trial? */
static int descent_needs_correction(const heco_descent *s, double phi) {
    double part = s->rho * heco_descent_violation(s, s->tc);
    return s->m > 0 && s->rejections < 2 && part > 0.5 * (phi - s->phi + s->pred);
}

static void descent_keep_poor(heco_descent *s, double ratio) {
    memcpy(s->poor_x, s->tx, s->n * sizeof *s->tx);
    memcpy(s->poor_c, s->tc, s->m * sizeof *s->tc);
    s->poor_f = s->tf, s->poor_viol = s->tviol, s->poor_ratio = ratio;
}

/* The correction of a poor trial has come: the better of the two is accepted. */
static heco_descent_end descent_accept_better(heco_descent *s, double ratio) {
    if (!(ratio >= s->poor_ratio)) {
        memcpy(s->tx, s->poor_x, s->n * sizeof *s->tx);
        memcpy(s->tc, s->poor_c, s->m * sizeof *s->tc);
        s->tf = s->poor_f, s->tviol = s->poor_viol, ratio = s->poor_ratio;
    }
    s->poor_ratio = 0.0;
    return descent_accept(s, ratio);
}

static heco_descent_end descent_tell_old_model(heco_descent *s, double ratio) {
    if (!(ratio > 0.25)) return heco_descent_go_probe(s);
    descent_move(s);
    if (descent_near_known(s)) return heco_descent_finish(s, HECO_DESCENT_DUPLICATE);
    return heco_descent_step_old_model(s);
}

/* The first look at a trial. 1: that was the end of it. */
static int descent_judge_trial(heco_descent *s, int finite) {
    s->trials++;
    s->residual = finite ? heco_descent_residual(s, s->tf, s->tc, s->nv, 0.0) : INFINITY;
    if (!descent_is_staircase(s)) return 0;
    s->flat = s->level == 2;
    if (s->flat) heco_descent_finish(s, HECO_DESCENT_STUCK);
    else heco_descent_widen(s);
    return 1;
}

static heco_descent_end descent_tell_step(heco_descent *s, const heco_batch *in) {
    int finite = heco_descent_row_finite(in, 0), trial = s->phase == HECO_DESCENT_TRIAL;
    heco_descent_row_values(s, s->tc, in, 0);
    s->tf = in->f[0], s->tviol = finite ? in->viol[0] : INFINITY;
    double phi   = finite ? heco_descent_merit(s, s->tf, s->tc) : INFINITY;
    double ratio = (s->phi - phi) / s->pred, small = heco_descent_small(s);
    if (s->phase == HECO_DESCENT_OLD_MODEL) return descent_tell_old_model(s, ratio);
    if (trial && descent_judge_trial(s, finite)) return s->end;
    if (s->poor_ratio > 0.0) return descent_accept_better(s, ratio);
    int accepted = finite && (ratio >= 1e-4 || (s->pred < small && s->phi - phi > -small));
    int poor     = ratio < 0.25 && s->pred >= small;
    if (trial && finite && (!accepted || poor) && descent_needs_correction(s, phi)) {
        if (accepted) descent_keep_poor(s, ratio);
        heco_descent_correct(s);
        return HECO_DESCENT_RUNNING;
    }
    return accepted ? descent_accept(s, ratio) : heco_descent_reject(s);
}

static void descent_record_best(heco_descent *s, const heco_batch *in) {
    for (size_t i = 0; i < in->count; i++) {
        if (!heco_descent_row_finite(in, i)) continue;
        if (!heco_better_feasible(in->f[i], in->viol[i], s->best_f, s->best_viol)) continue;
        memcpy(s->best_x, in->x + i * s->n, s->n * sizeof *s->best_x);
        heco_descent_row_values(s, s->best_c, in, i);
        s->best_f = in->f[i], s->best_viol = in->viol[i];
    }
}

heco_descent_end heco_descent_tell(heco_descent *s, const heco_batch *in) {
    s->evals += in->count;
    descent_record_best(s, in);
    switch (s->phase) {
    case HECO_DESCENT_EXACT: return heco_descent_tell_exact(s, in);
    case HECO_DESCENT_PROBE:
    case HECO_DESCENT_REPROBE: return heco_descent_tell_probes(s, in);
    case HECO_DESCENT_DISCONTINUITY: return heco_descent_tell_walls(s, in);
    case HECO_DESCENT_BISECT: return heco_descent_tell_bisection(s, in);
    default: return descent_tell_step(s, in);
    }
}

int heco_descent_was_bad(const heco_descent *s) { return s->flat || 4 * s->accepted < s->trials; }
