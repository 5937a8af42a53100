/* The model problem of `surrogate`: minimise the model of f inside a box about the centre, subject
 * to the models of the constraints.
 *
 * Its variables are u = (x - centre)/radius in [-1, 1], its outputs are the scaled outputs of the
 * models (rbf.h). It is solved by the SQP of sqp/descent.h, which receives exact derivatives, from
 * several starting points. Every model problem differs in its box and its tolerances:
 *
 *   box          the descent scales by the width of its space, which stays [-1, 1]; the bounds are
 *                read at the start of each descent.
 *   tolerances   the descent reads them once. An equality is therefore divided by its tolerance. */
#include <string.h>

#include "solver/surrogate/surrogate.h"

enum {
    SOLVE_BATCHES   = 100, /* most batches of one descent: some 40 iterations                    */
    SOLVE_ROUNDINGS = 6    /* roundings of the integers of a solution that are compared          */
};
/* Cost of a unit of violation against a unit of f when starting points are compared: both are
 * scaled, so that a violation weighs more than any gain. */
static const double SOLVE_PENALTY = 1e3;
/* Tolerance of all equalities as the descent sees them. */
static const double SOLVE_EQUALITY_TOL = 1e-7;
/* Equalities whose last error was below this part of their tolerance are predicted well. Their
 * model may then use a part of the tolerance, between these two. */
static const double SOLVE_WELL_PREDICTED = 0.3, SOLVE_LEAST_USE = 0.5, SOLVE_MOST_USE = 0.95;
/* Coordinates of a solution this near to a face of the cube are put on it. */
static const double SOLVE_ON_FACE = 1e-12;

/* Allocates the batch of the descent and the gradients. */
static void solve_take_batch(surrogate_solver *v, size_t n, heco_arena *arena) {
    heco_batch *b  = &v->batch;
    size_t      ng = v->space.ng, nh = v->space.nh;
    size_t      rows = heco_descent_rows(&v->descent);
    *b               = (heco_batch){.n = n, .ng = ng, .nh = nh, .capacity = rows};
    b->x             = heco_arena_take(arena, rows * n, sizeof(double));
    b->f             = heco_arena_take(arena, rows, sizeof(double));
    b->g             = heco_arena_take(arena, rows * ng, sizeof(double));
    b->h             = heco_arena_take(arena, rows * nh, sizeof(double));
    b->viol          = heco_arena_take(arena, rows, sizeof(double));
    b->state         = heco_arena_take(arena, rows, 1); /* HECO_ROW_OK of all */
    v->gradient      = heco_arena_take(arena, (1 + ng + nh) * n, sizeof(double));
    if (heco_arena_failed(arena)) return;
    b->df = v->gradient, b->dg = b->df + n, b->dh = b->dg + ng * n;
}

void heco_surrogate_solve_init(surrogate_state *s, heco_arena *arena) {
    surrogate_solver *v      = &s->solver;
    double          **of_n[] = {&v->lower,  &v->upper, &v->fixed_lower, &v->fixed_upper,
                                &v->radius, &v->u,     &v->best_u,      &v->relaxed_u};
    double **of_m[] = {&v->shift, &v->tolerance, &v->v, &v->multiplier, &v->best_multiplier};
    for (size_t i = 0; i < sizeof of_n / sizeof of_n[0]; i++)
        *of_n[i] = heco_arena_take(arena, s->n, sizeof(double));
    for (size_t i = 0; i < sizeof of_m / sizeof of_m[0]; i++)
        *of_m[i] = heco_arena_take(arena, s->m, sizeof(double));
    v->dropped = heco_arena_take(arena, s->m, sizeof *v->dropped);
    if (heco_arena_failed(arena)) return;
    for (size_t j = 0; j < s->n; j++) v->lower[j] = -1.0, v->upper[j] = 1.0;
    v->space = (heco_space){.n      = s->n,
                            .ng     = s->ng,
                            .nh     = s->nh,
                            .lower  = v->lower,
                            .upper  = v->upper,
                            .eq_tol = SOLVE_EQUALITY_TOL};
    heco_descent_init(&v->descent, &v->space, arena);
    if (heco_arena_failed(arena)) return;
    v->descent.exact.available = v->descent.exact.has_room = 1;
    v->descent.options.hessians = 0; /* a model is not worth that accuracy */
    solve_take_batch(v, s->n, arena);
}

/* Returns the factor between output k of the model and the same output as the descent sees it. */
static double solve_factor(const surrogate_state *s, size_t k) {
    const surrogate_solver *v = &s->solver;
    if (k == 0) return 1.0;
    if (v->dropped[k]) return 0.0;
    return k <= s->ng ? 1.0 : SOLVE_EQUALITY_TOL / v->tolerance[k];
}

/* Converts derivatives with respect to the variables of the model to those with respect to u. */
static void solve_scale_gradient(const surrogate_state *s, double *gradient) {
    const surrogate_solver *v = &s->solver;
    for (size_t k = 0; k < s->m; k++) {
        double factor = solve_factor(s, k) / v->sub->model->s;
        for (size_t j = 0; j < s->n; j++) gradient[k * s->n + j] *= factor * v->radius[j];
    }
}

