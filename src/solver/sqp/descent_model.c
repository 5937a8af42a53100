/* The model of a descent: B, the scales of the rows, the merit function and the programs. */
#include "solver/sqp/descent_parts.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

static double descent_length(const double *v, size_t n) { return sqrt(heco_dense_dot(v, v, n)); }

static void descent_set_identity(heco_descent *s, double t) {
    memset(s->B, 0, s->nv * s->nv * sizeof *s->B);
    for (size_t k = 0; k < s->nv; k++) s->B[k * s->nv + k] = t;
    s->B_is_new = 1;
}

void heco_descent_reset_B(heco_descent *s) {
    double length = descent_length(s->grad, s->nv);
    descent_set_identity(s, length > 0.0 ? 0.1 * length : 1.0);
    s->updates = 0;
}

/* y: how the gradient of the Lagrangian with the multipliers of the step has changed. */
static void descent_gradient_change(heco_descent *s) {
    size_t nv = s->nv;
    for (size_t k = 0; k < nv; k++) s->y[k] = s->grad[k] - s->old_grad[k];
    for (size_t i = 0; i < s->m; i++) {
        if (s->old_lambda[i] == 0.0) continue;
        heco_dense_add(s->y, s->old_lambda[i], s->A + i * nv, nv);
        heco_dense_add(s->y, -s->old_lambda[i], s->old_A + i * nv, nv);
    }
}

/* Before the first update B becomes (s'y/s's) I; later it is scaled down where it is too steep
 * along the step (Oren and Luenberger 1974). Returns s'Bs. */
static double descent_scale_B(heco_descent *s, double sy, double yy) {
    size_t nv = s->nv;
    double ss = heco_dense_dot(s->s, s->s, nv), t = 1.0;
    heco_dense_rows_dot(s->Bs, s->B, s->s, nv, nv);
    double sBs = heco_dense_dot(s->s, s->Bs, nv);
    if (s->updates == 0) {
        if (!(sy > 1e-8 * sqrt(yy * ss))) return sBs;
        double old = s->B[0];
        t          = fmin(fmax(sy / ss, old * 1e-6), old * 1e6);
        descent_set_identity(s, t);
        for (size_t k = 0; k < nv; k++) s->Bs[k] = t * s->s[k];
        return t * ss;
    }
    if (sy >= sBs) return sBs;
    t = fmax(sy / sBs, 0.1);
    for (size_t k = 0; k < nv * nv; k++) s->B[k] *= t;
    for (size_t k = 0; k < nv; k++) s->Bs[k] *= t;
    return t * sBs;
}

static int descent_B_is_sound(const heco_descent *s) {
    double big = 0.0, small = INFINITY;
    for (size_t k = 0; k < s->nv; k++) {
        big   = fmax(big, s->B[k * s->nv + k]);
        small = fmin(small, s->B[k * s->nv + k]);
    }
    return isfinite(big) && big < 1e14 * small;
}

/* BFGS with Powell's damping; s->s holds the step. */
void heco_descent_update_B(heco_descent *s) {
    size_t nv = s->nv;
    descent_gradient_change(s);
    double sy = heco_dense_dot(s->s, s->y, nv), yy = heco_dense_dot(s->y, s->y, nv);
    if (!(heco_dense_dot(s->s, s->s, nv) > 1e-24) || !isfinite(sy) || !isfinite(yy)) return;
    double sBs   = descent_scale_B(s, sy, yy);
    double theta = sy >= 0.2 * sBs ? 1.0 : 0.8 * sBs / (sBs - sy);
    for (size_t k = 0; k < nv; k++) s->y[k] = theta * s->y[k] + (1.0 - theta) * s->Bs[k];
    double sr   = heco_dense_dot(s->s, s->y, nv);
    s->B_is_new = 1;
    if (!(sr > 0.0) || !(sBs > 0.0)) return;
    for (size_t k = 0; k < nv; k++) {
        heco_dense_add(s->B + k * nv, s->y[k] / sr, s->y, nv);
        heco_dense_add(s->B + k * nv, -s->Bs[k] / sBs, s->Bs, nv);
    }
    s->updates++;
    if (!descent_B_is_sound(s)) heco_descent_reset_B(s);
}

void heco_descent_normalise(heco_descent *s) {
    for (size_t i = 0; i < s->m; i++) {
        const double *a     = s->A + i * s->nv;
        double        scale = fmax(descent_length(a, s->nv), 0.1 * s->scale[i]);
        scale               = fmax(scale, 1e-10 * fabs(s->c[i]));
        s->scale[i]         = scale > 1e-300 ? scale : 1.0;
        for (size_t k = 0; k < s->nv; k++) s->An[i * s->nv + k] = a[k] / s->scale[i];
    }
    s->rows_set = NULL;
}

