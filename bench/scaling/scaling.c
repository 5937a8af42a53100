/* Measures how far the algorithms and the row dispatcher scale, on a simulated cluster. The time of an
 * evaluation is drawn, a message takes LATENCY, rank 0 needs HANDLING for each message, and the time
 * of the algorithm itself is measured and added.
 *
 *     scaling [--algorithms a,b[option=value]] [--evals N] [--seconds 1.0]
 *
 * Prints the efficiency (time of all evaluations / workers x time of the search) for W = 2 .. 4096.
 * With --algorithms all, prints for each the largest W with at least 80 % and 50 % busy workers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "heco/heco.h"
#include "simulated_cluster.h"

static const double SCALING_LATENCY  = 1e-5; /* one message, one way                          */
static const double SCALING_HANDLING = 3e-6; /* of rank 0, per message (measured: see docs)    */

enum { SCALING_N = 10, SCALING_NG = 2 };

/* --- times of an evaluation, all with the same mean ------------------------------------------ */

typedef struct {
    double mean; /* seconds */
    int    slow; /* a rank that takes five times as long; 0: none                            */
} scaling_times;

static double scaling_normal(simulated_cluster *c) { /* Box and Muller */
    return sqrt(-2.0 * log(simulated_uniform(c))) * cos(6.283185307179586 * simulated_uniform(c));
}

static double scaling_mean(simulated_cluster *c) { return ((const scaling_times *)c->user)->mean; }

static double scaling_constant(simulated_cluster *c, int rank) {
    (void)rank;
    return scaling_mean(c);
}

static double scaling_lognormal(simulated_cluster *c, int rank) { /* sigma 0.5 */
    (void)rank;
    return scaling_mean(c) * exp(0.5 * scaling_normal(c) - 0.125);
}

static double scaling_heavy(simulated_cluster *c, int rank) { /* Pareto, index 1.5 */
    (void)rank;
    return scaling_mean(c) / 3.0 * pow(simulated_uniform(c), -1.0 / 1.5);
}

/* One point in a hundred hangs until a limit of ten times the mean. */
static double scaling_failures(simulated_cluster *c, int rank) {
    (void)rank;
    return simulated_uniform(c) < 0.01 ? 10.0 * scaling_mean(c) : scaling_mean(c);
}

static double scaling_slow_node(simulated_cluster *c, int rank) {
    return (rank == ((const scaling_times *)c->user)->slow ? 5.0 : 1.0) * scaling_mean(c);
}

static const struct {
    const char *name;
    double (*draw)(simulated_cluster *c, int rank);
} scaling_kinds[] = {{"constant", scaling_constant},
                     {"log-normal", scaling_lognormal},
                     {"heavy tail", scaling_heavy},
                     {"1 % hang", scaling_failures},
                     {"a slow node", scaling_slow_node}};

/* --- one search ------------------------------------------------------------------------------ */

static void scaling_values(simulated_cluster *c, const double *x, double *f, double *g, double *h,
                           unsigned char *state) {
    (void)c, (void)h;
    double sum = 0.0;
    f[0]       = 0.0;
    for (int j = 0; j < SCALING_N; j++) {
        f[0] += (x[j] - 0.3) * (x[j] - 0.3) * (1.0 + j) + 0.1 * (1.0 - cos(9.0 * x[j]));
        sum += x[j];
    }
    g[0]     = 2.0 - sum;
    g[1]     = x[0] * x[1] - 0.5;
    state[0] = HECO_ROW_OK;
}

typedef struct {
    double efficiency, rows; /* rows per batch on average                                     */
} scaling_result;

static scaling_result scaling_run(const heco_algorithm *a, const heco_run_options *how, int workers,
                                  size_t kind, double seconds) {
    static const double lower[SCALING_N] = {0}, upper[SCALING_N] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    heco_space          space = {.n = SCALING_N, .ng = SCALING_NG, .lower = lower, .upper = upper};
    scaling_times       times = {seconds, 1};
    simulated_cluster   c     = {.space    = &space,
                                 .latency  = SCALING_LATENCY,
                                 .handling = SCALING_HANDLING,
                                 .draw     = scaling_kinds[kind].draw,
                                 .values   = scaling_values,
                                 .user     = &times,
                                 .random   = 1};
    heco_evaluator_options none  = {.workers = 0};
    heco_failures   stats = {0};
    heco_row_dispatcher   *dispatcher;
    heco_run              *run;
    heco_batch            *batch;
    heco_error             error;
    size_t                 batches = 0, rows = 0;
    simulated_open(&c, workers);
    if (heco_row_dispatcher_new(&dispatcher, &c.channel, &space, &none, &error) != HECO_OK ||
        heco_run_new(&run, a, &space, how, &error) != HECO_OK) {
        fprintf(stderr, "%s: %s\n", a->name, error.text);
        exit(1);
    }
    double from = heco_clock();
    while ((batch = heco_run_ask(run)) != NULL) {
        c.now += heco_clock() - from;
        memset(batch->state, HECO_ROW_SKIPPED, batch->count);
        if (heco_row_dispatcher_eval(dispatcher, batch, &stats) != HECO_OK) exit(1);
        batches++, rows += batch->count;
        from = heco_clock();
        if (heco_run_tell(run) != HECO_OK) exit(1);
    }
    scaling_result r = {c.worked / (workers * c.now), (double)rows / (double)batches};
    heco_row_dispatcher_free(dispatcher);
    heco_run_free(run);
    simulated_close(&c);
    return r;
}

