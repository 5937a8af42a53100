/* vehicle: the mass of a car body under many limits, in the manner of MOPTA08 (Jones 2008), with n
 * gauges in [0, 1], 68 n / 124 smooth nonlinear constraints, and a known start point that violates
 * many of them. Prints medians over the seeds: the evaluations until the first feasible point, the
 * mean violation after 2.25 n evaluations (280 at n = 124), and the mass after 10 n and 20 n
 * evaluations, relative to that of a known feasible design.
 *
 *   vehicle [--sizes N,..] [--runs N] [--seed N] [solver ...]
 *
 * The default is 40,80,124,200 variables, auto and nlopt-cobyla. The solvers are those of peers.
 * Each seed is another car and another search. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver.h"

enum {
    VEHICLE_N       = 200,
    VEHICLE_M       = 110, /* 68 constraints at n = 124, and in proportion */
    VEHICLE_RUNS    = 25,
    VEHICLE_SOLVERS = 16,
    VEHICLE_KINDS   = 4
};

/* The kinds of constraints, by turns. t is a gauge in mm. */
typedef enum {
    VEHICLE_STIFFNESS, /* a compliance sum a / t^q has an upper limit         */
    VEHICLE_PERIOD,    /* of a vibration: the root of mass over stiffness     */
    VEHICLE_INTRUSION, /* a soft threshold of the strength of the parts       */
    VEHICLE_PULSE      /* a deceleration that grows with that strength        */
} vehicle_kind;

typedef struct {
    size_t n, m;
    double mass[VEHICLE_N], start[VEHICLE_N], known[VEHICLE_N]; /* known: a feasible design */
    double a[VEHICLE_M][VEHICLE_N], b[VEHICLE_M][VEHICLE_N];    /* shares of the parts      */
    double ripple[VEHICLE_M][VEHICLE_N], power[VEHICLE_M], limit[VEHICLE_M];
} vehicle;

static double vehicle_gauge(double x) { return 0.5 + 2.0 * x; }

/* Returns the response of constraint i, whose typical size is 1. A ripple of 3 % stands for the
 * interactions that a finite element model has. */
static double vehicle_response(const vehicle *v, size_t i, const double *x) {
    double sum = 0.0, other = 0.0, phase = 0.0, response;
    for (size_t j = 0; j < v->n; j++) {
        double t = vehicle_gauge(x[j]);
        sum += v->a[i][j] * (i % VEHICLE_KINDS == VEHICLE_STIFFNESS ? pow(t, -v->power[i]) : t);
        other += v->b[i][j] * t;
        phase += v->ripple[i][j] * x[j];
    }
    switch ((vehicle_kind)(i % VEHICLE_KINDS)) {
    case VEHICLE_STIFFNESS: response = sum; break;
    case VEHICLE_PERIOD: response = sqrt(sum / other); break;
    case VEHICLE_INTRUSION: response = 0.2 + log1p(exp(6.0 * (1.3 - sum))) / 3.0; break;
    default: response = 0.3 * sum + 0.1 * sum * sum; break;
    }
    return response * (1.0 + 0.03 * sin(phase));
}

static int vehicle_eval(void *user, const double *x, double *f, double *g, double *h) {
    const vehicle *v = user;
    (void)h;
    f[0] = 0.0;
    for (size_t j = 0; j < v->n; j++) f[0] += v->mass[j] * vehicle_gauge(x[j]);
    for (size_t i = 0; i < v->m; i++) g[i] = vehicle_response(v, i, x) / v->limit[i] - 1.0;
    return HECO_POINT_OK;
}

/* Draws positive shares with the sum 1; about a third of the parts take part. */
static void vehicle_draw_shares(double *share, size_t n, peers_random *random) {
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) {
        int part = peers_random_next(random) < 1.0 / 3.0;
        share[j] = part ? 0.1 + peers_random_next(random) : 0.0;
        sum += share[j];
    }
    for (size_t j = 0; j < n; j++) share[j] /= sum;
}

/* Draws a car. Its limits leave the known design up to 3 % of room. The start is lighter. */
static void vehicle_draw(vehicle *v, size_t n, uint64_t seed) {
    peers_random random;
    double       range = 6.0 / sqrt((double)n); /* a ripple has about one period over the box */
    peers_random_seed(&random, seed);
    *v = (vehicle){.n = n, .m = (68 * n + 62) / 124};
    for (size_t j = 0; j < n; j++) {
        v->mass[j]  = pow(10.0, peers_random_next(&random) - 0.5);
        v->known[j] = 0.2 + 0.6 * peers_random_next(&random);
        v->start[j] = 0.05 + 0.4 * peers_random_next(&random);
    }
    for (size_t i = 0; i < v->m; i++) {
        vehicle_draw_shares(v->a[i], n, &random);
        vehicle_draw_shares(v->b[i], n, &random);
        v->power[i] = 1.0 + 2.0 * peers_random_next(&random);
        for (size_t j = 0; j < n; j++)
            v->ripple[i][j] = range * (2.0 * peers_random_next(&random) - 1.0);
        v->limit[i] = vehicle_response(v, i, v->known) * (1.0 + 0.03 * peers_random_next(&random));
    }
}

