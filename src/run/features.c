/* Measures features of a problem by sampling.
 *
 * Feasible share: uniform points of the box, as in table 1 of Liang et al. (2006).
 * Linear and quadratic functions: second and third differences at four equidistant points of a line
 * through the box vanish up to rounding.
 * Groups of variables: f(x + di + dj) - f(x + di) - f(x + dj) + f(x) vanishes if i and j are in
 * different terms of a sum (differential grouping; Omidvar, Li, Mei and Yao 2014, IEEE Transactions
 * on Evolutionary Computation 18, 378).
 * Condition: eigenvalues of a Hessian by central differences. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense_spectral.h"
#include "base/error.h"
#include "base/rng.h"
#include "heco/run.h"
#include "problem/batch_init.h"

enum {
    FEATURES_ROWS  = 256, /* points per batch                                               */
    FEATURES_LINES = 20,  /* on which linearity is tested                                   */
    FEATURES_BASES = 3,   /* points at which each pair of variables is tested               */
    FEATURES_PAIRS = 1000 /* variables up to which pairs are tested                         */
};

/* A difference that is smaller, relative to the sum of the values that it is made of, is rounding:
 * sums of some hundred terms lose about three of sixteen digits, and terms that cancel more. */
static const double features_rounding = 1e-10;
/* Step of the Hessian relative to the width of the box. Rounding then hides eigenvalues below about
 * 1e-10 of |f|. */
static const double features_step = 1e-3;

/* Relative slack up to which an inequality is active, as in heco_problem_report(). */
static const double features_active = 1e-4;

typedef struct {
    const heco_problem *problem;
    const heco_space   *space;
    heco_evaluator     *evaluator;
    heco_rng            rng;
    heco_arena          arena;
    heco_batch          batch;
    double             *from, *to; /* two points                                            */
    size_t             *group;     /* of each variable: a variable of the same group        */
    uint64_t            evals, failed;
    heco_features      *out;
} features_work;

static int features_is_listed(const heco_space *s, size_t j) {
    return s->choices != NULL && s->choices[j].count > 0;
}

static int features_is_integer(const heco_space *s, size_t j) {
    return s->integer != NULL && s->integer[j];
}

/* Draws a point of the box. */
static void features_draw(features_work *w, double *x) {
    const heco_space *s = w->space;
    for (size_t j = 0; j < s->n; j++) {
        double u = heco_rng_uniform_inline(&w->rng);
        if (features_is_listed(s, j)) {
            size_t k = (size_t)(u * (double)s->choices[j].count);
            x[j]     = s->choices[j].values[k];
        } else if (features_is_integer(s, j)) {
            double low = ceil(s->lower[j]), count = floor(s->upper[j]) - low + 1.0;
            x[j] = low + floor(u * count);
        } else x[j] = s->lower[j] + u * (s->upper[j] - s->lower[j]);
    }
}

/* Evaluates the first `count` rows of the batch. */
static heco_status features_evaluate(features_work *w, size_t count) {
    w->batch.count     = count;
    heco_status status = count > 0 ? heco_evaluate(w->evaluator, &w->batch) : HECO_OK;
    w->evals += count;
    for (size_t i = 0; i < count; i++) w->failed += w->batch.state[i] != HECO_ROW_OK;
    return status;
}

static double *features_row(features_work *w, size_t row) { return w->batch.x + row * w->space->n; }

/* ---- the feasible share ---- */

static heco_status features_sample(features_work *w, size_t samples) {
    size_t            feasible = 0;
    const heco_space *s        = w->space;
    for (size_t done = 0, count; done < samples; done += count) {
        count = samples - done < FEATURES_ROWS ? samples - done : FEATURES_ROWS;
        for (size_t i = 0; i < count; i++) features_draw(w, features_row(w, i));
        heco_status status = features_evaluate(w, count);
        if (status != HECO_OK) return status;
        for (size_t i = 0; i < count; i++)
            feasible += w->batch.state[i] == HECO_ROW_OK &&
                        heco_violation(s, w->batch.g + i * s->ng, w->batch.h + i * s->nh) == 0.0;
    }
    w->out->samples  = samples;
    w->out->feasible = samples > 0 ? (double)feasible / (double)samples : (double)NAN;
    return HECO_OK;
}

/* ---- linear and quadratic functions ---- */

/* Places four equidistant points on a line between two points of the box. Integers take steps of
 * whole numbers, and values from lists stay. */
