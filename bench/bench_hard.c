/* Awkward functions: the median of f over 9 seeds for each algorithm and budget, "inf" where the median
 * run has no feasible point.
 *
 *   bench_hard [algorithm ...]        default: auto heco-de sqp
 *
 * Budgets are multiples of n. All functions have their least value 0 (contradiction: no feasible
 * point; its violation is printed instead). */
#include <heco/heco.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HARD_N = 100, SEEDS = 9 };

typedef struct {
    const char  *name;
    size_t       n, ng, nh;
    heco_eval_fn eval;
    int          widths; /* 1: variables of 1e-8 and 1e8 together */
} hard;

static double hard_centre(size_t j) { return 0.3 + 0.4 * sin((double)(3 * j + 1)); }

/* A number in [-1, 1) that depends on the bits of x alone. */
static double hard_noise(const hard *p, const double *x) {
    uint64_t hash = 0xcbf29ce484222325u, word;
    for (size_t j = 0; j < p->n; j++) {
        memcpy(&word, x + j, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (double)(hash >> 11) * 0x1.0p-52 - 1.0;
}

static double hard_bowl(const hard *p, const double *x) {
    double sum = 0.0;
    for (size_t j = 0; j < p->n; j++) {
        double d = x[j] - hard_centre(j);
        sum += (1.0 + (double)j) * d * d;
    }
    return sum;
}

/* Half-spaces through a point beside the centre, which stays feasible. */
static void hard_planes(const hard *p, const double *x, double *g) {
    double centre[HARD_N];
    for (size_t j = 0; j < p->n; j++) centre[j] = hard_centre(j);
    for (size_t k = 0; k < p->ng; k++) {
        g[k] = -0.05;
        for (size_t j = 0; j < p->n; j++)
            g[k] += (double)((int)((7 * j + 13 * k) % 17) - 8) * (x[j] - centre[j]) / (double)p->n;
    }
}

static int hard_plain(void *user, const double *x, double *f, double *g, double *h) {
    const hard *p = user;
    (void)h;
    f[0] = hard_bowl(p, x);
    hard_planes(p, x, g);
    return HECO_POINT_OK;
}
static int hard_noisy(void *user, const double *x, double *f, double *g, double *h) {
    hard_plain(user, x, f, g, h);
    f[0] *= 1.0 + 1e-3 * hard_noise(user, x);
    return HECO_POINT_OK;
}
static int hard_staircase(void *user, const double *x, double *f, double *g, double *h) {
    hard_plain(user, x, f, g, h);
    f[0] = floor(f[0] * 100.0) / 100.0;
    return HECO_POINT_OK;
}
static int hard_kinks(void *user, const double *x, double *f, double *g, double *h) {
    const hard *p = user;
    hard_plain(user, x, f, g, h);
    f[0] = 0.0;
    for (size_t j = 0; j < p->n; j++) f[0] += fabs(x[j] - hard_centre(j)) * (1.0 + (double)j);
    return HECO_POINT_OK;
}
static int hard_half(void *user, const double *x, double *f, double *g, double *h) {
    if (x[0] + x[1] > hard_centre(0) + hard_centre(1) + 0.01) return HECO_POINT_FAILED;
    return hard_plain(user, x, f, g, h);
}
static int hard_failing(void *user, const double *x, double *f, double *g, double *h) {
    if (hard_noise(user, x) > 0.8) return HECO_POINT_FAILED; /* one point of ten */
    return hard_plain(user, x, f, g, h);
}
static int hard_redundant(void *user, const double *x, double *f, double *g, double *h) {
    const hard *p = user;
    hard_plain(user, x, f, g, h);
    for (size_t k = 1; k < p->ng; k++) g[k] = g[0] * (double)k;
    return HECO_POINT_OK;
}
static int hard_contradiction(void *user, const double *x, double *f, double *g, double *h) {
    (void)h;
    f[0] = hard_bowl(user, x);
    g[0] = x[0] - 0.2, g[1] = 0.6 - x[0];
    return HECO_POINT_OK;
}
static int hard_unscaled(void *user, const double *x, double *f, double *g, double *h) {
    const hard *p = user;
    double      y[HARD_N];
    for (size_t j = 0; j < p->n; j++) y[j] = j % 2 ? x[j] * 1e8 : x[j] * 1e-8;
    return hard_plain(user, y, f, g, h);
}
static int hard_rastrigin(void *user, const double *x, double *f, double *g, double *h) {
    const hard *p = user;
    (void)h;
    f[0] = 10.0 * (double)p->n;
    for (size_t j = 0; j < p->n; j++) {
        double d = 5.0 * (x[j] - hard_centre(j));
        f[0] += d * d - 10.0 * cos(6.283185307179586 * d);
    }
    for (size_t k = 0; k < p->ng; k++) g[k] = -1.0;
    return HECO_POINT_OK;
}

static const hard HARD[] = {
    {"smooth", 10, 2, 0, hard_plain, 0},
    {"noise 1e-3", 10, 2, 0, hard_noisy, 0},
    {"staircase", 10, 2, 0, hard_staircase, 0},
    {"kinks", 10, 2, 0, hard_kinks, 0},
    {"failing half-space", 10, 2, 0, hard_half, 0},
    {"a tenth fails", 10, 2, 0, hard_failing, 0},
    {"redundant constraints", 10, 5, 0, hard_redundant, 0},
    {"contradiction", 10, 2, 0, hard_contradiction, 0},
    {"widths 1e-8 and 1e8", 10, 2, 0, hard_unscaled, 1},
    {"n = m = 100", 100, 100, 0, hard_plain, 0},
    {"no constraints", 10, 0, 0, hard_plain, 0},
    {"one variable", 1, 1, 0, hard_plain, 0},
    {"Rastrigin, n = 10", 10, 1, 0, hard_rastrigin, 0},
    {"Rastrigin, n = 30", 30, 1, 0, hard_rastrigin, 0},
};

static int hard_order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double hard_median(const hard *p, const char *algorithm, uint64_t evals) {
    double lower[HARD_N], upper[HARD_N], found[SEEDS];
    for (size_t j = 0; j < p->n; j++) {
        double unit = !p->widths ? 1.0 : j % 2 ? 1e-8 : 1e8;
        lower[j] = -unit, upper[j] = 2.0 * unit;
    }
    for (size_t k = 0; k < SEEDS; k++) {
        heco_problem          problem = heco_problem_default();
        heco_minimize_options o       = heco_minimize_options_default();
        heco_solution        *s;
        heco_error            error;
        problem.space.n = p->n, problem.space.ng = p->ng, problem.space.nh = p->nh;
        problem.space.lower = lower, problem.space.upper = upper;
        problem.eval = p->eval, problem.user = (void *)p;
        o.algorithm     = algorithm;
        o.run.max_evals = evals, o.run.seed = 100 + k;
        if (heco_minimize(&s, &problem, &o, &error) != HECO_OK) {
            fprintf(stderr, "bench_hard: %s\n", error.text);
            exit(1);
        }
        const heco_outcome *r = &heco_solution_result(s)->outcome;
        found[k] = r->found == HECO_FOUND_FEASIBLE ? r->f : INFINITY;
        if (p->eval == hard_contradiction) found[k] = r->viol;
        heco_solution_free(s);
    }
    qsort(found, SEEDS, sizeof *found, hard_order);
    return found[SEEDS / 2];
}

int main(int argc, char **argv) {
    static char          *usual[] = {"auto", "heco-de", "sqp"};
    static const uint64_t times[] = {30, 100, 300, 1000, 3000};
    char                **name    = argc > 1 ? argv + 1 : usual;
    int                   names   = argc > 1 ? argc - 1 : 3;
    printf("%-22s %-10s", "median f of 9 runs", "");
    for (size_t b = 0; b < 5; b++) printf(" %8llu n", (unsigned long long)times[b]);
    putchar('\n');
    for (size_t i = 0; i < sizeof HARD / sizeof HARD[0]; i++)
        for (int a = 0; a < names; a++) {
            printf("%-22s %-10s", a == 0 ? HARD[i].name : "", name[a]);
            for (size_t b = 0; b < 5; b++)
                printf(" %10.3g", hard_median(&HARD[i], name[a], times[b] * HARD[i].n));
            putchar('\n');
            fflush(stdout);
        }
    return 0;
}
