/* The model problem of `surrogate`: minimise the model of f inside a box about the centre, subject
 * to the models of the constraints, by SQP from several starts. Variables are u = (x - c)/radius,
 * outputs are those of the models, scaled. */
#include <string.h>

#include "solver/surrogate/surrogate.h"

static const double SURROGATE_SOLVED = 1e-6; /* a violation up to this counts as none */
enum { SURROGATE_ROUNDINGS = 6 };

void heco_surrogate_solve_init(surrogate_state *s, heco_arena *arena) {
    double **of_n[] = {&s->lo, &s->hi, &s->fix_lo, &s->fix_hi, &s->u, &s->best_u, &s->x};
    double **of_m[] = {&s->z, &s->best_z, &s->shift, &s->y};
    for (size_t i = 0; i < sizeof of_n / sizeof of_n[0]; i++)
        *of_n[i] = heco_arena_take(arena, s->n, sizeof(double));
    for (size_t i = 0; i < sizeof of_m / sizeof of_m[0]; i++)
        *of_m[i] = heco_arena_take(arena, s->m, sizeof(double));
    s->dropped = heco_arena_take(arena, s->m, sizeof *s->dropped);
    heco_sqp_init(&s->sqp, s->n, s->ng, s->nh, arena);
}

static void surrogate_solve_eval(void *user, const double *u, double *v, double *G) {
    surrogate_state *s     = user;
    const heco_rbf  *q     = s->sub->model;
    double           ratio = s->sub->radius / q->s, *z = q->row;
    for (size_t j = 0; j < s->n; j++) z[j] = u[j] * ratio;
    heco_rbf_eval(q, z, v, G);
    for (size_t i = 0; G != NULL && i < s->m * s->n; i++) G[i] *= ratio;
    for (size_t k = 1; k < s->m; k++) {
        v[k] += s->shift[k];
        if (!s->dropped[k]) continue;
        v[k] = k <= s->ng ? -1.0 : 0.0;
        if (G != NULL) memset(G + k * s->n, 0, s->n * sizeof *G);
    }
}

/* The box [-1, 1] cut by the cube; an integer coordinate may move by at least one unit. */
static void surrogate_solve_box(surrogate_state *s) {
    const double *c = s->sub->model->c;
    double        D = s->sub->radius;
    for (size_t j = 0; j < s->n; j++) {
        double reach = D;
        if (s->E.integer[j]) reach = fmax(D, 1.0 / (s->E.upper[j] - s->E.lower[j]));
        s->lo[j] = (fmax(0.0, c[j] - reach) - c[j]) / D;
        s->hi[j] = (fmin(1.0, c[j] + reach) - c[j]) / D;
    }
}

/* A value in the units of output k, as its model has it. */
static double surrogate_solve_scaled(const heco_rbf *q, size_t k, double value) {
    const heco_rbf_output *o = &q->out[k];
    return (o->plog ? heco_plog(value, o->alpha) : value) / o->scale;
}

static void surrogate_solve_constraints(surrogate_state *s) {
    const heco_rbf *q = s->sub->model;
    for (size_t k = 1; k < s->m; k++) {
        s->dropped[k] = (unsigned char)(s->sub->drop && heco_surrogate_untrusted(q, k));
        s->shift[k]   = k <= s->ng ? s->b + surrogate_solve_scaled(q, k, s->a[k]) : 0.0;
    }
}

static double surrogate_solve_score(const surrogate_state *s) {
    return s->sqp.f + 1e3 * s->sqp.violation;
}

/* x in the cube that belongs to u. */
static void surrogate_solve_place(const surrogate_state *s, double *x, const double *u) {
    for (size_t j = 0; j < s->n; j++) x[j] = s->sub->model->c[j] + u[j] * s->sub->radius;
}

/* The best of several starts, the first at the centre; its score, infinite when there is none. */
static double surrogate_solve_starts(surrogate_state *s, const heco_sqp_problem *p) {
    double best = INFINITY;
    for (size_t t = 0; t < s->sub->starts; t++) {
        for (size_t j = 0; j < s->n; j++)
            s->u[j] =
                t == 0 ? 0.0 : s->lo[j] + heco_rng_uniform_inline(s->rng) * (s->hi[j] - s->lo[j]);
        heco_sqp_solve(&s->sqp, p, s->u, 100.0, 40);
        if (s->sqp.violation > SURROGATE_SOLVED) heco_sqp_solve(&s->sqp, p, s->u, 1e4, 30);
        double score = surrogate_solve_score(s);
        if (!isfinite(score) || !(score < best - 1e-9)) continue;
        surrogate_solve_place(s, s->x, s->u);
        if (s->sub->away > 0.0 && heco_samples_distance(&s->E, s->x) < s->sub->away) continue;
        best = score;
        memcpy(s->best_u, s->u, s->n * sizeof *s->u);
        memcpy(s->best_z, s->sqp.z, (s->m - 1) * sizeof *s->z);
    }
    return best;
}

