/* Integer variables in a descent.
 *
 * The model is relaxed, the points are not: no value between two integers is ever evaluated. A
 * relaxed step is rounded by the model itself (heco_descent_round_step): to the nearest integers,
 * then each the other way if the model prefers that, then without any move. Each variant costs one
 * quadratic program with fixed integers and no evaluation. Nearest rounding alone loses a quarter
 * to a half of the runs on syn2, knap20 and FLay02M with 300 evaluations. Integers have a trust
 * radius of their own, of at least one step (Exler and Schittkowski 2007). */
#include "solver/sqp/descent_internal.h"

#include <string.h>

#include "base/dense.h"

/* clang-format off */
static const double
    descent_no_fraction    = 1e-9,  /* steps of an integer below are 0 */
    descent_least_fraction = 0.02,  /* below it the other rounding is not tried */
    descent_better         = 1e-12, /* relative gain that decides between two roundings */
    descent_single_step    = 1.5,   /* moves below are by one step */
    descent_shrink         = 0.3;   /* integer radius after a rejection, relative to the rejected
                                     * move */
/* clang-format on */

void heco_descent_fix_integers(heco_descent *s, const double *step) {
    s->integers.fixed = s->nv > s->nc;
    for (size_t k = s->nc; k < s->nv; k++) s->integers.fixed_step[k] = step != NULL ? step[k] : 0.0;
}

void heco_descent_release_integers(heco_descent *s, double *step) {
    s->integers.fixed = 0;
    for (size_t k = s->nc; k < s->nv; k++) step[k] = s->integers.fixed_step[k];
}

double heco_descent_integer_length(const heco_descent *s, const double *step) {
    return heco_dense_largest(step + s->nc, s->nv - s->nc);
}

/* Returns the longest move of an integer, in its own steps. */
static double descent_integer_steps(const heco_descent *s, const double *step) {
    double most = 0.0;
    for (size_t k = s->nc; k < s->nv; k++) most = fmax(most, fabs(step[k] * s->width[s->var[k]]));
    return most;
}

/* Solves the program with fixed integers. Returns the model's merit and writes the linear violation
 * to v1; the step is in s->step.d. */
static double descent_solve_fixed(heco_descent *s, double *v1) {
    heco_descent_program *p = &s->program;
    heco_descent_solve_qp(s, s->step.d, p->lambda, p->penalty);
    *v1 = heco_descent_linear_violation(s, s->step.d, p->A);
    return heco_descent_model_change(s, s->step.d, s->linear.grad) + p->penalty * *v1;
}

/* Saves the step and its multipliers as the best rounding. */
static void descent_keep_rounding(heco_descent *s) {
    memcpy(s->integers.best_d, s->step.d, s->nv * sizeof *s->step.d);
    memcpy(s->integers.best_lambda, s->program.lambda, s->m * sizeof *s->program.lambda);
}

/* Rounds s->step.d to the nearest steps: sets fixed_step and fraction. Returns 1 if the relaxed
 * step moved an integer at all. */
static int descent_round_nearest(heco_descent *s) {
    heco_descent_integers *z   = &s->integers;
    int                    any = 0;
    for (size_t k = s->nc; k < s->nv; k++) {
        double width = s->width[s->var[k]], t = z->frozen ? 0.0 : s->step.d[k] * width;
        z->fixed_step[k] = nearbyint(t) / width;
        z->fraction[k]   = t - nearbyint(t);
        any              = any || fabs(t) > descent_no_fraction;
    }
    return any;
}

/* Rounds integer k the other way if that lowers the model's merit `best`; updates `best` and v1. */
static void descent_round_other(heco_descent *s, size_t k, double *best, double *v1) {
    heco_descent_integers *z   = &s->integers;
    size_t                 j   = s->var[k];
    double                 old = z->fixed_step[k], v, way = z->fraction[k] > 0.0 ? 1.0 : -1.0;
    double                 to = s->current.x[j] + nearbyint(old * s->width[j]) + way;
    if (fabs(z->fraction[k]) < descent_least_fraction || to > s->region.upper[j] ||
        to < s->region.lower[j])
        return;
    z->fixed_step[k] = (to - s->current.x[j]) / s->width[j];
    double value     = descent_solve_fixed(s, &v);
    if (value < *best - descent_better * fabs(*best)) {
        *best = value, *v1 = v;
        descent_keep_rounding(s);
    } else z->fixed_step[k] = old;
}

/* Moves no integer unless the best rounding is better by more than a negligible decrease. */
static void descent_round_none(heco_descent *s, double best, double *v1) {
    double v;
    if (heco_descent_integer_length(s, s->integers.fixed_step) == 0.0) return;
    for (size_t k = s->nc; k < s->nv; k++) s->integers.fixed_step[k] = 0.0;
    if (!(descent_solve_fixed(s, &v) <= best + heco_descent_negligible(s))) return;
    *v1 = v;
    descent_keep_rounding(s);
}

/* Steering with the rounded integers is necessary: the relaxed step may look feasible at a small
 * penalty (without it 39 to 49 instead of 59 of 60 runs on syn1, FLay02M and syn3). */
double heco_descent_round_step(heco_descent *s, double v0) {
    heco_descent_integers *z = &s->integers;
    double                 v1;
    int                    any = descent_round_nearest(s);
    z->fixed                   = 1;
    double best                = descent_solve_fixed(s, &v1);
    descent_keep_rounding(s);
    for (size_t k = s->nc; k < s->nv && any; k++) descent_round_other(s, k, &best, &v1);
    if (any) descent_round_none(s, best, &v1);
    memcpy(s->step.d, z->best_d, s->nv * sizeof *s->step.d);
    memcpy(s->program.lambda, z->best_lambda, s->m * sizeof *s->program.lambda);
    for (size_t k = s->nc; k < s->nv; k++) {
        double width     = s->width[s->var[k]];
        z->fixed_step[k] = nearbyint(s->step.d[k] * width) / width;
    }
    v1 = heco_descent_steer_penalty(s, v0, v1);
    heco_descent_release_integers(s, s->step.d);
    z->moved = heco_descent_integer_length(s, s->step.d) > 0.0;
    return v1;
}

heco_descent_end heco_descent_reject_integers(heco_descent *s) {
    heco_descent_integers *z = &s->integers;
    if (descent_integer_steps(s, s->step.d) < descent_single_step) {
        z->frozen           = 1;
        s->count.rejections = 0;
        z->freezes++;
    } else z->radius = descent_shrink * heco_descent_integer_length(s, s->step.d);
    if (s->count.rejections > HECO_DESCENT_REJECTIONS) z->frozen = 1;
    return heco_descent_next_trial(s);
}

/* Reduces each of `count` rows from `from` to `to` columns, in place. */
static void descent_drop_columns(double *rows, size_t count, size_t from, size_t to) {
    for (size_t i = 1; i < count; i++) memmove(rows + i * to, rows + i * from, to * sizeof *rows);
}

void heco_descent_drop_integers(heco_descent *s) {
    if (s->nv == s->nc) return;
    descent_drop_columns(s->bfgs.B, s->nc, s->nv, s->nc);
    descent_drop_columns(s->linear.A, s->m, s->nv, s->nc);
    descent_drop_columns(s->linear.old_A, s->m, s->nv, s->nc);
    descent_drop_columns(s->program.A, s->m, s->nv, s->nc);
    s->nv           = s->nc;
    s->bfgs.changed = 1, s->program.rows = NULL;
    s->integers.moved = 0;
}
