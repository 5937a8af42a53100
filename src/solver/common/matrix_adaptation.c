/* A generation costs n^2 operations for each offspring (d = M z) and for each parent (M's update).
 * Both are products of matrices and use heco_dense_add_product, whose sums have the order of one
 * vector at a time. */
#include "solver/common/matrix_adaptation.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/elementary.h"

static const double matrix_adaptation_cutoff = 1e-12; /* singular values up to this count as 0 */

/* Sets the weights of the parents and the rates. */
static void matrix_adaptation_set_rates(heco_ma *ma) {
    double n = (double)ma->n, sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < ma->mu; k++)
        sum += ma->w[k] = heco_log((double)ma->mu + 0.5) - heco_log((double)(k + 1));
    for (size_t k = 0; k < ma->mu; k++) ma->w[k] /= sum, squares += ma->w[k] * ma->w[k];
    ma->mu_eff = 1.0 / squares;
    ma->c_s    = (ma->mu_eff + 2.0) / (n + ma->mu_eff + 5.0);
    ma->c_1    = 2.0 / ((n + 1.3) * (n + 1.3) + ma->mu_eff);
    ma->c_mu   = fmin(1.0 - ma->c_1, 2.0 * (ma->mu_eff - 2.0 + 1.0 / ma->mu_eff) /
                                         ((n + 2.0) * (n + 2.0) + ma->mu_eff));
}

void heco_ma_init_path(heco_ma *ma, size_t n, size_t lambda, size_t mu, heco_arena *arena) {
    ma->n      = n;
    ma->lambda = lambda;
    ma->mu     = mu;
    ma->w      = heco_arena_take(arena, mu, sizeof *ma->w);
    ma->p      = heco_arena_take(arena, n, sizeof *ma->p);
    ma->z      = heco_arena_take(arena, lambda * n, sizeof *ma->z);
    ma->d      = heco_arena_take(arena, lambda * n, sizeof *ma->d);
    ma->z_mean = heco_arena_take(arena, n, sizeof *ma->z_mean);
    ma->d_mean = heco_arena_take(arena, n, sizeof *ma->d_mean);
    if (!heco_arena_failed(arena)) matrix_adaptation_set_rates(ma);
}

void heco_ma_init(heco_ma *ma, size_t n, size_t lambda, size_t mu, heco_arena *arena) {
    heco_ma_init_path(ma, n, lambda, mu, arena);
    ma->M    = heco_arena_take(arena, n * n, sizeof *ma->M);
    ma->coef = heco_arena_take(arena, n * (mu + 1), sizeof *ma->coef);
    ma->rows = heco_arena_take(arena, (mu + 1) * n, sizeof *ma->rows);
}

void heco_ma_reset(heco_ma *ma) {
    heco_dense_identity(ma->M, ma->n);
    memset(ma->p, 0, ma->n * sizeof *ma->p);
}

void heco_ma_draw(heco_ma *ma, heco_rng *rng) {
    size_t count = ma->lambda * ma->n;
    for (size_t k = 0; k < count; k++) ma->z[k] = heco_rng_normal_inline(rng);
    memset(ma->d, 0, count * sizeof *ma->d);
    heco_dense_add_product(ma->d, ma->z, ma->M, ma->lambda, ma->n, ma->n);
}

/* M = (1 - c_1/2 - c_mu/2) M + c_1/2 (M p) p^T + c_mu/2 sum w_k d_k z_k^T. Column j of M gets the
 * multiples coef[j] of the rows M p, d_1, ..., d_mu. */
static void matrix_adaptation_update(heco_ma *ma, const size_t *order) {
    size_t n = ma->n, terms = ma->mu + 1;
    heco_dense_rows_sum(ma->rows, ma->M, ma->p, n, n);
    for (size_t j = 0; j < n; j++) ma->coef[j * terms] = ma->c_1 / 2.0 * ma->p[j];
    for (size_t k = 0; k < ma->mu; k++) {
        const double *z = ma->z + order[k] * n;
        double        w = ma->c_mu / 2.0 * ma->w[k];
        memcpy(ma->rows + (k + 1) * n, ma->d + order[k] * n, n * sizeof *ma->d);
        for (size_t j = 0; j < n; j++) ma->coef[j * terms + k + 1] = w * z[j];
    }
    heco_dense_scale(ma->M, 1.0 - ma->c_1 / 2.0 - ma->c_mu / 2.0, n * n);
    heco_dense_add_product(ma->M, ma->coef, ma->rows, n, terms, n);
}

void heco_ma_resize(heco_ma *ma, size_t lambda, size_t mu) {
    ma->lambda = lambda;
    ma->mu     = mu;
    matrix_adaptation_set_rates(ma);
}

