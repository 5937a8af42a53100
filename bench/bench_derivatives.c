/* What exact derivatives save: bench_derivatives [-s SEEDS] [ALGORITHM..] [-- FILE.nl..].
 *
 * For every problem the median over the seeds of the evaluations until a feasible point is within
 * 1e-6 (relative, at least of 1) of the best known value, with differences and with derivatives;
 * at the end the geometric means over the problems that both solve. An evaluation that comes with
 * derivatives counts as one, as in the budget. Problems: balls (bench_descent.c; derivatives by
 * hand), cec2006 and design, whose derivatives are taken by differences of sixth order that nobody
 * counts, and the .nl files given, by the AMPL library, where the best value of three
 * long runs is the one to reach. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "heco/heco.h"

enum { MOST_N = 50, MOST_M = 64, MOST_SEEDS = 25, MOST_ALGORITHMS = 8 };

/* --- problems ------------------------------------------------------------------------------ */

typedef struct {
    size_t n;
    double target[MOST_N], centre[MOST_N * MOST_N], radius[MOST_N];
} balls;

static void balls_draw(balls *b, size_t n) {
    heco_rng rng;
    heco_rng_init(&rng, 7, n);
    b->n = n;
    for (size_t j = 0; j < n; j++) b->target[j] = 4.0 * heco_rng_uniform_inline(&rng) - 2.0;
    for (size_t i = 0; i < n; i++) {
        double at_zero = 0.0;
        for (size_t j = 0; j < n; j++) {
            double c             = 2.0 * heco_rng_uniform_inline(&rng) - 1.0;
            b->centre[i * n + j] = c;
            at_zero += c * c;
        }
        b->radius[i] = 1.5 * at_zero;
    }
}

static int balls_eval(void *user, const double *x, double *f, double *g, double *h) {
    const balls *b = user;
    (void)h;
    f[0] = 0.0;
    for (size_t i = 0; i < b->n; i++) {
        g[i] = -b->radius[i];
        f[0] += (1.0 + (double)i) * pow(x[i] - b->target[i], 4.0);
        for (size_t j = 0; j < b->n; j++) {
            double d = x[j] - b->centre[i * b->n + j];
            g[i] += d * d;
        }
    }
    return HECO_POINT_OK;
}

static int balls_derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    const balls *b = user;
    (void)dh;
    for (size_t i = 0; i < b->n; i++) {
        df[i] = 4.0 * (1.0 + (double)i) * pow(x[i] - b->target[i], 3.0);
        for (size_t j = 0; j < b->n; j++) dg[i * b->n + j] = 2.0 * (x[j] - b->centre[i * b->n + j]);
    }
    return HECO_POINT_OK;
}

/* A problem with derivatives by differences of sixth order, or one-sided ones where it ends. */
static int wide_eval(void *user, const double *x, double *f, double *g, double *h) {
    const heco_problem *p = user;
    return p->eval(p->user, x, f, g, h);
}

static int wide_column(const heco_problem *p, double *x, size_t j, double *slope) {
    static const double weight[3] = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
    size_t              m         = p->space.ng + p->space.nh;
    double              old = x[j], v[1 + MOST_M], width = p->space.upper[j] - p->space.lower[j];
    double              step = 2e-4 * fmin(fmax(fabs(old), 1e-2 * width), width);
    int                 said = HECO_POINT_OK;
    for (size_t k = 0; k <= m; k++) slope[k] = 0.0;
    for (int s = -3; s <= 3 && said == HECO_POINT_OK; s++) {
        if (s == 0) continue;
        x[j] = old + s * step;
        said = p->eval(p->user, x, v, v + 1, v + 1 + p->space.ng);
        for (size_t k = 0; k <= m; k++)
            slope[k] += (s > 0 ? 1.0 : -1.0) * weight[abs(s) - 1] * v[k] / step;
    }
    x[j] = old;
    return said;
}

