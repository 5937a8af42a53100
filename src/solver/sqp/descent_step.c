/* The next trial point: penalty parameter, QP step, convergence tests, second-order correction, and
 * secant steps towards feasibility. */
#include "solver/sqp/descent_internal.h"

#include <float.h>
#include <string.h>

#include "base/dense.h"

/* clang-format off */
/* ---- penalty parameter ---- */
static const double
    descent_first_penalty = 2.0,  /* first penalty: this times the length of the gradient of f, */
    descent_least_penalty = 1e-8, /* but at least this times |f| and its unit */
    descent_multipliers   = 3.0,  /* later penalties: this times the largest multiplier; phi is
                                   * exact above 1 times it (Nocedal and Wright 2006, theorem
                                   * 17.3) */
    descent_decrease      = 0.1;  /* least factor of one decrease. A constant penalty costs five
                                   * times the evaluations on g09 (docs/algorithms/sqp.md) */
enum {
    DESCENT_DECREASES = 60  /* iteration from which it no longer decreases, so that it settles */
};
/* ---- steering of the penalty (Byrd, Nocedal and Waltz 2008) ---- */
static const double
    descent_no_violation    = 1e-9,  /* scaled violations below are none */
    descent_small_violation = 1e-3,  /* share of v0 that may remain without steering */
    descent_infinity        = 1e6,   /* factor of the penalty that shows the least attainable
                                      * violation */
    descent_remains         = 0.1,   /* share of v0 that may remain if violation 0 is attainable */
    descent_removes         = 0.5,   /* else: share of the attainable decrease that must be
                                      * attained */
    descent_no_decrease     = 1e-9,  /* steering is useless if the attainable decrease is below
                                      * this times v0 */
    descent_no_decrease_abs = 1e-12, /* plus this */
    descent_increase        = 4.0,   /* factor of the penalty in each attempt */
    descent_steered         = 10.0,  /* above this times the first penalty, steering needs a reason:
                                      * 10 to 10^5 are equal on CEC 2006 and `design`; without it
                                      * the penalty grows to 1e19 on C08 of CEC 2017, and with 0
                                      * CEC 2006 takes a tenth more evaluations */
    descent_needed          = 2.0;   /* penalty of a restoring step, relative to the least one */
enum { DESCENT_INCREASES = 12 }; /* attempts: 4^12 is about 1.7e7 */
/* ---- ends and secant steps ---- */
static const double
    descent_no_length      = 1e-12, /* steps below, in widths of the box, are rounding errors */
    descent_stationary     = 1e-7,  /* relative decrease of the violation below which it is
                                     * stationary, */
    descent_infeasible     = 1e-6,  /* if the violation is above this */
    descent_wide_region    = 1e-3,  /* and the trust radius above this */
    descent_inside         = 0.9,   /* steps below this share of the radius are not limited by it */
    descent_near_length    = 0.1,   /* longest step of a model that is trusted to lead to a known
                                     * optimum, */
    descent_near_known     = 0.01,  /* and the distance from that optimum */
    descent_prune          = 3.0,   /* so many predicted decreases must beat the incumbent, */
    descent_prune_accuracy = 1e-7,  /* to this relative accuracy */
    descent_secant_removes = 0.5;   /* least share of the violation that a secant step removes */
/* ---- negligible decreases, relative to the sum D of the decreases of this descent. A sum that
 * forgets early decreases does not work: it ends descents on ill-conditioned functions ---- */
static const double
    descent_accuracy      = 1e-9,  /* the first end: at this times D, */
    descent_fine_accuracy = 1e-14, /* and at this times D if the descent leads; */
    descent_most          = 1e-6,  /* if it leads, neither is above this times |f| and its unit, */
    descent_fine_most     = 1e-12, /* nor this: D is huge if the descent comes from far away; */
    descent_behind        = 1e-6,  /* one behind the best point by d ends at this times d; */
    descent_rounding      = 1e-15, /* never below this times |f| */
    descent_leads         = 1e-9;  /* a descent leads if f is at most this times |best f| above it */
