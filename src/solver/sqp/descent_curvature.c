/* The Hessian of the Lagrangian, measured by differences of exact gradients.
 *
 * BFGS needs many steps where the curvatures differ by factors of 1e6 and more, as in least
 * squares. If exact derivatives are available, n further gradients, one step away along each
 * variable, give the whole Hessian. It is measured where the quasi-Newton matrix B has nothing more
 * to offer:
 *
 *   a descent is slow                      instead of each update of B
 *   a descent that leads has converged     instead of the reset of B before the end is believed
 *   the trust region has collapsed         instead of the end
 *   steps fail with exact derivatives      instead of differences
 *
 * B becomes V |E| V' with the eigenvalues E and the eigenvectors V of the Hessian: directions of
 * negative curvature are descended along, too (Nocedal and Wright 2006, section 3.4). */
#include "solver/sqp/descent_internal.h"

#include <string.h>

#include "base/dense.h"

/* clang-format off */
enum {
    CURVATURE_MOST_COLUMNS = 100, /* a Hessian costs n gradients and n^3 operations */
    CURVATURE_SLOW         = 40,  /* sets of derivatives after which a descent is slow */
    CURVATURE_COLUMNS      = 25   /* a slow descent measures at each nv/25-th set, so that a set
                                   * costs about 25 gradients at most */
};
static const double
    curvature_steps = 100.0, /* length of a step: so many difference steps, because gradients have
                              * the accuracy that differences lack, */
    curvature_most  = 1e-3,  /* and at most this */
    curvature_least = 1e-13, /* and at least this width of the box */
    curvature_flat  = 1e-13; /* least eigenvalue of B, relative to the largest one */
/* clang-format on */

int heco_descent_may_measure_curvature(const heco_descent *s) {
    return s->exact.used && s->exact.has_room && s->nv == s->nc && s->nc > 0 &&
           s->nc <= CURVATURE_MOST_COLUMNS && s->curvature.count < s->options.hessians;
}

int heco_descent_is_slow(const heco_descent *s) {
    return s->count.iterations > CURVATURE_SLOW && s->residuals == 0 &&
           s->curvature.models > (int)s->nv / CURVATURE_COLUMNS &&
           heco_descent_may_measure_curvature(s);
}

/* Writes the gradient of the Lagrangian from the linearisation at the iterate. */
static void curvature_iterate_gradient(const heco_descent *s, double *out) {
    const heco_descent_program *p = &s->program;
    memcpy(out, s->linear.grad, s->nv * sizeof *out);
    for (size_t i = 0; i < s->m; i++)
        heco_dense_add(out, p->lambda[i] / p->scale[i], s->linear.A + i * s->nv, s->nv);
}

/* Writes the gradient of the Lagrangian from the derivatives of a batch. */
static void curvature_row_gradient(const heco_descent *s, double *out, const heco_batch *in) {
    const heco_descent_program *p  = &s->program;
    size_t                      ng = s->space->ng;
    for (size_t k = 0; k < s->nv; k++) {
        size_t j   = s->var[k];
        double sum = in->df[j];
        for (size_t i = 0; i < s->m; i++) {
            const double *row = i < ng ? in->dg + i * s->n : in->dh + (i - ng) * s->n;
            sum += p->lambda[i] / p->scale[i] * row[j];
        }
        out[k] = sum * heco_descent_bend(s, j, in->x[j]);
    }
}

heco_descent_end heco_descent_measure_curvature(heco_descent *s) {
    heco_descent_curvature *c = &s->curvature;
    c->count += !heco_descent_is_slow(s);
    c->models = 0;
    c->column = 0;
    curvature_iterate_gradient(s, c->gradient);
    s->phase = HECO_DESCENT_CURVATURE;
    return HECO_DESCENT_RUNNING;
}

size_t heco_descent_ask_curvature(heco_descent *s, double *rows) {
    size_t k = s->curvature.column, j = s->var[k];
    double width = s->width[j], x = s->current.x[j];
    double by = fmin(curvature_steps * heco_descent_difference_step(s, k), curvature_most * width);
    by        = fmax(by, curvature_least * width);
    memcpy(rows, s->current.x, s->n * sizeof *rows);
    rows[j] = s->region.upper[j] - x >= x - s->region.lower[j] ? x + by : x - by;
    return 1;
}

/* Replaces B by the matrix of absolute eigenvalues of the symmetric part of H. */
static void curvature_use(heco_descent *s) {
    heco_descent_curvature *c = &s->curvature;
    size_t                  n = s->nv;
    double                 *H = c->H, largest = 0.0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            H[i * n + j] = H[j * n + i] = 0.5 * (H[i * n + j] + H[j * n + i]);
    heco_dense_jacobi(H, c->V, n);
    for (size_t k = 0; k < n; k++) largest = fmax(largest, fabs(H[k * n + k]));
    if (!(largest > 0.0)) {
        heco_descent_reset_hessian(s);
        return;
    }
    memset(s->bfgs.B, 0, n * n * sizeof *s->bfgs.B);
    for (size_t k = 0; k < n; k++) {
        double value = fmax(fabs(H[k * n + k]), curvature_flat * largest);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                s->bfgs.B[i * n + j] += value * c->V[i * n + k] * c->V[j * n + k];
    }
    s->bfgs.changed = 1;
    s->bfgs.updates = 1;
}

/* Writes a column of H. Returns 0 if the row has no usable derivatives. */
static int curvature_take_column(heco_descent *s, const heco_batch *in) {
    heco_descent_curvature *c = &s->curvature;
    size_t                  n = s->nv, k = c->column, j = s->var[k];
    double                  w = heco_descent_distance(s, j, s->current.x[j], in->x[j]);
    if (!in->derivatives || in->df == NULL || !heco_descent_row_is_finite(in, 0) || w == 0.0)
        return 0;
    curvature_row_gradient(s, s->bfgs.y, in);
    for (size_t i = 0; i < n; i++) {
        c->H[i * n + k] = (s->bfgs.y[i] - c->gradient[i]) / w;
        if (!isfinite(c->H[i * n + k])) return 0;
    }
    return 1;
}

/* Without a gradient beside the iterate no Hessian is measured again in this descent. */
heco_descent_end heco_descent_tell_curvature(heco_descent *s, const heco_batch *in) {
    heco_descent_curvature *c     = &s->curvature;
    int                     taken = curvature_take_column(s, in);
    if (taken && ++c->column < s->nv) return HECO_DESCENT_RUNNING;
    if (taken) curvature_use(s);
    else heco_descent_reset_hessian(s), c->count = s->options.hessians;
    s->count.rejections = 0;
    s->step.slow_errors = 0;
    s->bfgs.has_pair    = 0;
    s->region.may_grow  = 1;
    s->region.radius    = fmax(s->region.radius, fmin(1.0, s->region.saved_radius));
    return heco_descent_next_trial(s);
}
