/* Ask and tell: the library proposes points, you evaluate them however you like. */
#include <heco/heco.h>
#include <stdio.h>

int main(void) {
    static const double lower[] = {-2, -2}, upper[] = {2, 2};
    heco_space          space = heco_problem_default().space;
    space.n = 2, space.ng = 1;
    space.lower = lower, space.upper = upper;

    heco_run_options options = heco_run_options_default();
    options.max_evals        = 20000;

    heco_run  *run;
    heco_error error;
    if (heco_run_new(&run, heco_algorithm_default(), &space, &options, &error) != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    /* Rosenbrock's function in a disc (Mishra). A row that cannot be evaluated gets f = NAN. */
    heco_batch *batch;
    heco_status status  = HECO_OK;
    size_t      batches = 0;
    while (status == HECO_OK && (batch = heco_run_ask(run)) != NULL) {
        for (size_t i = 0; i < batch->count; i++) {
            const double *x = batch->x + 2 * i;
            double        a = x[1] - x[0] * x[0], b = 1 - x[0];
            batch->f[i] = 100 * a * a + b * b;
            batch->g[i] = x[0] * x[0] + x[1] * x[1] - 2;
        }
        batches++;
        status = heco_run_tell(run);
    }
    const heco_result *r = heco_run_result(run);
    printf("%zu batches, %llu evaluations, stopped by %s: f = %.3g at (%.6f, %.6f)\n", batches,
           (unsigned long long)r->outcome.evals, heco_stop_text(r->outcome.stop), r->outcome.f,
           r->x[0], r->x[1]);
    int right = status == HECO_OK && r->outcome.found == HECO_FOUND_FEASIBLE && r->outcome.f < 1e-3;
    heco_run_free(run);
    return right ? 0 : 1;
}
