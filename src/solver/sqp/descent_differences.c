/* Derivatives by finite differences, one row per column of the model, and the model that follows
 * from derivatives, these or exact ones.
 *
 * Differences are forward; they are backward at an upper bound. A difference that failed or jumped
 * is repeated on the other side. A column that is still unusable is 0. Differences of an integer
 * are taken over one step (Exler and Schittkowski 2007). */
#include "solver/sqp/descent_internal.h"

#include <string.h>

#include "base/dense.h"

/* clang-format off */
static const double
    descent_medium        = 1e-4,  /* medium and */
    descent_wide          = 0.02,  /* wide difference steps, in widths of the box */
    descent_most_step     = 0.5,   /* the longest step */
    descent_typical       = 0.01,  /* short steps are relative to |x|, but to at least this times
                                    * the width, */
    descent_per_length    = 10.0,  /* times the last accepted length multiplied by this, */
    descent_least_typical = 1e-4,  /* within [this, 1]: near a solution steps become shorter */
    descent_jump_factor   = 100.0, /* a difference jumps if it is so many times larger than the
                                    * old derivative predicts, */
    descent_jump_least    = 1e-6;  /* and larger than this times |f| and its unit, or the scale of
                                    * the constraint */
enum {
    DESCENT_ITERATIONS        = 200, /* most iterations: 200 + 5 nv, */
    DESCENT_ITERATIONS_COLUMN = 5,
    DESCENT_ITERATIONS_EXACT  = 400  /* 400 + 5 nv with measured Hessians: meyer3 needs 230 */
};
/* clang-format on */

void heco_descent_begin_derivatives(heco_descent *s) {
    s->phase      = HECO_DESCENT_DIFFERENCES;
    s->exact.used = s->exact.refused = 0;
    s->differences.count             = s->nv;
    for (size_t k = 0; k < s->nv; k++) s->differences.column[k] = k;
}

heco_descent_end heco_descent_next_derivatives(heco_descent *s) {
    if (s->integers.freezes >= HECO_DESCENT_FREEZES) heco_descent_drop_integers(s);
    heco_descent_linear *l    = &s->linear;
    double              *grad = l->old_grad, *A = l->old_A;
    heco_descent_move_frame(s);
    for (size_t k = 0; k < s->nv; k++) {
        size_t j     = s->var[k];
        s->bfgs.s[k] = heco_descent_distance(s, j, l->x[j], s->current.x[j]);
    }
    s->exact.used_before = s->exact.used;
    l->old_grad = l->grad, l->grad = grad;
    l->old_A = l->A, l->A = A;
    for (size_t i = 0; i < s->m; i++) l->old_lambda[i] = s->program.lambda[i] / s->program.scale[i];
    heco_descent_begin_derivatives(s);
    return HECO_DESCENT_RUNNING;
}

heco_descent_end heco_descent_widen_differences(heco_descent *s) {
    if (heco_descent_may_measure_curvature(s)) return heco_descent_measure_curvature(s);
    if (s->exact.used && s->count.resets < HECO_DESCENT_RESETS) s->count.resets++;
    else if (s->exact.used && s->exact.trusted) return heco_descent_finish(s, HECO_DESCENT_STUCK);
    else if (s->exact.used) heco_descent_distrust_exact(s);
    else s->differences.level++;
    s->region.radius = fmax(s->region.radius, s->region.saved_radius);
    heco_descent_reset_counts(s);
    heco_descent_reset_program(s);
    heco_descent_begin_derivatives(s);
    return HECO_DESCENT_RUNNING;
}

double heco_descent_difference_step(const heco_descent *s, size_t k) {
    size_t j     = s->var[k];
    double width = s->width[j], h;
    if (k >= s->nc) return 1.0;
    if (s->differences.level == HECO_DESCENT_SHORT) {
        double scale = fmax(descent_least_typical, descent_per_length * s->region.accepted_length);
        double least = descent_typical * width * fmin(1.0, scale);
        h            = s->options.difference * fmax(fabs(s->current.x[j]), least);
    } else
        h = (s->differences.level == HECO_DESCENT_MEDIUM ? descent_medium : descent_wide) * width;
    h = fmax(h, width * heco_descent_digits_step(s, k));
    return fmin(h, descent_most_step * width);
}

size_t heco_descent_ask_differences(heco_descent *s, double *rows) {
    const heco_descent_differences *q = &s->differences;
    for (size_t a = 0; a < q->count; a++) {
        size_t  j   = s->var[q->column[a]];
        double *row = rows + a * s->n, x = s->current.x[j];
        double  lo = s->region.lower[j], hi = s->region.upper[j];
        double  h        = heco_descent_difference_step(s, q->column[a]);
        int     backward = x + h > hi;
        if (s->phase == HECO_DESCENT_OTHER_SIDE && x - h >= lo && x + h <= hi) backward = 1;
        memcpy(row, s->current.x, s->n * sizeof *row);
        row[j] = fmin(hi, fmax(lo, backward ? x - h : x + h));
    }
    return q->count;
}

/* Returns 1 if a change is implausibly large. */
static int descent_jumps(double change, double expected, double least) {
    return fabs(change) > descent_jump_factor * fabs(expected) && fabs(change) > least;
}

/* Returns 0 if the difference of column k over w widths jumps, compared with the old derivatives.
 */
