/* The violated constraints are linearised by differences, and the shortest step onto them, in
 * widths of the box, is taken: Gauss-Newton. A variable that reaches a bound is held there. A
 * constraint that was violated at one of the points stays in the system, so that the steps do not
 * alternate between two constraints. If that fails, because not all of them can hold with equality,
 * the steps go to one violated constraint after the other: cyclic projections, which converge for
 * convex sets. */
#include "run/cheap_projection.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "run/local_model.h"

/* Gauss-Newton converges in a few steps or not at all; a step may only hold variables. Cyclic
 * projections converge linearly. */
enum { PROJECTION_STEPS = 12, PROJECTION_CYCLIC_STEPS = 60 };
/* A difference in widths: the square root of the rounding error, 1.5e-8, and some room. */
static const double projection_difference = 1e-7;
/* Pivots below this part of the diagonal are rounding, as in presolve/project.c. */
static const double projection_dependent = 1e-12;
/* The steps aim at this part of the tolerance, so that rounding leaves the point within it. */
static const double projection_aim = 0.5;

heco_cheap_projection *heco_cheap_projection_new(const heco_problem *problem,
                                                 const heco_space *space, heco_arena *arena) {
    heco_cheap_projection *p = heco_arena_take(arena, 1, sizeof *p);
    size_t                 n = space->n, m = problem->cheap;
    if (p == NULL) return NULL;
    *p = (heco_cheap_projection){.problem = problem,
                                 .space   = space,
                                 .var     = heco_arena_take(arena, n, sizeof *p->var),
                                 .x       = heco_arena_take(arena, n, sizeof *p->x),
                                 .g       = heco_arena_take(arena, m, sizeof *p->g),
                                 .shifted = heco_arena_take(arena, m, sizeof *p->shifted),
                                 .J       = heco_arena_take(arena, n * m, sizeof *p->J),
                                 .gram    = heco_arena_take(arena, m * m, sizeof *p->gram),
                                 .factor  = heco_arena_take(arena, m * m, sizeof *p->factor),
                                 .rest    = heco_arena_take(arena, m, sizeof *p->rest),
                                 .held    = heco_arena_take(arena, n, 1),
                                 .active  = heco_arena_take(arena, m, 1),
                                 .row     = heco_arena_take(arena, m, sizeof *p->row)};
    if (heco_arena_failed(arena)) return NULL;
    for (size_t j = 0; j < n; j++)
        if (heco_local_model_moves(space, j)) p->var[p->vars++] = j;
    return p;
}

/* Writes the cheap values at x and marks those that are violated. Returns their number; SIZE_MAX if
 * the point has no values. */
static size_t projection_evaluate(const heco_cheap_projection *p, const double *x) {
    size_t violated = 0;
    if (p->problem->eval_cheap(p->problem->user, x, p->g) != HECO_POINT_OK) return SIZE_MAX;
    for (size_t k = 0; k < p->problem->cheap; k++) {
        if (!isfinite(p->g[k])) return SIZE_MAX;
        if (p->g[k] <= heco_space_tol(p->space, k)) continue;
        violated++;
        p->active[k] = 1;
    }
    return violated;
}

/* Writes the derivatives of `rows` constraints by the variables, in widths. A variable whose
 * difference has no values does not move. */
static void projection_differentiate(const heco_cheap_projection *p, double *x, size_t rows) {
    for (size_t c = 0; c < p->vars; c++) {
        size_t j     = p->var[c];
        double width = p->space->upper[j] - p->space->lower[j], at = x[j];
        double h   = projection_difference * width;
        x[j]       = at + h <= p->space->upper[j] ? at + h : at - h;
        int    has = p->problem->eval_cheap(p->problem->user, x, p->shifted) == HECO_POINT_OK;
        double by  = (x[j] - at) / width;
        for (size_t i = 0; i < rows; i++) {
            double slope       = (p->shifted[p->row[i]] - p->g[p->row[i]]) / by;
            p->J[c * rows + i] = has && isfinite(slope) ? slope : 0.0;
        }
        x[j] = at;
    }
}

