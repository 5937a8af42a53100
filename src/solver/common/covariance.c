/* The eigenvectors are computed again only after 1/(10 n (c_1 + c_mu)) generations (tutorial,
 * section B.2), so that a sample costs n^2 operations. */
#include "solver/common/covariance.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/dense.h"
#include "base/elementary.h"

void heco_covariance_init(heco_covariance *c, size_t n, size_t room, heco_arena *arena) {
    c->n    = n;
    c->room = room;
    c->w    = heco_arena_take(arena, room, sizeof *c->w);
    c->mean = heco_arena_take(arena, n, sizeof *c->mean);
    c->p_s  = heco_arena_take(arena, n, sizeof *c->p_s);
    c->p_c  = heco_arena_take(arena, n, sizeof *c->p_c);
    c->C    = heco_arena_take(arena, n * n, sizeof *c->C);
    c->B    = heco_arena_take(arena, n * n, sizeof *c->B);
    c->D    = heco_arena_take(arena, n, sizeof *c->D);
    c->u    = heco_arena_take(arena, room * n, sizeof *c->u);
    c->d    = heco_arena_take(arena, room * n, sizeof *c->d);
    c->step = heco_arena_take(arena, n, sizeof *c->step);
    c->work = heco_arena_take(arena, n, sizeof *c->work);
    heco_eigen_init(&c->eigen, n, arena);
}

/* Sets weights and rates. */
static void covariance_set_rates(heco_covariance *c) {
    double n = (double)c->n, half = (double)c->lambda / 2.0, sum = 0.0, squares = 0.0;
    c->mu = c->lambda / 2;
    for (size_t k = 0; k < c->mu; k++)
        sum += c->w[k] = heco_log(half + 0.5) - heco_log((double)(k + 1));
    for (size_t k = 0; k < c->mu; k++) c->w[k] /= sum, squares += c->w[k] * c->w[k];
    double e  = 1.0 / squares;
    c->mu_eff = e;
    c->c_s    = (e + 2.0) / (n + e + 5.0);
    c->d_s    = 1.0 + 2.0 * fmax(0.0, sqrt((e - 1.0) / (n + 1.0)) - 1.0) + c->c_s;
    c->c_c    = (4.0 + e / n) / (n + 4.0 + 2.0 * e / n);
    c->c_1    = 2.0 / ((n + 1.3) * (n + 1.3) + e);
    c->c_mu   = fmin(1.0 - c->c_1, 2.0 * (e - 2.0 + 1.0 / e) / ((n + 2.0) * (n + 2.0) + e));
    c->chi    = sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
}

void heco_covariance_begin(heco_covariance *c, size_t lambda, double sigma) {
    c->lambda     = lambda;
    c->sigma      = sigma;
    c->generation = c->age = 0;
    covariance_set_rates(c);
    heco_dense_identity(c->C, c->n);
    heco_dense_identity(c->B, c->n);
    for (size_t j = 0; j < c->n; j++) c->D[j] = 1.0, c->p_s[j] = c->p_c[j] = 0.0;
}

void heco_covariance_draw(heco_covariance *c, heco_rng *rng) {
    size_t n = c->n;
    for (size_t k = 0; k < c->lambda; k++) {
        double *d = c->d + k * n, *u = c->u + k * n;
        for (size_t j = 0; j < n; j++) c->work[j] = c->D[j] * heco_rng_normal_inline(rng);
        heco_dense_rows_sum(d, c->B, c->work, n, n); /* row j of B is axis j */
        memcpy(u, c->mean, n * sizeof *u);
        heco_dense_add(u, c->sigma, d, n);
    }
}

/* p_s gains C^(-1/2) of the mean step. */
static void covariance_update_path(heco_covariance *c) {
    size_t n = c->n;
    heco_dense_rows_dot(c->work, c->B, c->step, n, n);
    for (size_t j = 0; j < n; j++) c->work[j] /= c->D[j];
    heco_dense_scale(c->p_s, 1.0 - c->c_s, n);
    double gain = sqrt(c->c_s * (2.0 - c->c_s) * c->mu_eff);
    for (size_t j = 0; j < n; j++) heco_dense_add(c->p_s, gain * c->work[j], c->B + j * n, n);
}

/* C = (1 - c_1 - c_mu) C + c_1 p_c p_c' + c_mu sum w d d'. While p_s is long, p_c stands still and
 * a part of C takes its place (h_s of the tutorial). */
static void covariance_update_matrix(heco_covariance *c, const size_t *order, double length) {
    size_t n    = c->n;
    double fade = 1.0 - heco_pow(1.0 - c->c_s, 2.0 * (double)(c->generation + 1));
    int    h_s  = length / sqrt(fade) < (1.4 + 2.0 / ((double)n + 1.0)) * c->chi;
    heco_dense_scale(c->p_c, 1.0 - c->c_c, n);
    if (h_s) heco_dense_add(c->p_c, sqrt(c->c_c * (2.0 - c->c_c) * c->mu_eff), c->step, n);
    double lost = h_s ? 0.0 : c->c_1 * c->c_c * (2.0 - c->c_c);
    heco_dense_scale(c->C, 1.0 - c->c_1 - c->c_mu + lost, n * n);
    heco_dense_add_outer(c->C, c->c_1, c->p_c, c->p_c, n);
    for (size_t k = 0; k < c->mu; k++) {
        const double *d = c->d + order[k] * n;
        heco_dense_add_outer(c->C, c->c_mu * c->w[k], d, d, n);
    }
}

/* Decomposes C if it is time to. Returns 0 if C is not positive definite to rounding. */
static int covariance_decompose(heco_covariance *c) {
    double wait = 1.0 / (10.0 * (double)c->n * (c->c_1 + c->c_mu));
    if ((double)++c->age < wait) return 1;
    c->age = 0;
    if (!heco_dense_eigen(&c->eigen, c->D, c->B, c->C, c->n)) return 0;
    for (size_t j = 0; j < c->n; j++) {
        if (!(c->D[j] > 1e-14 * c->D[c->n - 1]) || !(c->D[j] > 1e-200)) return 0;
        c->D[j] = sqrt(c->D[j]);
    }
    return 1;
}

int heco_covariance_update(heco_covariance *c, const size_t *order) {
    size_t n = c->n;
    memset(c->step, 0, n * sizeof *c->step);
    for (size_t k = 0; k < c->mu; k++) heco_dense_add(c->step, c->w[k], c->d + order[k] * n, n);
    heco_dense_add(c->mean, c->sigma, c->step, n);
    covariance_update_path(c);
    double length = sqrt(heco_dense_dot(c->p_s, c->p_s, n));
    covariance_update_matrix(c, order, length);
    c->sigma *= heco_exp(fmin(1.0, c->c_s / c->d_s * (length / c->chi - 1.0)));
    c->generation++;
    if (!(c->sigma < 1e100) || !isfinite(length)) return 0;
    return covariance_decompose(c);
}

double heco_covariance_longest_step(const heco_covariance *c) {
    double longest = 0.0;
    for (size_t j = 0; j < c->n; j++) longest = fmax(longest, c->D[j]);
    return c->sigma * longest;
}