/* --- the tables ------------------------------------------------------------------------------ */

typedef struct {
    const char *algorithms;
    uint64_t    evals;
    double      seconds;
} scaling_args;

/* "name" or "name[lambda=N]" */
static const heco_algorithm *scaling_find(const char *item, char name[80], const char **set) {
    static char option[80];
    const char *open = strchr(item, '[');
    size_t      length = open != NULL ? (size_t)(open - item) : strlen(item);
    heco_error  error;
    snprintf(name, 80, "%.*s", (int)length, item);
    *set = NULL;
    if (open != NULL) {
        snprintf(option, sizeof option, "%.*s", (int)strcspn(open + 1, "]"), open + 1);
        *set = option;
    }
    const heco_algorithm *a = heco_algorithm_find(name, &error);
    if (a == NULL) fprintf(stderr, "%s\n", error.text);
    return a;
}

static int scaling_table(const char *item, const scaling_args *args) {
    char             name[80];
    const char      *set;
    heco_run_options how = heco_run_options_default();
    const heco_algorithm *a = scaling_find(item, name, &set);
    if (a == NULL) return 1;
    how.max_evals = args->evals;
    if (set != NULL) how.set = &set, how.sets = 1;
    printf("\n%s, %g s per evaluation\n%-12s", item, args->seconds, "W");
    for (int w = 2; w <= 4096; w *= 2) printf("%6d", w);
    for (size_t k = 0; k < sizeof scaling_kinds / sizeof scaling_kinds[0]; k++) {
        double rows = 0.0;
        printf("\n%-12s", scaling_kinds[k].name);
        for (int w = 2; w <= 4096; w *= 2) {
            scaling_result r = scaling_run(a, &how, w, k, args->seconds);
            printf("%6.2f", r.efficiency);
            fflush(stdout);
            rows = r.rows;
        }
        if (k == 0) printf("   %.3g rows per batch", rows);
    }
    printf("\n");
    return 0;
}

/* Returns the largest W = 2, 4, .. with that efficiency, or 1. */
static int scaling_most(const heco_algorithm *a, const heco_run_options *how, size_t kind,
                        double wanted, double seconds) {
    int most = 1;
    for (int w = 2; w <= 4096; w *= 2) {
        if (scaling_run(a, how, w, kind, seconds).efficiency < wanted) break;
        most = w;
    }
    return most;
}

static void scaling_summary(const scaling_args *args) {
    printf("\n%-18s %10s  %-15s %-15s\n%-18s %10s  %7s %7s %7s %7s\n", "algorithm", "rows per",
           "constant", "log-normal", "", "batch", "80 %", "50 %", "80 %", "50 %");
    for (size_t i = 0; heco_algorithm_at(i) != NULL; i++) {
        const heco_algorithm *a   = heco_algorithm_at(i);
        heco_run_options      how = heco_run_options_default();
        if (a->traits & HECO_TRAIT_THEORY) continue;
        how.max_evals = args->evals;
        printf("%-18s %10.3g ", a->name, scaling_run(a, &how, 2, 0, args->seconds).rows);
        for (size_t kind = 0; kind < 2; kind++)
            printf(" %7d %7d", scaling_most(a, &how, kind, 0.8, args->seconds),
                   scaling_most(a, &how, kind, 0.5, args->seconds));
        printf("\n");
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    scaling_args args = {"heco-de,heco-mp,lshade44,auto", 20000, 1.0};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--algorithms") == 0) args.algorithms = argv[i + 1];
        if (strcmp(argv[i], "--evals") == 0) args.evals = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seconds") == 0) args.seconds = strtod(argv[i + 1], NULL);
    }
    printf("efficiency by number of evaluating workers; %llu evaluations of %d variables; messages of "
           "%g us, %g us of rank 0 each\n",
           (unsigned long long)args.evals, SCALING_N, 1e6 * SCALING_LATENCY, 1e6 * SCALING_HANDLING);
    if (strcmp(args.algorithms, "all") == 0) {
        scaling_summary(&args);
        return 0;
    }
    int  wrong = 0;
    char item[120];
    for (const char *at = args.algorithms; *at != '\0' && !wrong;) {
        size_t length = strcspn(at, ",");
        snprintf(item, sizeof item, "%.*s", (int)length, at);
        wrong = scaling_table(item, &args);
        at += length + (at[length] == ',');
    }
    return wrong;
}
