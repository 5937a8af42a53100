#include "solver/surrogate/model_sqp.h"

#include <math.h>
#include <string.h>

#include "base/dense_qr.h"

static const double MODEL_SQP_STEP = 1e-9;  /* a step this short ends the search              */
static const double MODEL_SQP_FALL = 1e-12; /* so does a predicted fall this small, relative  */
static const double MODEL_SQP_MU   = 1e6;   /* most weight of the violation                   */

void heco_sqp_init(heco_sqp *w, size_t n, size_t ng, size_t nh, heco_arena *arena) {
    size_t   m      = 1 + ng + nh;
    double **of_m[] = {&w->z, &w->v, &w->v2, &w->v3, &w->c2, &w->z2};
    double **of_n[] = {&w->d, &w->lo, &w->hi, &w->u2, &w->u3, &w->step, &w->y, &w->Bs};
    for (size_t i = 0; i < sizeof of_m / sizeof of_m[0]; i++)
        *of_m[i] = heco_arena_take(arena, m, sizeof(double));
    for (size_t i = 0; i < sizeof of_n / sizeof of_n[0]; i++)
        *of_n[i] = heco_arena_take(arena, n, sizeof(double));
    w->G  = heco_arena_take(arena, m * n, sizeof *w->G);
    w->G2 = heco_arena_take(arena, m * n, sizeof *w->G2);
    w->B  = heco_arena_take(arena, n * n, sizeof *w->B);
    heco_elastic_qp_init(&w->qp, n, m - 1, arena);
}

/* How much the value v of constraint k (1 ..) violates it. */
static double model_sqp_excess(const heco_sqp_problem *p, size_t k, double v) {
    return k <= p->ng ? fmax(0.0, v) : fabs(v);
}

static double model_sqp_violation(const heco_sqp_problem *p, const double *v) {
    double sum = 0.0;
    for (size_t k = 1; k <= p->ng + p->nh; k++) sum += model_sqp_excess(p, k, v[k]);
    return sum;
}

/* target = u + d inside the box. */
static void model_sqp_add(const heco_sqp_problem *p, double *target, const double *u,
                          const double *d) {
    for (size_t j = 0; j < p->n; j++) target[j] = fmin(fmax(u[j] + d[j], p->lower[j]), p->upper[j]);
}

static void model_sqp_start(heco_sqp *w, const heco_sqp_problem *p, double *u) {
    size_t n = p->n;
    for (size_t j = 0; j < n; j++) u[j] = fmin(fmax(u[j], p->lower[j]), p->upper[j]);
    p->eval(p->user, u, w->v, w->G);
    double curvature = fmax(1e-3, 0.5 * sqrt(heco_dot(w->G, w->G, n)));
    memset(w->B, 0, n * n * sizeof *w->B);
    for (size_t j = 0; j < n; j++) w->B[j * n + j] = curvature;
    w->delta = 1.0;
    w->mu    = 0.1;
    w->small = 0;
}

/* Step d and multipliers z for constraint values c. */
static void model_sqp_quadratic(heco_sqp *w, const heco_sqp_problem *p, const double *c, double rho,
                                double *d, double *z) {
    heco_elastic_qp qp = {.n     = p->n,
                          .ng    = p->ng,
                          .nh    = p->nh,
                          .B     = w->B,
                          .g     = w->G,
                          .A     = w->G + p->n,
                          .c     = c,
                          .lower = w->lo,
                          .upper = w->hi,
                          .rho   = rho};
    heco_elastic_qp_solve(&w->qp, &qp, d, z);
}

static void model_sqp_box(heco_sqp *w, const heco_sqp_problem *p, const double *u) {
    for (size_t j = 0; j < p->n; j++) {
        w->lo[j] = fmin(0.0, fmax(p->lower[j] - u[j], -w->delta));
        w->hi[j] = fmax(0.0, fmin(p->upper[j] - u[j], w->delta));
    }
}

/* The predicted fall of the merit along d; raises mu so that the violation has its say. */
static double model_sqp_predict(heco_sqp *w, const heco_sqp_problem *p, double rho) {
    size_t n = p->n, m = p->ng + p->nh;
    double largest = 0.0, linear = 0.0, now = model_sqp_violation(p, w->v);
    for (size_t k = 1; k <= m; k++) {
        linear += model_sqp_excess(p, k, w->v[k] + heco_dot(w->G + k * n, w->d, n));
        largest = fmax(largest, fabs(w->z[k - 1]));
    }
    heco_rows_combine(w->Bs, w->d, w->B, n, n, n);
    double model = -heco_dot(w->G, w->d, n) - 0.5 * heco_dot(w->Bs, w->d, n);
    double fall  = now - linear;
    w->mu        = fmax(w->mu, fmin(1.5 * largest, rho));
    if (fall > 1e-12 && model + w->mu * fall < 0.1 * w->mu * fall)
        w->mu = fmin(fmax(w->mu, -model / (0.9 * fall)), MODEL_SQP_MU);
    return model + w->mu * fall;
}

