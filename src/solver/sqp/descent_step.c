/* The next point of a descent: steering of the penalty, tests for the end, corrections, chords. */
#include "solver/sqp/descent_parts.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

/* First from the gradient; later iterations come down to what the multipliers need. */
static void descent_set_penalty(heco_descent *s) {
    if (s->rho == 0.0) {
        double length = sqrt(heco_dense_dot(s->grad, s->grad, s->nv));
        s->rho        = fmax(2.0 * length, 1e-8 * (1.0 + fabs(s->f)));
    } else if (s->iterations > 1 && s->iterations < 60 && s->rejections == 0) {
        double need = fmax(3.0 * heco_dense_largest(s->lambda, s->m), 0.1 * s->rho);
        if (s->rho > need) s->rho = need;
    }
}

/* Byrd, Nocedal, Waltz (2008). */
double heco_descent_steer(heco_descent *s, double v0, double v1) {
    if (!(v1 > 1e-9 && v1 > 1e-3 * v0)) return v1;
    heco_descent_solve(s, s->soc, s->lambda2, 1e6 * s->rho);
    double least = heco_descent_linear_violation(s, s->soc, s->An);
    double want  = least <= 1e-9 ? fmax(1e-9, 0.1 * v0) : v0 - 0.5 * (v0 - least);
    if (!(v0 - least > 1e-12 + 1e-9 * v0)) return v1;
    for (int t = 0; t < 12 && v1 > want; t++) {
        s->rho *= 4.0;
        heco_descent_solve(s, s->d, s->lambda, s->rho);
        v1 = heco_descent_linear_violation(s, s->d, s->An);
    }
    return v1;
}

/* The model has no step left that is worth an evaluation. */
static int descent_is_done(const heco_descent *s) {
    int settled = s->viol == 0.0 && !(s->pred > heco_descent_small(s));
    return settled || !(s->pred > 0.0) || s->length < 1e-12;
}

static heco_descent_end descent_judge_end(heco_descent *s) {
    s->certified  = s->viol == 0.0 && !(s->pred > heco_descent_small(s));
    int converged = s->certified || s->viol == 0.0 || s->length < 1e-12;
    return heco_descent_finish(s, converged ? HECO_DESCENT_CONVERGED : HECO_DESCENT_STUCK);
}

/* Step, penalty and prediction; 0: B was no good and has been reset. */
static int descent_plan(heco_descent *s, double *v0, double *v1) {
    heco_descent_ranges(s, s->c, NULL);
    *v0 = heco_descent_linear_violation(s, NULL, s->An);
    descent_set_penalty(s);
    if (heco_descent_solve(s, s->d, s->lambda, s->rho) < 0 && s->updates != 0) {
        heco_descent_reset_B(s);
        return 0;
    }
    *v1 = heco_descent_steer(s, *v0, heco_descent_linear_violation(s, s->d, s->An));
    if (s->nv > s->nc) *v1 = heco_descent_round(s, *v0);
    s->phi    = heco_descent_merit(s, s->f, s->c);
    s->pred   = -heco_descent_model(s, s->d, s->grad) + s->rho * (*v0 - *v1);
    s->slope  = heco_dense_dot(s->grad, s->d, s->nv) - s->rho * (*v0 - *v1);
    s->length = heco_dense_largest(s->d, s->nv);
    if (descent_is_done(s) && s->updates > 0 && s->resets < 3) {
        heco_descent_reset_B(s); /* a B spoilt by huge multipliers fakes convergence */
        s->resets++;
        return 0;
    }
    return 1;
}

/* Three times what the model promises would not beat the incumbent. */
static int descent_is_hopeless(const heco_descent *s) {
    if (!s->fixed || !(s->incumbent < INFINITY) || !(s->length < 0.9 * s->delta)) return 0;
    return s->phi - 3.0 * s->pred > s->incumbent + 1e-7 * fabs(s->incumbent);
}

