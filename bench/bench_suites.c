/* Evaluations per second of the 28 problems of cec2017 in batches of 20, over a plain scalar
 * loop written straight from the definitions: one point at a time, the C library's functions,
 * -O3. Both are timed in turns within one run; printed are the ratio per problem and the
 * geometric mean per dimension.
 *
 *     bench_suites [seconds per problem and dimension, default 0.3] [DIM ...]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "heco/suite.h"
#include "suites/cec2017/cec2017_data.h"

enum {
    BENCH_BATCH   = 20,
    BENCH_BATCHES = 8,
    BENCH_ROWS    = BENCH_BATCH * BENCH_BATCHES,
    BENCH_MAX     = 512,
    BENCH_SEED    = 1
};

#define PI 3.14159265358979323846
#define E 2.71828182845904523536

/* The scalar version. Short names are those of the definitions. */
typedef struct {
    int           number, n;
    const double *o, *m, *m1, *m2;
} plain;

static double cs(const double *v, int n, int first, int step) {
    double sum = 0.0, s = 0.0;
    for (int i = first; i < n; i += step) sum += v[i], s += sum * sum;
    return s;
}
static double ras(const double *v, int n) {
    double s = 0.0;
    for (int i = 0; i < n; i++) s += v[i] * v[i] - 10.0 * cos(2.0 * PI * v[i]) + 10.0;
    return s;
}
static double ros(const double *v, int n) {
    double s = 0.0;
    for (int i = 0; i + 1 < n; i++) {
        double t = v[i] * v[i] - v[i + 1];
        s += 100.0 * t * t + (v[i] - 1.0) * (v[i] - 1.0);
    }
    return s;
}
static double dif(const double *v, int n) {
    double s = 0.0;
    for (int i = 0; i + 1 < n; i++) s += (v[i] - v[i + 1]) * (v[i] - v[i + 1]);
    return s;
}
static double q(const double *v, int n) {
    double s = 0.0;
    for (int i = 0; i < n; i++) s += v[i] * v[i];
    return s;
}
static double total(const double *v, int n) {
    double s = 0.0;
    for (int i = 0; i < n; i++) s += v[i];
    return s;
}
static double size(const double *v, int n) {
    double s = 0.0;
    for (int i = 0; i < n; i++) s += fabs(v[i]);
    return s;
}
static double largest(const double *v, int n) {
    double s = -INFINITY;
    for (int i = 0; i < n; i++)
        if (v[i] > s) s = v[i];
    return s;
}
static double product(const double *v, int n, int first, int step) {
    double s = 1.0;
    for (int i = first; i < n; i += step) s *= v[i];
    return s;
}
static double waves(const double *v, int n, double a, double w, double c) {
    double s = 0.0;
    for (int i = 0; i < n; i++) s += v[i] * v[i] - a * cos(w * v[i]) - c;
    return s;
}
static double sines(const double *v, int n, double w) {
    double s = 0.0;
    for (int i = 0; i < n; i++) s += v[i] * sin(w * v[i]);
    return s;
}
static double cosines(const double *v, int n, double w) {
    double s = 0.0;
    for (int i = 0; i < n; i++) s += v[i] * cos(w * v[i]);
    return s;
}
static void rotate(double *z, const double *m, const double *y, int n) {
    for (int i = 0; i < n; i++) {
        double s = 0.0;
        for (int j = 0; j < n; j++) s += m[i * n + j] * y[j];
        z[i] = s;
    }
}

