/* The model of a descent: the quasi-Newton Hessian B, the scales of the constraints, the merit
 * function and the QP subproblem
 *
 *   minimise 1/2 d'Bd + grad'd + penalty * (violation of the linearised constraints)
 *   subject to the box and the trust region. */
#include "solver/sqp/descent_internal.h"

#include <string.h>

#include "base/dense.h"

/* clang-format off */
/* ---- Hessian ---- */
static const double
    descent_first_B     = 0.1,   /* B = 0.1 |grad| I at first: the trust region limits the step,
                                  * which would be 10 widths. Factors of 0.03 to 1 differ within
                                  * noise */
    descent_curved      = 1e-8,  /* least cosine of s and y for the first scaling, */
    descent_scale_least = 1e-6,  /* whose factor is between this */
    descent_scale_most  = 1e6,   /* and this */
    descent_scale_down  = 0.1,   /* least factor of the later self-scaling */
    descent_damping     = 0.2,   /* Powell (1978); Nocedal and Wright (2006), procedure 18.2 */
    descent_no_step     = 1e-24, /* s's of a step that is a rounding error */
    descent_spread      = 1e14;  /* ratio of diagonal elements that makes B useless */
/* ---- scales and margins of the constraints ---- */
static const double
    descent_scale_falls  = 0.1,    /* least factor of a scale from one iteration to the next */
    descent_scale_value  = 1e-10,  /* least scale, relative to the value of the constraint */
    descent_no_scale     = 1e-300, /* scales below are 0 */
    descent_met          = 1e-9,   /* distance from the constraints that counts as none */
    descent_margin_least = 1e-15,  /* least margin, relative to the scale */
    descent_margin_tol   = 0.1;    /* largest margin of an equality, relative to its tolerance */
/* clang-format on */

static double descent_length(const double *v, size_t n) { return sqrt(heco_dense_dot(v, v, n)); }

/* Sets B to `factor` times the identity. */
static void descent_set_identity(heco_descent *s, double factor) {
    memset(s->bfgs.B, 0, s->nv * s->nv * sizeof *s->bfgs.B);
    for (size_t k = 0; k < s->nv; k++) s->bfgs.B[k * s->nv + k] = factor;
    s->bfgs.changed = 1;
}

void heco_descent_reset_hessian(heco_descent *s) {
    if (heco_descent_set_gauss_newton(s)) return;
    double length = descent_length(s->linear.grad, s->nv);
    descent_set_identity(s, length > 0.0 ? descent_first_B * length : 1.0);
    s->bfgs.updates = 0;
}

/* Sets s->bfgs.y to the change of the gradient of the Lagrangian, with the multipliers of the step.
 */
static void descent_set_gradient_change(heco_descent *s) {
    const heco_descent_linear *l  = &s->linear;
    double                    *y  = s->bfgs.y;
    size_t                     nv = s->nv;
    for (size_t k = 0; k < nv; k++) y[k] = l->grad[k] - l->old_grad[k];
    for (size_t i = 0; i < s->m; i++) {
        if (l->old_lambda[i] == 0.0) continue;
        heco_dense_add(y, l->old_lambda[i], l->A + i * nv, nv);
        heco_dense_add(y, -l->old_lambda[i], l->old_A + i * nv, nv);
    }
}

/* Scales B before an update. Before the first one B becomes (s'y/s's) I. Later it is scaled down if
 * its curvature along the step is too large (Oren and Luenberger 1974), which saves a half to three
 * quarters of the evaluations on g09 and g19 of CEC 2006. Returns s'Bs. */
static double descent_scale_hessian(heco_descent *s, double sy, double yy) {
    heco_descent_bfgs *b  = &s->bfgs;
    size_t             nv = s->nv;
    double             ss = heco_dense_dot(b->s, b->s, nv), factor;
    heco_dense_rows_dot(b->Bs, b->B, b->s, nv, nv);
    double sBs = heco_dense_dot(b->s, b->Bs, nv);
    if (b->updates == 0) {
        if (!(sy > descent_curved * sqrt(yy * ss))) return sBs;
        double old = b->B[0];
        factor     = fmin(fmax(sy / ss, old * descent_scale_least), old * descent_scale_most);
        descent_set_identity(s, factor);
        for (size_t k = 0; k < nv; k++) b->Bs[k] = factor * b->s[k];
        return factor * ss;
    }
    if (sy >= sBs) return sBs;
    factor = fmax(sy / sBs, descent_scale_down);
    for (size_t k = 0; k < nv * nv; k++) b->B[k] *= factor;
    for (size_t k = 0; k < nv; k++) b->Bs[k] *= factor;
    return factor * sBs;
}