static int descent_is_plausible(const heco_descent *s, double f, const double *c, size_t k,
                                double w) {
    const heco_descent_linear *l = &s->linear;
    if (s->phase != HECO_DESCENT_DIFFERENCES || s->differences.level > HECO_DESCENT_SHORT ||
        s->count.iterations == 0 || k >= s->nc)
        return 1;
    if (descent_jumps(f - s->current.f, l->old_grad[k] * w,
                      descent_jump_least * (heco_descent_f_unit(s) + fabs(s->current.f))))
        return 0;
    for (size_t i = 0; i < s->m; i++)
        if (descent_jumps(c[i] - s->current.c[i], l->old_A[i * s->nv + k] * w,
                          descent_jump_least * s->program.scale[i]))
            return 0;
    return 1;
}

/* Sets column k of gradient and Jacobian from differences over w widths. The column is 0 if w is 0.
 */
static void descent_set_column(heco_descent *s, size_t k, double df, const double *c, double w) {
    heco_descent_linear *l = &s->linear;
    l->grad[k]             = w != 0.0 ? df / w : 0.0;
    for (size_t i = 0; i < s->m; i++)
        l->A[i * s->nv + k] = w != 0.0 ? (c[i] - s->current.c[i]) / w : 0.0;
}

/* Sets column k to the old derivatives: both points of the difference violate cheap constraints, as
 * they do at a vertex, or their evaluation stopped early. */
static void descent_keep_column(heco_descent *s, size_t k) {
    heco_descent_linear *l = &s->linear;
    if (s->count.iterations == 0) return;
    l->grad[k] = l->old_grad[k];
    for (size_t i = 0; i < s->m; i++) l->A[i * s->nv + k] = l->old_A[i * s->nv + k];
}

/* Returns 1 if the last step is shorter than the differences. The curvature along it cannot be
 * measured: the change of the derivatives is rounding (measured on the mixed-integer problems,
 * docs/algorithms/sqp.md). */
static int descent_step_is_too_short(const heco_descent *s) {
    if (s->exact.used && s->exact.used_before) return 0;
    for (size_t k = 0; k < s->nv; k++)
        if (fabs(s->bfgs.s[k]) * s->width[s->var[k]] > heco_descent_difference_step(s, k)) return 0;
    return 1;
}

static int descent_all_zero(const double *v, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (v[k] != 0.0) return 0;
    return 1;
}

/* Initialises B for the first iteration, unless a model was loaded. Returns 0 and sets
 * differences.flat if all derivatives are 0. */
static int descent_first_model(heco_descent *s) {
    const heco_descent_linear *l = &s->linear;
    s->differences.flat = descent_all_zero(l->grad, s->nv) && descent_all_zero(l->A, s->nv * s->m);
    if (s->differences.flat) return 0;
    if (s->goal.warm) s->bfgs.updates = 1; /* the loaded B counts as learnt */
    else heco_descent_reset_hessian(s);
    s->goal.warm = 0;
    return 1;
}

/* Returns 1 if the descent has had its share of derivatives. */
static int descent_is_too_long(const heco_descent *s) {
    int exact = heco_descent_may_measure_curvature(s);
    int most  = exact ? DESCENT_ITERATIONS_EXACT : DESCENT_ITERATIONS;
    return s->count.iterations > most + DESCENT_ITERATIONS_COLUMN * (int)s->nv;
}

heco_descent_end heco_descent_new_model(heco_descent *s) {
    memcpy(s->linear.x, s->current.x, s->n * sizeof *s->linear.x);
    memcpy(s->linear.c, s->current.c, s->m * sizeof *s->linear.c);
    s->count.secant_steps = 0;
    heco_descent_set_residual_gradient(s);
    if (s->count.iterations == 0) {
        if (!descent_first_model(s))
            return s->differences.level < HECO_DESCENT_WIDE
                       ? heco_descent_widen_differences(s)
                       : heco_descent_finish(s, HECO_DESCENT_STUCK);
    } else if (s->residuals > 0) heco_descent_set_gauss_newton(s);
    else if (s->bfgs.foreign) heco_descent_reset_hessian(s);
    else if (s->bfgs.has_pair && !descent_step_is_too_short(s)) heco_descent_update_hessian(s);
    s->bfgs.has_pair = s->bfgs.foreign = 0;
    heco_descent_scale_rows(s);
    s->count.iterations++, s->curvature.models++;
    if (descent_is_too_long(s)) return heco_descent_finish(s, HECO_DESCENT_STUCK);
    if (heco_descent_begin_feasibility(s)) return HECO_DESCENT_RUNNING;
    if (heco_descent_is_slow(s)) return heco_descent_measure_curvature(s);
    return heco_descent_next_trial(s);
}

size_t heco_descent_take_differences(heco_descent *s, const heco_batch *in, size_t first) {
    heco_descent_differences *q   = &s->differences;
    size_t                    bad = 0;
    for (size_t a = 0, i = first; a < q->count; a++, i++) {
        size_t k = q->column[a], j = s->var[k];
        double w = (in->x[i * s->n + j] - s->current.x[j]) / s->width[j];
        heco_descent_row_values(s, s->trial.c, in, i);
        int good = w != 0.0 && heco_descent_row_fits(s, in, i) &&
                   descent_is_plausible(s, in->f[i], s->trial.c, k, w);
        descent_set_column(s, k, in->f[i] - s->current.f, s->trial.c, good ? w : 0.0);
        if (!good && heco_batch_lacks_f(in, i)) descent_keep_column(s, k);
        if (!good) q->column[bad++] = k;
    }
    return bad;
}

heco_descent_end heco_descent_tell_differences(heco_descent *s, const heco_batch *in) {
    size_t bad = heco_descent_take_differences(s, in, 0);
    if (s->phase == HECO_DESCENT_DIFFERENCES && bad > 0) {
        s->phase             = HECO_DESCENT_OTHER_SIDE;
        s->differences.count = bad;
        return HECO_DESCENT_RUNNING;
    }
    return heco_descent_new_model(s);
}