/* ---- rows without interior ---- */
static const double
    descent_short        = 1e-6, /* longest step at which they are looked for */
    descent_all_margins  = 2.5;  /* and most violation there, in sums of all margins */
/* clang-format on */

/* Sets the first penalty from the gradient. Later iterations lower it towards the multipliers. */
static void descent_update_penalty(heco_descent *s) {
    heco_descent_program *p = &s->program;
    if (p->penalty == 0.0) {
        double length    = sqrt(heco_dense_dot(s->linear.grad, s->linear.grad, s->nv));
        double unit      = heco_descent_f_unit(s) + fabs(s->current.f);
        p->penalty       = fmax(descent_first_penalty * length, descent_least_penalty * unit);
        p->first_penalty = p->penalty;
    } else if (s->count.iterations > 1 && s->count.iterations < DESCENT_DECREASES &&
               s->count.rejections == 0) {
        double need = fmax(descent_multipliers * heco_dense_largest(p->lambda, s->m),
                           descent_decrease * p->penalty);
        if (p->penalty > need) p->penalty = need;
    }
}

/* Returns 1 if the objective is the reason why the step leaves violation v1 of v0: without the
 * gradient of f, but with the same B and penalty, the step would remove at least twice as much.
 * Otherwise the curvature in B is the reason, as at an equality that is a sum of squares, whose
 * gradient is 0 where it holds. A larger penalty then makes steps longer than B permits. A B that
 * has learnt nothing gives no reason. */
static int descent_objective_prevents(heco_descent *s, double v0, double v1) {
    heco_descent_program *p = &s->program;
    if (s->bfgs.updates == 0) p->first_penalty = fmax(p->first_penalty, p->penalty);
    if (s->bfgs.updates == 0 || !(p->penalty > descent_steered * p->first_penalty)) return 1;
    heco_descent_solve_without_f(s, s->step.tentative, p->tentative_lambda);
    double attained = heco_descent_linear_violation(s, s->step.tentative, p->A);
    return v0 - v1 < descent_removes * (v0 - attained);
}

/* The program with a very large penalty shows the least violation that the trust region allows. The
 * penalty then grows until the step attains a good part of that. */
double heco_descent_steer_penalty(heco_descent *s, double v0, double v1) {
    heco_descent_program *p = &s->program;
    if (!(v1 > descent_no_violation && v1 > descent_small_violation * v0)) return v1;
    heco_descent_solve_qp(s, s->step.tentative, p->tentative_lambda, descent_infinity * p->penalty);
    double least = heco_descent_linear_violation(s, s->step.tentative, p->A);
    double want  = least <= descent_no_violation ? fmax(descent_no_violation, descent_remains * v0)
                                                 : v0 - descent_removes * (v0 - least);
    if (!(v0 - least > descent_no_decrease_abs + descent_no_decrease * v0)) return v1;
    if (v1 > want && !descent_objective_prevents(s, v0, v1)) return v1;
    for (int t = 0; t < DESCENT_INCREASES && v1 > want; t++) {
        p->penalty *= descent_increase;
        heco_descent_solve_qp(s, s->step.d, p->lambda, p->penalty);
        v1 = heco_descent_linear_violation(s, s->step.d, p->A);
    }
    return v1;
}

/* Returns 1 if the iterate is feasible and the model predicts no decrease worth an evaluation. */
static int descent_is_optimal(const heco_descent *s) {
    return heco_descent_is_met(s) && !(s->step.predicted > heco_descent_negligible(s));
}

static int descent_is_converged(const heco_descent *s) {
    return descent_is_optimal(s) || !(s->step.predicted > 0.0) ||
           s->step.length < descent_no_length;
}

/* Ends the descent and sets `certified`. */
static heco_descent_end descent_converge(heco_descent *s) {
    s->certified  = descent_is_optimal(s);
    int converged = s->certified || s->current.viol == 0.0 || s->step.length < descent_no_length;
    return heco_descent_finish(s, converged ? HECO_DESCENT_CONVERGED : HECO_DESCENT_STUCK);
}

/* Returns 1 if no other point is better. */
static int descent_is_leading(const heco_descent *s) {
    double rival = s->goal.rival;
    return !isfinite(rival) || s->current.f <= rival + descent_leads * fabs(rival);
}

