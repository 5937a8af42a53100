/* A program of somebody else's: solves a small problem with an installed heco. */
#include <heco/heco.h>
#include <stdio.h>

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] * x[0] + x[1] * x[1];
    g[0] = 1.0 - x[0] - x[1];
    return HECO_POINT_OK;
}

int main(void) {
    static const double   lower[] = {-3, -3}, upper[] = {3, 3};
    heco_problem          problem = heco_problem_default();
    heco_minimize_options options = heco_minimize_options_default();
    heco_solution        *solution;
    heco_error            error;
    problem.space.n = 2, problem.space.ng = 1;
    problem.space.lower = lower, problem.space.upper = upper;
    problem.eval          = eval;
    options.run.max_evals = 10000;
    if (heco_minimize(&solution, &problem, &options, &error) != HECO_OK) return 1;
    double f = heco_solution_result(solution)->outcome.f;
    heco_solution_free(solution);
    printf("heco %s: %.6f\n", heco_version(), f);
    return f > 0.49999 && f < 0.5001 ? 0 : 1;
}
