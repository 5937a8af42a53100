/* The beam through the C interface: make beam_api && ./beam_api */
#include <heco/heco.h>
#include <stdio.h>

#include "beam_model.h"

static int beam_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    beam_values(x, f, g);
    return HECO_POINT_OK;
}

int main(void) {
    heco_problem p = heco_problem_default();
    p.name         = "stepped cantilever beam";
    p.space.n = BEAM_N, p.space.ng = BEAM_NG;
    p.space.lower = beam_lower, p.space.upper = beam_upper;
    p.eval    = beam_eval;
    p.sharing = HECO_SHARE_FREELY;

    heco_minimize_options options = heco_minimize_options_default();
    options.run.max_evals         = 50000;
    heco_solution *solution;
    heco_error     error;
    if (heco_minimize(&solution, &p, &options, &error) != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    const heco_result *r = heco_solution_result(solution);
    printf("%s f = %.17g violation = %g\n", heco_found_text(r->outcome.found), r->outcome.f,
           r->outcome.viol);
    for (int j = 0; j < BEAM_N; j++) printf("x%d = %.17g\n", j + 1, r->x[j]);
    int feasible = r->outcome.found == HECO_FOUND_FEASIBLE;
    heco_solution_free(solution);
    return feasible ? 0 : 1;
}