/* Evaluates the model at row i of the batch; `gradient` may be NULL. The violation is the sum over
 * the constraints in units of their models. */
static void solve_eval(surrogate_state *s, size_t i, double *gradient) {
    surrogate_solver *v = &s->solver;
    heco_batch       *b = &v->batch;
    const heco_rbf   *q = v->sub->model;
    double           *z = q->row, *out = v->v, violation = 0.0;
    for (size_t j = 0; j < s->n; j++) z[j] = b->x[i * s->n + j] * v->radius[j] / q->s;
    heco_rbf_eval(q, z, out, gradient);
    b->f[i] = out[0];
    for (size_t k = 1; k < s->m; k++) {
        int    inequality = k <= s->ng;
        double value      = out[k] + v->shift[k];
        if (v->dropped[k]) value = inequality ? -1.0 : 0.0;
        if (inequality) b->g[i * s->ng + k - 1] = value;
        else b->h[i * s->nh + k - 1 - s->ng] = value * solve_factor(s, k);
        violation += fmax(0.0, inequality ? value : fabs(value) - v->tolerance[k]);
    }
    b->viol[i] = violation;
    if (gradient != NULL) solve_scale_gradient(s, gradient);
}

/* Copies the best point of the descent to u, f and violation, and its last multipliers in units of
 * the model. */
static void solve_take_result(surrogate_state *s) {
    surrogate_solver   *v = &s->solver;
    const heco_descent *d = &v->descent;
    memcpy(v->u, d->best.x, s->n * sizeof *v->u);
    v->f = d->best.f, v->violation = d->best.viol;
    for (size_t k = 1; k < s->m; k++) {
        double lambda = d->program.lambda[k - 1], scale = d->program.scale[k - 1];
        v->multiplier[k - 1] = scale > 0.0 ? lambda / scale * solve_factor(s, k) : 0.0;
    }
}

/* Descends from v->u, which becomes the solution. */
static void solve_descend(surrogate_state *s) {
    surrogate_solver *v = &s->solver;
    heco_descent     *d = &v->descent;
    heco_batch       *b = &v->batch;
    memcpy(b->x, v->u, s->n * sizeof *v->u);
    solve_eval(s, 0, NULL);
    heco_descent_start start = {.x         = v->u,
                                .g         = b->g,
                                .h         = b->h,
                                .f         = b->f[0],
                                .viol      = b->viol[0],
                                .radius    = 0.5, /* of the width 2: from the centre everything */
                                .incumbent = INFINITY,
                                .rival     = INFINITY};
    d->exact.checked         = 1; /* a check would cost two evaluations */
    d->exact.mismatches      = 0;
    heco_descent_begin(d, &start);
    for (int i = 0; i < SOLVE_BATCHES && d->end == HECO_DESCENT_RUNNING; i++) {
        b->count       = heco_descent_ask(d, b->x);
        b->derivatives = heco_descent_wants_derivatives(d);
        for (size_t row = 0; row < b->count; row++)
            solve_eval(s, row, b->derivatives && row == 0 ? v->gradient : NULL);
        heco_descent_tell(d, b);
    }
    solve_take_result(s);
}

/* Sets the box in u: the trust region, cut by the cube. An integer may move by at least one unit.
 * Layers at the faces of the cube in which all evaluations failed are left out. */
static void solve_set_box(surrogate_state *s) {
    surrogate_solver   *v = &s->solver;
    const heco_samples *e = &s->samples;
    for (size_t j = 0; j < s->n; j++) {
        double c = v->sub->model->c[j], radius = v->sub->radius, lower = 0.0, upper = 1.0;
        if (e->integer[j]) radius = fmax(radius, 1.0 / (e->upper[j] - e->lower[j]));
        else heco_samples_range(e, j, &lower, &upper);
        lower        = fmin(c, fmax(lower, c - radius));
        upper        = fmax(c, fmin(upper, c + radius));
        v->radius[j] = radius;
        v->lower[j]  = (lower - c) / radius;
        v->upper[j]  = (upper - c) / radius;
    }
}

/* Returns a value in the units of output k in the units of its model. */
static double solve_scaled(const heco_rbf *q, size_t k, double value) {
    const heco_rbf_output *o = &q->out[k];
    return (o->plog ? heco_plog(value, o->alpha) : value) / o->scale;
}

/* Sets dropped, shift and tolerance. Inequalities keep their margin. With a band, an equality that
 * is predicted well may use most of its tolerance: the solution is then on the side of it where f
 * is smaller. */