/* Returns the largest decrease that is negligible for a descent that leads, whatever D is. A
 * quadratic function of four variables without bounds has D = 1e8 and more, and descents would end
 * at an error of 0.01. Others save evaluations by an early end. */
static double descent_most_negligible(const heco_descent *s) {
    double share = s->step.fine ? descent_fine_most : descent_most;
    return share * (heco_descent_f_unit(s) + fabs(s->current.f));
}

/* The threshold depends on the decreases of the descent, not on f itself, so that f and f +
 * constant have the same ends. With integers many descents end one step apart, and last digits of
 * each would cost too much (syn3 of the mixed-integer problems: 8 instead of 19 of 20 runs at 300
 * evaluations).
 */
double heco_descent_negligible(const heco_descent *s) {
    if (s->ni > 0) return descent_accuracy * fmax(heco_descent_f_unit(s), fabs(s->current.f));
    double share = s->step.fine ? descent_fine_accuracy : descent_accuracy;
    double small = share * s->step.total, behind = s->current.f - s->goal.rival;
    if (s->step.fine || descent_is_leading(s)) small = fmin(small, descent_most_negligible(s));
    if (!s->step.fine && behind > 0.0) small = fmax(small, descent_behind * behind);
    double error = heco_descent_output_error(s, 0);
    return fmax(fmax(small, fmax(error, descent_rounding * fabs(s->current.f))), DBL_MIN);
}

/* Begins the last stage of a descent that has converged and leads: it goes on to the last digits
 * with the same B. Returns 0 if that is not worthwhile or has begun already. */
static int descent_begin_fine(heco_descent *s) {
    int settled = s->bfgs.updates == 0 || s->count.resets >= HECO_DESCENT_RESETS;
    if (s->step.fine || !settled || s->ni > 0 || s->current.viol != 0.0 ||
        s->differences.level != HECO_DESCENT_SHORT)
        return 0;
    if (!descent_is_leading(s)) return 0;
    return s->step.fine = 1;
}

/* If even the best short step violates rows by no more than the margins, the margins contradict
 * each other (an inequality and its reverse, a row that a bound makes tight). Marks the rows at
 * their bounds as without interior. Returns 1 if one is new. */
static int descent_mark_no_interior(heco_descent *s, double v1) {
    heco_descent_program *p   = &s->program;
    double                sum = 0.0;
    int                   any = 0;
    if (!(v1 > 0.0) || s->step.length > descent_short) return 0;
    for (size_t i = 0; i < s->m; i++) sum += p->margin[i];
    if (!(v1 <= descent_all_margins * sum)) return 0;
    for (size_t i = 0; i < s->m; i++) {
        double a      = heco_dense_dot(p->A + i * s->nv, s->step.d, s->nv);
        double beyond = fmax(a - p->up[i], p->lo[i] - a);
        if (p->no_interior[i] || !(beyond > -p->margin[i])) continue;
        p->no_interior[i] = 1, any = 1;
    }
    return any;
}

/* Predicts the decrease of the merit. A step from just outside the constraints to a margin inside
 * them costs f for the margin, too. If that makes the prediction negative, the penalty grows: else
 * descents would end with a violation of the size of the margins (Nocedal and Wright 2006, equation
 * 18.36). v0 and v1: linear violation before and after the step. */
static void descent_predict(heco_descent *s, double v0, double v1) {
    heco_descent_step    *t      = &s->step;
    heco_descent_program *p      = &s->program;
    double                change = heco_descent_model_change(s, t->d, s->linear.grad);
    if (s->current.viol > 0.0 && v0 > 0.0 && v1 <= descent_remains * v0 &&
        change >= p->penalty * (v0 - v1))
        p->penalty = fmin(descent_needed * change / (v0 - v1), descent_infinity * p->penalty);
    t->merit     = heco_descent_merit(s, s->current.f, s->current.c);
    t->predicted = -change + p->penalty * (v0 - v1);
}

/* Returns 1 if the iterate is infeasible and a local minimum of the violation. v0 and v1: linear
 * violation before and after the step. */
