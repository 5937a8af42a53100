/* Jumps and failing half-spaces: steps that fail by the same amount however short they are meet a
 * discontinuity. Each variable alone shows which one crosses it, bisection where; the descent then
 * stays on this side of it. */
#include "solver/sqp/descent_parts.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

double heco_descent_residual(const heco_descent *s, double f, const double *c, size_t only,
                             double by) {
    size_t nv     = s->nv;
    double linear = only < nv ? s->grad[only] * by : heco_dense_dot(s->grad, s->d, nv), sum = 0.0;
    for (size_t i = 0; i < s->m; i++) {
        const double *a    = s->An + i * nv;
        double        step = only < nv ? a[only] * by : heco_dense_dot(a, s->d, nv);
        sum += fabs((c[i] - s->c[i]) / s->scale[i] - step);
    }
    return fabs(f - s->f - linear) + s->rho * sum;
}

/* Does the residual fall slower than step^1.5, as it does not for a smooth function? */
static void descent_count_slow(heco_descent *s) {
    if (s->rejections < 2 || !isfinite(s->residual) || !isfinite(s->last_residual)) return;
    if (!(s->length < 0.9 * s->last_step)) return;
    int slow = log(s->last_residual / s->residual) < 1.5 * log(s->last_step / s->length);
    s->odd   = slow ? s->odd + 1 : 0;
}

int heco_descent_meets_discontinuity(heco_descent *s) {
    double e = s->residual, last = s->last_residual;
    descent_count_slow(s);
    int same          = isinf(e) ? isinf(last) : e > 0.6 * last && e < 1.6 * last;
    int shorter       = s->length < 0.6 * s->last_step && s->length > 1e-9;
    int discontinuity = same && shorter && s->level == 0 && s->rejections >= 2 &&
                        s->walls < 2 * (int)s->nv && e > 10.0 * fabs(s->slope);
    s->last_residual = e, s->last_step = s->length;
    if (!discontinuity) return 0;
    s->probes = 0;
    for (size_t k = 0; k < s->nc && k < s->nv; k++)
        if (fabs(s->d[k]) > 1e-3 * s->length) s->probe[s->probes++] = k;
    if (s->probes == 0) return 0;
    s->phase = HECO_DESCENT_DISCONTINUITY;
    return 1;
}

size_t heco_descent_ask_walls(heco_descent *s, double *rows) {
    for (size_t a = 0; a < s->probes; a++) {
        size_t j = s->var[s->probe[a]];
        memcpy(rows + a * s->n, s->x, s->n * sizeof *rows);
        rows[a * s->n + j] = s->tx[j];
    }
    return s->probes;
}

/* Residual of row a, in which column k alone has moved. */
static double descent_row_residual(heco_descent *s, const heco_batch *in, size_t a, size_t k) {
    size_t j = s->var[k];
    if (!heco_descent_row_finite(in, a)) return INFINITY;
    heco_descent_row_values(s, s->tc, in, a);
    double by = (in->x[a * s->n + j] - s->x[j]) / s->width[j];
    return heco_descent_residual(s, in->f[a], s->tc, k, by);
}

/* Is that residual the trial's? */
static int descent_is_culprit(const heco_descent *s, double residual) {
    if (isinf(s->last_residual)) return isinf(residual);
    return residual > 0.5 * s->last_residual;
}

heco_descent_end heco_descent_tell_walls(heco_descent *s, const heco_batch *in) {
    double most      = 0.0;
    s->discontinuity = s->nv;
    for (size_t a = 0; a < s->probes; a++) {
        double e = descent_row_residual(s, in, a, s->probe[a]);
        if (e > most && descent_is_culprit(s, e)) most = e, s->discontinuity = s->probe[a];
    }
    s->phase = HECO_DESCENT_TRIAL;
    if (s->discontinuity == s->nv) {
        s->walls++;
        return heco_descent_reject(s);
    }
    size_t j = s->var[s->discontinuity];
    s->good = s->x[j], s->bad = s->tx[j];
    s->halvings = 0;
    s->phase    = HECO_DESCENT_BISECT;
    return HECO_DESCENT_RUNNING;
}

size_t heco_descent_ask_bisection(heco_descent *s, double *rows) {
    memcpy(rows, s->x, s->n * sizeof *rows);
    rows[s->var[s->discontinuity]] = 0.5 * (s->good + s->bad);
    return 1;
}

heco_descent_end heco_descent_tell_bisection(heco_descent *s, const heco_batch *in) {
    size_t j = s->var[s->discontinuity];
    if (descent_is_culprit(s, descent_row_residual(s, in, 0, s->discontinuity))) s->bad = in->x[j];
    else s->good = in->x[j];
    s->halvings++;
    if (fabs(s->bad - s->good) > 1e-10 * s->width[j] && s->halvings < 40)
        return HECO_DESCENT_RUNNING;
    if (s->bad > s->good) s->bu[j] = s->good;
    else s->bl[j] = s->good;
    s->walls++;
    s->rejections = 0;
    s->delta      = s->kept_delta;
    return heco_descent_next_trial(s);
}
