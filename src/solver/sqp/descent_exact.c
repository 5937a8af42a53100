/* Exact derivatives: one row, the iterate itself, with the derivatives that come with it.
 *
 * The columns of integers remain differences over one step, because a model of unit steps is
 * wanted. Before exact derivatives are used, they are checked along one direction v by two further
 * rows x + v and x + 2v. The remainder r(t) = F(x + tv) - F(x) - t F'(x)v of a function F is
 * quadratic in t if F' is right: r(2) = 4 r(1). It is linear if F' is wrong: r(2) = 2 r(1). Hence
 * |4 r(1) - r(2)|/2 estimates the error of F'(x)v. */
#include "solver/sqp/descent_internal.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
enum {
    DESCENT_CHECKS     = 2, /* rows of a check */
    DESCENT_MISSING    = 3, /* consecutive unanswered requests after which no more are made */
    DESCENT_MISMATCHES = 3  /* consecutive checks that must disagree, each with longer steps: the
                             * error of wrong derivatives grows with the step, rounding and
                             * cancellation in the function do not */
};
static const double
    descent_check_steps     = 1e3,                /* length of the direction v: so many
                                                   * difference steps, */
    descent_check_longer    = 30.0,               /* so many times longer after each mismatch, */
    descent_check_most      = 0.1,                /* at most this share of the box, times a
                                                   * factor in [0.5, 1.5] */
    descent_golden_ratio    = 0.6180339887498949, /* that differs between the variables, so that
                                                   * errors do not cancel */
    descent_check_change    = 1e-3,               /* the error may be this share of the change
                                                   * along v, */
    descent_check_remainder = 0.1,                /* plus this share of the remainder, */
    descent_round_value     = 1e-10,              /* plus rounding errors of the value */
    descent_round_argument  = 1e-12;              /* and of its argument */
/* clang-format on */

/* Returns 1 if requests for derivatives remain unanswered. */
static int descent_exact_is_missing(const heco_descent_exact *e) {
    return e->missing >= DESCENT_MISSING && e->missing > e->supplied;
}

int heco_descent_may_ask_exact(const heco_descent *s) {
    const heco_descent_exact *e = &s->exact;
    return e->available && e->has_room && s->nc > 0 && s->differences.level == HECO_DESCENT_SHORT &&
           !e->refused && !e->distrusted && !descent_exact_is_missing(e) &&
           e->mismatches < DESCENT_MISMATCHES;
}

int heco_descent_wants_derivatives(const heco_descent *s) {
    return s->end == HECO_DESCENT_RUNNING &&
           (s->phase == HECO_DESCENT_EXACT || s->phase == HECO_DESCENT_CURVATURE);
}

/* Returns component k of the direction v of the check, towards the side with more room. */
static double descent_check_direction(const heco_descent *s, size_t k) {
    size_t j      = s->var[k];
    double factor = 0.5 + fmod(descent_golden_ratio * (double)(k + 1), 1.0);
    double steps  = descent_check_steps;
    for (int i = 0; i < s->exact.mismatches; i++) steps *= descent_check_longer;
    double by =
        factor * fmin(steps * heco_descent_difference_step(s, k), descent_check_most * s->width[j]);
    double above = s->region.upper[j] - s->current.x[j];
    return above >= s->current.x[j] - s->region.lower[j] ? by : -by;
}

size_t heco_descent_ask_exact(heco_descent *s, double *rows) {
    size_t                    n = s->n, count = 1;
    heco_descent_differences *q = &s->differences;
    memcpy(rows, s->current.x, n * sizeof *rows);
    for (q->count = 0; s->nc + q->count < s->nv; q->count++) q->column[q->count] = s->nc + q->count;
    count += heco_descent_ask_differences(s, rows + n);
    for (int t = 1; !s->exact.checked && t <= DESCENT_CHECKS; t++, count++) {
        double *row = rows + count * n;
        memcpy(row, s->current.x, n * sizeof *row);
        for (size_t k = 0; k < s->nc; k++) row[s->var[k]] += t * descent_check_direction(s, k);
    }
    return count;
}

/* Sets the continuous columns of gradient and Jacobian from exact derivatives. */
static void descent_take_exact(heco_descent *s, const heco_batch *in) {
    size_t ng = s->space->ng;
    for (size_t k = 0; k < s->nc; k++) {
        size_t j          = s->var[k];
        s->linear.grad[k] = in->df[j] * s->width[j];
        for (size_t i = 0; i < s->m; i++) {
            const double *row          = i < ng ? in->dg + i * s->n : in->dh + (i - ng) * s->n;
            s->linear.A[i * s->nv + k] = row[j] * s->width[j];
        }
    }
}

typedef struct { /* one function: its gradient, its values at x, x + v and x + 2v */
    const double *slope;
    double        value[1 + DESCENT_CHECKS];
} descent_checked;

