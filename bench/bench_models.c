/* What a candidate costs through each kind of model, as a ratio to the C interface.
 *
 *     build/release/bench/bench_models [FOLDER WITH beam.lua] [FOLDER WITH beam.so AND beam]
 *
 * The same problem (ten variables, eleven constraints), the same seed, so the same search: every
 * route must end with the same bits. The best of three runs counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../examples/models/beam_model.h"
#include "heco/heco.h"

typedef struct {
    double seconds, f, x[BEAM_N];
} bench_outcome;

static int bench_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    beam_values(x, f, g);
    return HECO_POINT_OK;
}

static int bench_run(const heco_problem *p, uint64_t evals, bench_outcome *out) {
    heco_minimize_options o = heco_minimize_options_default();
    heco_error            error;
    o.run.max_evals = evals;
    out->seconds    = 1e300;
    for (int round = 0; round < 3; round++) {
        heco_solution *s;
        if (heco_minimize(&s, p, &o, &error) != HECO_OK) {
            fprintf(stderr, "%s\n", error.text);
            return 0;
        }
        const heco_result *r = heco_solution_result(s);
        if (r->seconds < out->seconds) out->seconds = r->seconds;
        out->f = r->f;
        memcpy(out->x, r->x, sizeof out->x);
        heco_solution_free(s);
    }
    return 1;
}

static void bench_model(const char *label, const char *spec, uint64_t evals,
                        bench_outcome reference) {
    heco_model   *m;
    heco_error    error;
    bench_outcome got;
    if (heco_model_open(&m, spec, NULL, &error) != HECO_OK) {
        printf("%-24s %s\n", label, error.text);
        return;
    }
    if (bench_run(heco_model_problem(m), evals, &got)) {
        int same = got.f == reference.f && memcmp(got.x, reference.x, sizeof got.x) == 0;
        printf("%-24s %10.3f us %8.2f   %s\n", label, got.seconds / (double)evals * 1e6,
               got.seconds / reference.seconds, same ? "same bits" : "OTHER RESULT");
    }
    heco_model_close(m);
}

int main(int argc, char **argv) {
    const char   *source = argc > 1 ? argv[1] : "examples/models";
    const char   *built  = argc > 2 ? argv[2] : "build/release/examples/models";
    uint64_t      evals  = 20000;
    char          spec[1000];
    heco_problem  p = heco_problem_default();
    bench_outcome api;
    p.space.n = BEAM_N, p.space.ng = BEAM_NG;
    p.space.lower = beam_lower, p.space.upper = beam_upper;
    p.eval = bench_eval;
    if (!bench_run(&p, evals, &api)) return 1;
    printf("%-24s %13s %8s\n", "route", "per candidate", "ratio");
    printf("%-24s %10.3f us %8.2f\n", "C interface", api.seconds / (double)evals * 1e6, 1.0);
    snprintf(spec, sizeof spec, "%s/beam.so", built);
    bench_model("shared object", spec, evals, api);
    snprintf(spec, sizeof spec, "%s/beam.lua", source);
    bench_model("Lua", spec, evals, api);
    snprintf(spec, sizeof spec, "exec:%s/beam", built);
    bench_model("program in C", spec, evals, api);
    snprintf(spec, sizeof spec, "exec:python3 %s/beam.py", source);
    bench_model("program in Python", spec, evals, api);
    return 0;
}
