/* U-scores of the same runs with two records of the violation.
 *
 *     build/release/bench/bench_record DATA DIM RUNS EVALS [PROBLEM ..]
 *
 * The competitions of 2024 to 2026 score what each program writes: f and the violation of its best
 * point at the checkpoints. The programs of four entries of 2026 write signed sums: rde26 of the
 * inequalities alone, rdex, rdex-cask and de-2ls of all constraint values. A satisfied inequality
 * then hides a violated one. The others count with the clipped sum here. This program runs the
 * algorithms once on CEC 2017 (DATA: the folder with the official data) and prints the scores of
 * the rule of 2026 twice: `clipped` for the clipped sum of all, `official` for the signed sums of
 * those four. A sum of at most 0 counts as feasible. EVALS is the number of evaluations per
 * variable. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heco/heco.h"
#include "report/stats/stats.h"

/* The sum that the program of an algorithm writes as violation. */
typedef enum { RECORD_CLIPPED, RECORD_INEQUALITIES, RECORD_ALL } record_kind;

static const struct {
    const char *name;
    record_kind record;
} ALGORITHMS[] = {{"rde26", RECORD_INEQUALITIES}, {"rdex", RECORD_ALL},
                  {"rdex-cask", RECORD_ALL},      {"de-2ls", RECORD_ALL},
                  {"ude3", RECORD_CLIPPED},       {"ude4", RECORD_CLIPPED},
                  {"cl-srde", RECORD_CLIPPED},    {"heco-next", RECORD_CLIPPED}};
enum { FIELD = sizeof ALGORITHMS / sizeof *ALGORITHMS, CHECKPOINTS = 2000 };

/* The curves of all trials on one problem. */
typedef struct {
    size_t  trials, *algorithm;
    double *f, *clipped, *official;
} curves;

/* The best point of a run so far. */
typedef struct {
    double f, viol, clipped, official;
} best;

static double clipped_sum(const heco_space *s, const double *g, const double *h) {
    double sum = 0.0;
    for (size_t k = 0; k < s->ng; k++) sum += g[k] > 0.0 ? g[k] : 0.0;
    for (size_t k = 0; k < s->nh; k++) sum += fabs(h[k]) > s->eq_tol ? fabs(h[k]) : 0.0;
    return sum;
}

static double signed_sum(const heco_space *s, const double *g, const double *h, record_kind kind) {
    double sum = 0.0;
    for (size_t k = 0; k < s->ng; k++) sum += g[k];
    for (size_t k = 0; kind == RECORD_ALL && k < s->nh; k++) sum += h[k];
    return sum > 0.0 ? sum : 0.0; /* at most 0: feasible */
}

/* Takes row i of a batch if it is better than the best point so far. */
static void take(best *b, const heco_problem *p, const heco_batch *in, size_t i, record_kind kind) {
    const heco_space *s = &p->space;
    const double     *g = in->g + i * in->ng, *h = in->h + i * in->nh;
    if (!heco_better_feasible(in->f[i], in->viol[i], b->f, b->viol)) return;
    b->f        = in->f[i];
    b->viol     = in->viol[i];
    b->clipped  = clipped_sum(s, g, h);
    b->official = kind == RECORD_CLIPPED ? b->clipped : signed_sum(s, g, h, kind);
}

