/* How much of its time HECO-DE spends outside the functions, on the whole suite cec2017.
 *
 *   bench_share [DATA [ALGORITHM]]     DATA: folder with the official data; without it instance 1
 *
 * Evaluation is timed batch by batch within the very run whose total is taken, so the share does not
 * depend on what else the machine does. The clock itself costs two readings per batch of 20. */
#include <heco/heco.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { EVALS = 60000 };
static const size_t share_dims[] = {10, 30, 50, 100};

static double share_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void share_run(const heco_problem *p, const heco_algorithm *a, double *inside, double *total) {
    static const char *const set[] = {"preset=cec2017"};
    heco_run_options         o     = heco_run_options_default();
    heco_run                *run;
    heco_evaluator          *evaluator;
    heco_batch              *batch;
    heco_error               error;
    o.max_evals = EVALS, o.set = set, o.sets = a == heco_algorithm_default();
    if (heco_run_new(&run, a, &p->space, &o, &error) != HECO_OK ||
        heco_evaluator_open(&evaluator, p, NULL, NULL, &error) != HECO_OK) {
        fprintf(stderr, "bench_share: %s\n", error.text);
        exit(1);
    }
    double start = share_clock();
    while ((batch = heco_run_ask(run)) != NULL) {
        double before = share_clock();
        heco_evaluate(evaluator, batch);
        *inside += share_clock() - before;
        heco_run_tell(run);
    }
    *total += share_clock() - start;
    heco_evaluator_close(evaluator);
    heco_run_free(run);
}

int main(int argc, char **argv) {
    heco_suite_options    options   = {.data = argc > 1 ? argv[1] : NULL};
    heco_error            error     = {HECO_OK, ""};
    heco_suite           *suite     = NULL;
    const heco_algorithm *algorithm = argc > 2 ? heco_algorithm_find(argv[2], &error) : heco_algorithm_default();
    if (algorithm == NULL || heco_suite_open(&suite, "cec2017", &options, &error) != HECO_OK) {
        fprintf(stderr, "bench_share: %s\n", error.text);
        return 1;
    }
    printf("%s on cec2017 (instance %s), %d evaluations per problem\n", algorithm->name,
           heco_suite_instance(suite), EVALS);
    for (size_t d = 0; d < sizeof share_dims / sizeof share_dims[0]; d++) {
        double inside = 0.0, total = 0.0;
        for (size_t i = 0; i < heco_suite_count(suite); i++) {
            const heco_problem *p;
            if (heco_suite_problem(suite, i, share_dims[d], &p, &error) != HECO_OK) {
                fprintf(stderr, "bench_share: %s\n", error.text);
                return 1;
            }
            share_run(p, algorithm, &inside, &total);
        }
        double per = 1e9 / (double)(heco_suite_count(suite) * EVALS);
        printf("D = %3zu: functions %6.1f ns, search %6.1f ns per evaluation, outside the functions %4.1f %%\n",
               share_dims[d], inside * per, (total - inside) * per, 100.0 * (1.0 - inside / total));
    }
    heco_suite_close(suite);
    return 0;
}