/* Returns 0 if the diagonal of B is not finite or spreads too far. */
static int descent_hessian_is_sound(const heco_descent *s) {
    double big = 0.0, small = INFINITY;
    for (size_t k = 0; k < s->nv; k++) {
        big   = fmax(big, s->bfgs.B[k * s->nv + k]);
        small = fmin(small, s->bfgs.B[k * s->nv + k]);
    }
    return isfinite(big) && big < descent_spread * small;
}

/* Damped BFGS: y is replaced by r = theta y + (1 - theta) Bs with s'r >= 0.2 s'Bs, so that B stays
 * positive definite. B += rr'/s'r - Bs(Bs)'/s'Bs. */
void heco_descent_update_hessian(heco_descent *s) {
    heco_descent_bfgs *b  = &s->bfgs;
    size_t             nv = s->nv;
    descent_set_gradient_change(s);
    double sy = heco_dense_dot(b->s, b->y, nv), yy = heco_dense_dot(b->y, b->y, nv);
    if (!(heco_dense_dot(b->s, b->s, nv) > descent_no_step) || !isfinite(sy) || !isfinite(yy))
        return;
    double sBs   = descent_scale_hessian(s, sy, yy);
    double theta = sy >= descent_damping * sBs ? 1.0 : (1.0 - descent_damping) * sBs / (sBs - sy);
    for (size_t k = 0; k < nv; k++) b->y[k] = theta * b->y[k] + (1.0 - theta) * b->Bs[k];
    double sr  = heco_dense_dot(b->s, b->y, nv);
    b->changed = 1;
    if (!(sr > 0.0) || !(sBs > 0.0)) return;
    for (size_t k = 0; k < nv; k++) {
        heco_dense_add(b->B + k * nv, b->y[k] / sr, b->y, nv);
        heco_dense_add(b->B + k * nv, -b->Bs[k] / sBs, b->Bs, nv);
    }
    b->updates++;
    if (!descent_hessian_is_sound(s)) heco_descent_reset_hessian(s);
}

void heco_descent_scale_rows(heco_descent *s) {
    heco_descent_program *p = &s->program;
    for (size_t i = 0; i < s->m; i++) {
        const double *a     = s->linear.A + i * s->nv;
        double        scale = fmax(descent_length(a, s->nv), descent_scale_falls * p->scale[i]);
        scale               = fmax(scale, descent_scale_value * fabs(s->current.c[i]));
        p->scale[i]         = scale > descent_no_scale ? scale : 1.0;
        for (size_t k = 0; k < s->nv; k++) p->A[i * s->nv + k] = a[k] / p->scale[i];
    }
    p->rows = NULL;
}

/* Returns the margin inside constraint i that steps aim for, so that the end point is exactly
 * feasible. All margins together cost at most a negligible part of f. */
static double descent_margin(const heco_descent *s, size_t i) {
    double scale = s->program.scale[i];
    double cost  = fabs(s->program.lambda[i]) / scale * (double)s->m; /* of f per unit of c_i */
    double most = heco_descent_negligible(s), margin = s->options.margin * scale;
    if (cost * margin > most) margin = most / cost;
    return fmax(margin, descent_margin_least * scale);
}

void heco_descent_set_ranges(heco_descent *s, const double *c, const double *shift) {
    heco_descent_program *p = &s->program;
    for (size_t i = 0; i < s->m; i++) {
        int    equality = i >= s->space->ng;
        double by = shift != NULL ? shift[i] : 0.0, margin = descent_margin(s, i);
        if (equality) margin = fmin(margin, descent_margin_tol * s->tol[i]);
        if (p->no_interior[i]) margin = 0.0;
        p->margin[i] = margin / p->scale[i];
        p->up[i]     = (s->tol[i] - margin - c[i]) / p->scale[i] + by;
        p->lo[i]     = equality ? (-s->tol[i] + margin - c[i]) / p->scale[i] + by : -INFINITY;
    }
}

double heco_descent_violation(const heco_descent *s, const double *c) {
    double sum = 0.0;
    for (size_t i = 0; i < s->m; i++) {
        double value = i < s->space->ng ? c[i] : fabs(c[i]);
        if (value > s->tol[i]) sum += (value - s->tol[i]) / s->program.scale[i];
    }
    return sum;
}

int heco_descent_is_aim(const heco_descent *s, const double *c) {
    return heco_descent_violation(s, c) <= (s->band ? 0.0 : descent_met);
}

int heco_descent_is_met(const heco_descent *s) {
    return s->current.viol == 0.0 && (s->band || heco_descent_is_aim(s, s->current.c));
}

double heco_descent_merit(const heco_descent *s, double f, const double *c) {
    return f + s->program.penalty * heco_descent_violation(s, c);
}