static int vehicle_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Runs a search of at most `evals` evaluations and writes its outcome. With the target INFINITY it
 * ends at the first feasible point. */
static int vehicle_search(vehicle *v, const char *solver, uint64_t seed, double target,
                          uint64_t evals, peers_outcome *out) {
    double       lower[VEHICLE_N], upper[VEHICLE_N];
    heco_problem p = heco_problem_default();
    for (size_t j = 0; j < v->n; j++) lower[j] = 0.0, upper[j] = 1.0;
    p.name = "vehicle", p.eval = vehicle_eval, p.user = v;
    p.space.n = v->n, p.space.ng = v->m, p.space.lower = lower, p.space.upper = upper;
    peers_run *run = peers_run_new(&p, target, evals);
    if (run == NULL) return -1;
    peers_run_start_at(run, v->start);
    int status = peers_solve_named(run, solver, seed);
    *out       = peers_run_outcome(run);
    peers_run_free(run);
    return status;
}

/* The columns of the table. `share`: evaluations, as a multiple of n. */
typedef enum { VEHICLE_FIRST, VEHICLE_VIOLATION, VEHICLE_MASS } vehicle_figure;
static const struct {
    const char    *title;
    vehicle_figure figure;
    double         share;
} VEHICLE_COLUMN[] = {{"first feasible / n", VEHICLE_FIRST, 20.0},
                      {"violation at 2.25 n", VEHICLE_VIOLATION, 2.25},
                      {"mass at 10 n", VEHICLE_MASS, 10.0},
                      {"mass at 20 n", VEHICLE_MASS, 20.0}};
enum { VEHICLE_COLUMNS = sizeof VEHICLE_COLUMN / sizeof *VEHICLE_COLUMN };

/* Writes the figure of one search; INFINITY: no feasible point. */
static int vehicle_measure(vehicle *v, const char *solver, uint64_t seed, size_t column,
                           double *out) {
    vehicle_figure figure = VEHICLE_COLUMN[column].figure;
    uint64_t       evals  = (uint64_t)(VEHICLE_COLUMN[column].share * (double)v->n);
    peers_outcome  o      = {0};
    double         known, g[VEHICLE_M];
    vehicle_eval(v, v->known, &known, g, NULL);
    int status =
        vehicle_search(v, solver, seed, figure == VEHICLE_FIRST ? INFINITY : NAN, evals, &o);
    switch (figure) {
    case VEHICLE_FIRST: *out = o.solved > 0 ? (double)o.solved / (double)v->n : INFINITY; break;
    case VEHICLE_VIOLATION: *out = o.viol; break;
    case VEHICLE_MASS: *out = o.viol == 0.0 ? o.f / known : INFINITY; break;
    }
    return status;
}

/* Prints a row of the table. Returns -1 if the solver cannot be started. */
static int vehicle_row(vehicle *v, size_t n, const char *solver, uint64_t runs, uint64_t seed) {
    int status = 0;
    printf("| %zu | %zu | %s |", n, (68 * n + 62) / 124, solver);
    for (size_t c = 0; c < VEHICLE_COLUMNS && status == 0; c++) {
        double value[VEHICLE_RUNS];
        for (uint64_t r = 0; r < runs && status == 0; r++) {
            vehicle_draw(v, n, seed + r);
            status = vehicle_measure(v, solver, seed + r, c, &value[r]);
        }
        qsort(value, runs, sizeof *value, vehicle_compare);
        printf(" %.4g |", value[runs / 2]);
        fflush(stdout);
    }
    putchar('\n');
    return status;
}

static int vehicle_table(const char *sizes, const char *const *solver, uint64_t runs,
                         uint64_t seed) {
    vehicle *v      = malloc(sizeof *v);
    int      status = v != NULL ? 0 : -1;
    printf("| n | constraints | solver |");
    for (size_t c = 0; c < VEHICLE_COLUMNS; c++) printf(" %s |", VEHICLE_COLUMN[c].title);
    putchar('\n');
    for (const char *at = sizes; *at != '\0' && status == 0;) {
        char  *end;
        size_t n = (size_t)strtoul(at, &end, 10);
        if (n == 0 || n > VEHICLE_N) status = -1;
        for (size_t s = 0; solver[s] != NULL && status == 0; s++)
            status = vehicle_row(v, n, solver[s], runs, seed);
        at = *end == ',' ? end + 1 : end;
    }
    free(v);
    return status;
}

int main(int argc, char **argv) {
    const char *solver[VEHICLE_SOLVERS + 1] = {"auto", "nlopt-cobyla"}, *sizes = "40,80,124,200";
    size_t      named = 0;
    uint64_t    runs = 5, seed = 1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc) runs = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--sizes") == 0 && i + 1 < argc) sizes = argv[++i];
        else if (named < VEHICLE_SOLVERS) solver[named++] = argv[i], solver[named] = NULL;
    }
    if (runs == 0 || runs > VEHICLE_RUNS) {
        fprintf(stderr, "vehicle: --runs takes 1 to %d\n", VEHICLE_RUNS);
        return 2;
    }
    return vehicle_table(sizes, solver, runs, seed) == 0 ? 0 : 2;
}
