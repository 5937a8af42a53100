#include "run/presolve/project.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"

/* Residuals relative to the terms of a row: below the first a point is on the row, above the second
 * it is worth projecting. */
static const double project_met = 1e-14, project_worth = 1e-12;
/* Largest number of factorisations for one point, and of multiplications in one of them. */
enum { PROJECT_ROUNDS = 200 };
static const double project_steps = 5e5;
/* A pivot up to this size, relative to the diagonal, is rounding error: all columns of the row are
 * held, and its multiplier is 0. */
static const double project_dependent = 1e-12;

/* Returns the factor of the widths. They are squared; if that may overflow, a power of two scales
 * all of them, which changes no bit of the result. */
static double project_scale(const heco_projection *p) {
    double most = 0.0;
    for (size_t c = 0; c < p->cols; c++) {
        size_t j = p->var[c];
        most     = fmax(most, fmax(fabs(p->lower[j]), fabs(p->upper[j])));
    }
    return most > sqrt(DBL_MAX) * 1e-4 ? ldexp(1.0, -ilogb(most)) : 1.0;
}

/* Fills A, width and var with the variables that a projection may change, and the bounds of p. */
static void project_load_columns(heco_projection *p, const heco_equalities *q, const heco_space *s,
                                 const heco_box *box) {
    p->cols = 0;
    for (size_t j = 0; j < s->n; j++) {
        int used = 0;
        for (size_t i = 0; i < p->rows; i++) used |= p->row[i][j] != 0.0;
        if (!used || !heco_equalities_moves(s, box, j)) continue;
        for (size_t i = 0; i < p->rows; i++) p->A[p->cols * p->rows + i] = p->row[i][j];
        p->width[p->cols] = box->missing[j] ? 0.0 : box->upper[j] - box->lower[j];
        p->var[p->cols++] = j;
    }
    p->n     = q->n;
    p->lower = box->lower;
    p->upper = box->upper;
    p->scale = project_scale(p);
}

/* Computes the residual of each row into p->rest; returns the largest one relative to the terms of
 * its row. */
static double project_residual(const heco_projection *p, const double *x) {
    double worst = 0.0;
    for (size_t i = 0; i < p->rows; i++) {
        double sum = p->row[i][p->n], size = fabs(sum);
        for (size_t j = 0; j < p->n; j++) {
            double term = p->row[i][j] != 0.0 ? p->row[i][j] * x[j] : 0.0;
            sum += term;
            size += fabs(term);
        }
        p->rest[i] = -sum;
        if (sum != 0.0) worst = fmax(worst, fabs(sum) / size);
    }
    return worst;
}

/* Returns the squared width of column c, or 0 if it is held at a bound. */
static double project_weight(const heco_projection *p, const double *x, size_t c) {
    double width = p->width[c] > 0.0 ? p->width[c] : fmax(1.0, fabs(x[p->var[c]]));
    width *= p->scale;
    return p->held[c] ? 0.0 : width * width;
}

/* Computes into p->step the shortest step of the free columns that satisfies the rows. */
static void project_find_step(const heco_projection *p, const double *x) {
    size_t m = p->rows;
    memset(p->gram, 0, m * m * sizeof *p->gram);
    for (size_t c = 0; c < p->cols; c++) {
        const double *a = p->A + c * m;
        double        w = project_weight(p, x, c);
        for (size_t i = 0; w > 0.0 && i < m; i++)
            for (size_t k = 0; a[i] != 0.0 && k <= i; k++) p->gram[k * m + i] += w * a[i] * a[k];
    }
    heco_dense_cholesky_semidefinite(p->factor, p->gram, m, project_dependent);
    memcpy(p->lambda, p->rest, m * sizeof *p->lambda);
    heco_dense_cholesky_solve(p->factor, m, p->lambda);
    for (size_t c = 0; c < p->cols; c++) {
        const double *a = p->A + c * m;
        double        w = project_weight(p, x, c), sum = 0.0;
        for (size_t i = 0; w > 0.0 && i < m; i++) sum += a[i] * p->lambda[i];
        p->step[c] = w * sum;
    }
}

/* Takes the step, clipping at bounds. Marks the variables that hit one in p->held and returns their
 * number. */
static size_t project_step_to_bounds(const heco_projection *p, double *x) {
    size_t stopped = 0;
    for (size_t c = 0; c < p->cols; c++) {
        size_t j  = p->var[c];
        double to = x[j] + p->step[c];
        if (isnan(to)) continue; /* overflow: leave the variable where it is */
        if (to < p->lower[j] || to > p->upper[j]) {
            to         = to < p->lower[j] ? p->lower[j] : p->upper[j];
            p->held[c] = 1;
            stopped++;
        }
        x[j] = to;
    }
    return stopped;
}

