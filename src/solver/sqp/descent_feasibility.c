/* Feasibility steps: feasible points of a problem with many variables.
 *
 * A step of the SQP exchanges violation for f, and the next one needs new derivatives, which cost
 * an evaluation per variable. Iterates therefore become feasible late. From an infeasible iterate
 * with new derivatives, an excursion goes to the constraints by the shortest step that meets their
 * linearisation,
 *
 *   minimise |d|^2 / 2   subject to   lo <= c + A d <= up,   the box and |d_k| <= Delta.
 *
 * It costs one evaluation, and so does every further step, because Broyden's update (1965) corrects
 * A after each of them, accepted or not. The constraints are narrowed by the error of the last
 * linearisation. With exact A these are Gauss-Newton steps, which converge quadratically. The
 * excursion ends at a feasible point or when the violation no longer falls. The descent then goes
 * on from its iterate, because a descent from the end of the excursion may need more evaluations
 * (bench_descent, n = 100). */
#include "solver/sqp/descent_internal.h"

#include <string.h>

#include "base/dense.h"

/* clang-format off */
static const double
    feasibility_radius  = 0.5,  /* first radius, in widths */
    feasibility_removes = 0.7,  /* most violation that an accepted step leaves */
    feasibility_shrink  = 0.5,  /* radius after a rejected step, relative to its length */
    feasibility_most    = 0.1,  /* the constraints are narrowed by at most this, in widths */
    feasibility_penalty = 1e4;  /* of a violation: the rows have length 1, so multipliers are about as
                                 * large as the step if the constraints are independent */
enum {
    FEASIBILITY_VARIABLES = 30, /* with fewer variables derivatives are cheap */
    FEASIBILITY_REJECTED  = 3   /* consecutive rejections that end an excursion */
};
/* clang-format on */

/* Returns f of the best feasible point so far, or INFINITY. */
static double feasibility_rival(const heco_descent *s) {
    return s->best.viol == 0.0 ? fmin(s->best.f, s->goal.rival) : s->goal.rival;
}

/* Returns 1 if an excursion from the iterate may be worthwhile. */
static int feasibility_applies(const heco_descent *s) {
    return s->nv > FEASIBILITY_VARIABLES && s->m > 0 && s->ni == 0 && !s->exact.used &&
           s->residuals == 0 && !s->options.eager && s->current.viol > 0.0 &&
           s->differences.level == HECO_DESCENT_SHORT && s->current.f < feasibility_rival(s);
}

/* Corrects the scaled Jacobian by the change of the constraints from the current point to the
 * trial, and sets feasibility.error to the distance of that change from the linear one. */
static void feasibility_update(heco_descent *s) {
    heco_descent_program *p    = &s->program;
    double               *step = s->bfgs.s;
    for (size_t k = 0; k < s->nv; k++) {
        size_t j = s->var[k];
        step[k]  = heco_descent_distance(s, j, s->current.x[j], s->trial.x[j]);
    }
    double ss = heco_dense_dot(step, step, s->nv);
    if (!(ss > 0.0)) return;
    for (size_t i = 0; i < s->m; i++) {
        double *a               = p->secant_A + i * s->nv;
        double  change          = (s->trial.c[i] - s->current.c[i]) / p->scale[i];
        double  error           = change - heco_dense_dot(a, step, s->nv);
        s->feasibility.error[i] = error;
        heco_dense_add(a, error / ss, step, s->nv);
    }
}

/* Sets the trial point of the next step. Returns 0 if the model does not lead to the constraints or
 * to a smaller f than that of the best feasible point. */
static int feasibility_step(heco_descent *s) {
    heco_descent_program *p = &s->program;
    double               *d = s->step.tentative;
    heco_descent_set_ranges(s, s->current.c, NULL);
    double v0 = heco_descent_linear_violation(s, NULL, p->secant_A);
    for (size_t i = 0; i < s->space->ng; i++)
        p->up[i] -= fmin(fabs(s->feasibility.error[i]), feasibility_most);
    if (heco_descent_solve_shortest(s, d, s->feasibility.radius, feasibility_penalty) < 0) return 0;
    heco_descent_set_ranges(s, s->current.c, NULL);
    double v1 = heco_descent_linear_violation(s, d, p->secant_A);
    double f  = s->current.f + heco_dense_dot(s->linear.grad, d, s->nv);
    if (!(v1 < feasibility_removes * v0) || !(f < feasibility_rival(s))) return 0;
    heco_descent_trial_point(s, s->trial.x, d);
    s->phase = HECO_DESCENT_FEASIBILITY;
    return 1;
}

int heco_descent_begin_feasibility(heco_descent *s) {
    heco_descent_feasibility *t = &s->feasibility;
    heco_descent_program     *p = &s->program;
    if (!feasibility_applies(s)) return 0;
    memcpy(p->secant_A, p->A, s->m * s->nv * sizeof *p->A);
    memset(t->error, 0, s->m * sizeof *t->error);
    t->rejected = 0;
    t->radius   = feasibility_radius;
    heco_descent_copy_point(s, &t->iterate, &s->current);
    return feasibility_step(s);
}

heco_descent_end heco_descent_tell_feasibility(heco_descent *s) {
    heco_descent_feasibility *t      = &s->feasibility;
    int                       finite = isfinite(s->trial.f) && isfinite(s->trial.viol);
    double                    before = heco_descent_violation(s, s->current.c);
    double                    after  = finite ? heco_descent_violation(s, s->trial.c) : INFINITY;
    double                    length = heco_dense_largest(s->step.tentative, s->nv);
    if (finite) feasibility_update(s);
    if (after < before) heco_descent_copy_point(s, &s->current, &s->trial);
    if (after <= feasibility_removes * before) t->rejected = 0;
    else t->rejected++, t->radius = feasibility_shrink * length;
    if (t->rejected < FEASIBILITY_REJECTED && s->current.viol > 0.0 && feasibility_step(s))
        return HECO_DESCENT_RUNNING;
    heco_descent_copy_point(s, &s->current, &t->iterate);
    return heco_descent_next_trial(s);
}
