#include "solver/surrogate/elastic_qp.h"

#include <math.h>
#include <string.h>

#include "base/clones.h"
#include "base/dense_qr.h"

enum { ELASTIC_QP_ITERATIONS = 50 };
static const double ELASTIC_QP_FIXED  = 1e-11; /* a side shorter than this is none   */
static const double ELASTIC_QP_TARGET = 1e-13; /* least target, relative to rho + 10 */
static const double ELASTIC_QP_DUAL   = 1e-5;  /* dual residual that is small enough */
static const double ELASTIC_QP_REACH  = 0.99;  /* of the way to the boundary         */

void heco_elastic_qp_init(heco_elastic_qp_work *w, size_t n, size_t m, heco_arena *arena) {
    double **of_n[] = {&w->residual, &w->step, &w->zl,   &w->zu,
                       &w->dzl,      &w->dzu,  &w->t_lo, &w->t_hi};
    double **of_m[] = {&w->s,  &w->t,  &w->theta, &w->value, &w->e,
                       &w->dz, &w->ds, &w->dt,    &w->t_s,   &w->t_t};
    w->n = n, w->m = m;
    w->H     = heco_arena_take(arena, n * n, sizeof *w->H);
    w->fixed = heco_arena_take(arena, n, sizeof *w->fixed);
    for (size_t i = 0; i < sizeof of_n / sizeof of_n[0]; i++)
        *of_n[i] = heco_arena_take(arena, n, sizeof(double));
    for (size_t i = 0; i < sizeof of_m / sizeof of_m[0]; i++)
        *of_m[i] = heco_arena_take(arena, m, sizeof(double));
}

static double elastic_qp_row(const heco_elastic_qp *qp, size_t i, const double *d) {
    return heco_dot(qp->A + i * qp->n, d, qp->n);
}

/* Multiplier of s: of an inequality z itself, of an equality rho + z. That of t is rho - z. */
static double elastic_qp_zs(const heco_elastic_qp *qp, size_t i, double z) {
    return i < qp->ng ? z : qp->rho + z;
}

static void elastic_qp_start(heco_elastic_qp_work *w, const heco_elastic_qp *qp, double *d,
                             double *z) {
    w->free = 0;
    for (size_t j = 0; j < qp->n; j++) {
        double lo = qp->lower[j], hi = qp->upper[j], width = hi - lo;
        w->fixed[j] = !(width >= ELASTIC_QP_FIXED);
        w->free += !w->fixed[j];
        d[j]     = w->fixed[j] ? lo : fmin(fmax(0.0, lo + 0.1 * width), hi - 0.1 * width);
        w->zl[j] = w->zu[j] = w->fixed[j] ? 0.0 : 0.1;
        w->step[j] = w->dzl[j] = w->dzu[j] = 0.0; /* nothing of the last problem */
    }
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        double value = qp->c[i] + elastic_qp_row(qp, i, d);
        z[i]         = i < qp->ng ? fmin(1.0, qp->rho / 2.0) : 0.0;
        w->s[i]      = fmax(-value, 0.0) + 0.1;
        w->t[i]      = fmax(value, 0.0) + 0.1;
        w->dz[i] = w->ds[i] = w->dt[i] = 0.0;
    }
}

/* residual = g + B d + A'z - zl + zu; its largest entry. */
static double elastic_qp_dual(heco_elastic_qp_work *w, const heco_elastic_qp *qp, const double *d,
                              const double *z) {
    size_t n    = qp->n;
    double most = 0.0, *r = w->residual, *sum = w->step;
    heco_rows_combine(r, d, qp->B, n, n, n);
    heco_rows_combine(sum, z, qp->A, qp->ng + qp->nh, n, n);
    for (size_t j = 0; j < n; j++) {
        r[j] += qp->g[j] + sum[j] - w->zl[j] + w->zu[j];
        if (!w->fixed[j]) most = fmax(most, fabs(r[j]));
    }
    return most;
}

/* H += a a' / theta, upper triangle, for every constraint. */
HECO_CLONES static void elastic_qp_add_rows(double *H, const heco_elastic_qp *qp,
                                            const double *theta) {
    size_t n = qp->n;
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        const double *restrict a = qp->A + i * n;
        for (size_t j = 0; j < n; j++) {
            double weight        = a[j] / theta[i];
            double *restrict row = H + j * n;
            if (weight == 0.0) continue;
            for (size_t k = j; k < n; k++) row[k] += weight * a[k];
        }
    }
}

