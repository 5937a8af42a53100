/* heco's own algorithms in the comparison, and the generator of random starts. */
#include "solver.h"

#include <string.h>

int peers_solve_heco(peers_run *run, const char *algorithm, uint64_t seed) {
    heco_problem          p       = *peers_run_problem(run);
    heco_minimize_options options = heco_minimize_options_default();
    heco_solution        *solution;
    p.eval                = peers_run_eval_heco; /* asks to stop when the run is over */
    p.eval_batch          = NULL;
    p.user                = run;
    p.sharing             = HECO_SHARE_NONE;
    options.algorithm     = algorithm;
    options.run.seed      = seed;
    options.run.max_evals = peers_run_left(run);
    options.run.start     = peers_run_start(run);
    options.run.starts    = options.run.start != NULL;
    heco_status status    = heco_minimize(&solution, &p, &options, NULL);
    heco_solution_free(solution);
    return status == HECO_OK ? 0 : -1;
}

int peers_solve_named(peers_run *run, const char *name, uint64_t seed) {
#if defined(PEERS_NLOPT)
    for (const peers_solver *s = peers_nlopt; s->name != NULL; s++)
        if (strcmp(s->name, name) == 0) return s->solve(run, seed);
#endif
    return peers_solve_heco(run, name, seed);
}

void peers_random_seed(peers_random *r, uint64_t seed) {
    r->state = seed * 0x9e3779b97f4a7c15u + 1;
}

/* splitmix64 (Steele, Lea and Flood 2014). */
double peers_random_next(peers_random *r) {
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z          = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z          = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}
