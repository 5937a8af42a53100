/* Measures the evaluations that `surrogate` needs and the processor time of a proposal.
 *
 *   bench_surrogate [runs=20] [seed=1] [evals=500] [batch=1] [exact=0] [noise=0] [fail=0]
 *                   [set=table|held-out|inequality|time] [option=name=value]
 *                   [algorithm=surrogate] [problem ...]
 *
 * Prints for every problem the share of runs that solved it and the median evaluations (rounds,
 * with a batch), then the share of all runs solved after 50 .. 1000 evaluations. Solved: feasible
 * (g <= 0, |h| <= 1e-4) and f within max(1e-4, 1e-3 |f*|) of the best known value; exact=1: within
 * 1e-4. `noise` changes every output by that relative amount, uniformly; the true values decide
 * whether a problem is solved. `fail` is the share of points that fail at random. */
#include <heco/heco.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"

enum { MAX_N = 32, MAX_M = 64, MAX_RUNS = 100, MAX_NAMES = 64 };
static const double PI = 3.14159265358979323846;

/* Processor time does not depend on the load of the machine. */
static double bench_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
    const char  *name;
    size_t       n, ng, nh;
    double       best;
    const char  *integer; /* digits of the integer variables, from 0 */
    double       bounds[2 * 8];
    heco_eval_fn eval;
} design;

static int eval_beam(void *user, const double *x, double *f, double *g, double *h) {
    double height = x[0], l = x[1], t = x[2], b = x[3], P = 6000, L = 14, E = 30e6, G = 12e6;
    double shear = P / (sqrt(2) * height * l);
    double R2    = l * l / 4 + (height + t) * (height + t) / 4;
    double J     = 2 * sqrt(2) * height * l * (l * l / 12 + (height + t) * (height + t) / 4);
    double twist = P * (L + l / 2) * sqrt(R2) / J;
    double tau   = sqrt(shear * shear + shear * twist * l / sqrt(R2) + twist * twist);
    double cost  = 0.04811 * t * b * (14 + l);
    (void)user, (void)h;
    f[0] = 1.10471 * height * height * l + cost;
    g[0] = tau - 13600;
    g[1] = 6 * P * L / (b * t * t) - 30000;
    g[2] = height - b;
    g[3] = 0.10471 * height * height + cost - 5;
    g[4] = 0.125 - height;
    g[5] = 4 * P * L * L * L / (E * t * t * t * b) - 0.25;
    g[6] = P - 4.013 * E * sqrt(t * t * pow(b, 6) / 36) / (L * L) *
                   (1 - t / (2 * L) * sqrt(E / (4 * G)));
    return HECO_POINT_OK;
}

static int eval_vessel(void *user, const double *x, double *f, double *g, double *h) {
    double a = x[0] * 0.0625, b = x[1] * 0.0625, r = x[2], L = x[3];
    (void)user, (void)h;
    f[0] = 0.6224 * a * r * L + 1.7781 * b * r * r + 3.1661 * a * a * L + 19.84 * a * a * r;
    g[0] = -a + 0.0193 * r;
    g[1] = -b + 0.00954 * r;
    g[2] = -PI * r * r * L - 4.0 / 3.0 * PI * r * r * r + 1296000;
    g[3] = L - 240;
    return HECO_POINT_OK;
}

static int eval_spring(void *user, const double *x, double *f, double *g, double *h) {
    double d = x[0], D = x[1], N = x[2], d4 = d * d * d * d;
    (void)user, (void)h;
    f[0] = (N + 2) * D * d * d;
    g[0] = 1 - D * D * D * N / (71785 * d4);
    g[1] = (4 * D * D - d * D) / (12566 * (D * d * d * d - d4)) + 1 / (5108 * d * d) - 1;
    g[2] = 1 - 140.45 * d / (D * D * N);
    g[3] = (D + d) / 1.5 - 1;
    return HECO_POINT_OK;
}

