/* The proximal point method (Rockafellar 1976, SIAM J. Control Optim. 14, 877-898). Each iteration
 * solves the strictly convex program with H + delta I about the last point by the dual active-set
 * method of qp.h. For linear programs it ends after finitely many iterations, at an exact vertex.
 *
 *   step                                             function
 *   scaling of variables, rows and objective         convex_scale
 *   one proximal step                                convex_step
 *   bound of the error from the multipliers          convex_gap
 *
 * The gap follows from convexity. With the gradient g at x and t = g + A'lambda, every feasible y
 * has f(y) >= f(x) + g'(y - x) = f(x) - lambda'A(y - x) + t'(y - x), and the rows and bounds limit
 * both products from below. */
#include "solver/sqp/convex.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solver/sqp/qp.h"

/* clang-format off */
static const double
    convex_wide      = 1e6,   /* the width of a wider box is no scale */
    convex_first     = 1.0,   /* first delta, relative to the scaled objective, */
    convex_falls     = 0.1,   /* its factor from one step to the next, */
    convex_least     = 1e-6,  /* and its least value */
    convex_penalty   = 1e7,   /* penalty per scaled violation: above all multipliers */
    convex_same      = 1e-14, /* steps below this, relative to the point, are rounding errors */
    convex_indefinite = 1e-12, /* eigenvalues below minus this times the largest one are negative */
    convex_rounding  = 1e-11; /* part of its terms up to which a reduced cost is rounding */
enum { CONVEX_STEPS = 60 };
/* clang-format on */

typedef struct {
    const heco_convex_program *p;
    double *H, *B, *A, *c;      /* scaled; B = H + delta I                            */
    double *scale, *length;     /* of the variables; of the rows                      */
    double *s, *d, *b, *lambda; /* scaled point, step, gradient, multipliers          */
    double *lo, *up, *dl, *du;  /* ranges of the step                                 */
    double  unit;               /* of the objective                                   */
    heco_qp qp;
} convex_work;

static void convex_init(convex_work *w, heco_arena *arena) {
    size_t   n = w->p->n, m = w->p->m;
    double **column[] = {&w->c, &w->scale, &w->s, &w->d, &w->b, &w->dl, &w->du};
    double **row[]    = {&w->length, &w->lambda, &w->lo, &w->up};
    for (size_t i = 0; i < sizeof column / sizeof *column; i++)
        *column[i] = heco_arena_take(arena, n, sizeof(double));
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        *row[i] = heco_arena_take(arena, m, sizeof(double));
    w->H = heco_arena_take(arena, n * n, sizeof(double));
    w->B = heco_arena_take(arena, n * n, sizeof(double));
    w->A = heco_arena_take(arena, m * n, sizeof(double));
    heco_qp_init(&w->qp, n, m, arena);
}

/* Scales variables by the width of the box, rows to length 1, the objective to coefficients up to
 * 1. */
static void convex_scale(convex_work *w, const double *x) {
    const heco_convex_program *p = w->p;
    size_t                     n = p->n;
    for (size_t j = 0; j < n; j++) {
        double width = p->xu[j] - p->xl[j];
        w->scale[j]  = width > 0.0 && width <= convex_wide ? width : 1.0;
        w->c[j]      = p->c[j] * w->scale[j];
        w->s[j]      = fmin(p->xu[j], fmax(p->xl[j], x[j])) / w->scale[j];
    }
    for (size_t k = 0; p->H != NULL && k < n * n; k++)
        w->H[k] = p->H[k] * w->scale[k / n] * w->scale[k % n];
    w->unit = fmax(heco_dense_largest(w->c, n), heco_dense_largest(w->H, n * n));
    if (!(w->unit > 0.0)) w->unit = 1.0;
    heco_dense_scale(w->c, 1.0 / w->unit, n);
    heco_dense_scale(w->H, 1.0 / w->unit, n * n);
    for (size_t i = 0; i < p->m; i++) {
        double *a = w->A + i * n;
        for (size_t j = 0; j < n; j++) a[j] = p->A[i * n + j] * w->scale[j];
        w->length[i] = sqrt(heco_dense_dot(a, a, n));
        if (!(w->length[i] > 0.0)) w->length[i] = 1.0;
        heco_dense_scale(a, 1.0 / w->length[i], n);
    }
}

/* Returns 1 if H is positive semidefinite. Uses B and qp.active.J as scratch. */
static int convex_is_convex(convex_work *w) {
    size_t n     = w->p->n;
    double least = 0.0, most = 0.0;
    if (w->p->H == NULL) return 1;
    memcpy(w->B, w->H, n * n * sizeof *w->B);
    heco_dense_jacobi(w->B, w->qp.active.J, n);
    for (size_t k = 0; k < n; k++) {
        least = fmin(least, w->B[k * n + k]);
        most  = fmax(most, w->B[k * n + k]);
    }
    return least >= -convex_indefinite * most;
}