/* Solves for the multipliers of the shortest step of the variables that are not held: p->rest. */
static void projection_solve(const heco_cheap_projection *p, size_t rows) {
    memset(p->gram, 0, rows * rows * sizeof *p->gram);
    for (size_t c = 0; c < p->vars; c++)
        for (size_t i = 0; i < rows && !p->held[c]; i++)
            heco_dense_add(p->gram + i * rows, p->J[c * rows + i], p->J + c * rows, rows);
    heco_dense_cholesky_semidefinite(p->factor, p->gram, rows, projection_dependent);
    for (size_t i = 0; i < rows; i++) {
        size_t k   = p->row[i];
        p->rest[i] = projection_aim * heco_space_tol(p->space, k) - p->g[k];
    }
    heco_dense_cholesky_solve(p->factor, rows, p->rest);
}

/* Takes the step, unless variables would leave the box: these alone move, to their bounds, and are
 * held from now on. */
static void projection_step(const heco_cheap_projection *p, double *x, size_t rows) {
    size_t stopped = 0;
    for (int taken = 0; taken < 2 && stopped == 0; taken++)
        for (size_t c = 0; c < p->vars; c++) {
            size_t j     = p->var[c];
            double width = p->space->upper[j] - p->space->lower[j];
            if (p->held[c]) continue;
            double to = x[j] + width * heco_dense_dot(p->J + c * rows, p->rest, rows);
            if (taken) x[j] = to;
            else if (!(to >= p->space->lower[j] && to <= p->space->upper[j])) {
                x[j]       = to > p->space->upper[j] ? p->space->upper[j] : p->space->lower[j];
                p->held[c] = 1;
                stopped++;
            }
        }
}

/* Moves x by one step onto `rows` constraints, which p->row lists. */
static void projection_approach(const heco_cheap_projection *p, double *x, size_t rows) {
    projection_differentiate(p, x, rows);
    projection_solve(p, rows);
    projection_step(p, x, rows);
}

/* Lists the constraints of the next step and returns their number: all active ones, or with
 * `cyclic` the violated one after *last. */
static size_t projection_choose(const heco_cheap_projection *p, int cyclic, size_t *last) {
    size_t rows = 0, m = p->problem->cheap;
    for (size_t k = 0; k < m && !cyclic; k++)
        if (p->active[k]) p->row[rows++] = k;
    for (size_t i = 1; i <= m && cyclic && rows == 0; i++) {
        size_t k = (*last + i) % m;
        if (p->g[k] > heco_space_tol(p->space, k)) p->row[rows++] = *last = k;
    }
    return rows;
}

/* Moves p->x, which starts at x. Returns 1 if it then meets the constraints. */
static int projection_try(const heco_cheap_projection *p, const double *x, int cyclic, int steps) {
    size_t last = p->problem->cheap - 1;
    memcpy(p->x, x, p->space->n * sizeof *x);
    memset(p->active, 0, p->problem->cheap);
    memset(p->held, 0, p->vars);
    size_t violated = projection_evaluate(p, p->x);
    for (int step = 0; step < steps && violated > 0 && violated != SIZE_MAX; step++) {
        projection_approach(p, p->x, projection_choose(p, cyclic, &last));
        violated = projection_evaluate(p, p->x);
    }
    return violated == 0;
}

int heco_cheap_projection_move(const heco_cheap_projection *p, double *x) {
    size_t violated = projection_evaluate(p, x);
    if (violated == 0 || violated == SIZE_MAX) return 0;
    if (!projection_try(p, x, 0, PROJECTION_STEPS) &&
        !projection_try(p, x, 1, PROJECTION_CYCLIC_STEPS))
        return 0;
    memcpy(x, p->x, p->space->n * sizeof *x);
    return 1;
}