/* Equalities that are predicted well may be off by most of their tolerance, on the cheap side. */
static void surrogate_solve_tolerance(surrogate_state *s, const heco_sqp_problem *p) {
    if (s->nh == 0 || !(s->e_h < 0.3)) return;
    double theta = fmin(0.95, fmax(0.5, 1.0 - 2.0 * s->e_h));
    for (size_t k = s->ng + 1; k < s->m; k++) {
        double side = s->best_z[k - 1] > 0.0 ? 1.0 : -1.0;
        s->shift[k] = -side * surrogate_solve_scaled(s->sub->model, k, theta * s->tol[k]);
    }
    memcpy(s->u, s->best_u, s->n * sizeof *s->u);
    heco_sqp_solve(&s->sqp, p, s->u, 100.0, 30);
    if (s->sqp.violation < SURROGATE_SOLVED) memcpy(s->best_u, s->u, s->n * sizeof *s->u);
    else
        for (size_t k = s->ng + 1; k < s->m; k++) s->shift[k] = 0.0;
}

/* Integer coordinates of u rounded, to the nearest or at random, and held there. */
static void surrogate_solve_fix(surrogate_state *s, int nearest) {
    for (size_t j = 0; j < s->n; j++) {
        s->fix_lo[j] = s->lo[j], s->fix_hi[j] = s->hi[j];
        if (!s->E.integer[j]) continue;
        double c = s->sub->model->c[j], width = s->E.upper[j] - s->E.lower[j];
        double level = (c + s->u[j] * s->sub->radius) * width;
        level        = floor(level + (nearest ? 0.5 : heco_rng_uniform_inline(s->rng)));
        s->u[j]      = (fmin(fmax(level, 0.0), width) / width - c) / s->sub->radius;
        s->fix_lo[j] = s->fix_hi[j] = s->u[j];
    }
}

/* Several roundings of the winner, each with the rest solved again; the best that is not known. */
static void surrogate_solve_integers(surrogate_state *s, const heco_sqp_problem *p) {
    heco_sqp_problem fixed = *p;
    double           best  = INFINITY;
    int              any   = 0;
    for (size_t j = 0; j < s->n; j++) any |= s->E.integer[j];
    fixed.lower = s->fix_lo, fixed.upper = s->fix_hi;
    memcpy(s->direction, s->best_u, s->n * sizeof *s->u);
    for (int t = 0; any && t < SURROGATE_ROUNDINGS; t++) {
        memcpy(s->u, s->direction, s->n * sizeof *s->u);
        surrogate_solve_fix(s, t == 0);
        heco_sqp_solve(&s->sqp, &fixed, s->u, 100.0, 30);
        double score = surrogate_solve_score(s);
        surrogate_solve_place(s, s->x, s->u);
        if (!(score < best) || heco_samples_distance(&s->E, s->x) < 1e-7) continue;
        best = score;
        memcpy(s->best_u, s->u, s->n * sizeof *s->u);
    }
}

int heco_surrogate_solve(surrogate_state *s, const surrogate_subproblem *sub, double *x) {
    s->sub             = sub;
    heco_sqp_problem p = {.n     = s->n,
                          .ng    = s->ng,
                          .nh    = s->nh,
                          .lower = s->lo,
                          .upper = s->hi,
                          .eval  = surrogate_solve_eval,
                          .user  = s};
    surrogate_solve_box(s);
    surrogate_solve_constraints(s);
    if (!isfinite(surrogate_solve_starts(s, &p))) return 0;
    surrogate_solve_tolerance(s, &p);
    surrogate_solve_integers(s, &p);
    surrogate_solve_place(s, x, s->best_u);
    for (size_t j = 0; j < s->n; j++) x[j] = x[j] < 1e-12 ? 0.0 : x[j] > 1.0 - 1e-12 ? 1.0 : x[j];
    heco_samples_round(&s->E, x);
    return sub->away == 0.0 || heco_samples_distance(&s->E, x) > 1e-9; /* rounding may undo it */
}
