#include "search/elastic_qp.h"

#include <math.h>
#include <string.h>

#include "base/dense_qr.h"
#include "base/clones.h"

enum { ELASTIC_QP_ITERATIONS = 50 };
static const double ELASTIC_QP_BOX    = 1e-11; /* least width of the box             */
static const double ELASTIC_QP_TARGET = 1e-13; /* least target, relative to rho + 10 */
static const double ELASTIC_QP_DUAL   = 1e-5;  /* dual residual that is small enough */
static const double ELASTIC_QP_REACH  = 0.99;  /* of the way to the boundary         */

void heco_elastic_qp_init(heco_elastic_qp_work *w, size_t n, size_t m, heco_arena *arena) {
    double **of_n[] = {&w->residual, &w->step, &w->lo, &w->hi, &w->zl, &w->zu, &w->dzl, &w->dzu};
    double **of_m[] = {&w->s, &w->t, &w->theta, &w->e, &w->dz};
    w->n = n, w->m = m;
    w->H = heco_arena_take(arena, n * n, sizeof *w->H);
    for (size_t i = 0; i < sizeof of_n / sizeof of_n[0]; i++)
        *of_n[i] = heco_arena_take(arena, n, sizeof(double));
    for (size_t i = 0; i < sizeof of_m / sizeof of_m[0]; i++)
        *of_m[i] = heco_arena_take(arena, m, sizeof(double));
}

static double elastic_qp_row(const heco_elastic_qp *qp, size_t i, const double *d) {
    const double *a   = qp->A + i * qp->n;
    double        sum = 0.0;
    for (size_t j = 0; j < qp->n; j++) sum += a[j] * d[j];
    return sum;
}

/* Multiplier of s: of an inequality z itself, of an equality rho + z. That of t is rho - z. */
static double elastic_qp_zs(const heco_elastic_qp *qp, size_t i, double z) {
    return i < qp->ng ? z : qp->rho + z;
}

static void elastic_qp_start(heco_elastic_qp_work *w, const heco_elastic_qp *qp, double *d, double *z) {
    for (size_t j = 0; j < qp->n; j++) {
        w->lo[j] = qp->lower[j];
        w->hi[j] = fmax(qp->upper[j], qp->lower[j] + ELASTIC_QP_BOX);
        double width = w->hi[j] - w->lo[j];
        d[j]         = fmin(fmax(0.0, w->lo[j] + 0.1 * width), w->hi[j] - 0.1 * width);
        w->zl[j] = w->zu[j] = 0.1;
    }
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        double value = qp->c[i] + elastic_qp_row(qp, i, d);
        z[i]         = i < qp->ng ? fmin(1.0, qp->rho / 2.0) : 0.0;
        w->s[i]      = fmax(-value, 0.0) + 0.1;
        w->t[i]      = fmax(value, 0.0) + 0.1;
    }
}

/* Mean complementarity. */
static double elastic_qp_gap(const heco_elastic_qp_work *w, const heco_elastic_qp *qp, const double *d,
                             const double *z) {
    size_t m   = qp->ng + qp->nh;
    double sum = 0.0;
    for (size_t j = 0; j < qp->n; j++)
        sum += w->zl[j] * (d[j] - w->lo[j]) + w->zu[j] * (w->hi[j] - d[j]);
    for (size_t i = 0; i < m; i++)
        sum += w->s[i] * elastic_qp_zs(qp, i, z[i]) + w->t[i] * (qp->rho - z[i]);
    return sum / (double)(2 * qp->n + 2 * m);
}

/* residual = g + B d + A'z - zl + zu; its largest entry. */
static double elastic_qp_dual(heco_elastic_qp_work *w, const heco_elastic_qp *qp, const double *d, const double *z) {
    size_t n = qp->n;
    double most = 0.0, *r = w->residual, *sum = w->step;
    heco_rows_combine(r, d, qp->B, n, n, n);
    heco_rows_combine(sum, z, qp->A, qp->ng + qp->nh, n, n);
    for (size_t j = 0; j < n; j++) {
        r[j] += qp->g[j] + sum[j] - w->zl[j] + w->zu[j];
        most = fmax(most, fabs(r[j]));
    }
    return most;
}

/* H += a a' / theta, upper triangle, and r -= a e / theta, for every constraint. */
HECO_CLONES static void elastic_qp_add_rows(double *H, double *r, const heco_elastic_qp *qp,
                                            const double *theta, const double *e) {
    size_t n = qp->n;
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        const double *restrict a = qp->A + i * n;
        for (size_t j = 0; j < n; j++) {
            double           weight = a[j] / theta[i];
            double *restrict row    = H + j * n;
            r[j] -= weight * e[i];
            if (weight == 0.0) continue;
            for (size_t k = j; k < n; k++) row[k] += weight * a[k];
        }
    }
}