/* Runs algorithm a once and appends its curves. */
static void trial(curves *c, size_t a, const heco_problem *p, uint64_t evals, uint64_t seed) {
    heco_run_options o = heco_run_options_default();
    heco_run        *run;
    heco_batch      *batch;
    heco_error       error = {0};
    best             b     = {INFINITY, INFINITY, INFINITY, INFINITY};
    uint64_t         done = 0, every = evals / CHECKPOINTS, mark = 0;
    size_t           at = c->trials * CHECKPOINTS;
    o.max_evals = evals, o.seed = seed;
    if (heco_run_new(&run, heco_algorithm_find(ALGORITHMS[a].name, &error), &p->space, &o,
                     &error) != HECO_OK) {
        fprintf(stderr, "%s: %s\n", ALGORITHMS[a].name, error.text);
        exit(1);
    }
    while ((batch = heco_run_ask(run)) != NULL) {
        for (size_t i = 0; i < batch->count; i++)
            p->eval(p->user, batch->x + i * batch->n, batch->f + i, batch->g + i * batch->ng,
                    batch->h + i * batch->nh);
        heco_run_tell(run); /* sets viol */
        for (size_t i = 0; i < batch->count; i++) {
            take(&b, p, batch, i, ALGORITHMS[a].record);
            if (++done % every != 0 || mark >= CHECKPOINTS) continue;
            c->f[at + mark] = b.f, c->clipped[at + mark] = b.clipped;
            c->official[at + mark++] = b.official;
        }
    }
    for (; mark < CHECKPOINTS; mark++)
        c->f[at + mark] = b.f, c->clipped[at + mark] = b.clipped,
                  c->official[at + mark] = b.official;
    c->algorithm[c->trials++] = a;
    heco_run_free(run);
}

/* Adds the points of one problem to the sums. */
static void score(const curves *c, const double *viol, double *sum, double *own) {
    double             accuracy[FIELD], speed[FIELD];
    heco_uscore_trials t = {.algorithms  = FIELD,
                            .trials      = c->trials,
                            .checkpoints = CHECKPOINTS,
                            .algorithm   = c->algorithm,
                            .f           = c->f,
                            .viol        = viol};
    if (heco_uscore_compute(&t, HECO_USCORE_PAIRWISE, accuracy, speed) != HECO_OK) exit(1);
    for (size_t a = 0; a < FIELD; a++) own[a] = accuracy[a] + speed[a], sum[a] += own[a];
}

static int is_wanted(const char *name, int argc, char **argv) {
    for (int i = 5; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return 1;
    return argc <= 5;
}

static void print_row(const char *name, const char *record, const double *points) {
    printf("| %s, %s |", name, record);
    for (size_t a = 0; a < FIELD; a++) printf(" %.10g |", points[a]);
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 5)
        return fprintf(stderr, "usage: bench_record DATA DIM RUNS EVALS [PROBLEM ..]\n"), 2;
    size_t             dim = strtoul(argv[2], NULL, 10), runs = strtoul(argv[3], NULL, 10);
    uint64_t           evals = strtoul(argv[4], NULL, 10) * dim;
    heco_suite_options how   = {.data = argv[1], .instance = "official"};
    heco_suite        *suite;
    heco_error         error           = {0};
    size_t             most            = FIELD * runs;
    double             total[2][FIELD] = {{0}}, own[2][FIELD];
    curves             c = {0, calloc(most, sizeof(size_t)), calloc(most * CHECKPOINTS, 8),
                            calloc(most * CHECKPOINTS, 8), calloc(most * CHECKPOINTS, 8)};
    if (heco_suite_open(&suite, "cec2017", &how, &error) != HECO_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    printf("| problem, record |");
    for (size_t a = 0; a < FIELD; a++) printf(" %s |", ALGORITHMS[a].name);
    printf("\n| --- |");
    for (size_t a = 0; a < FIELD; a++) printf(" --- |");
    printf("\n");
    for (size_t i = 0; i < heco_suite_count(suite); i++) {
        const char         *name = heco_suite_at(suite, i)->name;
        const heco_problem *p;
        if (!is_wanted(name, argc, argv)) continue;
        if (heco_suite_problem(suite, i, dim, &p, &error) != HECO_OK) return 1;
        c.trials = 0;
        for (size_t a = 0; a < FIELD; a++)
            for (size_t r = 0; r < runs; r++) trial(&c, a, p, evals, 1000 * i + r + 1);
        score(&c, c.clipped, total[0], own[0]);
        score(&c, c.official, total[1], own[1]);
        print_row(name, "clipped", own[0]);
        print_row(name, "official", own[1]);
    }
    print_row("sum", "clipped", total[0]);
    print_row("sum", "official", total[1]);
    heco_suite_close(suite);
    free(c.algorithm), free(c.f), free(c.clipped), free(c.official);
    return 0;
}
