/* NLopt in the comparison: SLSQP and COBYLA from random starts until the run is over, and ISRES.
 *
 * What was tried to make the local solvers as good as they can be here, by runs solved:
 *   - They end a little outside or inside the active constraints; feasible means g <= 0, so they
 *     are given tighter ones. Less than 1e-9 leaves points just outside, 1e-8 costs g10 too much f.
 *   - SLSQP begins with a unit Hessian: slopes above 1 at the start are scaled down to 1.
 *   - A search that gets lost is left: after 200 points of SLSQP, 500 (n + 1) of COBYLA. */
#include <math.h>
#include <stdlib.h>

#include <nlopt.h>

#include "solver.h"

typedef struct {
    peers_run *run;
    nlopt_opt  opt;
    double     f_scale, *c_scale; /* what values are multiplied by */
} nlopt_task;

static const double nlopt_margin = 4e-9;

static double nlopt_objective(unsigned n, const double *u, double *df, void *data) {
    nlopt_task *t = data;
    double      f;
    int         over = peers_run_eval(t->run, u, &f, NULL);
    if (df != NULL && !over) {
        over = peers_run_slopes(t->run, u, df, NULL);
        for (unsigned j = 0; j < n; j++) df[j] *= t->f_scale;
    }
    if (over) nlopt_force_stop(t->opt);
    return f * t->f_scale;
}

static void nlopt_constraints(unsigned m, double *c, unsigned n, const double *u, double *dc,
                              void *data) {
    nlopt_task *t = data;
    double      f;
    int         over = peers_run_eval(t->run, u, &f, c);
    for (unsigned k = 0; k < m; k++) c[k] = (c[k] + nlopt_margin) * t->c_scale[k];
    if (dc != NULL && !over) {
        over = peers_run_slopes(t->run, u, NULL, dc);
        for (size_t k = 0; k < m; k++)
            for (size_t j = 0; j < n; j++) dc[k * n + j] *= t->c_scale[k];
    }
    if (over) nlopt_force_stop(t->opt);
}

/* Points of one search; 0: no limit. */
static int nlopt_patience(nlopt_algorithm algorithm, unsigned n) {
    if (algorithm == NLOPT_LD_SLSQP) return 200;
    return algorithm == NLOPT_LN_COBYLA ? 500 * (int)(n + 1) : 0;
}

/* One search from u, which ends at u. */
static int nlopt_once(nlopt_task *t, nlopt_algorithm algorithm, double *u) {
    unsigned n = (unsigned)peers_run_variables(t->run);
    double   f;
    t->opt = nlopt_create(algorithm, n);
    if (t->opt == NULL) return -1;
    nlopt_set_min_objective(t->opt, nlopt_objective, t);
    nlopt_set_lower_bounds1(t->opt, 0.0);
    nlopt_set_upper_bounds1(t->opt, 1.0);
    if (peers_run_constraints(t->run) > 0)
        nlopt_add_inequality_mconstraint(t->opt, (unsigned)peers_run_constraints(t->run),
                                         nlopt_constraints, t, NULL);
    nlopt_set_xtol_rel(t->opt, 1e-10);
    nlopt_set_ftol_rel(t->opt, 1e-13);
    nlopt_set_maxeval(t->opt, nlopt_patience(algorithm, n));
    nlopt_result result = nlopt_optimize(t->opt, u, &f);
    nlopt_destroy(t->opt);
    return result == NLOPT_INVALID_ARGS || result == NLOPT_OUT_OF_MEMORY ? -1 : 0;
}

/* 1 over the largest slope above 1. */
static double nlopt_scale(const double *slope, size_t n) {
    double most = 0.0;
    for (size_t j = 0; j < n; j++) most = fmax(most, fabs(slope[j]));
    return 1.0 / fmax(1.0, most);
}

/* The slopes cost nothing, since SLSQP asks for them first. */
static void nlopt_rescale(nlopt_task *t, const double *u, double *slopes) {
    size_t n = peers_run_variables(t->run), nc = peers_run_constraints(t->run);
    peers_run_slopes(t->run, u, slopes, slopes + n);
    t->f_scale = nlopt_scale(slopes, n);
    for (size_t k = 0; k < nc; k++) t->c_scale[k] = nlopt_scale(slopes + (k + 1) * n, n);
}

/* Draws a start point in the unit box; the first one is the point that the run names, if any. */
static void nlopt_draw(const peers_run *run, peers_random *random, int first, double *u) {
    const heco_space *s = &peers_run_problem(run)->space;
    const double     *x = first ? peers_run_start(run) : NULL;
    for (size_t j = 0; j < s->n; j++)
        u[j] = x != NULL ? (x[j] - s->lower[j]) / (s->upper[j] - s->lower[j])
                         : peers_random_next(random);
}

static int nlopt_multistart(peers_run *run, uint64_t seed, nlopt_algorithm algorithm) {
    size_t       n = peers_run_variables(run), nc = peers_run_constraints(run);
    double      *u      = calloc(n + nc + (nc + 1) * n, sizeof *u);
    nlopt_task   t      = {.run = run, .f_scale = 1.0, .c_scale = u + n};
    int          status = u != NULL ? 0 : -1;
    peers_random random;
    peers_random_seed(&random, seed);
    for (size_t k = 0; k < nc && status == 0; k++) t.c_scale[k] = 1.0;
    for (int first = 1; status == 0 && !peers_run_over(run); first = 0) {
        nlopt_draw(run, &random, first, u);
        if (algorithm == NLOPT_LD_SLSQP) nlopt_rescale(&t, u, u + n + nc);
        status = nlopt_once(&t, algorithm, u);
    }
    free(u);
    return status;
}

static int nlopt_slsqp(peers_run *run, uint64_t seed) {
    return nlopt_multistart(run, seed, NLOPT_LD_SLSQP);
}

static int nlopt_cobyla(peers_run *run, uint64_t seed) {
    return nlopt_multistart(run, seed, NLOPT_LN_COBYLA);
}

/* Has its own random starts, and ends by itself only where its population has collapsed. */
static int nlopt_isres(peers_run *run, uint64_t seed) {
    nlopt_srand((unsigned long)seed);
    return nlopt_multistart(run, seed, NLOPT_GN_ISRES);
}

const peers_solver peers_nlopt[] = {{"nlopt-slsqp", nlopt_slsqp},
                                    {"nlopt-cobyla", nlopt_cobyla},
                                    {"nlopt-isres", nlopt_isres},
                                    {NULL, NULL}};