void heco_ma_update_path(heco_ma *ma, const size_t *order) {
    size_t n = ma->n;
    memset(ma->z_mean, 0, n * sizeof *ma->z_mean);
    memset(ma->d_mean, 0, n * sizeof *ma->d_mean);
    for (size_t k = 0; k < ma->mu; k++) {
        heco_dense_add(ma->z_mean, ma->w[k], ma->z + order[k] * n, n);
        heco_dense_add(ma->d_mean, ma->w[k], ma->d + order[k] * n, n);
    }
    for (size_t j = 0; j < n; j++) ma->p[j] *= 1.0 - ma->c_s;
    heco_dense_add(ma->p, sqrt(ma->c_s * (2.0 - ma->c_s) * ma->mu_eff), ma->z_mean, n);
}

void heco_ma_update(heco_ma *ma, const size_t *order) {
    heco_ma_update_path(ma, order);
    matrix_adaptation_update(ma, order);
}

double heco_ma_sigma_factor(const heco_ma *ma) {
    double square = 0.0;
    for (size_t j = 0; j < ma->n; j++) square += ma->p[j] * ma->p[j];
    return heco_exp(ma->c_s / 2.0 * (square / (double)ma->n - 1.0));
}

/* Sets M to the covariance (divisor count) of the rows in units of the box. Overwrites z_mean and
 * d_mean. */
static void matrix_adaptation_covariance(heco_ma *ma, const double *x, size_t count,
                                         const double *lower, const double *upper) {
    size_t  n    = ma->n;
    double *mean = ma->z_mean, *away = ma->d_mean;
    memset(mean, 0, n * sizeof *mean);
    for (size_t i = 0; i < count; i++) heco_dense_add(mean, 1.0 / (double)count, x + i * n, n);
    memset(ma->M, 0, n * n * sizeof *ma->M);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < n; j++) {
            double width = upper[j] - lower[j];
            away[j]      = width > 0.0 ? (x[i * n + j] - mean[j]) / width : 0.0;
        }
        heco_dense_add_outer(ma->M, 1.0 / (double)count, away, away, n);
    }
}

/* Replaces the lower triangle of M, by columns, by its Cholesky factor, the rest by 0. Pivots are
 * at least 1e-7, so that M stays regular. */
static void matrix_adaptation_cholesky(heco_ma *ma) {
    size_t n = ma->n;
    for (size_t j = 0; j < n; j++) {
        double *column = ma->M + j * n;
        for (size_t k = 0; k < j; k++)
            for (size_t i = j; i < n; i++) column[i] -= ma->M[k * n + i] * ma->M[k * n + j];
        double pivot = column[j] > 1e-14 ? sqrt(column[j]) : 1e-7;
        for (size_t i = 0; i < j; i++) column[i] = 0.0;
        for (size_t i = j + 1; i < n; i++) column[i] /= pivot;
        column[j] = pivot;
    }
}

double heco_ma_take_over(heco_ma *ma, const double *x, size_t count, const double *lower,
                         const double *upper) {
    size_t n     = ma->n;
    double trace = 0.0;
    heco_ma_reset(ma);
    if (count < 2) return 0.0;
    matrix_adaptation_covariance(ma, x, count, lower, upper);
    for (size_t j = 0; j < n; j++) trace += ma->M[j * n + j];
    double variance = trace / (double)n, round = count > 2 * n ? 1e-12 : 0.1;
    if (!(variance > 1e-28) || !isfinite(variance)) {
        heco_ma_reset(ma);
        return 0.0;
    }
    heco_dense_scale(ma->M, (1.0 - round) / variance, n * n);
    for (size_t j = 0; j < n; j++) ma->M[j * n + j] += round;
    matrix_adaptation_cholesky(ma);
    return sqrt(variance);
}

void heco_ma_inverse_init(heco_ma_inverse *inverse, size_t n, heco_arena *arena) {
    heco_pinv_init(&inverse->pinv, n, n, arena);
    inverse->M_inv = heco_arena_take(arena, n * n, sizeof *inverse->M_inv);
}

void heco_ma_calculate_back(heco_ma *ma, heco_ma_inverse *inverse, const heco_ma_repaired *after) {
    size_t  n     = ma->n;
    double *M_inv = inverse->M_inv;
    int     ready = 0;
    for (size_t k = 0; k < ma->lambda; k++) {
        const double *x = after->x + k * n;
        double       *d = ma->d + k * n;
        if (!after->changed[k]) continue;
        if (!ready &&
            !heco_dense_pinv(&inverse->pinv, M_inv, ma->M, n, n, matrix_adaptation_cutoff))
            heco_dense_identity(M_inv, n);
        ready = 1;
        for (size_t j = 0; j < n; j++) d[j] = (x[j] - after->y[j]) / after->sigma;
        heco_dense_rows_sum(ma->z + k * n, M_inv, d, n, n);
    }
}