/* Returns 1 if the derivatives of one function fail the check in rows `first` and `first` + 1. */
static int descent_is_wrong(const heco_descent *s, const heco_batch *in, size_t first,
                            const descent_checked *c) {
    double rest[DESCENT_CHECKS], gross = 0.0, argument = 0.0;
    for (size_t a = 0; a < DESCENT_CHECKS; a++) {
        rest[a] = c->value[1 + a] - c->value[0];
        for (size_t k = 0; k < s->nc; k++) {
            size_t j = s->var[k];
            double w = (in->x[(first + a) * s->n + j] - s->current.x[j]) / s->width[j];
            rest[a] -= c->slope[k] * w;
            if (a == 0) gross += fabs(c->slope[k] * w);
            if (a == 0) argument += fabs(c->slope[k] * s->current.x[j] / s->width[j]);
        }
    }
    double change = fabs(c->value[1] - c->value[0]);
    double error  = fabs(4.0 * rest[0] - rest[1]) / 2.0;
    double noise  = descent_round_value * fabs(c->value[0]) + descent_round_argument * argument;
    return error > descent_check_change * fmax(gross, change) +
                       descent_check_remainder * fabs(rest[0]) + noise;
}

/* Returns 0 if the derivatives agree, 1 if those of f are wrong, 2 for the first constraint, ...
 * Rows that failed decide nothing. */
static size_t descent_find_wrong(heco_descent *s, const heco_batch *in, size_t first) {
    descent_checked c     = {.slope = s->linear.grad,
                             .value = {s->current.f, in->f[first], in->f[first + 1]}};
    size_t          wrong = 0;
    for (size_t a = 0; a < DESCENT_CHECKS; a++)
        if (!heco_descent_row_is_finite(in, first + a)) return 0;
    if (descent_is_wrong(s, in, first, &c)) return 1;
    for (size_t i = 0; i < s->m && wrong == 0; i++) {
        c.slope    = s->linear.A + i * s->nv;
        c.value[0] = s->current.c[i];
        for (size_t a = 0; a < DESCENT_CHECKS; a++) {
            heco_descent_row_values(s, s->trial.c, in, first + a);
            c.value[1 + a] = s->trial.c[i];
        }
        if (descent_is_wrong(s, in, first, &c)) wrong = i + 2;
    }
    return wrong;
}

/* Takes the derivatives of a batch and updates the statistics of s->exact. Returns 1 if they were
 * supplied and passed their check. */
static int descent_receive_exact(heco_descent *s, const heco_batch *in) {
    heco_descent_exact *e = &s->exact;
    if (!in->derivatives || in->df == NULL) {
        e->missing++;
        return 0;
    }
    descent_take_exact(s, in);
    if (!e->checked) {
        e->wrong      = descent_find_wrong(s, in, 1 + s->nv - s->nc);
        e->checked    = e->wrong == 0;
        e->mismatches = e->wrong == 0 ? 0 : e->mismatches + 1;
    }
    if (e->wrong != 0) return 0;
    e->supplied++, e->missing = 0;
    return 1;
}

/* Without exact derivatives the batch of differences for the continuous columns follows. */
heco_descent_end heco_descent_tell_exact(heco_descent *s, const heco_batch *in) {
    heco_descent_differences *q   = &s->differences;
    size_t                    bad = heco_descent_take_differences(s, in, 1);
    s->exact.used                 = descent_receive_exact(s, in);
    if (s->exact.used) {
        q->count = bad;
        s->phase = HECO_DESCENT_OTHER_SIDE;
        return bad > 0 ? HECO_DESCENT_RUNNING : heco_descent_new_model(s);
    }
    memmove(q->column + s->nc, q->column, bad * sizeof *q->column);
    for (size_t k = 0; k < s->nc; k++) q->column[k] = k;
    q->count         = s->nc + bad;
    s->phase         = HECO_DESCENT_DIFFERENCES;
    s->exact.refused = 1;
    return HECO_DESCENT_RUNNING;
}

void heco_descent_distrust_exact(heco_descent *s) {
    s->exact.distrusted = 1;
    s->exact.checked    = s->exact.trusted; /* else the next descent checks them again */
    s->exact.rejected++;
}

void heco_descent_describe(const heco_descent *s, char *text, size_t size) {
    const heco_descent_exact *e = &s->exact;
    if (size > 0) text[0] = '\0';
    if (e->mismatches >= DESCENT_MISMATCHES && e->wrong == 1)
        snprintf(text, size, "the derivatives given of the objective are wrong: not used");
    else if (e->mismatches >= DESCENT_MISMATCHES)
        snprintf(text, size, "the derivatives given of constraint %zu are wrong: not used",
                 e->wrong - 1);
    else if (descent_exact_is_missing(e))
        snprintf(text, size, "exact derivatives were not given when asked for");
    else if (e->rejected > 0)
        snprintf(text, size, "exact derivatives were replaced by differences in %llu descent%s",
                 (unsigned long long)e->rejected, e->rejected > 1 ? "s" : "");
}