/* Repeats steps, holding variables at bounds, until the point is on the rows or gets no nearer.
 * Returns the residual. */
static double project_approach(const heco_projection *p, double *x) {
    double missing = project_residual(p, x);
    for (int turns = 0, stuck = 0; missing > project_met && stuck < 3 && turns < PROJECT_ROUNDS;) {
        double before  = missing;
        size_t stopped = 1;
        memset(p->held, 0, p->cols);
        for (int turn = 0; missing > project_met && turn < PROJECT_ROUNDS; turn++, turns++) {
            if (stopped == 0 && turn > 1) break; /* the rest is rounding, or cannot be removed */
            project_find_step(p, x);
            stopped = project_step_to_bounds(p, x);
            missing = project_residual(p, x);
        }
        stuck = missing < (1.0 - 1e-6) * before ? 0 : stuck + 1;
    }
    return missing;
}

/* If the steps get stuck between bounds, the projection starts again from a point nearer to one
 * that is known to be on the rows. */
int heco_project_point(const heco_projection *p, double *x) {
    if (p->rows == 0 || !(project_residual(p, x) > project_worth)) return 0;
    for (size_t c = 0; c < p->cols; c++) p->given[c] = x[p->var[c]];
    double missing = project_approach(p, x), part = 1.0;
    while (missing > project_worth && p->has_inside && part > 0.0) {
        part *= 0.5;
        if (part < 1e-2) part = 0.0;
        for (size_t c = 0; c < p->cols; c++)
            x[p->var[c]] = p->inside[c] + part * (p->given[c] - p->inside[c]);
        missing = project_approach(p, x);
    }
    return 1;
}

/* Projects the middle of the box and sets p->inside and p->has_inside. Rows with integers have no
 * such point: it depends on their values. */
static void project_find_inside(heco_projection *p, double *x) {
    size_t entries = 0, columns = 0;
    for (size_t i = 0; i < p->rows; i++) {
        for (size_t j = 0; j < p->n; j++) entries += p->row[i][j] != 0.0;
        for (size_t c = 0; c < p->cols; c++) columns += p->A[c * p->rows + i] != 0.0;
    }
    for (size_t c = 0; c < p->cols; c++) {
        double lo = p->lower[p->var[c]], hi = p->upper[p->var[c]];
        x[p->var[c]] = p->width[c] > 0.0 ? lo + 0.5 * (hi - lo) : fmin(fmax(0.0, lo), hi);
    }
    p->has_inside = entries == columns && project_approach(p, x) <= project_worth;
    for (size_t c = 0; c < p->cols; c++) p->inside[c] = x[p->var[c]];
}

void heco_projection_init(heco_projection *p, heco_equalities *q, const heco_space *s,
                          const heco_box *box, heco_arena *arena) {
    size_t rows = q->count[HECO_EQUALITY_PROJECTED];
    memset(p, 0, sizeof *p);
    if (rows == 0) return;
    if ((double)rows * (double)rows * (double)s->n > project_steps) {
        for (size_t i = 0; i < q->rows; i++)
            if (q->fate[i] == HECO_EQUALITY_PROJECTED) q->fate[i] = HECO_EQUALITY_LEFT;
        q->count[HECO_EQUALITY_LEFT] += rows;
        q->count[HECO_EQUALITY_PROJECTED] = 0;
        return;
    }
    p->row    = heco_arena_take(arena, rows, sizeof *p->row);
    p->var    = heco_arena_take(arena, s->n, sizeof *p->var);
    p->A      = heco_arena_take(arena, rows * s->n, sizeof *p->A);
    p->width  = heco_arena_take(arena, s->n, sizeof *p->width);
    p->step   = heco_arena_take(arena, s->n, sizeof *p->step);
    p->held   = heco_arena_take(arena, s->n, 1);
    p->given  = heco_arena_take(arena, s->n, sizeof *p->given);
    p->inside = heco_arena_take(arena, s->n, sizeof *p->inside);
    double *x = heco_arena_take(arena, s->n, sizeof *x);
    p->rest   = heco_arena_take(arena, rows, sizeof *p->rest);
    p->lambda = heco_arena_take(arena, rows, sizeof *p->lambda);
    p->gram   = heco_arena_take(arena, rows * rows, sizeof *p->gram);
    p->factor = heco_arena_take(arena, rows * rows, sizeof *p->factor);
    if (heco_arena_failed(arena)) return;
    for (size_t i = 0; i < q->rows; i++)
        if (q->fate[i] == HECO_EQUALITY_PROJECTED) p->row[p->rows++] = q->M + i * (q->n + 1);
    project_load_columns(p, q, s, box);
    project_find_inside(p, x);
}