static void features_place_line(features_work *w, size_t row) {
    const heco_space *s = w->space;
    features_draw(w, w->from);
    features_draw(w, w->to);
    for (size_t j = 0; j < s->n; j++) {
        double step = (w->to[j] - w->from[j]) / 3.0;
        if (features_is_listed(s, j)) step = 0.0;
        else if (features_is_integer(s, j)) step = trunc(step);
        for (size_t k = 0; k < 4; k++) features_row(w, row + k)[j] = w->from[j] + (double)k * step;
    }
}

/* Returns function `which` of a row: f, or a constraint, g before h. */
static double features_value(const features_work *w, size_t row, size_t which) {
    const heco_batch *b = &w->batch;
    if (b->state[row] != HECO_ROW_OK) return NAN;
    if (which == 0) return b->f[row];
    return which <= b->ng ? b->g[row * b->ng + which - 1] : b->h[row * b->nh + which - 1 - b->ng];
}

/* Returns the degree of the function on the lines: 0: above 2, or no line has values. */
static int features_degree(const features_work *w, size_t which) {
    int degree = 0;
    for (size_t line = 0; line < FEATURES_LINES; line++) {
        double v[4], size = 0.0;
        for (size_t k = 0; k < 4; k++) {
            v[k] = features_value(w, 4 * line + k, which);
            size += fabs(v[k]);
        }
        double tol = features_rounding * size, first = v[0] - 2.0 * v[1] + v[2];
        double second = v[1] - 2.0 * v[2] + v[3];
        if (!isfinite(size)) continue;
        if (fabs(second - first) > tol) return 0;
        if (fabs(first) > tol || fabs(second) > tol) degree = 2;
        else if (degree == 0) degree = 1;
    }
    return degree;
}

static heco_status features_find_degrees(features_work *w) {
    heco_features    *out = w->out;
    const heco_space *s   = w->space;
    for (size_t line = 0; line < FEATURES_LINES; line++) features_place_line(w, 4 * line);
    heco_status status = features_evaluate(w, 4 * (size_t)FEATURES_LINES);
    if (status != HECO_OK) return status;
    out->degree = features_degree(w, 0);
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        int linear = features_degree(w, 1 + k) == 1;
        if (heco_problem_is_part(w->problem, k)) continue;
        if (k < s->ng) *(linear ? &out->linear_ineq : &out->nonlinear_ineq) += 1;
        else *(linear ? &out->linear_eq : &out->nonlinear_eq) += 1;
    }
    return HECO_OK;
}

/* ---- the best known point ---- */

/* Returns whether the constraint is active at row 0. The row may violate it by rounding, so that
 * the report would not call it active. */
static int features_is_active(const features_work *w, size_t k) {
    heco_constraint_report report;
    if (heco_problem_is_part(w->problem, k)) return 0;
    heco_problem_report(w->problem, k, features_value(w, 0, 1 + k), &report);
    double near = features_active * (report.bound != 0.0 ? fabs(report.bound) : 1.0);
    return report.equality || fabs(report.slack) <= fmax(near, report.tolerance);
}

static heco_status features_look_at_best(features_work *w) {
    const heco_problem *p = w->problem;
    const heco_space   *s = w->space;
    w->out->best_known    = p->x_ref != NULL;
    if (p->x_ref == NULL) return HECO_OK;
    memcpy(features_row(w, 0), p->x_ref, s->n * sizeof *p->x_ref);
    heco_status status = features_evaluate(w, 1);
    for (size_t k = 0; status == HECO_OK && k < s->ng + s->nh; k++)
        w->out->active += features_is_active(w, k);
    for (size_t j = 0; j < s->n; j++)
        w->out->at_bounds += heco_space_bound_status(s, j, p->x_ref[j], NULL) != HECO_BOUND_INSIDE;
    return status;
}

/* ---- groups of variables ---- */

static size_t features_root(const size_t *group, size_t j) {
    while (group[j] != j) j = group[j];
    return j;
}

/* Places the point `from` with the coordinates i and j of `to`. */
static void features_place_pair(features_work *w, size_t row, size_t i, size_t j) {
    double *x = features_row(w, row);
    memcpy(x, w->from, w->space->n * sizeof *x);
    x[i] = w->to[i];
    x[j] = w->to[j];
}

/* Evaluates the point with both coordinates of each pair, and joins the groups of pairs that
 * interact. `alone` has f with one coordinate of `to`, and at the end f with none. */
