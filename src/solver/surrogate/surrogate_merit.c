/* Merit function of `surrogate`: phi = f + sum of w_k max(0, g_k) + sum of w_k max(0, |h_k| -
 * tol_k), the exact l1 penalty function with one weight for each constraint (Nocedal and Wright
 * 2006, section 15.4). The weights follow the Lagrange multipliers of the model problem: phi is
 * exact if each weight is above the multiplier of its constraint.
 *
 * The constants were chosen with the prototype (docs/algorithms/surrogate.md). */
#include "base/quantile.h"
#include "solver/surrogate/surrogate.h"

static const double MERIT_SAFETY   = 2.0;   /* of a weight above its multiplier              */
static const double MERIT_DECREASE = 0.7;   /* a weight falls at most by this factor a step  */
static const double MERIT_LEAST    = 0.01;  /* smallest and largest weight, in units of the  */
static const double MERIT_LARGEST  = 1e4;   /* scale of f over the scale of the constraint   */
static const double MERIT_RAISED   = 1e6;   /* largest weight after heco_surrogate_raise_weights */
static const double MERIT_RAISE    = 100.0; /* largest factor of one such raise             */
static const double MERIT_GAIN =
    0.7; /* largest increase of f, relative to the decrease of the penalty */
static const double MERIT_UNRELIABLE = 0.7; /* error over deviation of an unreliable model    */
/* Multipliers from here on belong to constraints that cannot be met and say nothing. */
static const double MERIT_MULTIPLIER = 90.0;

double heco_surrogate_violation(const surrogate_state *s, const double *y, size_t k) {
    return fmax(0.0, k <= s->ng ? y[k] : fabs(y[k]) - s->merit.tol[k]);
}

double heco_surrogate_merit(const surrogate_state *s, const double *y) {
    double sum = y[0];
    for (size_t k = 1; k < s->m; k++) sum += s->merit.weight[k] * heco_surrogate_violation(s, y, k);
    return isfinite(sum) ? sum : INFINITY;
}

double heco_surrogate_row_merit(const surrogate_state *s, size_t i) {
    return s->samples.usable[i] ? heco_surrogate_merit(s, s->samples.y + i * s->m) : INFINITY;
}

/* Returns the width of the central 80 % of the values of output k; their size if they are all
 * equal. Overwrites work.column and work.order. */
static double merit_scale(surrogate_state *s, size_t k) {
    const heco_samples *e      = &s->samples;
    double             *column = s->work.column;
    size_t              count = 0, *order = s->work.order, *scratch = order + e->capacity;
    for (size_t i = 0; i < e->count; i++)
        if (e->usable[i]) column[count++] = e->y[i * s->m + k];
    if (count == 0) return 1.0;
    double width = heco_quantile(column, count, 0.9, order, scratch) -
                   heco_quantile(column, count, 0.1, order, scratch);
    return width > 0.0 ? width : fabs(column[0]) + 1e-12;
}

void heco_surrogate_set_scales(surrogate_state *s) {
    for (size_t k = 0; k < s->m; k++) {
        s->merit.scale[k]  = merit_scale(s, k);
        s->merit.weight[k] = s->merit.scale[0] / s->merit.scale[k];
    }
}

size_t heco_surrogate_centre(const surrogate_state *s) {
    const heco_samples *e    = &s->samples;
    size_t              best = e->count;
    double              phi  = INFINITY;
    for (size_t i = 0; i < e->count; i++) {
        if (e->run[i] != s->local.run || !e->usable[i]) continue;
        double merit = heco_surrogate_row_merit(s, i);
        if (best < e->count && !(merit < phi)) continue;
        best = i, phi = merit;
    }
    return best;
}

double heco_surrogate_scaled_violation(const surrogate_state *s, const double *y) {
    double sum = 0.0;
    for (size_t k = 1; k < s->m; k++) sum += heco_surrogate_violation(s, y, k) / s->merit.scale[k];
    return sum;
}

size_t heco_surrogate_best(const surrogate_state *s) {
    const heco_samples *e    = &s->samples;
    size_t              best = e->count;
    double              v = INFINITY, f = INFINITY;
    for (size_t i = 0; i < e->count; i++) {
        const double *y = e->y + i * s->m;
        if (!e->usable[i]) continue;
        double vi = heco_surrogate_scaled_violation(s, y);
        if (best < e->count && !(vi < v || (vi == v && y[0] < f))) continue;
        best = i, v = vi, f = y[0];
    }
    return best;
}

int heco_surrogate_is_unreliable(const heco_rbf *q, size_t k) {
    return q->out[k].error > MERIT_UNRELIABLE * q->out[k].deviation;
}

void heco_surrogate_set_weights(surrogate_state *s, const heco_rbf *q, const double *y,
                                const double *multiplier) {
    double *w = s->merit.weight;
    for (size_t k = 1; k < s->m; k++) {
        double unit = q->out[0].scale / q->out[k].scale, size = fabs(multiplier[k - 1]);
        double l = size * unit * heco_rbf_slope(q, k, y[k]) / heco_rbf_slope(q, 0, y[0]);
        if (size > MERIT_MULTIPLIER) l = 0.0;
        double to = fmax(fmax(MERIT_SAFETY * l, MERIT_DECREASE * w[k]), MERIT_LEAST * unit);
        w[k]      = fmax(s->merit.least_weight[k], fmin(to, MERIT_LARGEST * unit));
    }
}

void heco_surrogate_raise_weights(surrogate_state *s, const double *y_centre, const double *y) {
    double now  = heco_surrogate_merit(s, y_centre) - y_centre[0];
    double then = heco_surrogate_merit(s, y) - y[0];
    if (!(now > 1.0001 * then) || !isfinite(now)) return;
    double factor = (y[0] - y_centre[0]) / (MERIT_GAIN * (now - then));
    if (!(factor > 1.0)) return;
    for (size_t k = 1; k < s->m; k++)
        s->merit.weight[k] = fmin(s->merit.weight[k] * fmin(factor, MERIT_RAISE),
                                  MERIT_RAISED * s->merit.scale[0] / s->merit.scale[k]);
}