static void plain_low(const plain *p, const double *y, double *z, double *f, double *g, double *h) {
    int n = p->n;
    switch (p->number) {
    case 1:
        *f = cs(y, n, 0, 1), g[0] = waves(y, n, 5000.0, 0.1 * PI, 4000.0);
        break;
    case 2:
        rotate(z, p->m, y, n);
        *f = cs(y, n, 0, 1), g[0] = waves(z, n, 5000.0, 0.1 * PI, 4000.0);
        break;
    case 3:
        *f = cs(y, n, 0, 1), g[0] = waves(y, n, 5000.0, 0.1 * PI, 4000.0);
        h[0] = -sines(y, n, 0.1 * PI);
        break;
    case 4:
        *f = ras(y, n), g[0] = -sines(y, n, 2.0), g[1] = sines(y, n, 1.0);
        break;
    case 5:
        *f = ros(y, n);
        rotate(z, p->m1, y, n);
        g[0] = waves(z, n, 50.0, 2.0 * PI, 40.0);
        rotate(z, p->m2, y, n);
        g[1] = waves(z, n, 50.0, 2.0 * PI, 40.0);
        break;
    case 6:
        *f = ras(y, n), h[0] = -sines(y, n, 1.0), h[1] = sines(y, n, PI);
        h[2] = -cosines(y, n, 1.0), h[3] = cosines(y, n, PI), h[4] = 0.0;
        for (int i = 0; i < n; i++) h[4] += y[i] * sin(2.0 * sqrt(fabs(y[i])));
        h[5] = -h[4];
        break;
    case 7:
        *f = sines(y, n, 1.0), h[0] = 0.0;
        for (int i = 0; i < n; i++) h[0] += y[i] - 100.0 * cos(0.5 * y[i]) + 100.0;
        h[1] = -h[0];
        break;
    case 8:
        *f = largest(y, n), h[0] = cs(y, n, 0, 2), h[1] = cs(y, n, 1, 2);
        break;
    case 9:
        *f = largest(y, n), g[0] = product(y, n, 1, 2), h[0] = 0.0;
        for (int i = 0; i + 2 < n; i += 2) {
            double t = y[i] * y[i] - y[i + 2];
            h[0] += t * t;
        }
        break;
    case 10:
        *f = largest(y, n), h[0] = cs(y, n, 0, 1), h[1] = dif(y, n);
        break;
    case 11:
        *f = total(y, n), g[0] = product(y, n, 0, 1), h[0] = dif(y, n);
        break;
    }
}

static double schaffer(double a, double b) {
    double r = sqrt(a * a + b * b), s = sin(r), d = 1.0 + 0.001 * r;
    return 0.5 + (s * s - 0.5) / (d * d);
}

static void plain_griewank(const double *y, int n, double *f, double *g, double *h) {
    double square = q(y, n), p = 1.0, signs = 0.0;
    for (int i = 0; i < n; i++) p *= cos(y[i] / sqrt(i + 1.0));
    for (int i = 0; i < n; i++) {
        double t = fabs(y[i]) - (square - y[i] * y[i]) - 1.0;
        signs += (t > 0.0) - (t < 0.0);
    }
    *f = square / 4000.0 + 1.0 - p, g[0] = 1.0 - signs, h[0] = square - 4.0 * n;
}

static void plain_steps(const double *y, int n, double *f, double *g, double *h) {
    double r[BENCH_MAX], p = 1.0;
    for (int i = 0; i < n; i++) r[i] = fabs(y[i]) < 0.5 ? y[i] : 0.5 * round(2.0 * y[i]);
    *f = ras(r, n), g[0] = 1.0 - size(y, n), g[1] = q(y, n) - 100.0 * n, h[0] = 0.0;
    for (int i = 0; i + 1 < n; i++) {
        double t = y[i] * y[i] - y[i + 1];
        h[0] += 100.0 * t * t;
    }
    for (int i = 0; i < n; i++) {
        double s = sin((y[i] - 1.0) * PI);
        p *= s * s;
    }
    h[0] += p;
}

