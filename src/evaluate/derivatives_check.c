/* Compares derivatives with finite differences of second order, with two step lengths, one-sided at
 * the bounds. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heco/evaluator.h"

/* The batch holds x, and for every variable two points of each step length. */
enum { CHECK_LENGTHS = 2, CHECK_SIDES = 2, CHECK_ROWS = CHECK_LENGTHS * CHECK_SIDES };

typedef struct {
    const heco_space *space;
    heco_batch       *batch;
    double           *derivatives; /* df, dg and dh, one after the other                       */
} derivatives_check;

/* Returns whether variable j cannot move by a small step. */
static int check_is_constant(const heco_space *s, size_t j) {
    int listed = s->choices != NULL && s->choices[j].count > 0;
    return listed || (s->integer != NULL && s->integer[j]) || !(s->upper[j] > s->lower[j]);
}

/* Returns the longer of the two step lengths for variable j. */
static double check_step_length(const heco_space *s, const double *x, size_t j) {
    double width = s->upper[j] - s->lower[j];
    return fmin(1e-4 * fmax(fabs(x[j]), 1e-3 * fmin(width, 1.0)), 0.1 * width);
}

/* Places the points on both sides of x, or both on one side if a bound is near. */
static void check_place(const heco_space *s, const double *x, size_t j, double *rows) {
    double h = check_step_length(s, x, j), by[CHECK_SIDES] = {h, -h};
    if (x[j] - h < s->lower[j]) by[1] = 2.0 * h;
    else if (x[j] + h > s->upper[j]) by[0] = -2.0 * h;
    for (size_t k = 0; k < CHECK_ROWS; k++) {
        double length = k < CHECK_SIDES ? 1.0 : 0.5;
        memcpy(rows + k * s->n, x, s->n * sizeof *x);
        rows[k * s->n + j] = x[j] + length * by[k % CHECK_SIDES];
    }
}

/* Returns a value of a row: `which` is 0 for f, else the number of the constraint from 1 on. */
static double check_value(const heco_batch *b, size_t row, size_t which) {
    if (which == 0) return b->f[row];
    return which <= b->ng ? b->g[row * b->ng + which - 1] : b->h[row * b->nh + which - 1 - b->ng];
}

/* Returns the derivative at x of the parabola through x and two points beside it. */
static double check_difference(const heco_batch *b, size_t row, size_t which, size_t j) {
    double f0 = check_value(b, 0, which);
    double a = b->x[row * b->n + j] - b->x[j], c = b->x[(row + 1) * b->n + j] - b->x[j];
    double fa = check_value(b, row, which) - f0, fc = check_value(b, row + 1, which) - f0;
    return (fa * c / a - fc * a / c) / (c - a);
}

/* Compares derivative j of function `which`. The difference between the two step lengths estimates
 * the error of the differences, up to which `off` is 0. */
static heco_derivative_check check_one(const derivatives_check *c, size_t which, size_t j) {
    const heco_batch     *b     = c->batch;
    size_t                row   = 1 + CHECK_ROWS * j;
    heco_derivative_check found = {.variable = j, .given = c->derivatives[which * b->n + j]};
    double                wide  = check_difference(b, row, which, j);
    found.difference            = check_difference(b, row + CHECK_SIDES, which, j);
    double step                 = fabs(b->x[(row + CHECK_SIDES) * b->n + j] - b->x[j]);
    double noise                = 64.0 * DBL_EPSILON * fabs(check_value(b, 0, which)) / step;
    double size                 = fmax(fabs(found.given), fabs(found.difference));
    double off                  = fabs(found.given - found.difference);
    double sure                 = 2.0 * fabs(wide - found.difference) + noise;
    if (!isfinite(off) || !isfinite(sure)) return found; /* not comparable at this point */
    found.compared = 1;
    found.off      = off > sure ? off / fmax(size, DBL_MIN) : 0.0;
    return found;
}

/* Fills worst[0 .. ng + nh] with the variable whose derivative is off most, for each function. */
static void check_compare(const derivatives_check *c, heco_derivative_check *worst) {
    const heco_space *s = c->space;
    for (size_t which = 0; which <= s->ng + s->nh; which++) {
        worst[which] = (heco_derivative_check){0};
        for (size_t j = 0; j < s->n; j++) {
            if (check_is_constant(s, j)) continue;
            heco_derivative_check one = check_one(c, which, j);
            if (one.compared && (!worst[which].compared || one.off > worst[which].off))
                worst[which] = one;
        }
    }
}

heco_status heco_evaluator_check_derivatives(heco_evaluator *evaluator, const heco_space *space,
                                             const double *x, heco_derivative_check *worst) {
    size_t            n = space->n, m = space->ng + space->nh;
    derivatives_check c      = {.space = space, .derivatives = calloc((1 + m) * n, sizeof(double))};
    heco_status       status = heco_batch_new(&c.batch, space, 1 + CHECK_ROWS * n);
    if (status == HECO_OK && c.derivatives == NULL) status = HECO_ERR_MEMORY;
    if (status == HECO_OK) {
        heco_batch *b = c.batch;
        b->count = b->capacity, b->derivatives = 1;
        b->df = c.derivatives, b->dg = b->df + n, b->dh = b->dg + space->ng * n;
        memcpy(b->x, x, n * sizeof *x);
        for (size_t j = 0; j < n; j++) check_place(space, x, j, b->x + (1 + CHECK_ROWS * j) * n);
        status = heco_evaluate(evaluator, b);
        if (status == HECO_OK && !b->derivatives) status = HECO_ERR_EVAL;
        if (status == HECO_OK) check_compare(&c, worst);
    }
    heco_batch_free(c.batch);
    free(c.derivatives);
    return status;
}
