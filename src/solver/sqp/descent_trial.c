/* The values of a trial point: ratio test, second-order correction, trust-region update.
 *
 *   ratio = (phi(x) - phi(trial)) / predicted decrease
 *
 *   ratio >= descent_accept      accepted (descent_accept_trial)
 *   ratio <  descent_poor        the second-order correction is tried first, if the constraints are
 *                                responsible (descent_needs_correction)
 *   otherwise                    rejected: a shorter step with the same derivatives, wider
 *                                differences, or the end (heco_descent_reject_trial)
 *
 * This is algorithm 4.1 of Nocedal and Wright (2006) with the merit function phi and the
 * corrections of their section 15.6. */
#include "solver/sqp/descent_internal.h"

#include <string.h>

#include "base/dense.h"

/* clang-format off */
/* ---- ratio test; algorithm 4.1 is that of Nocedal and Wright (2006) ---- */
static const double
    descent_accept          = 1e-4, /* least ratio of an accepted trial: eta of algorithm 4.1 */
    descent_poor            = 0.25, /* below: the radius shrinks (algorithm 4.1) */
    descent_good            = 0.75, /* above: the radius may grow (algorithm 4.1) */
    descent_accept_secant   = 0.25, /* least ratio of a secant step; else new derivatives are
                                     * taken */
    descent_violation_share = 0.5,  /* share of the violation in the shortfall of the merit from
                                     * which on a correction is tried */
    descent_near_known      = 1e-3, /* distance at which a known optimum is recognised */
    descent_at_bound        = 1e-13; /* trial points this close to a bound, in widths, are on it */
/* ---- trust region ---- */
static const double
    descent_grow          = 3.0,   /* factor of the radius after a good step */
    descent_grow_integers = 2.0,   /* the same of the integer radius */
    descent_at_radius     = 0.9,   /* steps above this share of the radius are limited by it */
    descent_shrink        = 0.5,   /* radius after a poor step, relative to its length */
    descent_reject        = 0.3,   /* the same after a rejected step, */
    descent_reject_fail   = 0.2,   /* and if the point could not be evaluated */
    descent_least_radius  = 1e-10, /* an accepted step leaves at least this radius */
    descent_end_radius    = 1e-9,  /* a rejection below this radius ends the descent; */
    descent_end_medium    = 1e-5,  /* the same with medium differences, which resolve nothing
                                    * shorter, */
    descent_end_wide      = 2e-3;  /* and with wide ones */
static const double
    descent_slow_length   = 4e-3;  /* longest step that shows kinks, in widths */
enum {
    DESCENT_CORRECTIONS     = 2, /* rejections of an iteration from which on no correction is
                                  * tried */
    DESCENT_SLOW            = 2, /* consecutive errors that fell too slowly, */
    DESCENT_SLOW_REJECTIONS = 4, /* and rejections, after which differences widen */
    DESCENT_SLOW_STEPS      = 6  /* short poor steps, less the good ones, that show kinks */
};
/* clang-format on */

void heco_descent_trial_point(const heco_descent *s, double *x, const double *step) {
    memcpy(x, s->current.x, s->n * sizeof *x);
    for (size_t k = 0; k < s->nv; k++) {
        size_t j  = s->var[k];
        double lo = s->region.lower[j], hi = s->region.upper[j];
        double from = s->current.x[j], to = heco_descent_displace(s, j, from, step[k]);
        /* Bounds are met exactly, in spite of rounding. */
        if (step[k] <= heco_descent_distance(s, j, from, lo)) to = lo;
        if (step[k] >= heco_descent_distance(s, j, from, hi)) to = hi;
        if (to - lo < descent_at_bound * s->width[j]) to = lo;
        if (hi - to < descent_at_bound * s->width[j]) to = hi;
        x[j] = fmin(hi, fmax(lo, to));
        if (k >= s->nc) x[j] = nearbyint(x[j]);
    }
}

/* Returns 1 if the iterate is near a known optimum. */
static int descent_is_near_known(const heco_descent *s) {
    const heco_descent_point *p = &s->current;
    return s->goal.known != NULL &&
           heco_optima_is_known(s->goal.known, p->x, p->f, p->viol, descent_near_known);
}

/* Updates the trust radius of the integers and releases frozen ones after an accepted step. */
static void descent_update_integer_radius(heco_descent *s, double ratio) {
    heco_descent_integers *z = &s->integers;
    if (z->moved && ratio > descent_good) z->radius = fmin(1.0, descent_grow_integers * z->radius);
    if (z->moved && ratio < descent_poor)
        z->radius = descent_shrink * heco_descent_integer_length(s, s->step.d);
    if (z->freezes < HECO_DESCENT_FREEZES) z->frozen = 0;
}

