/* What the search costs beside the function: nanoseconds per candidate of each algorithm on a sphere
 * with one linear constraint, over a plain loop that draws one xoshiro256+ uniform per coordinate and
 * evaluates the same function. All are timed in turns within one run, and the best of the turns
 * counts, so that the ratios hold on a noisy machine.
 *
 *   bench_search [algorithm ...]        default: heco-de lshade44; "all": every algorithm built   */
#include <heco/heco.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURNS = 15, NAMES = 64 };
static const size_t bench_n[] = {10, 30, 50, 100};

static double bench_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* min sum x^2 subject to 1 - sum x <= 0 */
static int bench_eval(void *user, const double *x, double *f, double *g, double *h) {
    size_t n   = *(const size_t *)user;
    double sum = 0.0, line = 0.0;
    (void)h;
    for (size_t j = 0; j < n; j++) {
        sum += x[j] * x[j];
        line += x[j];
    }
    f[0] = sum;
    g[0] = 1.0 - line;
    return HECO_POINT_OK;
}

static uint64_t bench_rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

/* The plain loop: seconds per candidate. */
static double bench_plain(size_t n, size_t count, double *sink) {
    uint64_t s[4] = {1, 2, 3, 4};
    double   x[128], f, g, total = 0.0;
    double   start = bench_clock();
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < n; j++) {
            uint64_t bits = s[0] + s[3], t = s[1] << 17;
            s[2] ^= s[0];
            s[3] ^= s[1];
            s[1] ^= s[2];
            s[0] ^= s[3];
            s[2] ^= t;
            s[3] = bench_rotl(s[3], 45);
            x[j] = -10.0 + 20.0 * ((double)(bits >> 11) * 0x1.0p-53);
        }
        bench_eval(&n, x, &f, &g, NULL);
        total += f + g;
    }
    *sink += total;
    return (bench_clock() - start) / (double)count;
}

static double bench_algorithm(const heco_algorithm *a, size_t n, uint64_t evals) {
    double lower[128], upper[128];
    for (size_t j = 0; j < n; j++) lower[j] = -10.0, upper[j] = 10.0;
    heco_problem p = heco_problem_default();
    p.space.n = n, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    p.eval = bench_eval, p.user = &n;
    heco_run_options o = heco_run_options_default();
    o.max_evals        = evals;
    heco_error      error;
    heco_run       *run;
    heco_evaluator *evaluator;
    if (heco_run_new(&run, a, &p.space, &o, &error) != HECO_OK ||
        heco_evaluator_open(&evaluator, &p, NULL, NULL, &error) != HECO_OK) {
        fprintf(stderr, "%s: %s\n", a->name, error.text);
        exit(1);
    }
    heco_batch *batch;
    double      start = bench_clock();
    while ((batch = heco_run_ask(run)) != NULL) {
        heco_evaluate(evaluator, batch);
        heco_run_tell(run);
    }
    double seconds = bench_clock() - start;
    evals          = heco_run_result(run)->outcome.evals;
    heco_evaluator_close(evaluator);
    heco_run_free(run);
    return seconds / (double)evals;
}

static size_t bench_choose(const heco_algorithm **list, int argc, char **argv) {
    size_t count = 0;
    if (argc == 2 && strcmp(argv[1], "all") == 0) {
        for (; count < NAMES && heco_algorithm_at(count) != NULL; count++) list[count] = heco_algorithm_at(count);
        return count;
    }
    static const char *const usual[] = {"heco-de", "lshade44"};
    for (int i = 0; i < (argc > 1 ? argc - 1 : 2); i++) {
        heco_error error;
        list[count] = heco_algorithm_find(argc > 1 ? argv[i + 1] : usual[i], &error);
        if (list[count++] == NULL) {
            fprintf(stderr, "%s\n", error.text);
            exit(2);
        }
    }
    return count;
}

int main(int argc, char **argv) {
    const heco_algorithm *list[NAMES];
    size_t                count = bench_choose(list, argc, argv);
    double                sink  = 0.0;
    printf("%-20s %5s %12s %12s %8s %12s\n", "algorithm", "n", "plain ns", "search ns", "ratio",
           "over first");
    for (size_t d = 0; d < sizeof bench_n / sizeof bench_n[0]; d++) {
        size_t n     = bench_n[d];
        double plain = INFINITY, best[NAMES];
        for (size_t a = 0; a < count; a++) best[a] = INFINITY;
        for (int turn = 0; turn < TURNS; turn++) {
            plain = fmin(plain, bench_plain(n, 2000000 / n, &sink));
            for (size_t a = 0; a < count; a++) best[a] = fmin(best[a], bench_algorithm(list[a], n, 200000));
        }
        for (size_t a = 0; a < count; a++)
            printf("%-20s %5zu %12.1f %12.1f %8.2f %12.2f\n", list[a]->name, n, 1e9 * plain, 1e9 * best[a],
                   best[a] / plain, best[a] / best[0]);
    }
    return sink == 0.5; /* keeps the plain loop from being optimised away */
}
