/* The digits that outputs have, and the difference steps that follow from them.
 *
 * A simulator may print 6 digits. A difference over 1e-8 then shows nothing but rounding. The
 * values themselves tell how many digits there are: decimal digits behind the last one are 0.
 * An output is exact to the last bit of a double once one value needs 13 digits or more. An output
 * of few digits beside it is rounded if it takes many values while the integers stay: else it may
 * depend on integers alone.
 *
 * If F has the absolute error e and the curvature k, the best forward difference is 2 sqrt(e/k)
 * long (Gill, Murray, Saunders and Wright 1983). For well scaled functions of full precision that
 * is the default step 1e-8. It is longer for an f with a large constant, f + 1e6, and for rounded
 * outputs. */
#include "solver/sqp/descent_internal.h"

#include <float.h>
#include <string.h>

#include "base/dense.h"
#include "base/rng.h"

/* clang-format off */
enum {
    DIGITS_SHOWN  = 14, /* decimal digits that are looked at */
    DIGITS_FULL   = 13, /* so many make an output exact, */
    DIGITS_LEAST  = 3,  /* and fewer than this a staircase; */
    DIGITS_VALUES = 8,  /* so many values per output decide */
    DIGITS_MOST   = 1000 /* values of an output that are looked at until it is known */
};
static const double
    digits_noise  = 4e-15, /* part of the largest value up to which differences of an output from a
                            * limit are rounding errors */
    digits_length = 2.0,  /* factor of sqrt(e/k) (Gill et al. 1983) */
    digits_loss   = 0.01, /* largest error of a difference of f, relative to its gradient */
    digits_most   = 1e-4, /* longest difference, in widths of the box, of exact outputs, */
    digits_widest = 0.02; /* and of rounded ones: that of the wide level */
/* clang-format on */

/* Scales a positive number by powers of ten to DIGITS_SHOWN digits before the point. Returns the
 * decimal exponent of the last of these, so that value = result 10^exponent. */
static double digits_scale(double value, int *exponent) {
    static const double power[] = {1e256, 1e128, 1e64, 1e32, 1e16, 1e8, 1e4, 1e2, 1e1};
    const double        most = 1e14, least = 1e13;
    int                 by = 256;
    *exponent              = 0;
    for (size_t k = 0; k < sizeof power / sizeof *power; k++, by /= 2) {
        if (value / most >= power[k]) value /= power[k], *exponent += by;
        if (value * power[k] < most) value *= power[k], *exponent -= by;
    }
    if (value >= most) value /= 10.0, *exponent += 1;
    if (value < least) value *= 10.0, *exponent -= 1;
    return value;
}

/* Returns 10^exponent. */
static double digits_power(int exponent) {
    double power = 1.0, factor = exponent < 0 ? 0.1 : 10.0;
    for (int k = exponent < 0 ? -exponent : exponent; k > 0; k /= 2, factor *= factor)
        if (k % 2 == 1) power *= factor;
    return power;
}

/* Counts the digits of a value and keeps the longest of all, and the finest last digit. Digits of a
 * small value that are rounding errors beside the largest value do not count: a printed 59.9988
 * less a limit of 60 is -0.0012000000000043. */
static void digits_look(heco_descent_digits *q, double value) {
    int exponent, digits = DIGITS_SHOWN;
    if (value == 0.0 || !isfinite(value) || fabs(value) < DBL_MIN) return;
    double shown = nearbyint(digits_scale(fabs(value), &exponent));
    q->most      = fmax(q->most, fabs(value));
    double noise = digits_noise * q->most / digits_power(exponent);
    for (; noise > 1.0 && shown > 0.0; noise /= 10.0)
        shown = nearbyint(shown / 10.0), digits--, exponent++;
    if (shown == 0.0) return;
    while (digits > 1 && fmod(shown, 10.0) == 0.0) shown /= 10.0, digits--, exponent++;
    double last = digits_power(exponent);
    if (q->values == 0 || last < q->last) q->last = last;
    if (digits > q->digits) q->digits = digits;
    q->values++;
}

/* Returns 1 if the values of an output need no further look: it is exact, or it has not changed for
 * long. */
static int digits_are_known(const heco_descent_digits *q) {
    return q->digits >= DIGITS_FULL || (q->values >= DIGITS_MOST && !q->rounded);
}

/* Returns a hash of the integers of a point. */
static uint64_t digits_assignment(const heco_descent *s, const double *x) {
    uint64_t hash = 0, bits;
    for (size_t k = s->nc; k < s->nc + s->ni; k++) {
        double value = nearbyint(x[s->var[k]]) + 0.0;
        memcpy(&bits, &value, sizeof bits);
        hash = heco_rng_mix(hash, bits);
    }
    return hash;
}

/* Notes a value at integers of this hash, unless it is known there. */
static void digits_compare(heco_descent_digits *q, double value, uint64_t at) {
    size_t count  = q->different < HECO_DESCENT_SEEN ? q->different : HECO_DESCENT_SEEN;
    int    change = 0;
    for (size_t i = 0; i < count; i++) {
        if (q->at[i] != at) continue;
        if (q->seen[i] == value) return;
        change = 1;
    }
    q->seen[q->different % HECO_DESCENT_SEEN] = value;
    q->at[q->different++ % HECO_DESCENT_SEEN] = at;
    q->changes += (size_t)change;
}

