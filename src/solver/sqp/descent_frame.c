/* Natural coordinates of variables without bounds.
 *
 * The search sees such a variable as u = asinh(t), where t is its distance from the centre (see
 * coordinate.h), so that populations reach all orders of magnitude. A quadratic function of t grows
 * like exp(2u), and Newton's method in u then only halves f with each step. Therefore steps of a
 * descent are linear in t: a step d leads from u to asinh(sinh(u) + d unit), with the unit
 *
 *   unit = width dt/du = width cosh(u)
 *
 * at the iterate u0 of the present derivatives, the frame. Derivatives by u times the width are
 * those by d there, so that gradients, Jacobian and programs need no change. If the frame moves,
 * the old derivatives and B are converted. Other variables have the width of the box as their unit.
 */
#include "solver/sqp/descent_internal.h"

#include "base/dense.h"
#include "base/elementary.h"
#include "problem/default_bound.h"

/* clang-format off */
static const double
    frame_width = 2.0,  /* of the box [-1, 1], in scales of the variable; with a width of 10 the first
                         * half of the AMPL models (docs/algorithms/sqp.md) needs a quarter more
                         * evaluations */
    frame_far   = 30.0; /* a ratio of two units of different orders of magnitude */
/* clang-format on */

double heco_descent_variable_width(const heco_space *space, size_t j) {
    double width = space->upper[j] - space->lower[j];
    return heco_space_is_sinh(space, j) ? fmin(width, frame_width) : width;
}

void heco_descent_find_natural(heco_descent *s) {
    s->naturals = 0;
    for (size_t k = 0; k < s->nc; k++) {
        size_t j      = s->var[k];
        s->natural[j] = (unsigned char)heco_space_is_sinh(s->space, j);
        s->naturals += s->natural[j];
    }
    for (size_t j = 0; j < s->n; j++) s->unit[j] = s->width[j];
}

void heco_descent_set_frame(heco_descent *s) {
    for (size_t k = 0; s->naturals > 0 && k < s->nc; k++) {
        size_t j = s->var[k];
        if (s->natural[j]) s->unit[j] = s->width[j] * heco_cosh(s->current.x[j]);
        s->first_unit[j] = s->unit[j];
    }
}

double heco_descent_distance(const heco_descent *s, size_t j, double from, double to) {
    if (s->natural[j]) return (heco_sinh(to) - heco_sinh(from)) / s->unit[j];
    return (to - from) / s->width[j];
}

double heco_descent_displace(const heco_descent *s, size_t j, double from, double by) {
    if (s->natural[j]) return heco_asinh(heco_sinh(from) + by * s->unit[j]);
    return from + by * s->width[j];
}

double heco_descent_longest(const heco_descent *s, const double *from, const double *to) {
    double length = 0.0;
    for (size_t k = 0; k < s->nc; k++) {
        size_t j = s->var[k];
        length   = fmax(length, fabs(heco_descent_distance(s, j, from[j], to[j])));
    }
    return length;
}

double heco_descent_bend(const heco_descent *s, size_t j, double u) {
    return s->natural[j] ? s->unit[j] / heco_cosh(u) : s->width[j];
}

/* Computes the ratios of the new units at the iterate to the old ones, and sets the new ones.
 * Returns 0 if none has changed. */
static int frame_ratios(heco_descent *s, double *ratio) {
    int moved = 0;
    for (size_t k = 0; k < s->nv; k++) ratio[k] = 1.0;
    for (size_t k = 0; k < s->nc; k++) {
        size_t j = s->var[k];
        if (!s->natural[j]) continue;
        double unit = s->width[j] * heco_cosh(s->current.x[j]);
        ratio[k]    = unit / s->unit[j];
        s->unit[j]  = unit;
        moved |= ratio[k] != 1.0;
        if (ratio[k] < 1.0 / frame_far || ratio[k] > frame_far) s->bfgs.foreign = 1;
    }
    return moved;
}

/* Converts row i of the Jacobian, the scale of the constraint and its multiplier. Returns the
 * factor of the scale. */
static double frame_convert_row(heco_descent *s, size_t i, const double *ratio) {
    double *a = s->linear.A + i * s->nv, before = heco_dense_dot(a, a, s->nv);
    for (size_t k = 0; k < s->nv; k++) a[k] *= ratio[k];
    double factor = sqrt(heco_dense_dot(a, a, s->nv) / before);
    if (!(factor > 0.0) || !isfinite(factor)) factor = 1.0;
    s->program.scale[i] *= factor;
    s->program.lambda[i] *= factor;
    return factor;
}

/* The decreases that a descent brought where the units were of another order of magnitude do not
 * count for its end. */
static void frame_restart_total(heco_descent *s) {
    int far = 0;
    for (size_t k = 0; k < s->nc; k++) {
        size_t j = s->var[k];
        far |= s->natural[j] && s->unit[j] * frame_far < s->first_unit[j];
    }
    if (!far) return;
    s->step.total = 0.0;
    for (size_t j = 0; j < s->n; j++) s->first_unit[j] = s->unit[j];
}

/* A matrix B that was learnt where the units were of another order of magnitude does not help, and
 * is learnt again. The penalty parameter stays above the multipliers. */
void heco_descent_move_frame(heco_descent *s) {
    double *ratio = s->bfgs.y, most = 0.0;
    if (s->naturals == 0 || !frame_ratios(s, ratio)) return;
    for (size_t i = 0; i < s->m; i++) most = fmax(most, frame_convert_row(s, i, ratio));
    if (most > 0.0) s->program.penalty *= most;
    for (size_t k = 0; k < s->nv; k++) {
        s->linear.grad[k] *= ratio[k];
        for (size_t a = 0; a < s->nv; a++) s->bfgs.B[k * s->nv + a] *= ratio[k] * ratio[a];
    }
    s->bfgs.changed = 1;
    frame_restart_total(s);
}