/* The Newton system for complementarity `target`, solved for the step; 0 when it cannot be. */
static int elastic_qp_newton(heco_elastic_qp_work *w, const heco_elastic_qp *qp, const double *d, const double *z,
                             double target) {
    size_t n = qp->n;
    double largest = 0.0;
    memcpy(w->H, qp->B, n * n * sizeof *w->H);
    for (size_t j = 0; j < n; j++) {
        double below = d[j] - w->lo[j], above = w->hi[j] - d[j];
        w->H[j * n + j] += w->zl[j] / below + w->zu[j] / above;
        w->step[j] = -(w->residual[j] + w->zl[j] - w->zu[j]) + target / below - target / above;
    }
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        double zs = elastic_qp_zs(qp, i, z[i]), zt = qp->rho - z[i];
        w->theta[i] = w->s[i] / zs + w->t[i] / zt;
        w->e[i]     = qp->c[i] + elastic_qp_row(qp, i, d) + target / zs - target / zt;
    }
    elastic_qp_add_rows(w->H, w->step, qp, w->theta, w->e);
    for (size_t j = 0; j < n; j++) largest = fmax(largest, w->H[j * n + j]);
    for (size_t j = 0; j < n; j++) w->H[j * n + j] += 1e-14 * largest;
    if (heco_cholesky(w->H, n) != 0) return 0;
    heco_cholesky_solve(w->H, n, w->step);
    return 1;
}

/* The part of `length` up to which value + part * change stays positive. */
static double elastic_qp_limit(double length, double value, double change) {
    return change < 0.0 ? fmin(length, -ELASTIC_QP_REACH * value / change) : length;
}

/* Steps of s and t that belong to the step dz. */
static void elastic_qp_slacks(const heco_elastic_qp_work *w, const heco_elastic_qp *qp, size_t i, double z,
                              const double target, double out[2]) {
    double zs = elastic_qp_zs(qp, i, z), zt = qp->rho - z;
    out[0] = target / zs - w->s[i] - w->s[i] / zs * w->dz[i];
    out[1] = target / zt - w->t[i] + w->t[i] / zt * w->dz[i];
}

/* Steps of all multipliers; how far one may go along all of them. */
static double elastic_qp_length(heco_elastic_qp_work *w, const heco_elastic_qp *qp, const double *d, const double *z,
                                double target) {
    double length = 1.0, slack[2];
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        w->dz[i] = (w->e[i] + elastic_qp_row(qp, i, w->step)) / w->theta[i];
        elastic_qp_slacks(w, qp, i, z[i], target, slack);
        length = elastic_qp_limit(length, w->s[i], slack[0]);
        length = elastic_qp_limit(length, w->t[i], slack[1]);
        length = elastic_qp_limit(length, elastic_qp_zs(qp, i, z[i]), w->dz[i]);
        length = elastic_qp_limit(length, qp->rho - z[i], -w->dz[i]);
    }
    for (size_t j = 0; j < qp->n; j++) {
        double below = d[j] - w->lo[j], above = w->hi[j] - d[j];
        w->dzl[j] = target / below - w->zl[j] - w->zl[j] / below * w->step[j];
        w->dzu[j] = target / above - w->zu[j] + w->zu[j] / above * w->step[j];
        length    = elastic_qp_limit(length, below, w->step[j]);
        length    = elastic_qp_limit(length, above, -w->step[j]);
        length    = elastic_qp_limit(length, w->zl[j], w->dzl[j]);
        length    = elastic_qp_limit(length, w->zu[j], w->dzu[j]);
    }
    return length;
}

static void elastic_qp_move(heco_elastic_qp_work *w, const heco_elastic_qp *qp, double *d, double *z, double target,
                            double length) {
    double slack[2];
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        elastic_qp_slacks(w, qp, i, z[i], target, slack);
        w->s[i] += length * slack[0];
        w->t[i] += length * slack[1];
        z[i] += length * w->dz[i];
    }
    for (size_t j = 0; j < qp->n; j++) {
        d[j] += length * w->step[j];
        w->zl[j] += length * w->dzl[j];
        w->zu[j] += length * w->dzu[j];
    }
}

void heco_elastic_qp_solve(heco_elastic_qp_work *w, const heco_elastic_qp *qp, double *d, double *z) {
    double sigma = 0.2, unit = qp->rho + 10.0;
    elastic_qp_start(w, qp, d, z);
    for (int it = 0; it < ELASTIC_QP_ITERATIONS; it++) {
        double gap  = elastic_qp_gap(w, qp, d, z);
        double dual = elastic_qp_dual(w, qp, d, z);
        if (gap < 3.0 * ELASTIC_QP_TARGET * unit && dual < ELASTIC_QP_DUAL) return;
        double target = fmax(sigma * gap, ELASTIC_QP_TARGET * unit);
        if (!elastic_qp_newton(w, qp, d, z, target)) return;
        double length = elastic_qp_length(w, qp, d, z, target);
        elastic_qp_move(w, qp, d, z, target, length);
        sigma = length > 0.9 ? 0.05 : length > 0.5 ? 0.2 : 0.5;
    }
}
