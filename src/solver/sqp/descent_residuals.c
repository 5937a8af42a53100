/* A sum of squares f = sum r_i^2: its gradient 2 J'r and the Gauss-Newton matrix 2 J'J come from
 * the derivatives J of the residuals (Nocedal and Wright 2006, section 10.3). The matrix is exact
 * at a fit without error and needs no steps to learn. The trust region of the descent replaces the
 * damping of Levenberg and Marquardt. The curvature of the constraints is not part of the matrix.
 */
#include "solver/sqp/descent_internal.h"

#include <string.h>

#include "base/dense.h"
#include "problem/violation.h"

/* Addition to the diagonal, relative to its largest element, so that B is positive definite if a
 * variable has no influence on the residuals. */
static const double residuals_least = 1e-10;

void heco_descent_find_residuals(heco_descent *s) {
    s->residual = s->residuals = 0;
    for (size_t i = 0; i < s->m; i++) {
        if (!heco_space_is_residual(s->space, i)) continue;
        if (s->residuals++ == 0) s->residual = i;
    }
}

void heco_descent_set_residual_gradient(heco_descent *s) {
    const heco_descent_linear *l = &s->linear;
    if (s->residuals == 0) return;
    memset(l->grad, 0, s->nv * sizeof *l->grad);
    for (size_t i = s->residual; i < s->residual + s->residuals; i++)
        heco_dense_add(l->grad, 2.0 * s->current.c[i], l->A + i * s->nv, s->nv);
}

int heco_descent_set_gauss_newton(heco_descent *s) {
    heco_descent_bfgs *b    = &s->bfgs;
    size_t             nv   = s->nv;
    double             most = 0.0;
    if (s->residuals == 0) return 0;
    memset(b->B, 0, nv * nv * sizeof *b->B);
    for (size_t i = s->residual; i < s->residual + s->residuals; i++) {
        const double *a = s->linear.A + i * nv;
        for (size_t k = 0; k < nv; k++) heco_dense_add(b->B + k * nv, 2.0 * a[k], a, nv);
    }
    for (size_t k = 0; k < nv; k++) most = fmax(most, b->B[k * nv + k]);
    for (size_t k = 0; k < nv; k++) b->B[k * nv + k] += most > 0.0 ? residuals_least * most : 1.0;
    b->changed = 1;
    b->updates = 0;
    return 1;
}
