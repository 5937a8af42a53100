/* Successes on mixed-integer problems with known optima: feasible and within 1e-4 of the best
 * value, for several budgets.
 *
 *   bench_mixed_integer [ALGORITHM [RUNS [PROBLEM [EVALS [SEED]]]]]
 *
 * Default: sqp 20 all 30000 500; budgets up to EVALS, runs with the seeds from SEED on. */
#include <stdio.h>
#include <stdlib.h>

#include "mixed_integer_problems.h"

enum { BUDGETS = 5 };
static const uint64_t budgets[BUDGETS] = {300, 1000, 3000, 10000, 30000};

typedef struct {
    double        lower[MIXED_N], upper[MIXED_N], tol[MIXED_N];
    unsigned char integer[MIXED_N];
} room;

static heco_problem open_problem(const mixed_problem *m, room *r) {
    heco_problem p = heco_problem_default();
    size_t       signs = strlen(m->integer);
    for (size_t j = 0; j < m->n; j++) {
        r->lower[j]   = m->lower != NULL ? m->lower[j] : 0.0;
        r->upper[j]   = m->upper != NULL ? m->upper[j] : 1.0;
        r->integer[j] = m->integer[j < signs ? j : signs - 1] == '1';
    }
    for (size_t k = 0; k < m->ng + m->nh; k++) r->tol[k] = k < m->ng ? m->ineq_tol : p.space.eq_tol;
    p.name  = m->name;
    p.space.n = m->n, p.space.ng = m->ng, p.space.nh = m->nh;
    p.space.lower = r->lower, p.space.upper = r->upper;
    p.space.integer = r->integer, p.space.tol = r->tol;
    p.eval  = m->eval;
    return p;
}

/* Evaluations to success; 0: none. */
static uint64_t one_run(const heco_algorithm *a, const heco_problem *p, double best, uint64_t evals,
                        uint64_t seed) {
    heco_run_options o = heco_run_options_default();
    heco_error       error;
    heco_run        *run;
    heco_evaluator  *evaluator;
    heco_batch      *batch;
    o.max_evals = evals, o.seed = seed, o.target = best + 1e-4 * fabs(best), o.max_failed = 0;
    if (heco_run_new(&run, a, &p->space, &o, &error) != HECO_OK ||
        heco_evaluator_open(&evaluator, p, NULL, NULL, &error) != HECO_OK) {
        fprintf(stderr, "%s on %s: %s\n", a->name, p->name, error.text);
        exit(1);
    }
    while ((batch = heco_run_ask(run)) != NULL)
        if (heco_evaluate(evaluator, batch) != HECO_OK || heco_run_tell(run) != HECO_OK) break;
    uint64_t found = heco_run_result(run)->outcome.evals_to_target;
    heco_evaluator_close(evaluator);
    heco_run_free(run);
    return found;
}

/* Runs one problem with the first budgets; adds its successes to `total`. */
static void one_problem(const heco_algorithm *a, const mixed_problem *m, int runs, uint64_t seed,
                        int counts, int *total) {
    room         r;
    heco_problem p = open_problem(m, &r);
    printf("\n%-10s", p.name);
    for (int b = 0; b < counts; b++) {
        double sum  = 0.0;
        int    good = 0;
        for (int i = 0; i < runs; i++) {
            uint64_t at = one_run(a, &p, m->best, budgets[b], seed + (uint64_t)i);
            good += at > 0;
            sum += (double)at;
        }
        total[b] += good;
        printf("%8d %6.0f", good, good > 0 ? sum / good : 0.0);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    heco_error            error;
    const heco_algorithm *a     = heco_algorithm_find(argc > 1 ? argv[1] : "sqp", &error);
    int                   runs  = argc > 2 ? atoi(argv[2]) : 20, total[BUDGETS] = {0}, counts = 0;
    const char           *only  = argc > 3 ? argv[3] : "all";
    double                evals = argc > 4 ? atof(argv[4]) : 30000.0;
    uint64_t              seed  = argc > 5 ? strtoull(argv[5], NULL, 10) : 500;
    if (a == NULL || runs < 1) {
        fprintf(stderr, "%s\n", a == NULL ? error.text : "RUNS must be positive");
        return 2;
    }
    while (counts < BUDGETS && (double)budgets[counts] <= evals) counts++;
    printf("%s, successes of %d runs and mean evaluations to success\n%-10s", a->name, runs,
           "problem");
    for (int b = 0; b < counts; b++) printf("%15llu", (unsigned long long)budgets[b]);
    for (size_t k = 0; k < MIXED_COUNT; k++)
        if (strcmp(only, "all") == 0 || strcmp(only, mixed_problems[k].name) == 0)
            one_problem(a, &mixed_problems[k], runs, seed, counts, total);
    printf("\n%-10s", "total");
    for (int b = 0; b < counts; b++) printf("%8d       ", total[b]);
    printf("\n");
    return 0;
}
