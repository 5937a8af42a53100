/* Threads: the same search, bit for bit, with its points shared out over cores. */
#include <heco/heco.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 10 };

/* Reentrant: it keeps nothing between calls, so the threads may share it freely. */
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double sum = 0, product = 1;
    for (int j = 0; j < N; j++) {
        sum += x[j] * x[j];
        product *= cos(x[j] / sqrt(j + 1.0));
    }
    f[0] = 1 + sum / 4000 - product; /* Griewank's function */
    g[0] = 4 - sum;                  /* outside the ball of radius 2 */
    return HECO_POINT_OK;
}

static heco_solution *solve(const heco_problem *problem, const char *backend) {
    heco_minimize_options options = heco_minimize_options_default();
    options.run.max_evals         = 50000;
    options.backend               = backend;
    options.evaluator.workers     = 2; /* 0: one per core */
    options.lanes                 = 2; /* the answer depends on it, and not on the workers */
    heco_solution *solution;
    heco_error     error;
    if (heco_minimize(&solution, problem, &options, &error) == HECO_OK) return solution;
    fprintf(stderr, "%s\n", error.text);
    return NULL;
}

int main(void) {
    double lower[N], upper[N];
    for (int j = 0; j < N; j++) lower[j] = -600, upper[j] = 600;
    heco_problem problem = heco_problem_default();
    problem.space.n = N, problem.space.ng = 1;
    problem.space.lower = lower, problem.space.upper = upper;
    problem.eval    = eval;
    problem.sharing = HECO_SHARE_FREELY;

    heco_solution *serial = solve(&problem, "serial"), *threads = solve(&problem, "threads");
    int            same = 0;
    if (serial != NULL && threads != NULL) {
        const heco_result *a = heco_solution_result(serial), *b = heco_solution_result(threads);
        same = memcmp(a->x, b->x, N * sizeof *a->x) == 0 && a->outcome.f == b->outcome.f;
        printf("serial  f = %.17g in %.2f s\nthreads f = %.17g in %.2f s\n%s\n", a->outcome.f,
               a->outcome.seconds, b->outcome.f, b->outcome.seconds,
               same ? "the same point to the last bit" : "DIFFERENT");
    }
    heco_solution_free(serial);
    heco_solution_free(threads);
    return same ? 0 : 1;
}
