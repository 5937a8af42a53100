/* The shortest program: minimise a function over a box, subject to one inequality. */
#include <heco/heco.h>
#include <stdio.h>

/* (x - 2)^2 + (y - 1)^2, but x + y may not exceed 2: the answer is (1.5, 0.5) with f = 0.5. */
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = (x[0] - 2) * (x[0] - 2) + (x[1] - 1) * (x[1] - 1);
    g[0] = x[0] + x[1] - 2; /* met when <= 0 */
    return HECO_POINT_OK;
}

int main(void) {
    static const double lower[] = {-5, -5}, upper[] = {5, 5};
    heco_problem        problem = heco_problem_default();
    problem.space.n = 2, problem.space.ng = 1;
    problem.space.lower = lower, problem.space.upper = upper;
    problem.eval = eval;

    heco_minimize_options options = heco_minimize_options_default();
    options.run.max_evals         = 20000;

    heco_solution *solution;
    heco_error     error;
    if (heco_minimize(&solution, &problem, &options, &error) != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    const heco_result *r = heco_solution_result(solution);
    printf("%s: f = %.6f at (%.6f, %.6f)\n", heco_found_text(r->outcome.found), r->outcome.f,
           r->x[0], r->x[1]);
    heco_solution_free(solution);
    return 0;
}