/* Fixed variables leave the system. */
static void elastic_qp_hold(heco_elastic_qp_work *w, size_t n) {
    if (w->free == n) return;
    for (size_t j = 0; j < n; j++)
        for (size_t k = j; k < n; k++)
            if (w->fixed[j] || w->fixed[k]) w->H[j * n + k] = j == k ? 1.0 : 0.0;
}

/* The matrix of the Newton system, factorised; 0 when it cannot be. */
static int elastic_qp_factor(heco_elastic_qp_work *w, const heco_elastic_qp *qp, const double *d,
                             const double *z) {
    size_t n       = qp->n;
    double largest = 0.0;
    memcpy(w->H, qp->B, n * n * sizeof *w->H);
    for (size_t j = 0; j < n; j++)
        if (!w->fixed[j])
            w->H[j * n + j] += w->zl[j] / (d[j] - qp->lower[j]) + w->zu[j] / (qp->upper[j] - d[j]);
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        w->theta[i] = w->s[i] / elastic_qp_zs(qp, i, z[i]) + w->t[i] / (qp->rho - z[i]);
        w->value[i] = qp->c[i] + elastic_qp_row(qp, i, d);
    }
    elastic_qp_add_rows(w->H, qp, w->theta);
    elastic_qp_hold(w, n);
    for (size_t j = 0; j < n; j++) largest = fmax(largest, w->H[j * n + j]);
    for (size_t j = 0; j < n; j++) w->H[j * n + j] += 1e-14 * largest;
    return heco_cholesky(w->H, n) == 0;
}

/* Steps of everything towards the targets of the complementarity products. */
static void elastic_qp_newton(heco_elastic_qp_work *w, const heco_elastic_qp *qp, const double *d,
                              const double *z) {
    size_t n = qp->n, m = qp->ng + qp->nh;
    for (size_t j = 0; j < n; j++) {
        double below = d[j] - qp->lower[j], above = qp->upper[j] - d[j];
        w->step[j] =
            -(w->residual[j] + w->zl[j] - w->zu[j]) + w->t_lo[j] / below - w->t_hi[j] / above;
    }
    for (size_t i = 0; i < m; i++) {
        double zs = elastic_qp_zs(qp, i, z[i]), zt = qp->rho - z[i];
        w->e[i]  = w->value[i] + w->t_s[i] / zs - w->t_t[i] / zt;
        w->dz[i] = w->e[i] / w->theta[i];
    }
    heco_rows_combine(w->dzl, w->dz, qp->A, m, n, n);
    for (size_t j = 0; j < n; j++) w->step[j] = w->fixed[j] ? 0.0 : w->step[j] - w->dzl[j];
    heco_cholesky_solve(w->H, n, w->step);
    for (size_t i = 0; i < m; i++) {
        double zs = elastic_qp_zs(qp, i, z[i]), zt = qp->rho - z[i];
        w->dz[i] = (w->e[i] + elastic_qp_row(qp, i, w->step)) / w->theta[i];
        w->ds[i] = w->t_s[i] / zs - w->s[i] - w->s[i] / zs * w->dz[i];
        w->dt[i] = w->t_t[i] / zt - w->t[i] + w->t[i] / zt * w->dz[i];
    }
    for (size_t j = 0; j < n; j++) {
        double below = d[j] - qp->lower[j], above = qp->upper[j] - d[j];
        w->dzl[j] = w->dzu[j] = 0.0;
        if (w->fixed[j]) continue;
        w->dzl[j] = w->t_lo[j] / below - w->zl[j] - w->zl[j] / below * w->step[j];
        w->dzu[j] = w->t_hi[j] / above - w->zu[j] + w->zu[j] / above * w->step[j];
    }
}

/* The part of `length` up to which value + part * change stays positive. */
static inline double elastic_qp_limit(double length, double value, double change) {
    double most = -ELASTIC_QP_REACH * value / change;
    return change < 0.0 && most < length ? most : length;
}

/* How far one may go along all steps. */
static double elastic_qp_length(const heco_elastic_qp_work *w, const heco_elastic_qp *qp,
                                const double *d, const double *z) {
    double length = 1.0;
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        length = elastic_qp_limit(length, w->s[i], w->ds[i]);
        length = elastic_qp_limit(length, w->t[i], w->dt[i]);
        length = elastic_qp_limit(length, elastic_qp_zs(qp, i, z[i]), w->dz[i]);
        length = elastic_qp_limit(length, qp->rho - z[i], -w->dz[i]);
    }
    for (size_t j = 0; j < qp->n; j++) {
        if (w->fixed[j]) continue;
        length = elastic_qp_limit(length, d[j] - qp->lower[j], w->step[j]);
        length = elastic_qp_limit(length, qp->upper[j] - d[j], -w->step[j]);
        length = elastic_qp_limit(length, w->zl[j], w->dzl[j]);
        length = elastic_qp_limit(length, w->zu[j], w->dzu[j]);
    }
    return length;
}