static void plain_high(int number, const double *y, int n, double *f, double *g, double *h) {
    double a = 0.0, c;
    switch (number) {
    case 12:
        *f = ras(y, n), g[0] = 4.0 - size(y, n), g[1] = q(y, n) - 4.0;
        break;
    case 13:
        *f = ros(y, n), g[0] = ras(y, n) - 100.0, g[1] = total(y, n) - 2.0 * n;
        g[2] = 5.0 - total(y, n);
        break;
    case 14:
        for (int i = 0; i < n; i++) a += cos(2.0 * PI * y[i]);
        *f   = -20.0 * exp(-0.2 * sqrt(q(y, n) / n)) + 20.0 - exp(a / n) + E;
        g[0] = q(y + 1, n - 1) + 1.0 - fabs(y[0]), h[0] = q(y, n) - 4.0;
        break;
    case 15:
        for (int i = 0; i < n; i++)
            if (fabs(y[i]) > a) a = fabs(y[i]);
        *f = a, g[0] = q(y, n) - 100.0 * n, h[0] = cos(a) + sin(a);
        break;
    case 16:
        *f = a = size(y, n), g[0] = q(y, n) - 100.0 * n;
        c = cos(a) + sin(a), h[0] = c * c - exp(c) - 1.0 + E;
        break;
    case 17:
        plain_griewank(y, n, f, g, h);
        break;
    case 18:
        plain_steps(y, n, f, g, h);
        break;
    case 19:
        *f = g[0] = g[1] = 0.0;
        for (int i = 0; i < n; i++) *f += sqrt(fabs(y[i])) + 2.0 * sin(y[i] * y[i] * y[i]);
        for (int i = 0; i + 1 < n; i++)
            g[0] += -10.0 * exp(-0.2 * sqrt(y[i] * y[i] + y[i + 1] * y[i + 1]));
        g[0] += (n - 1) * 10.0 / exp(-5.0);
        for (int i = 0; i < n; i++) c = sin(2.0 * y[i]), g[1] += c * c;
        g[1] -= 0.5 * n;
        break;
    case 20:
        *f = schaffer(y[n - 1], y[0]);
        for (int i = 0; i + 1 < n; i++) *f += schaffer(y[i], y[i + 1]);
        c = cos(total(y, n)), g[0] = c * c - 0.25 * c - 0.125, g[1] = exp(c) - exp(0.25);
        break;
    }
}

static void plain_eval(const plain *p, const double *x, double *f, double *g, double *h) {
    double y[BENCH_MAX], z[BENCH_MAX];
    for (int i = 0; i < p->n; i++) y[i] = x[i] - p->o[i];
    if (p->number <= 11) {
        plain_low(p, y, z, f, g, h);
    } else if (p->number <= 20) {
        plain_high(p->number, y, p->n, f, g, h);
    } else {
        rotate(z, p->m, y, p->n);
        plain_high(p->number - 9, z, p->n, f, g, h);
    }
}

/* What both versions work on and write to. */
typedef struct {
    const heco_problem *problem;
    plain               plain;
    double              x[BENCH_ROWS * BENCH_MAX], f[BENCH_BATCH], g[3 * BENCH_BATCH];
    double              h[6 * BENCH_BATCH], o[BENCH_MAX], *matrix[CEC2017_MATRICES];
} bench;

static void bench_heco(bench *b, size_t k) {
    size_t n = b->problem->space.n;
    b->problem->eval_batch(b->problem->user, b->x + k * BENCH_BATCH * n, BENCH_BATCH, b->f, b->g,
                           b->h);
}

static void bench_plain(bench *b, size_t k) {
    const heco_space *s = &b->problem->space;
    const double     *x = b->x + k * BENCH_BATCH * s->n;
    for (size_t i = 0; i < BENCH_BATCH; i++)
        plain_eval(&b->plain, x + i * s->n, b->f + i, b->g + i * s->ng, b->h + i * s->nh);
}

/* Processor time of this thread, so that other work on the machine disturbs less. */
static double bench_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds per evaluation over `times` passes through all batches. */
static double bench_time(bench *b, void (*what)(bench *, size_t), size_t times) {
    double start = bench_clock();
    for (size_t t = 0; t < times; t++)
        for (size_t k = 0; k < BENCH_BATCHES; k++) what(b, k);
    return (bench_clock() - start) / (double)(times * BENCH_ROWS);
}

/* Largest relative difference of the values, to see that both compute the same. */
static double bench_difference(bench *b) {
    double            f[BENCH_BATCH], g[3 * BENCH_BATCH], h[6 * BENCH_BATCH], worst = 0.0;
    const heco_space *s = &b->problem->space;
    bench_plain(b, 0);
    memcpy(f, b->f, sizeof f), memcpy(g, b->g, sizeof g), memcpy(h, b->h, sizeof h);
    bench_heco(b, 0);
    for (size_t i = 0; i < BENCH_BATCH; i++)
        worst = fmax(worst, fabs(f[i] - b->f[i]) / fmax(1.0, fabs(f[i])));
    for (size_t i = 0; i < BENCH_BATCH * s->ng; i++)
        worst = fmax(worst, fabs(g[i] - b->g[i]) / fmax(1.0, fabs(g[i])));
    for (size_t i = 0; i < BENCH_BATCH * s->nh; i++)
        worst = fmax(worst, fabs(h[i] - b->h[i]) / fmax(1.0, fabs(h[i])));
    return worst;
}