/* Updates the trust radius after an accepted step. */
static void descent_update_radius(heco_descent *s, double ratio, double length) {
    heco_descent_region *r = &s->region;
    if (ratio > descent_good && length >= descent_at_radius * r->radius && r->may_grow)
        r->radius = fmin(1.0, descent_grow * r->radius);
    else if (ratio < descent_poor && !s->integers.moved)
        r->radius = fmax(descent_shrink * length, descent_least_radius);
}

/* Returns 1 if slow progress may come from kinks, and not from rounded outputs. With equalities the
 * bundle method is no better: its penalty has a kink along each of them, and a curved equality
 * looks like a kink from a distance (C11 of CEC 2017 at D = 30: median -0.78 instead of -0.9249).
 */
static int descent_may_be_kinked(const heco_descent *s) {
    return s->options.kinks && s->space->nh == s->residuals &&
           s->differences.level == HECO_DESCENT_SHORT && s->ni == 0 && !s->exact.used &&
           s->precision != HECO_DESCENT_ROUNDED_OUTPUTS &&
           s->precision != HECO_DESCENT_MIXED_OUTPUTS;
}

static heco_descent_end descent_end_at_kinks(heco_descent *s) {
    s->kinked = 1;
    return heco_descent_finish(s, HECO_DESCENT_STUCK);
}

int heco_descent_is_kinked(heco_descent *s) {
    if (s->step.slow_steps < DESCENT_SLOW_STEPS || !descent_may_be_kinked(s)) return 0;
    descent_end_at_kinks(s);
    return 1;
}

/* Counts short steps that the trust region limits although the model is poor there. A smooth model
 * becomes better as steps become shorter; at kinks it does not. */
static void descent_count_slow_step(heco_descent *s, double ratio, double length) {
    int limited = length >= descent_at_radius * s->region.radius;
    if (!limited) s->step.slow_steps = 0;
    else if (ratio < descent_good && length < descent_slow_length) s->step.slow_steps++;
    else if (s->step.slow_steps > 0) s->step.slow_steps--;
}

/* Moves to the trial point and updates radii and counts. Then tries a secant step, or ends.
 * `length` is that of the continuous part. */
static heco_descent_end descent_accept_trial(heco_descent *s, double ratio) {
    double length      = heco_descent_longest(s, s->current.x, s->trial.x);
    int    last        = s->step.predicted < heco_descent_negligible(s);
    s->region.may_grow = s->count.rejections == 0;
    s->bfgs.has_pair = 1, s->count.rejections = 0;
    s->count.accepted++;
    s->step.total += fmax(0.0, fmin(ratio * s->step.predicted, fabs(s->trial.f - s->current.f)));
    heco_descent_copy_point(s, &s->current, &s->trial);
    descent_update_integer_radius(s, ratio);
    if (length > 0.0) s->region.accepted_length = length;
    descent_count_slow_step(s, ratio, length);
    descent_update_radius(s, ratio, length);
    if (last && heco_descent_is_met(s) && s->count.resets >= HECO_DESCENT_RESETS)
        return heco_descent_finish(s, HECO_DESCENT_CONVERGED);
    if (descent_is_near_known(s)) return heco_descent_finish(s, HECO_DESCENT_DUPLICATE);
    return heco_descent_secant_step(s);
}

/* Chooses what follows a rejection: shorter moves of the integers, a discontinuity, wider
 * differences, the end, or a shorter step. */
heco_descent_end heco_descent_reject_trial(heco_descent *s) {
    heco_descent_region *r     = &s->region;
    int                  level = s->differences.level;
    if (s->count.rejections == 0) {
        r->saved_radius    = r->radius;
        s->step.last_error = s->step.last_length = 0.0;
        s->step.slow_errors                      = 0;
    }
    s->count.rejections++;
    if (s->integers.moved) return heco_descent_reject_integers(s);
    if (heco_descent_detect_discontinuity(s)) return HECO_DESCENT_RUNNING;
    if (s->step.slow_errors >= DESCENT_SLOW && s->count.rejections >= DESCENT_SLOW_REJECTIONS &&
        level < HECO_DESCENT_WIDE)
        return descent_may_be_kinked(s) ? descent_end_at_kinks(s)
                                        : heco_descent_widen_differences(s);
    double least = level == HECO_DESCENT_MEDIUM ? descent_end_medium : descent_end_wide;
    if (level > HECO_DESCENT_SHORT && r->radius < least)
        return heco_descent_finish(s, HECO_DESCENT_STUCK);
    r->radius = fmin(r->radius, s->step.length) *
                (isfinite(s->step.error) ? descent_reject : descent_reject_fail);
    int collapsed = r->radius < descent_end_radius || s->count.rejections > HECO_DESCENT_REJECTIONS;
    if (collapsed && heco_descent_may_measure_curvature(s))
        return heco_descent_measure_curvature(s);
    if (collapsed)
        return heco_descent_finish(s, s->current.viol == 0.0 ? HECO_DESCENT_CONVERGED
                                                             : HECO_DESCENT_STUCK);
    return heco_descent_next_trial(s);
}