static int descent_is_stationary(const heco_descent *s, double v0, double v1) {
    return s->current.viol > 0.0 && v0 > descent_infeasible && v0 - v1 < descent_stationary * v0 &&
           s->region.radius > descent_wide_region;
}

/* Solves the QP subproblem for a step and predicts the decrease of the merit. Returns 0 if B had to
 * be reset. A B spoilt by huge multipliers can pretend convergence, so B is reset before an end is
 * believed. */
static int descent_compute_step(heco_descent *s, double *v0, double *v1) {
    heco_descent_program *p = &s->program;
    heco_descent_step    *t = &s->step;
    heco_descent_set_ranges(s, s->current.c, NULL);
    *v0 = heco_descent_linear_violation(s, NULL, p->A);
    descent_update_penalty(s);
    if (heco_descent_solve_qp(s, t->d, p->lambda, p->penalty) < 0 && s->bfgs.updates != 0) {
        heco_descent_reset_hessian(s);
        return 0;
    }
    *v1 = heco_descent_steer_penalty(s, *v0, heco_descent_linear_violation(s, t->d, p->A));
    if (s->nv > s->nc) *v1 = heco_descent_round_step(s, *v0);
    descent_predict(s, *v0, *v1);
    t->slope  = heco_dense_dot(s->linear.grad, t->d, s->nv) - p->penalty * (*v0 - *v1);
    t->length = heco_dense_largest(t->d, s->nv);
    if (t->total == 0.0) t->total = fmax(0.0, t->predicted);
    if (descent_mark_no_interior(s, *v1)) return 0;
    if (descent_is_converged(s) && descent_begin_fine(s)) return 0;
    if (descent_is_converged(s) && s->bfgs.updates > 0 && s->count.resets < HECO_DESCENT_RESETS) {
        s->count.resets++;
        if (descent_is_leading(s) && !descent_is_stationary(s, *v0, *v1) &&
            heco_descent_may_measure_curvature(s)) {
            s->curvature.wanted = 1, s->count.resets = HECO_DESCENT_RESETS;
        } else heco_descent_reset_hessian(s);
        return 0;
    }
    return 1;
}

/* Returns 1 if even a multiple of the predicted decrease would not beat the incumbent. */
static int descent_is_pruned(const heco_descent *s) {
    const heco_descent_step *t         = &s->step;
    double                   incumbent = s->goal.incumbent;
    if (!s->goal.fixed_integers || !(incumbent < INFINITY) ||
        !(t->length < descent_inside * s->region.radius))
        return 0;
    return t->merit - descent_prune * t->predicted >
           incumbent + descent_prune_accuracy * fabs(incumbent);
}

/* Returns 1 if the trial point is near a known optimum. */
static int descent_leads_to_known(const heco_descent *s) {
    return s->goal.known != NULL && s->step.length < descent_near_length &&
           s->step.length < descent_inside * s->region.radius &&
           heco_optima_is_known(s->goal.known, s->trial.x, s->current.f, s->current.viol,
                                descent_near_known);
}

heco_descent_end heco_descent_next_trial(heco_descent *s) {
    double v0, v1;
    s->curvature.wanted = 0;
    if (heco_descent_is_kinked(s)) return s->end;
    while (!descent_compute_step(s, &v0, &v1))
        if (s->curvature.wanted) return heco_descent_measure_curvature(s);
    if (descent_is_converged(s)) return descent_converge(s);
    if (descent_is_stationary(s, v0, v1)) return heco_descent_finish(s, HECO_DESCENT_STUCK);
    heco_descent_trial_point(s, s->trial.x, s->step.d);
    if (descent_leads_to_known(s)) return heco_descent_finish(s, HECO_DESCENT_DUPLICATE);
    if (descent_is_pruned(s)) return heco_descent_finish(s, HECO_DESCENT_PRUNED);
    s->phase = HECO_DESCENT_TRIAL;
    return HECO_DESCENT_RUNNING;
}

/* Solves the QP again with the constraints found at the trial point: the ranges are those of
 * c(x + d) - A d (Nocedal and Wright 2006, section 15.6). */
