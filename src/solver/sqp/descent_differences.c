/* Derivatives of a descent by differences, one row per free variable; and what follows from
 * derivatives, these or exact ones. */
#include "solver/sqp/descent_parts.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

void heco_descent_start_probe(heco_descent *s) {
    s->phase = HECO_DESCENT_PROBE;
    s->exact = s->refused = 0;
    s->probes             = s->nv;
    for (size_t k = 0; k < s->nv; k++) s->probe[k] = k;
}

/* On to the derivatives at x; the present ones become the old ones. */
heco_descent_end heco_descent_go_probe(heco_descent *s) {
    if (s->freezes >= 2) heco_descent_drop_integers(s);
    double *grad = s->old_grad, *A = s->old_A;
    for (size_t k = 0; k < s->nv; k++) {
        size_t j = s->var[k];
        s->s[k]  = (s->x[j] - s->x_D[j]) / s->width[j];
    }
    s->old_exact = s->exact;
    s->old_grad = s->grad, s->grad = grad;
    s->old_A = s->A, s->A = A;
    for (size_t i = 0; i < s->m; i++) s->old_lambda[i] = s->lambda[i] / s->scale[i];
    heco_descent_start_probe(s);
    return HECO_DESCENT_RUNNING;
}

/* Short ones follow the size of x, or of the last step where x is near 0. */
double heco_descent_difference(const heco_descent *s, size_t k) {
    size_t j     = s->var[k];
    double width = s->width[j], h;
    if (k >= s->nc) return 1.0;
    if (s->level == 0)
        h = s->step *
            fmax(fabs(s->x[j]), 0.01 * width * fmin(1.0, fmax(1e-4, 10.0 * s->last_length)));
    else h = (s->level == 1 ? 1e-4 : 0.02) * width;
    return fmin(h, 0.5 * width);
}

size_t heco_descent_ask_probes(heco_descent *s, double *rows) {
    for (size_t a = 0; a < s->probes; a++) {
        size_t  j   = s->var[s->probe[a]];
        double *row = rows + a * s->n, lo = s->bl[j], hi = s->bu[j], x = s->x[j];
        double  h    = heco_descent_difference(s, s->probe[a]);
        int     back = x + h > hi;
        if (s->phase == HECO_DESCENT_REPROBE && x - h >= lo && x + h <= hi) back = 1;
        memcpy(row, s->x, s->n * sizeof *row);
        row[j] = fmin(hi, fmax(lo, back ? x - h : x + h));
    }
    return s->probes;
}

/* A change beside x that the old derivatives do not announce. */
static int descent_jumps(double change, double expected, double least) {
    return fabs(change) > 100.0 * fabs(expected) && fabs(change) > least;
}

static int descent_probe_is_good(const heco_descent *s, double f, const double *c, size_t k,
                                 double w) {
    if (s->phase != HECO_DESCENT_PROBE || s->level > 0 || s->iterations == 0 || k >= s->nc)
        return 1;
    if (descent_jumps(f - s->f, s->old_grad[k] * w, 1e-6 * (1.0 + fabs(s->f)))) return 0;
    for (size_t i = 0; i < s->m; i++)
        if (descent_jumps(c[i] - s->c[i], s->old_A[i * s->nv + k] * w, 1e-6 * s->scale[i]))
            return 0;
    return 1;
}

static void descent_set_column(heco_descent *s, size_t k, double df, const double *c, double w) {
    s->grad[k] = w != 0.0 ? df / w : 0.0;
    for (size_t i = 0; i < s->m; i++) s->A[i * s->nv + k] = w != 0.0 ? (c[i] - s->c[i]) / w : 0.0;
}

/* A step within the differences says nothing about curvature: the change of the derivatives along
 * it is rounding. */
static int descent_step_is_lost(const heco_descent *s) {
    if (s->exact && s->old_exact) return 0;
    for (size_t k = 0; k < s->nv; k++)
        if (fabs(s->s[k]) * s->width[s->var[k]] > heco_descent_difference(s, k)) return 0;
    return 1;
}

static int descent_all_zero(const double *v, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (v[k] != 0.0) return 0;
    return 1;
}

heco_descent_end heco_descent_use_derivatives(heco_descent *s) {
    memcpy(s->x_D, s->x, s->n * sizeof *s->x);
    memcpy(s->c_D, s->c, s->m * sizeof *s->c);
    s->chords = 0;
    if (s->iterations == 0) {
        s->flat = descent_all_zero(s->grad, s->nv) && descent_all_zero(s->A, s->nv * s->m);
        if (s->flat && s->level < 2) return heco_descent_widen(s);
        if (s->flat) return heco_descent_finish(s, HECO_DESCENT_STUCK);
        if (s->keep) s->updates = 1;
        else heco_descent_reset_B(s);
        s->keep = 0;
    } else if (s->paired && !descent_step_is_lost(s)) heco_descent_update_B(s);
    s->paired = 0;
    heco_descent_normalise(s);
    s->iterations++;
    if (s->iterations > 200 + 5 * (int)s->nv) return heco_descent_finish(s, HECO_DESCENT_STUCK);
    return heco_descent_next_trial(s);
}

size_t heco_descent_take_probes(heco_descent *s, const heco_batch *in, size_t first) {
    size_t bad = 0;
    for (size_t a = 0, i = first; a < s->probes; a++, i++) {
        size_t k = s->probe[a], j = s->var[k];
        double w = (in->x[i * s->n + j] - s->x[j]) / s->width[j];
        heco_descent_row_values(s, s->tc, in, i);
        int good = w != 0.0 && heco_descent_row_finite(in, i) &&
                   descent_probe_is_good(s, in->f[i], s->tc, k, w);
        descent_set_column(s, k, in->f[i] - s->f, s->tc, good ? w : 0.0);
        if (!good) s->probe[bad++] = k;
    }
    return bad;
}

heco_descent_end heco_descent_tell_probes(heco_descent *s, const heco_batch *in) {
    size_t bad = heco_descent_take_probes(s, in, 0);
    if (s->phase == HECO_DESCENT_PROBE && bad > 0) {
        s->phase  = HECO_DESCENT_REPROBE;
        s->probes = bad;
        return HECO_DESCENT_RUNNING;
    }
    return heco_descent_use_derivatives(s);
}