static double model_sqp_merit(const heco_sqp *w, const heco_sqp_problem *p, const double *v) {
    return v[0] + w->mu * model_sqp_violation(p, v);
}

/* Second-order correction: the same QP with the constraint values found at u + d. It takes the
 * place of that point when it is better. */
static void model_sqp_correct(heco_sqp *w, const heco_sqp_problem *p, const double *u, double rho) {
    size_t n = p->n;
    for (size_t k = 1; k <= p->ng + p->nh; k++)
        w->c2[k - 1] = w->v2[k] - heco_dot(w->G + k * n, w->d, n);
    model_sqp_quadratic(w, p, w->c2, rho, w->u3, w->z2);
    model_sqp_add(p, w->u3, u, w->u3);
    p->eval(p->user, w->u3, w->v3, NULL);
    double corrected = w->merit - model_sqp_merit(w, p, w->v3);
    if (!(corrected > w->fall && corrected > 0.05 * w->predicted)) return;
    w->fall = corrected;
    memcpy(w->u2, w->u3, n * sizeof *w->u2);
    p->eval(p->user, w->u2, w->v2, w->G2);
}

/* Difference y of the gradients of the Lagrangian between u and u + step. */
static void model_sqp_difference(heco_sqp *w, const heco_sqp_problem *p, const double *u) {
    size_t n = p->n;
    for (size_t j = 0; j < n; j++) {
        w->step[j] = w->u2[j] - u[j];
        w->y[j]    = w->G2[j] - w->G[j];
        for (size_t k = 1; k <= p->ng + p->nh; k++)
            w->y[j] += w->z[k - 1] * (w->G2[k * n + j] - w->G[k * n + j]);
    }
}

/* Powell's damped BFGS. */
static void model_sqp_update(heco_sqp *w, size_t n) {
    heco_rows_combine(w->Bs, w->step, w->B, n, n, n);
    double sBs = heco_dot(w->step, w->Bs, n), sy = heco_dot(w->step, w->y, n);
    if (!(sBs > 1e-18)) return;
    if (sy < 0.2 * sBs) {
        double theta = 0.8 * sBs / (sBs - sy);
        for (size_t j = 0; j < n; j++) w->y[j] = theta * w->y[j] + (1.0 - theta) * w->Bs[j];
        sy = heco_dot(w->step, w->y, n);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            w->B[i * n + j] += w->y[i] * w->y[j] / sy - w->Bs[i] * w->Bs[j] / sBs;
}

static void model_sqp_accept(heco_sqp *w, const heco_sqp_problem *p, double *u) {
    double *v = w->v, *G = w->G;
    memcpy(u, w->u2, p->n * sizeof *u);
    w->v = w->v2, w->v2 = v;
    w->G = w->G2, w->G2 = G;
}

/* Trust region after a step of that length; 0 when the search is over. */
static int model_sqp_judge(heco_sqp *w, const heco_sqp_problem *p, double *u, double length) {
    double ratio = w->fall / w->predicted;
    if (!(ratio > 0.05)) {
        w->delta = 0.4 * length;
        return w->delta >= MODEL_SQP_STEP;
    }
    model_sqp_accept(w, p, u);
    if (ratio > 0.7) w->delta = fmax(w->delta, 2.0 * length);
    else if (ratio < 0.3) w->delta = 0.5 * length;
    w->small = w->fall < 1e-10 * (1.0 + fabs(w->merit)) ? w->small + 1 : 0;
    return w->small < 2;
}

/* One step; 0 when it was the last. */
static int model_sqp_step(heco_sqp *w, const heco_sqp_problem *p, double *u, double rho) {
    double length = 0.0;
    model_sqp_box(w, p, u);
    model_sqp_quadratic(w, p, w->v + 1, rho, w->d, w->z);
    for (size_t j = 0; j < p->n; j++) length = fmax(length, fabs(w->d[j]));
    w->predicted = model_sqp_predict(w, p, rho);
    w->merit     = model_sqp_merit(w, p, w->v);
    if (!(length > MODEL_SQP_STEP)) return 0;
    if (!(w->predicted > MODEL_SQP_FALL * (1.0 + fabs(w->merit)))) return 0;
    model_sqp_add(p, w->u2, u, w->d);
    p->eval(p->user, w->u2, w->v2, w->G2);
    w->fall = w->merit - model_sqp_merit(w, p, w->v2);
    model_sqp_difference(w, p, u); /* of the uncorrected step, whatever becomes of it */
    if (w->fall < 0.5 * w->predicted && p->ng + p->nh > 0) model_sqp_correct(w, p, u, rho);
    model_sqp_update(w, p->n);
    return model_sqp_judge(w, p, u, length);
}

void heco_sqp_solve(heco_sqp *w, const heco_sqp_problem *p, double *u, double rho, int steps) {
    model_sqp_start(w, p, u);
    for (int it = 0; it < steps; it++)
        if (!model_sqp_step(w, p, u, rho)) break;
    w->f         = w->v[0];
    w->violation = model_sqp_violation(p, w->v);
}