static int eval_reducer(void *user, const double *x, double *f, double *g, double *h) {
    double a = x[0], b = x[1], z = x[2], l1 = x[3], l2 = x[4], d1 = x[5], d2 = x[6];
    (void)user, (void)h;
    f[0] = 0.7854 * a * b * b * (3.3333 * z * z + 14.9334 * z - 43.0934) -
           1.508 * a * (d1 * d1 + d2 * d2) + 7.4777 * (d1 * d1 * d1 + d2 * d2 * d2) +
           0.7854 * (l1 * d1 * d1 + l2 * d2 * d2);
    g[0]  = 27 / (a * b * b * z) - 1;
    g[1]  = 397.5 / (a * b * b * z * z) - 1;
    g[2]  = 1.93 * l1 * l1 * l1 / (b * z * pow(d1, 4)) - 1;
    g[3]  = 1.93 * l2 * l2 * l2 / (b * z * pow(d2, 4)) - 1;
    g[4]  = sqrt(pow(745 * l1 / (b * z), 2) + 16.9e6) / (110 * d1 * d1 * d1) - 1;
    g[5]  = sqrt(pow(745 * l2 / (b * z), 2) + 157.5e6) / (85 * d2 * d2 * d2) - 1;
    g[6]  = b * z / 40 - 1;
    g[7]  = 5 * b / a - 1;
    g[8]  = a / (12 * b) - 1;
    g[9]  = (1.5 * d1 + 1.9) / l1 - 1;
    g[10] = (1.1 * d2 + 1.9) / l2 - 1;
    return HECO_POINT_OK;
}

static int eval_hs43(void *user, const double *x, double *f, double *g, double *h) {
    double a = x[0], b = x[1], c = x[2], d = x[3];
    (void)user, (void)h;
    f[0] = a * a + b * b + 2 * c * c + d * d - 5 * a - 5 * b - 21 * c + 7 * d;
    g[0] = a * a + b * b + c * c + d * d + a - b + c - d - 8;
    g[1] = a * a + 2 * b * b + c * c + 2 * d * d - a - d - 10;
    g[2] = 2 * a * a + b * b + c * c + 2 * a - b - d - 5;
    return HECO_POINT_OK;
}

static int eval_hs71(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2];
    g[0] = 25 - x[0] * x[1] * x[2] * x[3];
    h[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 40;
    return HECO_POINT_OK;
}

static int eval_hs73(void *user, const double *x, double *f, double *g, double *h) {
    double squares =
        0.28 * x[0] * x[0] + 0.19 * x[1] * x[1] + 20.5 * x[2] * x[2] + 0.62 * x[3] * x[3];
    (void)user;
    f[0] = 24.55 * x[0] + 26.75 * x[1] + 39 * x[2] + 40.5 * x[3];
    g[0] = 5 - 2.3 * x[0] - 5.6 * x[1] - 11.1 * x[2] - 1.3 * x[3];
    g[1] = 21 + 1.645 * sqrt(squares) - 12 * x[0] - 11.9 * x[1] - 41.8 * x[2] - 52.1 * x[3];
    h[0] = x[0] + x[1] + x[2] + x[3] - 1;
    return HECO_POINT_OK;
}

static int eval_hs93(void *user, const double *x, double *f, double *g, double *h) {
    double a = x[0] * x[3] * (x[0] + x[1] + x[2]), b = x[1] * x[2] * (x[0] + 1.57 * x[1] + x[3]);
    (void)user, (void)h;
    f[0] = 0.0204 * a + 0.0187 * b + 0.0607 * a * x[4] * x[4] + 0.0437 * b * x[5] * x[5];
    g[0] = 2.07 - 0.001 * x[0] * x[1] * x[2] * x[3] * x[4] * x[5];
    g[1] = 0.00062 * a * x[4] * x[4] + 0.00058 * b * x[5] * x[5] - 1;
    return HECO_POINT_OK;
}

static int eval_hs104(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 0.4 * pow(x[0] / x[6], 0.67) + 0.4 * pow(x[1] / x[7], 0.67) + 10 - x[0] - x[1];
    g[0] = 0.0588 * x[4] * x[6] + 0.1 * x[0] - 1;
    g[1] = 0.0588 * x[5] * x[7] + 0.1 * x[0] + 0.1 * x[1] - 1;
    for (int i = 0; i < 2; i++)
        g[2 + i] = 4 * x[2 + i] / x[4 + i] + 2 * pow(x[2 + i], -0.71) / x[4 + i] +
                   0.0588 * pow(x[2 + i], -1.3) * x[6 + i] - 1;
    return HECO_POINT_OK;
}

static int eval_truss(void *user, const double *x, double *f, double *g, double *h) {
    double r = sqrt(2), a = x[0], b = x[1], area = r * a * a + 2 * a * b;
    (void)user, (void)h;
    f[0] = (2 * r * a + b) * 100;
    g[0] = 2 * (r * a + b) / area - 2;
    g[1] = 2 * b / area - 2;
    g[2] = 2 / (r * b + a) - 2;
    return HECO_POINT_OK;
}