static int bench_order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double bench_median(double *v, size_t count) {
    qsort(v, count, sizeof *v, bench_order);
    return v[count / 2];
}

/* The ratio; `time` becomes the seconds of one evaluation. */
static double bench_problem(bench *b, const heco_problem *problem, int number, double seconds,
                            double *time) {
    enum { TURNS = 11 };
    heco_rng rng;
    size_t   n = problem->space.n;
    b->problem = problem;
    b->plain   = (plain){number, (int)n, b->o, b->matrix[0], b->matrix[1], b->matrix[2]};
    heco_cec2017_draw_shift(b->o, n, (size_t)number, BENCH_SEED);
    heco_rng_init(&rng, 1, (uint64_t)number);
    for (size_t i = 0; i < BENCH_ROWS * n; i++)
        b->x[i] = problem->space.upper[0] * (2.0 * heco_rng_uniform_inline(&rng) - 1.0);
    double fast[TURNS], slow[TURNS], ratio[TURNS], difference = bench_difference(b);
    if (!(difference < 1e-8)) {
        fprintf(stderr, "C%02d: the versions differ by %g\n", number, difference);
        exit(1);
    }
    size_t many_slow =
        1 + (size_t)(seconds / (2 * TURNS) / BENCH_ROWS / bench_time(b, bench_plain, 1));
    size_t many_fast =
        1 + (size_t)(seconds / (2 * TURNS) / BENCH_ROWS / bench_time(b, bench_heco, 3));
    for (int turn = 0; turn < TURNS; turn++) {
        slow[turn]  = bench_time(b, bench_plain, many_slow);
        fast[turn]  = bench_time(b, bench_heco, many_fast);
        ratio[turn] = slow[turn] / fast[turn];
    }
    *time = bench_median(fast, TURNS);
    printf("C%02d D=%-3zu %12.0f /s  scalar %12.0f /s  ratio %6.2f\n", number, n, 1.0 / *time,
           1.0 / bench_median(slow, TURNS), bench_median(ratio, TURNS));
    fflush(stdout);
    return bench_median(ratio, TURNS);
}

static void bench_dim(bench *b, heco_suite *suite, size_t n, double seconds) {
    double *work = malloc((2 * n * n + n) * sizeof *work), logs = 0.0, sum = 0.0, time;
    for (int k = 0; k < CEC2017_MATRICES; k++) {
        b->matrix[k] = malloc(n * n * sizeof(double));
        if (work == NULL || b->matrix[k] == NULL) exit(1);
        heco_cec2017_draw_matrix(b->matrix[k], n, (cec2017_matrix)k, BENCH_SEED, work);
    }
    for (int number = 1; number <= 28; number++) {
        const heco_problem *problem;
        heco_error          error;
        if (heco_suite_problem(suite, (size_t)number - 1, n, &problem, &error) != HECO_OK) {
            fprintf(stderr, "%s\n", error.text);
            exit(1);
        }
        logs += log(bench_problem(b, problem, number, seconds, &time));
        sum += time;
    }
    printf("D=%-3zu geometric mean of the ratios %.2f; mean time of an evaluation %.3f us\n", n,
           exp(logs / 28.0), 1e6 * sum / 28.0);
    for (int k = 0; k < CEC2017_MATRICES; k++) free(b->matrix[k]);
    free(work);
}

int main(int argc, char **argv) {
    static const size_t dims[]  = {10, 30, 100};
    double              seconds = argc > 1 ? atof(argv[1]) : 0.3;
    heco_suite_options  options = {.instance = "1"};
    heco_suite         *suite;
    bench              *b = calloc(1, sizeof *b);
    if (b == NULL || heco_suite_open(&suite, "cec2017", &options, NULL) != HECO_OK) return 1;
    if (argc > 2)
        for (int k = 2; k < argc; k++) bench_dim(b, suite, (size_t)atoi(argv[k]), seconds);
    else
        for (size_t k = 0; k < 3; k++) bench_dim(b, suite, dims[k], seconds);
    heco_suite_close(suite);
    free(b);
    return 0;
}