static int wide_derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    const heco_problem *p = user;
    size_t              n = p->space.n, ng = p->space.ng, nh = p->space.nh;
    double              at[MOST_N], slope[1 + MOST_M];
    memcpy(at, x, n * sizeof *x);
    for (size_t j = 0; j < n; j++) {
        if (wide_column(p, at, j, slope) != HECO_POINT_OK) return HECO_POINT_FAILED;
        df[j] = slope[0];
        for (size_t k = 0; k < ng; k++) dg[k * n + j] = slope[1 + k];
        for (size_t k = 0; k < nh; k++) dh[k * n + j] = slope[1 + ng + k];
    }
    return HECO_POINT_OK;
}

/* --- measurements -------------------------------------------------------------------------- */

typedef struct {
    const char *algorithm[MOST_ALGORITHMS];
    size_t      algorithms, seeds;
    /* per algorithm: sums of logarithms of evaluations and times, problems both solve, all */
    double log_evals[MOST_ALGORITHMS][2], seconds[MOST_ALGORITHMS][2];
    size_t both[MOST_ALGORITHMS], solved[MOST_ALGORITHMS][2], problems, wrong;
} bench;

static heco_outcome bench_run(const heco_problem *p, const char *algorithm, uint64_t seed,
                              double target) {
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s = NULL;
    heco_error            error;
    o.algorithm     = algorithm;
    o.run.seed      = seed;
    o.run.max_evals = 2000 * (p->space.n + 1);
    o.run.target    = target;
    if (heco_minimize(&s, p, &o, &error) != HECO_OK) {
        fprintf(stderr, "%s: %s\n", p->name, error.text);
        exit(1);
    }
    heco_outcome found = heco_solution_result(s)->outcome;
    char         text[300];
    heco_solution_describe(s, text, sizeof text);
    if (strstr(text, "derivatives") != NULL) fprintf(stderr, "%s: %s\n", p->name, text);
    heco_solution_free(s);
    return found;
}

static int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median over the seeds; infinity: most of them missed the target. */
static double bench_median(bench *b, const heco_problem *p, size_t a, int exact, double target) {
    double       evals[MOST_SEEDS];
    heco_problem q = *p;
    if (!exact) q.derivatives = NULL;
    for (size_t i = 0; i < b->seeds; i++) {
        heco_outcome o = bench_run(&q, b->algorithm[a], i + 1, target);
        evals[i]       = o.evals_to_target > 0 ? (double)o.evals_to_target : INFINITY;
        b->seconds[a][exact] += o.seconds;
    }
    qsort(evals, b->seeds, sizeof *evals, bench_compare);
    return evals[b->seeds / 2];
}

static void bench_problem(bench *b, const heco_problem *p, double best) {
    double target = best + 1e-6 * fmax(1.0, fabs(best));
    b->problems++;
    for (size_t a = 0; a < b->algorithms; a++) {
        double evals[2];
        for (int exact = 0; exact < 2; exact++) {
            evals[exact] = bench_median(b, p, a, exact, target);
            b->solved[a][exact] += isfinite(evals[exact]);
        }
        printf("%-28.28s %3zu %3zu  %-10s %9.0f %9.0f  %6.2f\n", p->name, p->space.n,
               p->space.ng + p->space.nh, b->algorithm[a], evals[0], evals[1], evals[0] / evals[1]);
        if (!isfinite(evals[0]) || !isfinite(evals[1])) continue;
        b->both[a]++;
        for (int exact = 0; exact < 2; exact++) b->log_evals[a][exact] += log(evals[exact]);
    }
    fflush(stdout);
}

static double bench_best(bench *b, const heco_problem *p) {
    double best = INFINITY;
    for (size_t a = 0; a < b->algorithms; a++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            heco_outcome o = bench_run(p, b->algorithm[a], seed, NAN);
            if (o.viol == 0.0 && o.f < best) best = o.f;
        }
    return best;
}