static int eval_cantilever(void *user, const double *x, double *f, double *g, double *h) {
    static const double load[5] = {61, 37, 19, 7, 1};
    (void)user, (void)h;
    f[0] = 0, g[0] = -1;
    for (int i = 0; i < 5; i++) f[0] += 0.0624 * x[i], g[0] += load[i] / (x[i] * x[i] * x[i]);
    return HECO_POINT_OK;
}

static int eval_gomez(void *user, const double *x, double *f, double *g, double *h) {
    double a = x[0] * x[0], b = x[1] * x[1];
    (void)user, (void)h;
    f[0] = (4 - 2.1 * a + a * a / 3) * a + x[0] * x[1] + (-4 + 4 * b) * b;
    g[0] = -sin(4 * PI * x[0]) + 2 * pow(sin(2 * PI * x[1]), 2);
    return HECO_POINT_OK;
}

static const design DESIGNS[] = {
    {"beam", 4, 7, 0, 1.7248523, "", {0.1, 2, 0.1, 10, 0.1, 10, 0.1, 2}, eval_beam},
    {"vessel", 4, 4, 0, 6059.7143, "01", {1, 99, 1, 99, 10, 200, 10, 200}, eval_vessel},
    {"spring", 3, 4, 0, 0.012665233, "", {0.05, 2, 0.25, 1.3, 2, 15}, eval_spring},
    {"reducer",
     7,
     11,
     0,
     2994.4711,
     "2",
     {2.6, 3.6, 0.7, 0.8, 17, 28, 7.3, 8.3, 7.3, 8.3, 2.9, 3.9, 5, 5.5},
     eval_reducer},
    {"hs43", 4, 3, 0, -44, "", {-10, 10, -10, 10, -10, 10, -10, 10}, eval_hs43},
    {"hs71", 4, 1, 1, 17.0140173, "", {1, 5, 1, 5, 1, 5, 1, 5}, eval_hs71},
    {"hs73", 4, 2, 1, 29.894378, "", {0, 1, 0, 1, 0, 1, 0, 1}, eval_hs73},
    {"hs93",
     6,
     2,
     0,
     135.075961,
     "",
     {0.1, 20, 0.1, 20, 0.1, 20, 0.1, 20, 0.1, 3, 0.1, 3},
     eval_hs93},
    {"hs104",
     8,
     4,
     0,
     3.9511634,
     "",
     {0.1, 10, 0.1, 10, 0.1, 10, 0.1, 10, 0.1, 10, 0.1, 10, 0.1, 10, 0.1, 10},
     eval_hs104},
    {"truss", 2, 3, 0, 263.8958434, "", {0.001, 1, 0.001, 1}, eval_truss},
    {"cantilever",
     5,
     1,
     0,
     1.339956,
     "",
     {0.01, 100, 0.01, 100, 0.01, 100, 0.01, 100, 0.01, 100},
     eval_cantilever},
    {"gomez", 2, 1, 0, -0.97110416, "", {-1, 1, -1, 1}, eval_gomez},
};

static const char *const TABLE = "g01 g03 g04 g05 g06 g07 g08 g09 g10 g11 g12 g13 g14 g15 g16 g17 "
                                 "g18 g19 g21 g23 g24 beam vessel "
                                 "spring reducer";
static const char *const HELD_OUT   = "hs43 hs71 hs73 hs93 hs104 truss cantilever gomez";
static const char *const INEQUALITY = "g01 g04 g06 g07 g08 g09 g10 g18 g24 beam spring reducer";

typedef struct {
    size_t      runs, seed, evals, batch; /* seeds seed, seed + 1, ... */
    double      noise, fail;
    int         exact; /* within 1e-4, absolute */
    const char *algorithm, *set, *option[8];
    size_t      options;
} settings;

typedef struct { /* a problem and the results of its runs */
    heco_problem  problem;
    double        lower[MAX_N], upper[MAX_N];
    unsigned char integer[MAX_N];
    size_t        solved[MAX_RUNS]; /* evaluations; 0: never */
} subject;

