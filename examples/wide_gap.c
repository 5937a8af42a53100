/* The wide gap of section IV: how many generations the two elitist searches need to come from x = 2000 to
 * the better feasible interval [0, 1000], across 1000 units of infeasible points.
 *
 *   wide_gap [RUNS [GENERATIONS]]     default: 100 runs, SOCO for 1000000 generations */
#include <heco/heco.h>
#include <stdio.h>
#include <stdlib.h>

/* Generations until a feasible point with f <= 1000 was met; 0: never. */
static uint64_t generations(const heco_problem *p, const char *algorithm, uint64_t seed, uint64_t evals) {
    double           start = 2000.0;
    heco_run_options o     = heco_run_options_default();
    heco_run        *run;
    heco_evaluator  *evaluator;
    heco_batch      *batch;
    heco_error       error;
    uint64_t         t = 0, hit = 0;
    o.seed = seed, o.max_evals = evals, o.start = &start, o.starts = 1;
    o.target = 1000.0; /* feasible with f <= 1000: stop */
    if (heco_run_new(&run, heco_algorithm_find(algorithm, NULL), &p->space, &o, &error) != HECO_OK ||
        heco_evaluator_open(&evaluator, p, NULL, NULL, &error) != HECO_OK) {
        fprintf(stderr, "wide_gap: %s\n", error.text);
        exit(1);
    }
    for (; (batch = heco_run_ask(run)) != NULL; t++) {
        heco_evaluate(evaluator, batch);
        heco_run_tell(run);
    }
    if (heco_run_result(run)->outcome.stop == HECO_STOP_TARGET)
        hit = t - 1; /* the start is generation 0 */
    heco_evaluator_close(evaluator);
    heco_run_free(run);
    return hit;
}

int main(int argc, char **argv) {
    unsigned            runs  = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100;
    uint64_t            limit = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000;
    heco_suite         *suite;
    const heco_problem *p;
    heco_error          error;
    if (heco_suite_open(&suite, "theory", NULL, &error) != HECO_OK ||
        heco_suite_problem(suite, (size_t)heco_suite_find(suite, "e2", NULL), 0, &p, &error) != HECO_OK) {
        fprintf(stderr, "wide_gap: %s\n", error.text);
        return 1;
    }
    static const char *const name[] = {"theory-heco", "theory-soco"};
    printf("%-12s %6s %8s %10s %8s %8s\n", "algorithm", "runs", "reached", "mean gen.", "least", "most");
    int as_proved = 1; /* HECO always gets there, SOCO never */
    for (int a = 0; a < 2; a++) {
        uint64_t sum = 0, least = UINT64_MAX, most = 0;
        unsigned reached = 0;
        for (unsigned r = 1; r <= runs; r++) {
            /* theory-heco keeps up to two parents, each with one child */
            uint64_t hit = generations(p, name[a], r, (a == 0 ? 2 : 1) * limit + 1);
            if (hit == 0) continue;
            reached++;
            sum += hit;
            if (hit < least) least = hit;
            if (hit > most) most = hit;
        }
        as_proved = as_proved && reached == (a == 0 ? runs : 0);
        if (reached > 0)
            printf("%-12s %6u %8u %10.1f %8llu %8llu\n", name[a], runs, reached, (double)sum / reached,
                   (unsigned long long)least, (unsigned long long)most);
        else
            printf("%-12s %6u %8u   never in %llu generations\n", name[a], runs, reached,
                   (unsigned long long)limit);
    }
    heco_suite_close(suite);
    return !as_proved;
}