/* Sets B = H + delta I. */
static int convex_set_delta(convex_work *w, double delta) {
    size_t n = w->p->n;
    memcpy(w->B, w->H, n * n * sizeof *w->B);
    for (size_t k = 0; k < n; k++) w->B[k * n + k] += delta;
    return heco_qp_set_hessian(&w->qp, w->B, n);
}

/* Takes one proximal step. Returns its length relative to the point, or -1 if it fails. */
static double convex_step(convex_work *w) {
    const heco_convex_program *p      = w->p;
    size_t                     n      = p->n;
    double                     length = 0.0;
    heco_dense_rows_dot(w->b, w->H, w->s, n, n);
    heco_dense_add(w->b, 1.0, w->c, n);
    for (size_t j = 0; j < n; j++) {
        w->dl[j] = fmin(0.0, p->xl[j] / w->scale[j] - w->s[j]);
        w->du[j] = fmax(0.0, p->xu[j] / w->scale[j] - w->s[j]);
    }
    for (size_t i = 0; i < p->m; i++) {
        double at = heco_dense_dot(w->A + i * n, w->s, n);
        w->lo[i]  = p->lo[i] / w->length[i] - at;
        w->up[i]  = p->up[i] / w->length[i] - at;
    }
    heco_qp_program program = {w->b, w->lo, w->up, w->dl, w->du, convex_penalty};
    if (heco_qp_solve(&w->qp, w->d, w->lambda, &program) < 0) return -1.0;
    for (size_t j = 0; j < n; j++) {
        length = fmax(length, fabs(w->d[j]) / fmax(1.0, fabs(w->s[j])));
        w->s[j] += w->d[j];
    }
    return length;
}

/* Returns how far t'(y - x) can fall below 0 for y between the bounds of variable j. `size` is the
 * sum of the absolute terms of t. */
static double convex_bound_gap(const heco_convex_program *p, size_t j, double x, double t,
                               double size) {
    double room = t > 0.0 ? x - p->xl[j] : p->xu[j] - x;
    if (t == 0.0) return 0.0;
    if (isfinite(room)) return fabs(t) * fmax(0.0, room);
    return fabs(t) <= convex_rounding * size ? fabs(t) * fmax(1.0, fabs(x)) : INFINITY;
}

/* Returns the gap. Multipliers of the wrong sign become 0 first. */
static double convex_gap(const heco_convex_program *p, const double *x, double *lambda) {
    size_t n   = p->n;
    double gap = 0.0;
    for (size_t i = 0; i < p->m; i++) {
        double end = lambda[i] > 0.0 ? p->up[i] : p->lo[i];
        if (!isfinite(end)) lambda[i] = 0.0;
        if (lambda[i] != 0.0) gap += fabs(lambda[i] * (end - heco_dense_dot(p->A + i * n, x, n)));
    }
    for (size_t j = 0; j < n; j++) {
        double t = p->c[j], size = fabs(t);
        for (size_t k = 0; p->H != NULL && k < n; k++) {
            t += p->H[j * n + k] * x[k];
            size += fabs(p->H[j * n + k] * x[k]);
        }
        for (size_t i = 0; i < p->m; i++) {
            t += lambda[i] * p->A[i * n + j];
            size += fabs(lambda[i] * p->A[i * n + j]);
        }
        gap += convex_bound_gap(p, j, x[j], t, size);
    }
    return isfinite(gap) ? gap : INFINITY;
}

/* Writes the point and the multipliers in the units of the program. */
static void convex_write(const convex_work *w, double *x, double *lambda) {
    const heco_convex_program *p = w->p;
    for (size_t j = 0; j < p->n; j++) x[j] = fmin(p->xu[j], fmax(p->xl[j], w->s[j] * w->scale[j]));
    for (size_t i = 0; i < p->m; i++) lambda[i] = w->lambda[i] * w->unit / w->length[i];
}

double heco_convex_solve(const heco_convex_program *p, double *x, double *lambda,
                         heco_arena *arena) {
    convex_work w     = {.p = p};
    double      delta = convex_first;
    convex_init(&w, arena);
    if (heco_arena_failed(arena)) return INFINITY;
    convex_scale(&w, x);
    if (!convex_is_convex(&w)) return INFINITY;
    heco_qp_set_rows(&w.qp, w.A, p->m);
    heco_qp_clear_active_set(&w.qp);
    for (int step = 0; step < CONVEX_STEPS; step++) {
        if (delta >= convex_least && !convex_set_delta(&w, delta)) return INFINITY;
        double length = convex_step(&w);
        if (length < 0.0) return INFINITY;
        if (length <= convex_same) break;
        delta *= convex_falls;
    }
    convex_write(&w, x, lambda);
    return convex_gap(p, x, lambda);
}
