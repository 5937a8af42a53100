/* Exact derivatives of a descent: one row, x itself, and what came with it. Columns of integers
 * stay differences, for a unit step of an integer is what the model wants to know. Whether the
 * derivatives are right is looked at before they are believed: along one direction, by two further
 * rows. */
#include "solver/sqp/descent_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dense.h"

enum { DESCENT_CHECKS = 2, DESCENT_PATIENCE = 3, DESCENT_DOUBTS = 2 };

int heco_descent_may_ask(const heco_descent *s) {
    const heco_descent_trust *t    = &s->trust;
    int                       vain = t->missed >= DESCENT_PATIENCE && t->missed > t->given;
    return s->offered && s->room && s->nc > 0 && s->level == 0 && !s->refused && !s->doubted &&
           !vain && t->doubts < DESCENT_DOUBTS;
}

int heco_descent_wants_derivatives(const heco_descent *s) {
    return s->end == HECO_DESCENT_RUNNING && s->phase == HECO_DESCENT_EXACT;
}

/* How far column k goes in the first of the two rows: towards the side with more room, every
 * variable by a share of its own. */
static double descent_check_step(const heco_descent *s, size_t k) {
    size_t j     = s->var[k];
    double share = 0.5 + fmod(0.6180339887498949 * (double)(k + 1), 1.0);
    double by    = fmin(1e3 * heco_descent_difference(s, k), 0.1 * s->width[j]) * share;
    return s->bu[j] - s->x[j] >= s->x[j] - s->bl[j] ? by : -by;
}

size_t heco_descent_ask_exact(heco_descent *s, double *rows) {
    size_t n = s->n, count = 1;
    memcpy(rows, s->x, n * sizeof *rows);
    for (s->probes = 0; s->nc + s->probes < s->nv; s->probes++)
        s->probe[s->probes] = s->nc + s->probes;
    count += heco_descent_ask_probes(s, rows + n);
    for (int step = 1; !s->trust.checked && step <= DESCENT_CHECKS; step++, count++) {
        double *row = rows + count * n;
        memcpy(row, s->x, n * sizeof *row);
        for (size_t k = 0; k < s->nc; k++) row[s->var[k]] += step * descent_check_step(s, k);
    }
    return count;
}

static void descent_take_columns(heco_descent *s, const heco_batch *in) {
    size_t ng = s->space->ng;
    for (size_t k = 0; k < s->nc; k++) {
        size_t j   = s->var[k];
        s->grad[k] = in->df[j] * s->width[j];
        for (size_t i = 0; i < s->m; i++) {
            const double *row   = i < ng ? in->dg + i * s->n : in->dh + (i - ng) * s->n;
            s->A[i * s->nv + k] = row[j] * s->width[j];
        }
    }
}

/* One function at x and in the two rows. What its derivatives do not explain grows with the square
 * of the step if they are right, with the step itself if they are not. */
typedef struct {
    const double *slope;
    double        value[1 + DESCENT_CHECKS];
} descent_checked;

static int descent_is_wrong(const heco_descent *s, const heco_batch *in, size_t first,
                            const descent_checked *c) {
    double rest[DESCENT_CHECKS], gross = 0.0, argument = 0.0;
    for (size_t a = 0; a < DESCENT_CHECKS; a++) {
        rest[a] = c->value[1 + a] - c->value[0];
        for (size_t k = 0; k < s->nc; k++) {
            size_t j = s->var[k];
            double w = (in->x[(first + a) * s->n + j] - s->x[j]) / s->width[j];
            rest[a] -= c->slope[k] * w;
            if (a == 0) gross += fabs(c->slope[k] * w);
            if (a == 0) argument += fabs(c->slope[k] * s->x[j] / s->width[j]);
        }
    }
    double change = fabs(c->value[1] - c->value[0]);
    double off    = fabs(4.0 * rest[0] - rest[1]) / 2.0;
    double noise  = 1e-10 * fabs(c->value[0]) + 1e-12 * argument;
    return off > 1e-3 * fmax(gross, change) + 0.1 * fabs(rest[0]) + noise;
}

/* 0: they agree; else 1 for f, 2 for the first constraint, ... */
static size_t descent_find_wrong(heco_descent *s, const heco_batch *in, size_t first) {
    descent_checked c     = {.slope = s->grad, .value = {s->f, in->f[first], in->f[first + 1]}};
    size_t          wrong = 0;
    for (size_t a = 0; a < DESCENT_CHECKS; a++)
        if (!heco_descent_row_finite(in, first + a)) return 0; /* they cannot tell */
    if (descent_is_wrong(s, in, first, &c)) return 1;
    for (size_t i = 0; i < s->m && wrong == 0; i++) {
        c.slope    = s->A + i * s->nv;
        c.value[0] = s->c[i];
        for (size_t a = 0; a < DESCENT_CHECKS; a++) {
            heco_descent_row_values(s, s->tc, in, first + a);
            c.value[1 + a] = s->tc[i];
        }
        if (descent_is_wrong(s, in, first, &c)) wrong = i + 2;
    }
    return wrong;
}

/* Are they there, and are they right? Two points in turn must say no before it is final: where a
 * function has neither slope nor curvature the look along a line deceives. */
static int descent_is_given(heco_descent *s, const heco_batch *in) {
    heco_descent_trust *t = &s->trust;
    if (!in->derivatives || in->df == NULL) {
        t->missed++;
        return 0;
    }
    descent_take_columns(s, in);
    if (!t->checked) {
        t->wrong   = descent_find_wrong(s, in, 1 + s->nv - s->nc);
        t->checked = t->wrong == 0;
        t->doubts  = t->wrong == 0 ? 0 : t->doubts + 1;
    }
    if (t->wrong != 0) return 0;
    t->given++, t->missed = 0;
    return 1;
}

heco_descent_end heco_descent_tell_exact(heco_descent *s, const heco_batch *in) {
    size_t bad = heco_descent_take_probes(s, in, 1);
    s->exact   = descent_is_given(s, in);
    if (s->exact) {
        s->probes = bad;
        s->phase  = HECO_DESCENT_REPROBE;
        return bad > 0 ? HECO_DESCENT_RUNNING : heco_descent_use_derivatives(s);
    }
    memmove(s->probe + s->nc, s->probe, bad * sizeof *s->probe);
    for (size_t k = 0; k < s->nc; k++) s->probe[k] = k;
    s->probes  = s->nc + bad;
    s->phase   = HECO_DESCENT_PROBE;
    s->refused = 1;
    return HECO_DESCENT_RUNNING;
}

void heco_descent_distrust(heco_descent *s) {
    s->doubted       = 1;
    s->trust.checked = 0; /* another look before the next descent believes them */
    s->trust.misled++;
}

void heco_descent_describe(const heco_descent *s, char *text, size_t size) {
    const heco_descent_trust *t = &s->trust;
    if (size > 0) text[0] = '\0';
    if (t->doubts >= DESCENT_DOUBTS && t->wrong == 1)
        snprintf(text, size, "the derivatives given of the objective are wrong: not used");
    else if (t->doubts >= DESCENT_DOUBTS)
        snprintf(text, size, "the derivatives given of constraint %zu are wrong: not used",
                 t->wrong - 1);
    else if (t->missed >= DESCENT_PATIENCE && t->missed > t->given)
        snprintf(text, size, "exact derivatives were not given when asked for");
    else if (t->misled > 0)
        snprintf(text, size, "exact derivatives misled %llu descents, which took differences",
                 (unsigned long long)t->misled);
}