static void elastic_qp_move(heco_elastic_qp_work *w, const heco_elastic_qp *qp, double *d,
                            double *z, double length) {
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        w->s[i] += length * w->ds[i];
        w->t[i] += length * w->dt[i];
        z[i] += length * w->dz[i];
    }
    for (size_t j = 0; j < qp->n; j++) {
        d[j] += length * w->step[j];
        w->zl[j] += length * w->dzl[j];
        w->zu[j] += length * w->dzu[j];
    }
}

/* Mean complementarity after steps of that length. */
static double elastic_qp_gap_after(const heco_elastic_qp_work *w, const heco_elastic_qp *qp,
                                   const double *d, const double *z, double length) {
    size_t m   = qp->ng + qp->nh;
    double sum = 0.0;
    for (size_t j = 0; j < qp->n; j++) {
        double x = d[j] + length * w->step[j];
        sum += (w->zl[j] + length * w->dzl[j]) * (x - qp->lower[j]) +
               (w->zu[j] + length * w->dzu[j]) * (qp->upper[j] - x);
    }
    for (size_t i = 0; i < m; i++) {
        double y = z[i] + length * w->dz[i];
        sum += (w->s[i] + length * w->ds[i]) * elastic_qp_zs(qp, i, y) +
               (w->t[i] + length * w->dt[i]) * (qp->rho - y);
    }
    return sum / (double)(2 * w->free + 2 * m);
}

/* Targets of the corrector: the centre, less the products of the predictor's steps. */
static void elastic_qp_correct(heco_elastic_qp_work *w, const heco_elastic_qp *qp, double target) {
    for (size_t j = 0; j < qp->n; j++) {
        w->t_lo[j] = target - w->step[j] * w->dzl[j];
        w->t_hi[j] = target + w->step[j] * w->dzu[j];
    }
    for (size_t i = 0; i < qp->ng + qp->nh; i++) {
        w->t_s[i] = target - w->ds[i] * w->dz[i];
        w->t_t[i] = target + w->dt[i] * w->dz[i];
    }
}

static void elastic_qp_aim(heco_elastic_qp_work *w, const heco_elastic_qp *qp, double target) {
    for (size_t j = 0; j < qp->n; j++) w->t_lo[j] = w->t_hi[j] = target;
    for (size_t i = 0; i < qp->ng + qp->nh; i++) w->t_s[i] = w->t_t[i] = target;
}

/* Mehrotra's predictor and corrector, on one factorisation. */
void heco_elastic_qp_solve(heco_elastic_qp_work *w, const heco_elastic_qp *qp, double *d,
                           double *z) {
    double unit    = ELASTIC_QP_TARGET * (qp->rho + 10.0);
    int    settled = 0;
    elastic_qp_start(w, qp, d, z);
    if (w->free == 0) return;
    for (int it = 0; it < ELASTIC_QP_ITERATIONS; it++) {
        double gap  = elastic_qp_gap_after(w, qp, d, z, 0.0);
        double dual = elastic_qp_dual(w, qp, d, z);
        settled += gap < 3.0 * unit;
        /* Rounding may keep the dual residual up: it does not fall any more once the gap is closed.
         */
        if (settled > 2 || (settled > 0 && dual < ELASTIC_QP_DUAL)) return;
        if (!elastic_qp_factor(w, qp, d, z)) return;
        elastic_qp_aim(w, qp, 0.0);
        elastic_qp_newton(w, qp, d, z);
        double length = elastic_qp_length(w, qp, d, z);
        double ratio  = elastic_qp_gap_after(w, qp, d, z, length) / gap;
        double target = fmax(ratio * ratio * ratio * gap, unit);
        elastic_qp_correct(w, qp, target);
        elastic_qp_newton(w, qp, d, z);
        length = elastic_qp_length(w, qp, d, z);
        if (!isfinite(elastic_qp_gap_after(w, qp, d, z, length))) return; /* as good as it gets */
        elastic_qp_move(w, qp, d, z, length);
    }
}