/* Derivatives are there: the next trial point, or the end. */
heco_descent_end heco_descent_next_trial(heco_descent *s) {
    double v0, v1;
    while (!descent_plan(s, &v0, &v1)) {
    }
    if (descent_is_done(s)) return descent_judge_end(s);
    int no_way = v0 > 1e-6 && v0 - v1 < 1e-7 * v0 && s->delta > 1e-3;
    if (s->viol > 0.0 && no_way) return heco_descent_finish(s, HECO_DESCENT_STUCK);
    heco_descent_place(s, s->tx, s->d);
    if (s->known != NULL && s->length < 0.1 && s->length < 0.9 * s->delta &&
        heco_optima_near(s->known, s->tx, s->f, s->viol, 0.01))
        return heco_descent_finish(s, HECO_DESCENT_DUPLICATE);
    if (descent_is_hopeless(s)) return heco_descent_finish(s, HECO_DESCENT_HOPELESS);
    s->phase = HECO_DESCENT_TRIAL;
    return HECO_DESCENT_RUNNING;
}

/* The rejected trial's constraints take the place of their linear model. */
void heco_descent_correct(heco_descent *s) {
    heco_dense_rows_dot(s->lambda2, s->An, s->d, s->m, s->nv);
    heco_descent_ranges(s, s->tc, s->lambda2);
    heco_descent_fix(s, s->d);
    heco_descent_solve(s, s->soc, s->lambda2, s->rho);
    heco_descent_unpin(s, s->soc);
    heco_descent_place(s, s->tx, s->soc);
    s->phase = HECO_DESCENT_SOC;
}

/* Old derivatives, corrected by what the steps since showed (Broyden 1965). 0: no step since. */
static int descent_secant(heco_descent *s) {
    size_t nv = s->nv;
    for (size_t k = 0; k < nv; k++) {
        size_t j = s->var[k];
        s->s[k]  = (s->x[j] - s->x_D[j]) / s->width[j];
    }
    double ss = heco_dense_dot(s->s, s->s, nv), bend = 0.0;
    if (!(ss > 0.0)) return 0;
    for (size_t i = 0; i < s->m; i++) {
        const double *a = s->A + i * nv;
        double        e = (s->c[i] - s->c_D[i] - heco_dense_dot(a, s->s, nv)) / ss;
        bend += s->lambda[i] / s->scale[i] * e;
        for (size_t k = 0; k < nv; k++) s->Ac[i * nv + k] = (a[k] + e * s->s[k]) / s->scale[i];
    }
    heco_dense_rows_dot(s->gc, s->B, s->s, nv, nv);
    for (size_t k = 0; k < nv; k++) s->gc[k] += s->grad[k] - bend * s->s[k];
    return 1;
}

/* A step with old derivatives costs one evaluation, as exact derivatives do, which are better. It
 * serves to become feasible. */
heco_descent_end heco_descent_step_old_model(heco_descent *s) {
    int may = s->m > 0 && s->viol > 0.0 && s->nc > 0 && s->nv >= 2 && !s->exact &&
              s->chords < s->chords_most;
    if (!may || !descent_secant(s)) return heco_descent_go_probe(s);
    heco_descent_ranges(s, s->c, NULL);
    double v0 = heco_descent_linear_violation(s, NULL, s->Ac);
    heco_descent_fix(s, NULL);
    int solved = heco_descent_solve_old_model(s, s->soc, s->lambda2);
    heco_descent_unpin(s, s->soc);
    if (solved < 0) return heco_descent_go_probe(s);
    double v1 = heco_descent_linear_violation(s, s->soc, s->Ac);
    s->phi    = heco_descent_merit(s, s->f, s->c);
    s->pred   = -heco_descent_model(s, s->soc, s->gc) + s->rho * (v0 - v1);
    if (!(v0 - v1 > 0.5 * v0) || !(s->pred > 0.0)) return heco_descent_go_probe(s);
    heco_descent_place(s, s->tx, s->soc);
    s->chords++;
    s->phase = HECO_DESCENT_OLD_MODEL;
    return HECO_DESCENT_RUNNING;
}