static heco_status features_join(features_work *w, const double *alone, size_t (*pair)[2],
                                 size_t count) {
    for (size_t k = 0; k < count; k++) features_place_pair(w, k, pair[k][0], pair[k][1]);
    heco_status status = features_evaluate(w, count);
    for (size_t k = 0; status == HECO_OK && k < count; k++) {
        double both = features_value(w, k, 0), i = alone[pair[k][0]], j = alone[pair[k][1]];
        double none = alone[w->space->n];
        double size = fabs(both) + fabs(i) + fabs(j) + fabs(none);
        if (isfinite(size) && fabs(both - i - j + none) > features_rounding * size)
            w->group[features_root(w->group, pair[k][0])] = features_root(w->group, pair[k][1]);
    }
    return status;
}

/* Evaluates the points with one coordinate of `to`, and the one with none. */
static heco_status features_change_alone(features_work *w, double *alone) {
    size_t n = w->space->n;
    for (size_t begin = 0, count; begin <= n; begin += count) {
        count = n + 1 - begin < FEATURES_ROWS ? n + 1 - begin : FEATURES_ROWS;
        for (size_t k = 0; k < count; k++) {
            memcpy(features_row(w, k), w->from, n * sizeof *w->from);
            if (begin + k < n) features_row(w, k)[begin + k] = w->to[begin + k];
        }
        heco_status status = features_evaluate(w, count);
        if (status != HECO_OK) return status;
        for (size_t k = 0; k < count; k++) alone[begin + k] = features_value(w, k, 0);
    }
    return HECO_OK;
}

/* Tests all pairs of variables that are not in one group yet. */
static heco_status features_test_pairs(features_work *w, double *alone) {
    size_t      pair[FEATURES_ROWS][2], count = 0;
    heco_status status;
    features_draw(w, w->from);
    features_draw(w, w->to);
    status = features_change_alone(w, alone);
    for (size_t i = 0; status == HECO_OK && i < w->space->n; i++)
        for (size_t j = i + 1; status == HECO_OK && j < w->space->n; j++) {
            if (features_root(w->group, i) == features_root(w->group, j)) continue;
            pair[count][0] = i, pair[count][1] = j;
            if (++count < FEATURES_ROWS) continue;
            status = features_join(w, alone, pair, count);
            count  = 0;
        }
    return status == HECO_OK ? features_join(w, alone, pair, count) : status;
}

static heco_status features_find_groups(features_work *w) {
    size_t      n = w->space->n;
    heco_status status;
    if (n > FEATURES_PAIRS) return HECO_OK;
    double *alone = heco_arena_take(&w->arena, n + 1, sizeof(double));
    size_t *size  = heco_arena_take(&w->arena, n, sizeof *size);
    if (heco_arena_failed(&w->arena)) return HECO_ERR_MEMORY;
    for (size_t j = 0; j < n; j++) w->group[j] = j;
    for (int base = 0; base < FEATURES_BASES; base++) {
        status = features_test_pairs(w, alone);
        if (status != HECO_OK) return status;
    }
    for (size_t j = 0; j < n; j++) {
        size_t root = features_root(w->group, j);
        if (size[root]++ == 0) w->out->groups++;
        if (size[root] > w->out->largest) w->out->largest = size[root];
    }
    return HECO_OK;
}

/* ---- condition ---- */

/* Places the four points of the mixed difference by u[i] and u[j]. */
static void features_place_difference(features_work *w, size_t row, size_t i, size_t j) {
    const heco_space *s = w->space;
    for (int k = 0; k < 4; k++) {
        double *x = features_row(w, row + (size_t)k);
        memcpy(x, w->from, s->n * sizeof *x);
        x[i] += (k < 2 ? features_step : -features_step) * (s->upper[i] - s->lower[i]);
        x[j] += (k % 2 == 0 ? features_step : -features_step) * (s->upper[j] - s->lower[j]);
    }
}

/* Chooses the point: all differences have to stay within the box. Returns the continuous variables
 * with a range. */
static size_t features_centre(features_work *w, size_t *variable) {
    const heco_space *s     = w->space;
    size_t            count = 0;
    features_draw(w, w->from); /* for integers and lists without a best known point */
    for (size_t j = 0; j < s->n; j++) {
        double width = s->upper[j] - s->lower[j], margin = 2.0 * features_step * width;
        if (w->problem->x_ref != NULL) w->from[j] = w->problem->x_ref[j];
        if (features_is_listed(s, j) || features_is_integer(s, j)) continue;
        if (w->problem->x_ref == NULL) w->from[j] = s->lower[j] + 0.5 * width;
        w->from[j] = fmin(fmax(w->from[j], s->lower[j] + margin), s->upper[j] - margin);
        if (width > 0.0) variable[count++] = j;
    }
    return count;
}