static int subject_find(subject *s, const char *name, heco_suite *suite) {
    const heco_problem *p;
    long                at = heco_suite_find(suite, name, NULL);
    if (at >= 0) {
        if (heco_suite_problem(suite, (size_t)at, 0, &p, NULL) != HECO_OK) return 0;
        s->problem = *p;
        return 1;
    }
    for (size_t i = 0; i < sizeof DESIGNS / sizeof DESIGNS[0]; i++) {
        const design *d = &DESIGNS[i];
        if (strcmp(d->name, name) != 0) continue;
        heco_problem q = heco_problem_default();
        q.name = d->name, q.eval = d->eval, q.f_ref = d->best;
        q.space.n = d->n, q.space.ng = d->ng, q.space.nh = d->nh;
        q.space.lower = s->lower, q.space.upper = s->upper, q.space.integer = s->integer;
        for (size_t j = 0; j < d->n; j++) {
            s->lower[j] = d->bounds[2 * j], s->upper[j] = d->bounds[2 * j + 1];
            s->integer[j] = strchr(d->integer, (int)('0' + j)) != NULL;
        }
        s->problem = q;
        return 1;
    }
    return 0;
}

/* Evaluates row i; returns 1 if the point solves the problem. */
static int subject_eval(const subject *s, heco_batch *b, size_t i, const settings *o,
                        heco_rng *rng) {
    const heco_problem *p = &s->problem;
    double             *f = b->f + i, *g = b->g + i * b->ng, *h = b->h + i * b->nh;
    p->eval(p->user, b->x + i * b->n, f, g, h);
    double error  = f[0] - p->f_ref;
    int    solved = error <= (o->exact ? 1e-4 : fmax(1e-4, 1e-3 * fabs(p->f_ref)));
    for (size_t k = 0; k < b->ng; k++) solved = solved && g[k] <= 0;
    for (size_t k = 0; k < b->nh; k++) solved = solved && fabs(h[k]) <= 1e-4;
    for (double *y = f; o->noise > 0 && y == f; y++) {
        f[0] += o->noise * (2 * heco_rng_uniform_inline(rng) - 1) * fabs(f[0]);
        for (size_t k = 0; k < b->ng; k++)
            g[k] += o->noise * (2 * heco_rng_uniform_inline(rng) - 1) * fabs(g[k]);
        for (size_t k = 0; k < b->nh; k++)
            h[k] += o->noise * (2 * heco_rng_uniform_inline(rng) - 1) * fabs(h[k]);
    }
    if (o->fail > 0 && heco_rng_uniform_inline(rng) < o->fail) f[0] = NAN;
    return solved;
}

/* Returns the evaluations until the problem is solved; 0: it is not. */
static size_t subject_run(const subject *s, const settings *o, uint64_t seed) {
    heco_run_options r = heco_run_options_default();
    heco_error       error;
    heco_run        *run;
    heco_batch      *b;
    heco_rng         rng;
    char             batch[32];
    const char      *set[10] = {batch};
    size_t           at = 0, evals = 0;
    snprintf(batch, sizeof batch, "batch=%zu", o->batch);
    for (size_t i = 0; i < o->options; i++) set[i + 1] = o->option[i];
    r.max_evals = o->evals, r.seed = seed, r.set = set, r.sets = 1 + o->options;
    if (strcmp(o->algorithm, "surrogate") != 0) r.set++, r.sets--;
    heco_rng_init(&rng, seed, 99);
    const heco_algorithm *a = heco_algorithm_find(o->algorithm, &error);
    if (a == NULL || heco_run_new(&run, a, &s->problem.space, &r, &error) != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    while (at == 0 && (b = heco_run_ask(run)) != NULL) {
        for (size_t i = 0; i < b->count; i++)
            if (evals++, subject_eval(s, b, i, o, &rng) && at == 0) at = evals;
        heco_run_tell(run);
    }
    heco_run_free(run);
    return at;
}

static int compare(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* Prints one line and adds to share[i] the runs solved within budget i. */
static void report(const char *name, const settings *o, size_t *at, double seconds, double *share) {
    static const size_t budgets[] = {50, 100, 200, 300, 500, 1000};
    size_t              solved = 0, runs = o->runs;
    for (size_t r = 0; r < runs; r++) {
        solved += at[r] > 0;
        for (size_t i = 0; i < 6; i++) share[i] += at[r] > 0 && at[r] <= budgets[i];
        if (at[r] == 0) at[r] = (size_t)-1;
    }
    qsort(at, runs, sizeof *at, compare);
    size_t median = at[(runs - 1) / 2];
    printf("%-11s %3.0f %%  median ", name, 100.0 * (double)solved / (double)runs);
    if (median == (size_t)-1)
        printf("   -");
    else
        printf("%4zu", median);
    if (o->batch > 1 && median != (size_t)-1)
        printf(" rounds %zu", (median + o->batch - 1) / o->batch);
    printf("  (%.1f s)\n", seconds);
    fflush(stdout);
}

static void bench_problems(const settings *o, char *names) {
    double      share[6] = {0}, total = 0;
    heco_suite *suite;
    if (heco_suite_open(&suite, "cec2006", NULL, NULL) != HECO_OK) exit(1);
    for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
        static subject s;
        if (!subject_find(&s, name, suite)) continue;
        double start = bench_clock();
        for (size_t r = 0; r < o->runs; r++) s.solved[r] = subject_run(&s, o, o->seed + r);
        report(name, o, s.solved, bench_clock() - start, share);
        total += (double)o->runs;
    }
    printf("solved after 50 / 100 / 200 / 300 / 500 / 1000:");
    for (size_t i = 0; i < 6; i++) printf(" %.1f", 100.0 * share[i] / total);
    printf(" %%\n");
    heco_suite_close(suite);
}

/* Chained Rosenbrock with two constraints. */
static int eval_chain(void *user, const double *x, double *f, double *g, double *h) {
    size_t n   = *(const size_t *)user;
    double sum = 0, squares = 0;
    (void)h;
    f[0] = 0;
    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n) f[0] += 100 * pow(x[i + 1] - x[i] * x[i], 2) + pow(1 - x[i], 2);
        sum += x[i], squares += x[i] * x[i];
    }
    g[0] = sum - 0.5 * (double)n, g[1] = 1 - squares;
    return HECO_POINT_OK;
}