/* How far inside constraint i to aim, so that the end point is feasible exactly: it costs at most
 * 1e-9 of f. */
static double descent_margin(const heco_descent *s, size_t i) {
    double scale = s->scale[i], price = fabs(s->lambda[i]) / scale * (double)s->m;
    double most = heco_descent_small(s), margin = s->margin * scale;
    if (price * margin > most) margin = most / price;
    return fmax(margin, 1e-15 * scale);
}

void heco_descent_ranges(heco_descent *s, const double *c, const double *shift) {
    for (size_t i = 0; i < s->m; i++) {
        int    equality = i >= s->space->ng;
        double by = shift != NULL ? shift[i] : 0.0, margin = descent_margin(s, i);
        if (equality) margin = fmin(margin, 0.1 * s->tol[i]);
        s->inside[i] = margin / s->scale[i];
        s->up[i]     = (s->tol[i] - margin - c[i]) / s->scale[i] + by;
        s->lo[i]     = equality ? (-s->tol[i] + margin - c[i]) / s->scale[i] + by : -INFINITY;
    }
}

double heco_descent_violation(const heco_descent *s, const double *c) {
    double sum = 0.0;
    for (size_t i = 0; i < s->m; i++) {
        double value = i < s->space->ng ? c[i] : fabs(c[i]);
        if (value > s->tol[i]) sum += (value - s->tol[i]) / s->scale[i];
    }
    return sum;
}

double heco_descent_merit(const heco_descent *s, double f, const double *c) {
    return f + s->rho * heco_descent_violation(s, c);
}

double heco_descent_linear_violation(heco_descent *s, const double *step, const double *rows) {
    double sum = 0.0;
    for (size_t i = 0; i < s->m; i++) {
        double a     = step != NULL ? heco_dense_dot(rows + i * s->nv, step, s->nv) : 0.0;
        double above = a - s->up[i] - s->inside[i], below = s->lo[i] - s->inside[i] - a;
        sum += (above > 0.0 ? above : 0.0) + (below > 0.0 ? below : 0.0);
    }
    return sum;
}

double heco_descent_model(heco_descent *s, const double *step, const double *gradient) {
    heco_dense_rows_dot(s->spare, s->B, step, s->nv, s->nv);
    return heco_dense_dot(gradient, step, s->nv) + 0.5 * heco_dense_dot(s->spare, step, s->nv);
}

/* An integer may always move by one step. */
static void descent_bounds(heco_descent *s) {
    for (size_t k = 0; k < s->nv; k++) {
        size_t j     = s->var[k];
        int    whole = k >= s->nc;
        double reach = whole ? fmax(s->reach, 1.0 / s->width[j]) : s->delta;
        double lo = whole ? ceil(s->bl[j]) : s->bl[j], hi = whole ? floor(s->bu[j]) : s->bu[j];
        s->dl[k] = fmin(0.0, fmax((lo - s->x[j]) / s->width[j], -reach));
        s->du[k] = fmax(0.0, fmin((hi - s->x[j]) / s->width[j], reach));
        if (whole && s->pinned) s->dl[k] = s->du[k] = s->pin[k];
    }
}

/* B and the rows go to the solver only where they have changed. */
static int descent_solve_with(heco_descent *s, double *step, double *lambda, const double *rows,
                              const heco_qp_program *program) {
    if (s->B_is_new) {
        if (!heco_qp_set_hessian(&s->qp, s->B, s->nv)) {
            memset(step, 0, s->nv * sizeof *step);
            memset(lambda, 0, s->m * sizeof *lambda);
            return -1;
        }
        s->B_is_new = 0;
    }
    if (s->rows_set != rows) heco_qp_set_rows(&s->qp, rows, s->m), s->rows_set = rows;
    return heco_qp_solve(&s->qp, step, lambda, program);
}

int heco_descent_solve(heco_descent *s, double *step, double *lambda, double rho) {
    descent_bounds(s);
    heco_qp_program program = {s->grad, s->lo, s->up, s->dl, s->du, rho};
    return descent_solve_with(s, step, lambda, s->An, &program);
}

int heco_descent_solve_old_model(heco_descent *s, double *step, double *lambda) {
    descent_bounds(s);
    s->rows_set             = NULL; /* Ac is new each time */
    heco_qp_program program = {s->gc, s->lo, s->up, s->dl, s->du, s->rho};
    return descent_solve_with(s, step, lambda, s->Ac, &program);
}
