// The public headers from C++: declarations have C linkage and the types can be used.
#include <heco/heco.h>

#include <cstdio>
#include <vector>

static int eval(void *, const double *x, double *f, double *, double *) {
    f[0] = (x[0] - 0.5) * (x[0] - 0.5);
    return HECO_POINT_OK;
}

int main() {
    std::vector<double> lower(1, 0.0), upper(1, 1.0);
    heco_problem        problem = heco_problem_default();
    problem.space.n             = 1;
    problem.space.lower         = lower.data();
    problem.space.upper         = upper.data();
    problem.eval                = eval;
    heco_minimize_options options = heco_minimize_options_default();
    options.run.max_evals         = 2000;
    heco_solution *solution       = nullptr;
    heco_error     error;
    if (heco_minimize(&solution, &problem, &options, &error) != HECO_OK) return 1;
    double f = heco_solution_result(solution)->outcome.f;
    heco_solution_free(solution);
    std::printf("from C++: %g\n", f);
    return f < 1e-6 ? 0 : 1;
}