static void bench_totals(const bench *b) {
    for (size_t a = 0; a < b->algorithms; a++) {
        double mean[2];
        for (int exact = 0; exact < 2; exact++)
            mean[exact] = exp(b->log_evals[a][exact] / (double)b->both[a]);
        printf(
            "%s: solved %zu and %zu of %zu; geometric means over %zu: %.1f and %.1f evaluations, "
            "%.2f times fewer; %.2f and %.2f s\n",
            b->algorithm[a], b->solved[a][0], b->solved[a][1], b->problems, b->both[a], mean[0],
            mean[1], mean[0] / mean[1], b->seconds[a][0], b->seconds[a][1]);
    }
}

static void bench_reset(bench *b, const char *title) {
    memset(b->log_evals, 0, sizeof b->log_evals);
    memset(b->seconds, 0, sizeof b->seconds);
    memset(b->both, 0, sizeof b->both);
    memset(b->solved, 0, sizeof b->solved);
    b->problems = 0;
    printf("\n%s\n%-28s %3s %3s  %-10s %9s %9s  %6s\n", title, "problem", "n", "m", "algorithm",
           "differ.", "exact", "ratio");
}

static void bench_balls(bench *b) {
    static const size_t size[] = {5, 10, 20, 50};
    static balls        drawn;
    double              lower[MOST_N], upper[MOST_N];
    bench_reset(b, "balls, derivatives by hand");
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
        heco_problem p = heco_problem_default();
        balls_draw(&drawn, size[i]);
        for (size_t j = 0; j < size[i]; j++) lower[j] = -5.0, upper[j] = 5.0;
        p.name = "balls", p.eval = balls_eval, p.derivatives = balls_derivatives, p.user = &drawn;
        p.space.n = p.space.ng = size[i];
        p.space.lower = lower, p.space.upper = upper;
        bench_problem(b, &p, bench_best(b, &p));
    }
    bench_totals(b);
}

static void bench_suite(bench *b, const char *name) {
    heco_suite *suite;
    if (heco_suite_open(&suite, name, NULL, NULL) != HECO_OK) exit(1);
    bench_reset(b, name);
    for (size_t i = 0; i < heco_suite_count(suite); i++) {
        const heco_problem *p;
        if (!heco_suite_at(suite, i)->compared ||
            heco_suite_problem(suite, i, 0, &p, NULL) != HECO_OK || p->eval == NULL ||
            p->space.n > MOST_N || p->space.ng + p->space.nh > MOST_M)
            continue;
        heco_problem wide = *p;
        wide.eval = wide_eval, wide.eval_batch = NULL, wide.user = (void *)p;
        wide.derivatives = wide_derivatives;
        bench_problem(b, &wide, p->f_ref);
    }
    bench_totals(b);
    heco_suite_close(suite);
}

static void bench_models(bench *b, char **path, int count) {
    if (count == 0) return;
    bench_reset(b, ".nl files");
    for (int i = 0; i < count; i++) {
        heco_model *m;
        heco_error  error;
        if (heco_model_open(&m, path[i], NULL, &error) != HECO_OK) {
            fprintf(stderr, "%s\n", error.text);
            continue;
        }
        heco_problem p     = *heco_model_problem(m);
        const char  *slash = strrchr(path[i], '/');
        p.name             = slash != NULL ? slash + 1 : path[i];
        double best        = bench_best(b, &p);
        if (p.derivatives != NULL && isfinite(best)) bench_problem(b, &p, best);
        heco_model_close(m);
    }
    bench_totals(b);
}

int main(int argc, char **argv) {
    static bench b = {.seeds = 5};
    int          i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
            b.seeds = (size_t)atoi(argv[++i]);
        else if (b.algorithms < MOST_ALGORITHMS)
            b.algorithm[b.algorithms++] = argv[i];
    }
    if (b.seeds < 1 || b.seeds > MOST_SEEDS) b.seeds = 5;
    if (b.algorithms == 0) b.algorithm[0] = "auto", b.algorithm[1] = "sqp", b.algorithms = 2;
    bench_balls(&b);
    bench_suite(&b, "cec2006");
    bench_suite(&b, "design");
    bench_models(&b, argv + i + 1, argc - i - 1);
    return 0;
}