static void bench_time(const settings *o) {
    static const size_t sizes[] = {5, 10, 20, 30};
    for (size_t i = 0; i < 4; i++) {
        static subject s;
        size_t         n = sizes[i];
        s.problem        = heco_problem_default();
        s.problem.eval = eval_chain, s.problem.user = &n, s.problem.f_ref = -1e9;
        s.problem.space.n = n, s.problem.space.ng = 2;
        s.problem.space.lower = s.lower, s.problem.space.upper = s.upper;
        for (size_t j = 0; j < n; j++) s.lower[j] = -2, s.upper[j] = 2;
        double start = bench_clock();
        for (size_t r = 0; r < o->runs; r++) subject_run(&s, o, o->seed + r);
        printf("n = %2zu, %zu evaluations: %.2f ms per proposal\n", n, o->evals,
               1e3 * (bench_clock() - start) / (double)(o->runs * o->evals));
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    settings o = {
        .runs = 20, .seed = 1, .evals = 500, .batch = 1, .algorithm = "surrogate", .set = "table"};
    char names[1000] = "";
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (value == NULL)
            strcat(strcat(names, argv[i]), " ");
        else if (value++, strncmp(argv[i], "runs=", 5) == 0)
            o.runs = (size_t)atoi(value);
        else if (strncmp(argv[i], "seed=", 5) == 0)
            o.seed = (size_t)atoi(value);
        else if (strncmp(argv[i], "evals=", 6) == 0)
            o.evals = (size_t)atoi(value);
        else if (strncmp(argv[i], "batch=", 6) == 0)
            o.batch = (size_t)atoi(value);
        else if (strncmp(argv[i], "noise=", 6) == 0)
            o.noise = atof(value);
        else if (strncmp(argv[i], "fail=", 5) == 0)
            o.fail = atof(value);
        else if (strncmp(argv[i], "exact=", 6) == 0)
            o.exact = atoi(value);
        else if (strncmp(argv[i], "set=", 4) == 0)
            o.set = value;
        else if (strncmp(argv[i], "algorithm=", 10) == 0)
            o.algorithm = value;
        else if (strncmp(argv[i], "option=", 7) == 0 && o.options < 8)
            o.option[o.options++] = value;
    }
    if (o.runs > MAX_RUNS) o.runs = MAX_RUNS;
    if (names[0] == '\0')
        strcpy(names, strcmp(o.set, "held-out") == 0     ? HELD_OUT
                      : strcmp(o.set, "inequality") == 0 ? INEQUALITY
                                                         : TABLE);
    if (strcmp(o.set, "time") == 0)
        bench_time(&o);
    else
        bench_problems(&o, names);
    return 0;
}
