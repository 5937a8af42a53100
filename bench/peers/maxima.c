/* maxima: the largest of several smooth values as the objective, which has kinks where the largest
 * one changes. Prints the median of the best f over the seeds for each solver and budget.
 *
 *   maxima [--runs N] [--seed N] [solver ...]        default: auto heco-de nlopt-cobyla
 *
 * The solvers are those of peers. They see f alone; docs/guide/structure.md shows what the values
 * themselves are worth. Budgets are multiples of the number of variables n. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver.h"

enum { MAXIMA_N = 50, MAXIMA_RUNS = 25, MAXIMA_SOLVERS = 16 };

typedef struct {
    const char  *name;
    size_t       n;
    heco_eval_fn eval;
    double       lower, upper;
} maxima;

/* Returns the largest error of a polynomial of degree n - 1 in Chebyshev's basis that approximates
 * |t - 0.3| on 101 points of [-1, 1]. */
static int maxima_chebyshev(void *user, const double *x, double *f, double *g, double *h) {
    const maxima *m = user;
    (void)g, (void)h;
    f[0] = 0.0;
    for (int i = 0; i <= 100; i++) {
        double t = 0.02 * i - 1.0, before = 1.0, now = t, sum = x[0];
        for (size_t j = 1; j < m->n; j++) {
            double next = 2.0 * t * now - before;
            sum += x[j] * now;
            before = now, now = next;
        }
        f[0] = fmax(f[0], fabs(sum - fabs(t - 0.3)));
    }
    return HECO_POINT_OK;
}

/* Returns the largest side lobe of a symmetric antenna of 2 n elements with unit gain ahead. */
static int maxima_antenna(void *user, const double *x, double *f, double *g, double *h) {
    const maxima *m   = user;
    double        sum = 0.0, beam = 2.0 / (double)m->n;
    (void)g, (void)h;
    for (size_t j = 0; j < m->n; j++) sum += x[j];
    f[0] = fabs(sum - 1.0);
    for (int i = 0; i <= 120; i++) {
        double u = beam + (1.0 - beam) * i / 120.0, field = 0.0;
        for (size_t j = 0; j < m->n; j++)
            field += x[j] * cos(3.14159265358979 * u * ((double)j + 0.5));
        f[0] = fmax(f[0], fabs(field));
    }
    return HECO_POINT_OK;
}

/* Returns the largest of 2 n convex quadratic functions whose centres lie around the origin. */
static int maxima_quadratics(void *user, const double *x, double *f, double *g, double *h) {
    const maxima *m = user;
    (void)g, (void)h;
    f[0] = -INFINITY;
    for (size_t k = 0; k < 2 * m->n; k++) {
        double sum = 0.0;
        for (size_t j = 0; j < m->n; j++) {
            double d = x[j] - sin((double)(7 * k + 3 * j + 1));
            sum += (1.0 + (double)((k + j) % 5)) * d * d;
        }
        f[0] = fmax(f[0], sum / (double)m->n);
    }
    return HECO_POINT_OK;
}

static const maxima MAXIMA[] = {
    {"Chebyshev", 5, maxima_chebyshev, -2, 2},    {"Chebyshev", 10, maxima_chebyshev, -2, 2},
    {"Chebyshev", 20, maxima_chebyshev, -2, 2},   {"Chebyshev", 50, maxima_chebyshev, -2, 2},
    {"antenna", 5, maxima_antenna, -1, 1},        {"antenna", 10, maxima_antenna, -1, 1},
    {"antenna", 20, maxima_antenna, -1, 1},       {"antenna", 50, maxima_antenna, -1, 1},
    {"quadratics", 5, maxima_quadratics, -5, 5},  {"quadratics", 10, maxima_quadratics, -5, 5},
    {"quadratics", 20, maxima_quadratics, -5, 5}, {"quadratics", 50, maxima_quadratics, -5, 5}};
static const size_t MAXIMA_FACTOR[] = {100, 300};

static int maxima_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median of the best f over the runs, or NaN if the solver is not known. */
static double maxima_median(const maxima *m, const char *solver, uint64_t evals, uint64_t runs,
                            uint64_t seed) {
    double       lower[MAXIMA_N], upper[MAXIMA_N], f[MAXIMA_RUNS];
    heco_problem p = heco_problem_default();
    for (size_t j = 0; j < m->n; j++) lower[j] = m->lower, upper[j] = m->upper;
    p.name = m->name, p.eval = m->eval, p.user = (void *)m;
    p.space.n = m->n, p.space.lower = lower, p.space.upper = upper;
    peers_run *run = peers_run_new(&p, NAN, evals);
    int        bad = run == NULL;
    for (uint64_t r = 0; r < runs && !bad; r++) {
        peers_run_restart(run);
        bad  = peers_solve_named(run, solver, seed + r) != 0;
        f[r] = peers_run_outcome(run).f;
    }
    peers_run_free(run);
    if (bad) return NAN;
    qsort(f, runs, sizeof *f, maxima_compare);
    return f[runs / 2];
}

int main(int argc, char **argv) {
    const char *solver[MAXIMA_SOLVERS] = {"auto", "heco-de", "nlopt-cobyla"};
    size_t      solvers = 3, named = 0;
    uint64_t    runs = 9, seed = 1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc) runs = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else if (named < MAXIMA_SOLVERS) solver[named++] = argv[i];
    }
    if (named > 0) solvers = named;
    if (runs == 0 || runs > MAXIMA_RUNS) {
        fprintf(stderr, "maxima: --runs takes 1 to %d\n", MAXIMA_RUNS);
        return 2;
    }
    printf("| function | n |");
    for (size_t s = 0; s < solvers; s++) printf(" %s, 100 n | 300 n |", solver[s]);
    putchar('\n');
    for (size_t k = 0; k < sizeof MAXIMA / sizeof *MAXIMA; k++) {
        printf("| %s | %zu |", MAXIMA[k].name, MAXIMA[k].n);
        for (size_t s = 0; s < solvers; s++)
            for (size_t b = 0; b < 2; b++) {
                printf(" %.4g |", maxima_median(&MAXIMA[k], solver[s],
                                                MAXIMA_FACTOR[b] * MAXIMA[k].n, runs, seed));
                fflush(stdout);
            }
        putchar('\n');
    }
    return 0;
}