/* Returns 1 if f changes although all its derivatives are 0: a staircase, or differences below the
 * noise. */
static int descent_is_staircase(const heco_descent *s) {
    if (!isfinite(s->trial.viol) || s->trial.f == s->current.f || s->exact.used) return 0;
    return heco_dense_largest(s->linear.grad, s->nv) == 0.0;
}

/* Returns 1 if the trial fails because of its violation: only then a correction helps. */
static int descent_needs_correction(const heco_descent *s, double merit) {
    double part      = s->program.penalty * heco_descent_violation(s, s->trial.c);
    double shortfall = merit - s->step.merit + s->step.predicted;
    return s->m > 0 && s->count.rejections < DESCENT_CORRECTIONS &&
           part > descent_violation_share * shortfall;
}

/* The correction of an acceptable trial has been evaluated: accepts the better of the two. */
static heco_descent_end descent_accept_better(heco_descent *s, double ratio) {
    if (!(ratio >= s->step.uncorrected_ratio)) {
        heco_descent_copy_point(s, &s->trial, &s->step.uncorrected);
        ratio = s->step.uncorrected_ratio;
    }
    s->step.uncorrected_ratio = 0.0;
    return descent_accept_trial(s, ratio);
}

/* Accepts a secant step and tries another one, or requests new derivatives. */
static heco_descent_end descent_tell_secant(heco_descent *s, double ratio) {
    if (!(ratio > descent_accept_secant)) return heco_descent_next_derivatives(s);
    heco_descent_copy_point(s, &s->current, &s->trial);
    if (descent_is_near_known(s)) return heco_descent_finish(s, HECO_DESCENT_DUPLICATE);
    return heco_descent_secant_step(s);
}

/* Sets step.error of a trial and counts it. Returns 1 if the trial was the step of a staircase,
 * which ends the descent or widens the differences. */
static int descent_check_staircase(heco_descent *s, int finite) {
    s->count.trials++;
    s->step.error =
        finite ? heco_descent_model_error(s, s->trial.f, s->trial.c, s->nv, 0.0) : INFINITY;
    if (!descent_is_staircase(s)) return 0;
    s->differences.flat = s->differences.level == HECO_DESCENT_WIDE;
    if (s->differences.flat) heco_descent_finish(s, HECO_DESCENT_STUCK);
    else heco_descent_widen_differences(s);
    return 1;
}

int heco_descent_is_trial(const heco_descent *s) {
    return s->phase == HECO_DESCENT_TRIAL || s->phase == HECO_DESCENT_CORRECTION ||
           s->phase == HECO_DESCENT_SECANT;
}

/* Takes the point that was evaluated, if the run moved the trial point onto cheap constraints. */
static void descent_take_moved(heco_descent *s, const double *x) {
    if (memcmp(s->trial.x, x, s->n * sizeof *x) == 0) return;
    memcpy(s->trial.x, x, s->n * sizeof *x);
    for (size_t k = 0; k < s->nv; k++) {
        size_t j     = s->var[k];
        s->step.d[k] = heco_descent_distance(s, j, s->current.x[j], x[j]);
    }
}

/* A trial with a negligible prediction is accepted unless the merit grows by more than that: the
 * ratio would compare rounding errors. */
heco_descent_end heco_descent_tell_trial(heco_descent *s, const heco_batch *in) {
    int finite = heco_descent_row_fits(s, in, 0), trial = s->phase == HECO_DESCENT_TRIAL;
    descent_take_moved(s, in->x);
    heco_descent_row_values(s, s->trial.c, in, 0);
    s->trial.f = in->f[0], s->trial.viol = finite ? in->viol[0] : INFINITY;
    double merit    = finite ? heco_descent_merit(s, s->trial.f, s->trial.c) : INFINITY;
    double decrease = s->step.merit - merit, predicted = s->step.predicted;
    double ratio = decrease / predicted, small = heco_descent_negligible(s);
    if (s->phase == HECO_DESCENT_FEASIBILITY) return heco_descent_tell_feasibility(s);
    if (s->phase == HECO_DESCENT_SECANT) return descent_tell_secant(s, ratio);
    if (trial && descent_check_staircase(s, finite)) return s->end;
    if (s->step.uncorrected_ratio > 0.0) return descent_accept_better(s, ratio);
    int accepted = finite && (ratio >= descent_accept || (predicted < small && decrease > -small));
    int poor     = ratio < descent_poor && predicted >= small && !s->options.eager;
    if (trial && finite && (!accepted || poor) && descent_needs_correction(s, merit)) {
        if (accepted) {
            heco_descent_copy_point(s, &s->step.uncorrected, &s->trial);
            s->step.uncorrected_ratio = ratio;
        }
        heco_descent_correct_step(s);
        return HECO_DESCENT_RUNNING;
    }
    return accepted ? descent_accept_trial(s, ratio) : heco_descent_reject_trial(s);
}
