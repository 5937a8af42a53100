#include "solver/surrogate/rbf.h"

#include <string.h>

#include "base/clones.h"
#include "base/dense.h"

void heco_rbf_init(heco_rbf *q, size_t n, size_t m, size_t most, heco_arena *arena) {
    memset(q, 0, sizeof *q);
    q->n = n, q->m = m, q->most = most;
    q->terms  = heco_rbf_terms(HECO_RBF_FULL, n);
    q->c      = heco_arena_take(arena, n, sizeof *q->c);
    q->z      = heco_arena_take(arena, most * n, sizeof *q->z);
    q->zt     = heco_arena_take(arena, most * n, sizeof *q->zt);
    q->lambda = heco_arena_take(arena, m * most, sizeof *q->lambda);
    q->beta   = heco_arena_take(arena, m * q->terms, sizeof *q->beta);
    q->out    = heco_arena_take(arena, m, sizeof *q->out);
    q->work   = heco_arena_take(arena, 4 * most + n, sizeof *q->work);
    q->row    = heco_arena_take(arena, n + m, sizeof *q->row);
}

size_t heco_rbf_terms(heco_rbf_tail tail, size_t n) {
    if (tail == HECO_RBF_SQUARES) return 2 * n + 1;
    return tail == HECO_RBF_FULL ? (n + 1) * (n + 2) / 2 : n + 1;
}

void heco_rbf_write_terms(double *row, heco_rbf_tail tail, const double *z, size_t n) {
    *row++ = 1.0;
    for (size_t j = 0; j < n; j++) *row++ = z[j];
    if (tail == HECO_RBF_SQUARES)
        for (size_t j = 0; j < n; j++) *row++ = z[j] * z[j];
    if (tail == HECO_RBF_FULL)
        for (size_t i = 0; i < n; i++)
            for (size_t j = i; j < n; j++) *row++ = z[i] * z[j];
}

/* Returns the polynomial of output k; its gradient is added to g unless g is NULL. */
static double rbf_polynomial(const heco_rbf *q, size_t k, const double *z, double *g) {
    size_t        n = q->n;
    const double *b = q->beta + k * q->terms, *second = b + 1 + n;
    heco_rbf_tail tail = q->out[k].tail;
    double        sum  = b[0];
    for (size_t j = 0; j < n; j++) sum += b[1 + j] * z[j];
    for (size_t j = 0; g != NULL && j < n; j++) g[j] += b[1 + j];
    if (tail == HECO_RBF_LINEAR) return sum;
    if (tail == HECO_RBF_SQUARES) {
        for (size_t j = 0; j < n; j++) sum += second[j] * z[j] * z[j];
        for (size_t j = 0; g != NULL && j < n; j++) g[j] += 2.0 * second[j] * z[j];
        return sum;
    }
    for (size_t i = 0; i < n; second += n - i, i++) { /* row i of the upper triangle */
        double along = 0.0;
        for (size_t j = i; j < n; j++) along += second[j - i] * z[j];
        sum += along * z[i];
        if (g == NULL) continue;
        g[i] += along;
        for (size_t j = i; j < n; j++) g[j] += second[j - i] * z[i];
    }
    return sum;
}

/* Writes the distances r of z to all points, and their cubes. */
HECO_CLONES static void rbf_distances(const heco_rbf *q, const double *z, double *restrict r,
                                      double *restrict cube) {
    size_t M = q->count;
    for (size_t i = 0; i < M; i++) cube[i] = 0.0;
    for (size_t j = 0; j < q->n; j++) {
        const double *restrict zt = q->zt + j * q->most;
        for (size_t i = 0; i < M; i++) cube[i] += (z[j] - zt[i]) * (z[j] - zt[i]);
    }
    for (size_t i = 0; i < M; i++) r[i] = sqrt(cube[i]);
    for (size_t i = 0; i < M; i++) cube[i] *= r[i];
}

/* Writes mu = lambda r and returns the sum of mu, by four partial sums as in heco_dense_dot. */
HECO_CLONES static double rbf_weights(double *restrict mu, const double *restrict lambda,
                                      const double *restrict r, size_t count) {
    double s[4] = {0.0, 0.0, 0.0, 0.0};
    size_t i    = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t l = 0; l < 4; l++) s[l] += mu[i + l] = lambda[i + l] * r[i + l];
    for (; i < count; i++) s[0] += mu[i] = lambda[i] * r[i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

void heco_rbf_eval(const heco_rbf *q, const double *z, double *v, double *G) {
    size_t  n = q->n, M = q->count;
    double *r = q->work, *cube = r + q->most, *mu = cube + q->most, *sum = mu + q->most;
    rbf_distances(q, z, r, cube);
    for (size_t k = 0; k < q->m; k++) {
        const double *lambda = q->lambda + k * q->most;
        double       *g      = G != NULL ? G + k * n : NULL;
        if (q->out[k].tail == HECO_RBF_CONSTANT) {
            v[k] = 0.0;
            if (g != NULL) memset(g, 0, n * sizeof *g);
            continue;
        }
        if (g != NULL) { /* the gradient of |z - z_i|^3 is 3 r_i (z - z_i) */
            double total = rbf_weights(mu, lambda, r, M);
            heco_dense_rows_sum(sum, q->z, mu, M, n);
            for (size_t j = 0; j < n; j++) g[j] = 3.0 * (total * z[j] - sum[j]);
        }
        v[k] = heco_dense_dot(lambda, cube, M) + rbf_polynomial(q, k, z, g);
    }
}

double heco_rbf_value(const heco_rbf *q, size_t k, double v) {
    const heco_rbf_output *o = &q->out[k];
    double                 t = v * o->scale;
    return (o->plog ? heco_plog_inverse(t, o->alpha) : t) + o->y0;
}

double heco_rbf_slope(const heco_rbf *q, size_t k, double y) {
    const heco_rbf_output *o = &q->out[k];
    return o->plog ? o->alpha / (o->alpha + fabs(y - o->y0)) : 1.0;
}

void heco_rbf_predict(const heco_rbf *q, const double *x, double *y) {
    double *z = q->row, *v = z + q->n;
    for (size_t j = 0; j < q->n; j++) z[j] = (x[j] - q->c[j]) / q->s;
    heco_rbf_eval(q, z, v, NULL);
    for (size_t k = 0; k < q->m; k++) y[k] = heco_rbf_value(q, k, v[k]);
}