void heco_descent_correct_step(heco_descent *s) {
    heco_descent_program *p = &s->program;
    heco_dense_rows_dot(p->tentative_lambda, p->A, s->step.d, s->m, s->nv);
    heco_descent_set_ranges(s, s->trial.c, p->tentative_lambda);
    heco_descent_fix_integers(s, s->step.d);
    heco_descent_solve_qp(s, s->step.tentative, p->tentative_lambda, p->penalty);
    heco_descent_release_integers(s, s->step.tentative);
    heco_descent_trial_point(s, s->trial.x, s->step.tentative);
    s->phase = HECO_DESCENT_CORRECTION;
}

/* Corrects the old derivatives by the steps since: with s = x - x_old and the errors
 * e_i = (c_i - c_i,old - A_i s)/s's, row i becomes A_i + e_i s (Broyden 1965). The gradient becomes
 * grad + Bs - sum_i lambda_i e_i s: B holds the curvature of the Lagrangian, of which the
 * constraints' part is now in the rows. Returns 0 if there was no step. */
static int descent_build_secant_model(heco_descent *s) {
    heco_descent_program      *p    = &s->program;
    const heco_descent_linear *l    = &s->linear;
    double                    *step = s->bfgs.s;
    size_t                     nv   = s->nv;
    for (size_t k = 0; k < nv; k++) {
        size_t j = s->var[k];
        step[k]  = heco_descent_distance(s, j, l->x[j], s->current.x[j]);
    }
    double ss = heco_dense_dot(step, step, nv), bend = 0.0;
    if (!(ss > 0.0)) return 0;
    for (size_t i = 0; i < s->m; i++) {
        const double *a = l->A + i * nv;
        double        e = (s->current.c[i] - l->c[i] - heco_dense_dot(a, step, nv)) / ss;
        bend += p->lambda[i] / p->scale[i] * e;
        for (size_t k = 0; k < nv; k++)
            p->secant_A[i * nv + k] = (a[k] + e * step[k]) / p->scale[i];
    }
    heco_dense_rows_dot(p->secant_grad, s->bfgs.B, step, nv, nv);
    for (size_t k = 0; k < nv; k++) p->secant_grad[k] += l->grad[k] - bend * step[k];
    return 1;
}

/* Returns 1 if a secant step is worthwhile. It costs one evaluation instead of one per variable,
 * and restores feasibility. Exact derivatives cost one as well and are better. Secant steps save 7
 * % of all evaluations (docs/algorithms/sqp.md). */
static int descent_may_take_secant_step(const heco_descent *s) {
    return s->m > 0 && !heco_descent_is_met(s) && s->nc > 0 && s->nv >= 2 && !s->exact.used &&
           s->count.secant_steps < s->options.secant_steps;
}

heco_descent_end heco_descent_secant_step(heco_descent *s) {
    heco_descent_program *p = &s->program;
    heco_descent_step    *t = &s->step;
    if (!descent_may_take_secant_step(s) || !descent_build_secant_model(s))
        return heco_descent_next_derivatives(s);
    heco_descent_set_ranges(s, s->current.c, NULL);
    double v0 = heco_descent_linear_violation(s, NULL, p->secant_A);
    heco_descent_fix_integers(s, NULL);
    int solved = heco_descent_solve_secant_qp(s, t->tentative, p->tentative_lambda);
    heco_descent_release_integers(s, t->tentative);
    if (solved < 0) return heco_descent_next_derivatives(s);
    double v1 = heco_descent_linear_violation(s, t->tentative, p->secant_A);
    t->merit  = heco_descent_merit(s, s->current.f, s->current.c);
    t->predicted =
        -heco_descent_model_change(s, t->tentative, p->secant_grad) + p->penalty * (v0 - v1);
    if (!(v0 - v1 > descent_secant_removes * v0) || !(t->predicted > 0.0))
        return heco_descent_next_derivatives(s);
    heco_descent_trial_point(s, s->trial.x, t->tentative);
    s->count.secant_steps++;
    s->phase = HECO_DESCENT_SECANT;
    return HECO_DESCENT_RUNNING;
}
