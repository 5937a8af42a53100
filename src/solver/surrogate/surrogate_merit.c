/* Merit, scales and weights of `surrogate`: phi = f + sum of w_k max(0, g_k)
 * + sum of w_k max(0, |h_k| - tol). */
#include "solver/surrogate/surrogate.h"

/* The excess of output k >= 1 over what is allowed. */
double heco_surrogate_violation(const surrogate_state *s, const double *y, size_t k) {
    return fmax(0.0, k <= s->ng ? y[k] : fabs(y[k]) - s->tol[k]);
}

double heco_surrogate_merit(const surrogate_state *s, const double *y) {
    double sum = y[0];
    for (size_t k = 1; k < s->m; k++) sum += s->w[k] * heco_surrogate_violation(s, y, k);
    return isfinite(sum) ? sum : INFINITY;
}

double heco_surrogate_row_merit(const surrogate_state *s, size_t i) {
    return s->E.usable[i] ? heco_surrogate_merit(s, s->E.y + i * s->m) : INFINITY;
}

void heco_surrogate_set_scales(surrogate_state *s) {
    const heco_samples *E = &s->E;
    for (size_t k = 0; k < s->m; k++) {
        size_t count = 0;
        for (size_t i = 0; i < E->count; i++)
            if (E->usable[i]) s->column[count++] = E->y[i * s->m + k];
        s->s[k] = 1.0;
        if (count > 0) {
            size_t *scratch = s->order + E->capacity;
            s->s[k]         = heco_quantile(s->column, count, 0.9, s->order, scratch) -
                      heco_quantile(s->column, count, 0.1, s->order, scratch);
            if (!(s->s[k] > 0.0)) s->s[k] = fabs(s->column[0]) + 1e-12;
        }
        s->w[k] = s->s[0] / s->s[k];
    }
}

size_t heco_surrogate_centre(const surrogate_state *s) {
    size_t best = s->E.count;
    double phi  = INFINITY;
    for (size_t i = 0; i < s->E.count; i++) {
        if (s->E.run[i] != s->run || !s->E.usable[i]) continue;
        double merit = heco_surrogate_row_merit(s, i);
        if (best < s->E.count && !(merit < phi)) continue;
        best = i, phi = merit;
    }
    return best;
}

double heco_surrogate_scaled_violation(const surrogate_state *s, const double *y) {
    double sum = 0.0;
    for (size_t k = 1; k < s->m; k++) sum += heco_surrogate_violation(s, y, k) / s->s[k];
    return sum;
}

size_t heco_surrogate_best(const surrogate_state *s) {
    size_t best = s->E.count;
    double v = INFINITY, f = INFINITY;
    for (size_t i = 0; i < s->E.count; i++) {
        const double *y = s->E.y + i * s->m;
        if (!s->E.usable[i]) continue;
        double vi = heco_surrogate_scaled_violation(s, y);
        if (best < s->E.count && !(vi < v || (vi == v && y[0] < f))) continue;
        best = i, v = vi, f = y[0];
    }
    return best;
}

int heco_surrogate_untrusted(const heco_rbf *q, size_t k) {
    return q->out[k].error > 0.7 * q->out[k].deviation;
}

void heco_surrogate_set_weights(surrogate_state *s, const heco_rbf *q, const double *y,
                                const double *z) {
    for (size_t k = 1; k < s->m; k++) {
        double unit = q->out[0].scale / q->out[k].scale, size = fabs(z[k - 1]);
        double l = size * unit * heco_rbf_slope(q, k, y[k]) / heco_rbf_slope(q, 0, y[0]);
        if (size > 90.0) l = 0.0; /* a multiplier at the price of the elastic QP says nothing */
        double w = fmin(fmax(fmax(2.0 * l, 0.7 * s->w[k]), 0.01 * unit), 1e4 * unit);
        s->w[k]  = fmax(s->w_floor[k], w);
    }
}

void heco_surrogate_raise_weights(surrogate_state *s, const double *centre, const double *y) {
    double now  = heco_surrogate_merit(s, centre) - centre[0],
           then = heco_surrogate_merit(s, y) - y[0];
    if (!(now > 1.0001 * then) || !isfinite(now)) return;
    double factor = (y[0] - centre[0]) / (0.7 * (now - then));
    if (!(factor > 1.0)) return;
    for (size_t k = 1; k < s->m; k++)
        s->w[k] = fmin(s->w[k] * fmin(factor, 100.0), 1e6 * s->s[0] / s->s[k]);
}