double heco_descent_linear_violation(heco_descent *s, const double *step, const double *rows) {
    const heco_descent_program *p   = &s->program;
    double                      sum = 0.0;
    for (size_t i = 0; i < s->m; i++) {
        double a     = step != NULL ? heco_dense_dot(rows + i * s->nv, step, s->nv) : 0.0;
        double above = a - p->up[i] - p->margin[i], below = p->lo[i] - p->margin[i] - a;
        sum += (above > 0.0 ? above : 0.0) + (below > 0.0 ? below : 0.0);
    }
    return sum;
}

double heco_descent_model_change(heco_descent *s, const double *step, const double *gradient) {
    heco_dense_rows_dot(s->step.Bd, s->bfgs.B, step, s->nv, s->nv);
    return heco_dense_dot(gradient, step, s->nv) + 0.5 * heco_dense_dot(s->step.Bd, step, s->nv);
}

/* Sets the bounds of the step: the box and the trust region. An integer may always move by one
 * step. */
static void descent_set_bounds(heco_descent *s) {
    heco_descent_program      *p = &s->program;
    const heco_descent_region *r = &s->region;
    for (size_t k = 0; k < s->nv; k++) {
        size_t j       = s->var[k];
        int    integer = k >= s->nc;
        double width = s->width[j], x = s->current.x[j];
        double radius = integer ? fmax(s->integers.radius, 1.0 / width) : r->radius;
        double lo     = integer ? ceil(r->lower[j]) : r->lower[j];
        double hi     = integer ? floor(r->upper[j]) : r->upper[j];
        p->dl[k]      = fmin(0.0, fmax(heco_descent_distance(s, j, x, lo), -radius));
        p->du[k]      = fmax(0.0, fmin(heco_descent_distance(s, j, x, hi), radius));
        if (integer && s->integers.fixed) p->dl[k] = p->du[k] = s->integers.fixed_step[k];
    }
}

/* Solves a program. The solver receives B and the rows only if they have changed. Returns -1 and a
 * zero step if B is not positive definite. */
static int descent_solve_program(heco_descent *s, double *step, double *lambda, const double *rows,
                                 const heco_qp_program *program) {
    heco_descent_program *p = &s->program;
    if (s->bfgs.changed) {
        if (!heco_qp_set_hessian(&p->qp, s->bfgs.B, s->nv)) {
            memset(step, 0, s->nv * sizeof *step);
            memset(lambda, 0, s->m * sizeof *lambda);
            return -1;
        }
        s->bfgs.changed = 0;
    }
    if (p->rows != rows) heco_qp_set_rows(&p->qp, rows, s->m), p->rows = rows;
    return heco_qp_solve(&p->qp, step, lambda, program);
}

int heco_descent_solve_qp(heco_descent *s, double *step, double *lambda, double penalty) {
    const heco_descent_program *p = &s->program;
    descent_set_bounds(s);
    heco_qp_program program = {s->linear.grad, p->lo, p->up, p->dl, p->du, penalty};
    return descent_solve_program(s, step, lambda, p->A, &program);
}

int heco_descent_solve_without_f(heco_descent *s, double *step, double *lambda) {
    heco_descent_program *p = &s->program;
    descent_set_bounds(s);
    memset(p->secant_grad, 0, s->nv * sizeof *p->secant_grad);
    heco_qp_program program = {p->secant_grad, p->lo, p->up, p->dl, p->du, p->penalty};
    return descent_solve_program(s, step, lambda, p->A, &program);
}

int heco_descent_solve_secant_qp(heco_descent *s, double *step, double *lambda) {
    heco_descent_program *p = &s->program;
    descent_set_bounds(s);
    p->rows                 = NULL; /* secant_A has new values each time */
    heco_qp_program program = {p->secant_grad, p->lo, p->up, p->dl, p->du, p->penalty};
    return descent_solve_program(s, step, lambda, p->secant_A, &program);
}

/* The identity is written to curvature.H, which is in use with exact derivatives only. */
int heco_descent_solve_shortest(heco_descent *s, double *step, double radius, double penalty) {
    heco_descent_program *p  = &s->program;
    size_t                nv = s->nv;
    double               *H = s->curvature.H, old = s->region.radius;
    s->region.radius = radius;
    descent_set_bounds(s);
    s->region.radius = old;
    memset(H, 0, nv * nv * sizeof *H);
    for (size_t k = 0; k < nv; k++) H[k * nv + k] = 1.0;
    memset(p->secant_grad, 0, nv * sizeof *p->secant_grad);
    p->rows         = NULL; /* secant_A has new values each time */
    s->bfgs.changed = 1;    /* the solver no longer holds B */
    if (!heco_qp_set_hessian(&p->qp, H, nv)) return -1;
    heco_qp_set_rows(&p->qp, p->secant_A, s->m);
    heco_qp_program program = {p->secant_grad, p->lo, p->up, p->dl, p->du, penalty};
    return heco_qp_solve(&p->qp, step, p->tentative_lambda, &program);
}
