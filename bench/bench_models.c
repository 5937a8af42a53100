/* What a candidate costs through each kind of model, as a ratio to the C interface.
 *
 *     build/release/bench/bench_models [FOLDER WITH beam.lua] [FOLDER WITH beam.so AND beam]
 *
 * The same problem (ten variables, eleven constraints), the same seed, so the same search: every
 * route must end with the same bits. All routes take turns, and the best of their rounds counts;
 * programs need a core of their own beside heco's, so run it on an idle machine. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../examples/models/beam_model.h"
#include "heco/heco.h"

enum { ROUNDS = 9, EVALS = 20000 };

typedef struct {
    const char  *label;
    heco_model  *model;
    heco_problem problem; /* eval is NULL if the model cannot be opened */
    double       seconds, f, x[BEAM_N];
} bench_route;

static int bench_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    beam_values(x, f, g);
    return HECO_POINT_OK;
}

static void bench_run(bench_route *r) {
    heco_minimize_options o = heco_minimize_options_default();
    o.algorithm             = "heco-de"; /* batches of 20 and more, the same for all routes */
    heco_error            error;
    heco_solution        *s;
    o.run.max_evals = EVALS;
    if (heco_minimize(&s, &r->problem, &o, &error) != HECO_OK) {
        fprintf(stderr, "%s: %s\n", r->label, error.text);
        exit(1);
    }
    const heco_result *got = heco_solution_result(s);
    if (got->outcome.seconds < r->seconds) r->seconds = got->outcome.seconds;
    r->f = got->outcome.f;
    memcpy(r->x, got->x, sizeof r->x);
    heco_solution_free(s);
}

/* Opens a model. The limits and tolerances of its constraints, which not every route can state, and
 * exact derivatives are removed: they would change the search. */
static bench_route bench_open(const char *label, const char *format, const char *folder) {
    bench_route r = {.label = label, .problem = heco_problem_default(), .seconds = 1e300};
    heco_error  error;
    char        spec[1000];
    snprintf(spec, sizeof spec, format, folder);
    if (heco_model_open(&r.model, spec, NULL, &error) != HECO_OK) {
        printf("%s: %s\n", label, error.text);
        return r;
    }
    r.problem             = *heco_model_problem(r.model);
    r.problem.space.tol   = NULL;
    r.problem.ineq_tol    = NAN;
    r.problem.forms       = NULL;
    r.problem.derivatives = NULL;
    return r;
}

int main(int argc, char **argv) {
    const char  *source = argc > 1 ? argv[1] : "examples/models";
    const char  *built  = argc > 2 ? argv[2] : "build/release/examples/models";
    heco_problem p      = heco_problem_default();
    p.space.n = BEAM_N, p.space.ng = BEAM_NG;
    p.space.lower = beam_lower, p.space.upper = beam_upper;
    p.eval              = bench_eval;
    bench_route route[] = {
        {.label = "C interface", .problem = p, .seconds = 1e300},
        bench_open("shared object", "%s/beam.so", built),
        bench_open("Lua", "%s/beam.lua", source),
        bench_open("AMPL", "%s/beam.nl", source),
        bench_open("program in C", "exec:%s/beam", built),
        bench_open("program in Python", "exec:python3 %s/beam.py", source),
    };
    enum { ROUTES = sizeof route / sizeof route[0] };
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < ROUTES; i++) /* the fast ones, which a moment disturbs, more often */
            for (int turn = 0; turn < (i < 4 ? 12 : i < ROUTES - 1 || round == 0); turn++)
                if (route[i].problem.eval != NULL) bench_run(&route[i]);
    printf("%-20s %16s %8s\n", "route", "per candidate", "ratio");
    for (int i = 0; i < ROUTES; i++) {
        const bench_route *r = &route[i];
        if (r->problem.eval == NULL) continue;
        int same = r->f == route[0].f && memcmp(r->x, route[0].x, sizeof r->x) == 0;
        printf("%-20s %13.3f us %8.2f   %s\n", r->label, r->seconds / EVALS * 1e6,
               r->seconds / route[0].seconds, same ? "same bits" : "OTHER RESULT");
        heco_model_close(route[i].model);
    }
    return 0;
}
