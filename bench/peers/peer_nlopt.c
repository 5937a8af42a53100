/* NLopt in the comparison: SLSQP and COBYLA from random starts until the run is over, and ISRES.
 *
 * The local solvers end a little outside or inside the active constraints; feasible means g <= 0,
 * so they are given tighter constraints. A margin of 1e-8 solved the most runs among 0, 1e-12,
 * 1e-10, .., 1e-6 (less leaves points just outside, more costs too much f). */
#include <stdlib.h>

#include <nlopt.h>

#include "solver.h"

typedef struct {
    peers_run *run;
    nlopt_opt  opt;
} nlopt_task;

static const double nlopt_margin = 1e-8;

static double nlopt_objective(unsigned n, const double *u, double *df, void *data) {
    nlopt_task *t = data;
    double      f;
    int         over = peers_run_eval(t->run, u, &f, NULL);
    (void)n;
    if (df != NULL && !over) over = peers_run_slopes(t->run, u, df, NULL);
    if (over) nlopt_force_stop(t->opt);
    return f;
}

static void nlopt_constraints(unsigned m, double *c, unsigned n, const double *u, double *dc,
                              void *data) {
    nlopt_task *t = data;
    double      f;
    int         over = peers_run_eval(t->run, u, &f, c);
    (void)n;
    for (unsigned k = 0; k < m; k++) c[k] += nlopt_margin;
    if (dc != NULL && !over) over = peers_run_slopes(t->run, u, NULL, dc);
    if (over) nlopt_force_stop(t->opt);
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
    nlopt_set_maxeval(t->opt, (int)peers_run_left(t->run));
    nlopt_result result = nlopt_optimize(t->opt, u, &f);
    nlopt_destroy(t->opt);
    return result == NLOPT_INVALID_ARGS || result == NLOPT_OUT_OF_MEMORY ? -1 : 0;
}

static int nlopt_multistart(peers_run *run, uint64_t seed, nlopt_algorithm algorithm) {
    size_t       n      = peers_run_variables(run);
    double      *u      = calloc(n, sizeof *u);
    nlopt_task   t      = {.run = run};
    int          status = u != NULL ? 0 : -1;
    peers_random random;
    peers_random_seed(&random, seed);
    while (status == 0 && !peers_run_over(run)) {
        for (size_t j = 0; j < n; j++) u[j] = peers_random_next(&random);
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