/* Looks at a value of an output at integers of this hash. */
static void digits_take(heco_descent_digits *q, double value, uint64_t at) {
    if (digits_are_known(q)) return;
    digits_look(q, value);
    digits_compare(q, value, at);
    q->rounded =
        q->digits >= DIGITS_LEAST && q->digits < DIGITS_FULL && q->changes >= DIGITS_VALUES;
}

/* Decides whether the outputs are exact or rounded. A program that prints few digits rounds every
 * output. If only some have few digits, these may depend on integers or simple coefficients: each
 * is then judged by itself.
 */
static heco_descent_precision digits_precision(const heco_descent *s) {
    size_t values = 0;
    int    most = 0, rounded = 0;
    for (size_t k = 0; k <= s->m; k++) {
        values += s->digits[k].values;
        most = s->digits[k].digits > most ? s->digits[k].digits : most;
        rounded |= s->digits[k].rounded;
    }
    if (most >= DIGITS_FULL)
        return rounded ? HECO_DESCENT_MIXED_OUTPUTS : HECO_DESCENT_EXACT_OUTPUTS;
    return most >= DIGITS_LEAST && values >= DIGITS_VALUES * (s->m + 1)
               ? HECO_DESCENT_ROUNDED_OUTPUTS
               : HECO_DESCENT_UNKNOWN_OUTPUTS;
}

void heco_descent_look_at_digits(heco_descent *s, const heco_batch *in) {
    size_t ng = s->space->ng, nh = s->space->nh;
    for (size_t i = 0; i < in->count; i++)
        if (heco_descent_row_is_finite(in, i)) s->f_most = fmax(s->f_most, fabs(in->f[i]));
    while (s->known_digits <= s->m && digits_are_known(&s->digits[s->known_digits]))
        s->known_digits++;
    if (s->known_digits > s->m) return;
    for (size_t i = 0; i < in->count; i++) {
        if (!heco_descent_row_is_finite(in, i)) continue;
        uint64_t             at = digits_assignment(s, in->x + i * in->n);
        heco_descent_digits *q  = s->digits;
        digits_take(q, in->f[i], at);
        for (size_t k = 0; k < ng; k++) digits_take(q + 1 + k, in->g[i * ng + k], at);
        for (size_t k = 0; k < nh; k++) digits_take(q + 1 + ng + k, in->h[i * nh + k], at);
    }
    s->precision = digits_precision(s);
}

/* Returns 1 if output k is rounded. */
static int digits_are_rounded(const heco_descent *s, size_t k) {
    return s->precision == HECO_DESCENT_ROUNDED_OUTPUTS ||
           (s->precision == HECO_DESCENT_MIXED_OUTPUTS && s->digits[k].rounded);
}

double heco_descent_output_error(const heco_descent *s, size_t k) {
    const heco_descent_digits *q = &s->digits[k];
    double value = fabs(k == 0 ? s->current.f : s->current.c[k - 1]), error = DBL_EPSILON * value;
    int    exponent;
    if (!digits_are_rounded(s, k)) return error;
    if (!(value > DBL_MIN)) return 0.5 * q->last;
    digits_scale(value, &exponent);
    return 0.5 * fmax(q->last, digits_power(exponent + DIGITS_SHOWN - q->digits));
}

/* Returns the curvature of output i along column k over the box: that of B for f, before the first
 * update the size of f; the length of the gradient for a constraint. */
static double digits_curvature(const heco_descent *s, size_t i, size_t k) {
    int learnt = s->bfgs.updates > 0 && s->count.iterations > 0;
    if (i == 0) return learnt ? s->bfgs.B[k * s->nv + k] : fabs(s->current.f);
    return s->program.scale[i - 1] > 0.0 ? s->program.scale[i - 1] : fabs(s->current.c[i - 1]);
}

/* Returns 1 if differences of an f of full precision lose their digits: their error over the
 * default step is not small beside the last gradient. Then f is large beside its changes: near the
 * minimum of f + 1e6, for instance. A longer step without need would cost accuracy in curved
 * constraints. */
static int digits_are_lost(const heco_descent *s) {
    double size = heco_dense_largest(s->linear.old_grad, s->nv);
    return s->bfgs.updates > 0 && s->count.iterations > 0 &&
           heco_descent_output_error(s, 0) > digits_loss * s->options.difference * size;
}

double heco_descent_digits_step(const heco_descent *s, size_t k) {
    double longest = 0.0;
    for (size_t i = 0; i <= s->m; i++) {
        int rounded = digits_are_rounded(s, i);
        if (!rounded && (i > 0 || !digits_are_lost(s))) continue;
        double curvature = digits_curvature(s, i, k);
        if (!(curvature > 0.0)) continue;
        double step = digits_length * sqrt(heco_descent_output_error(s, i) / curvature);
        longest     = fmax(longest, fmin(step, rounded ? digits_widest : digits_most));
    }
    return longest;
}