static void solve_set_constraints(surrogate_state *s) {
    surrogate_solver *v     = &s->solver;
    const heco_rbf   *q     = v->sub->model;
    double            error = s->local.equality_error;
    double            use   = fmin(SOLVE_MOST_USE, fmax(SOLVE_LEAST_USE, 1.0 - 2.0 * error));
    for (size_t k = 1; k < s->m; k++) {
        v->dropped[k] = (unsigned char)(v->sub->drop && heco_surrogate_is_unreliable(q, k));
        v->shift[k]   = 0.0;
        if (k <= s->ng) {
            v->shift[k] = s->local.safety + solve_scaled(q, k, s->local.margin[k]);
            continue;
        }
        double tol      = solve_scaled(q, k, s->merit.tol[k]);
        int    well     = s->local.band && error < SOLVE_WELL_PREDICTED;
        v->tolerance[k] = fmax(well ? use * tol : fmin(SOLVE_EQUALITY_TOL, 0.1 * tol), 1e-13);
    }
}

/* Returns the merit of the last solution. */
static double solve_score(const surrogate_solver *v) { return v->f + SOLVE_PENALTY * v->violation; }

/* Writes the point of the cube that belongs to u. */
static void solve_to_cube(const surrogate_state *s, double *x, const double *u) {
    const surrogate_solver *v = &s->solver;
    for (size_t j = 0; j < s->n; j++) x[j] = v->sub->model->c[j] + u[j] * v->radius[j];
}

/* Keeps the best solution of several starting points, the first of them the centre, in best_u and
 * best_multiplier. Returns its score; infinite: there is no solution. */
static double solve_from_starts(surrogate_state *s) {
    surrogate_solver *v    = &s->solver;
    double            best = INFINITY, *x = s->work.x;
    for (size_t t = 0; t < v->sub->starts; t++) {
        for (size_t j = 0; j < s->n; j++) {
            double width = v->upper[j] - v->lower[j];
            v->u[j]      = t == 0 ? 0.0 : v->lower[j] + heco_rng_uniform_inline(s->rng) * width;
        }
        solve_descend(s);
        double score = solve_score(v);
        if (!isfinite(score) || !(score < best - 1e-9)) continue;
        solve_to_cube(s, x, v->u);
        if (v->sub->away > 0.0 && heco_samples_distance(&s->samples, x) < v->sub->away) continue;
        best = score;
        memcpy(v->best_u, v->u, s->n * sizeof *v->u);
        memcpy(v->best_multiplier, v->multiplier, (s->m - 1) * sizeof *v->multiplier);
    }
    return best;
}

/* Rounds the integers of v->u, to the nearest value or at random, and fixes them there. */
static void solve_fix_integers(surrogate_state *s, int nearest) {
    surrogate_solver *v = &s->solver;
    for (size_t j = 0; j < s->n; j++) {
        v->fixed_lower[j] = v->lower[j], v->fixed_upper[j] = v->upper[j];
        if (!s->samples.integer[j]) continue;
        double c = v->sub->model->c[j], width = s->samples.upper[j] - s->samples.lower[j];
        double level      = (c + v->u[j] * v->radius[j]) * width;
        level             = floor(level + (nearest ? 0.5 : heco_rng_uniform_inline(s->rng)));
        v->u[j]           = (fmin(fmax(level, 0.0), width) / width - c) / v->radius[j];
        v->fixed_lower[j] = v->fixed_upper[j] = v->u[j];
    }
}

/* Compares several roundings of best_u. For each, the other variables are optimised again. Keeps
 * the best one that is not a sample in best_u. */
static void solve_round_integers(surrogate_state *s) {
    surrogate_solver *v    = &s->solver;
    double            best = INFINITY;
    int               any  = 0;
    for (size_t j = 0; j < s->n; j++) any |= s->samples.integer[j];
    if (!any) return;
    v->space.lower = v->fixed_lower, v->space.upper = v->fixed_upper;
    memcpy(v->relaxed_u, v->best_u, s->n * sizeof *v->u);
    for (int t = 0; t < SOLVE_ROUNDINGS; t++) {
        memcpy(v->u, v->relaxed_u, s->n * sizeof *v->u);
        solve_fix_integers(s, t == 0);
        solve_descend(s);
        double score = solve_score(v);
        solve_to_cube(s, s->work.x, v->u);
        if (!(score < best) || heco_samples_distance(&s->samples, s->work.x) < 1e-7) continue;
        best = score;
        memcpy(v->best_u, v->u, s->n * sizeof *v->u);
    }
    v->space.lower = v->lower, v->space.upper = v->upper;
}

int heco_surrogate_solve(surrogate_state *s, const surrogate_subproblem *sub, double *x) {
    s->solver.sub = sub;
    solve_set_box(s);
    solve_set_constraints(s);
    if (!isfinite(solve_from_starts(s))) return 0;
    solve_round_integers(s);
    solve_to_cube(s, x, s->solver.best_u);
    for (size_t j = 0; j < s->n; j++)
        x[j] = x[j] < SOLVE_ON_FACE ? 0.0 : x[j] > 1.0 - SOLVE_ON_FACE ? 1.0 : x[j];
    heco_samples_round(&s->samples, x);
    return sub->away == 0.0 || heco_samples_distance(&s->samples, x) > 1e-9; /* after rounding */
}
