/* The cost of a point of an algorithm beside the function, on n variables with n convex quadratic
 * constraints: bench_descent [ALGORITHM..]. For every n: microseconds in ask and tell per
 * evaluation over a run of 20 n + 2000 evaluations, and the evaluations until f is within 1e-6 of
 * the best value of all. The minimum is unique: every algorithm that converges ends there. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "heco/heco.h"

enum { DESCENT_N = 200, MOST = 16 };

static double bench_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct { /* balls stretched along the axes, all of them around 0 */
    size_t n;
    double target[DESCENT_N], centre[DESCENT_N * DESCENT_N], weight[DESCENT_N * DESCENT_N];
    double radius[DESCENT_N];
} balls;

static void balls_draw(balls *b, size_t n) {
    heco_rng rng;
    heco_rng_init(&rng, 7, n);
    b->n = n;
    for (size_t j = 0; j < n; j++) b->target[j] = 4.0 * heco_rng_uniform_inline(&rng) - 2.0;
    for (size_t i = 0; i < n; i++) {
        double at_zero = 0.0;
        for (size_t j = 0; j < n; j++) {
            double c = 2.0 * heco_rng_uniform_inline(&rng) - 1.0;
            double w = 0.1 + heco_rng_uniform_inline(&rng);
            b->centre[i * n + j] = c, b->weight[i * n + j] = w;
            at_zero += w * c * c;
        }
        b->radius[i] = at_zero + 0.1 * (double)n * heco_rng_uniform_inline(&rng);
    }
}

static int balls_eval(void *user, const double *x, double *f, double *g, double *h) {
    const balls *b = user;
    (void)h;
    f[0] = 0.0;
    for (size_t j = 0; j < b->n; j++)
        f[0] += (1.0 + (double)(j % 7)) * (x[j] - b->target[j]) * (x[j] - b->target[j]);
    for (size_t i = 0; i < b->n; i++) {
        double sum = -b->radius[i];
        for (size_t j = 0; j < b->n; j++) {
            double d = x[j] - b->centre[i * b->n + j];
            sum += b->weight[i * b->n + j] * d * d;
        }
        g[i] = sum;
    }
    return HECO_POINT_OK;
}

typedef struct {
    double   micros; /* in ask and tell, per evaluation */
    double   f;
    uint64_t reached;
} measured;

static int measure(measured *out, const heco_algorithm *a, const heco_problem *p, double target) {
    heco_run_options o = heco_run_options_default();
    heco_error       error;
    heco_run        *run;
    heco_evaluator  *evaluator;
    heco_batch      *batch;
    double           start, outside = 0.0;
    o.max_evals = 20 * p->space.n + 2000, o.seed = 1, o.target = target, o.stop_at_target = 0;
    if (heco_run_new(&run, a, &p->space, &o, &error) != HECO_OK) return 0;
    if (heco_evaluator_open(&evaluator, p, NULL, NULL, &error) != HECO_OK) return 0;
    start = bench_clock();
    while ((batch = heco_run_ask(run)) != NULL) {
        double before = bench_clock();
        if (heco_evaluate(evaluator, batch) != HECO_OK) return 0;
        outside += bench_clock() - before;
        if (heco_run_tell(run) != HECO_OK) return 0;
    }
    const heco_result *r = heco_run_result(run);
    out->micros  = (bench_clock() - start - outside) / (double)r->outcome.evals * 1e6;
    out->f       = r->outcome.found == HECO_FOUND_FEASIBLE ? r->outcome.f : INFINITY;
    out->reached = r->outcome.evals_to_target;
    heco_evaluator_close(evaluator);
    heco_run_free(run);
    return 1;
}

static void bench_size(balls *b, size_t n, const heco_algorithm **algorithms, size_t count) {
    double       lower[DESCENT_N], upper[DESCENT_N], best = INFINITY;
    measured     of[MOST];
    heco_problem p = heco_problem_default();
    balls_draw(b, n);
    for (size_t j = 0; j < n; j++) lower[j] = -5.0, upper[j] = 5.0;
    p.space.n = p.space.ng = n, p.space.lower = lower, p.space.upper = upper;
    p.eval = balls_eval, p.user = b;
    for (int turn = 0; turn < 2; turn++) /* the second time with the best value of all as target */
        for (size_t i = 0; i < count; i++) {
            if (!measure(&of[i], algorithms[i], &p, turn ? best + 1e-6 * fabs(best) : NAN)) exit(1);
            best = of[i].f < best ? of[i].f : best;
        }
    for (size_t i = 0; i < count; i++)
        printf("%4zu  %-12s %8.2f us  %8llu evaluations  f %.8g\n", n, algorithms[i]->name,
               of[i].micros, (unsigned long long)of[i].reached, of[i].f);
}

int main(int argc, char **argv) {
    static const size_t   sizes[] = {1, 2, 5, 10, 30, 100, 150};
    const heco_algorithm *algorithms[MOST];
    heco_error            error;
    size_t                count = 0;
    balls                *b     = malloc(sizeof *b);
    algorithms[count++]         = heco_algorithm_find("heco-de", &error);
    if (argc < 2) algorithms[count++] = heco_algorithm_find("sqp", &error);
    for (int i = 1; i < argc && count < MOST; i++)
        if ((algorithms[count++] = heco_algorithm_find(argv[i], &error)) == NULL) {
            fprintf(stderr, "%s\n", error.text);
            return 2;
        }
    if (b == NULL) return 1;
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        bench_size(b, sizes[k], algorithms, count);
    free(b);
    return 0;
}