/* Fills the m x m Hessian. *largest becomes the largest |f|, NAN if a value is not finite. */
static heco_status features_hessian(features_work *w, double *H, const size_t *variable, size_t m,
                                    double *largest) {
    size_t       total = m * m, per_batch = FEATURES_ROWS / 4;
    const double square = 4.0 * features_step * features_step;
    *largest            = 0.0;
    for (size_t begin = 0, count; begin < total; begin += count) {
        count = total - begin < per_batch ? total - begin : per_batch;
        for (size_t e = 0; e < count; e++)
            features_place_difference(w, 4 * e, variable[(begin + e) / m],
                                      variable[(begin + e) % m]);
        heco_status status = features_evaluate(w, 4 * count);
        if (status != HECO_OK) return status;
        for (size_t e = 0; e < count; e++) {
            double v[4];
            for (size_t k = 0; k < 4; k++) {
                v[k]     = features_value(w, 4 * e + k, 0);
                *largest = fabs(v[k]) <= *largest ? *largest : fabs(v[k]);
            }
            H[begin + e] = (v[0] - v[1] - v[2] + v[3]) / square;
        }
    }
    return HECO_OK;
}

/* Sets rank and condition from the eigenvalues; smaller ones than `noise` count as 0. */
static void features_set_condition(heco_features *out, const double *value, size_t m,
                                   double noise) {
    double least = INFINITY, most = 0.0;
    for (size_t k = 0; k < m; k++) {
        double size = fabs(value[k]);
        if (!(size > noise)) continue;
        out->rank++;
        least = fmin(least, size);
        most  = fmax(most, size);
    }
    if (out->rank > 0) out->condition = most / least;
}

static heco_status features_find_condition(features_work *w) {
    size_t n = w->space->n, *variable = heco_arena_take(&w->arena, n, sizeof *variable);
    double largest;
    if (n > FEATURES_PAIRS) return HECO_OK;
    double    *H     = heco_arena_take(&w->arena, n * n, sizeof(double));
    double    *value = heco_arena_take(&w->arena, n, sizeof(double));
    heco_eigen eigen;
    heco_eigen_init(&eigen, n, &w->arena);
    if (heco_arena_failed(&w->arena)) return HECO_ERR_MEMORY;
    size_t      m      = features_centre(w, variable);
    heco_status status = features_hessian(w, H, variable, m, &largest);
    if (status != HECO_OK || m == 0) return status;
    /* Each entry is off by four roundings of f over the square of the step; the norm of such a
     * matrix grows with m. */
    double noise = 4.0 * (double)m * DBL_EPSILON * largest / (features_step * features_step);
    if (isfinite(largest) && heco_dense_eigen(&eigen, value, H, H, m))
        features_set_condition(w->out, value, m, noise);
    return HECO_OK;
}

/* ---- all of them ---- */

static heco_status features_measure(features_work *w, size_t samples) {
    const size_t n      = w->space->n;
    heco_status  status = HECO_OK;
    w->from             = heco_arena_take(&w->arena, n, sizeof(double));
    w->to               = heco_arena_take(&w->arena, n, sizeof(double));
    w->group            = heco_arena_take(&w->arena, n, sizeof *w->group);
    heco_batch_init(&w->batch, w->space, FEATURES_ROWS, &w->arena);
    if (heco_arena_failed(&w->arena)) return HECO_ERR_MEMORY;
    w->batch.as_asked = 1;
    status            = features_sample(w, samples);
    if (status == HECO_OK) status = features_find_degrees(w);
    if (status == HECO_OK) status = features_look_at_best(w);
    if (status == HECO_OK) status = features_find_groups(w);
    if (status == HECO_OK) status = features_find_condition(w);
    w->out->evals = w->evals;
    return status == HECO_OK && w->failed == w->evals ? HECO_ERR_EVAL : status;
}

heco_status heco_problem_features(heco_features *out, const heco_problem *problem, size_t samples,
                                  uint64_t seed, heco_error *error) {
    features_work w    = {.problem = problem, .space = &problem->space, .out = out};
    *out               = (heco_features){.condition = NAN};
    heco_status status = heco_evaluator_open(&w.evaluator, problem, NULL, NULL, error);
    if (status != HECO_OK) return status;
    heco_arena_init(&w.arena);
    heco_rng_init(&w.rng, seed, 0);
    status = features_measure(&w, samples);
    heco_arena_release(&w.arena);
    heco_evaluator_close(w.evaluator);
    if (status == HECO_ERR_MEMORY) return heco_fail_memory(error);
    if (status == HECO_OK) return HECO_OK;
    return heco_fail(error, status, "no point of %s could be evaluated: check its bounds and data",
                     problem->name != NULL ? problem->name : "the problem");
}
