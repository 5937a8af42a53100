/* Measured time to success with W workers that sleep: searches in batches and in lanes.
 *
 *   real_time SUITE:PROBLEM LEAST MOST WORKERS [SEEDS]          forked processes
 *   mpirun -n RANKS real_time SUITE:PROBLEM LEAST MOST 0 [SEEDS]  all ranks but 0 evaluate
 *
 * A point takes between LEAST and MOST seconds, uniformly, by a hash of the point. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "heco/heco.h"
#include "heco/mpi.h"

enum { FIRST_SEED = 77, BUDGET = 100000 };

typedef struct {
    const heco_problem *inside;
    double              least, most;
} sleeper;

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    const sleeper      *s = user;
    const heco_problem *p = s->inside;
    uint64_t hash    = heco_hash_fnv1a(HECO_HASH_BEGIN, x, p->space.n * sizeof *x);
    double   seconds = s->least + (s->most - s->least) * (double)(hash >> 11) * 0x1.0p-53;
    struct timespec wait = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    nanosleep(&wait, NULL);
    if (p->eval != NULL) return p->eval(p->user, x, f, g, h);
    return p->eval_batch(p->user, x, 1, f, g, h);
}

static heco_minimize_options options(unsigned workers, uint64_t seed, double target, size_t lanes) {
    heco_minimize_options o = heco_minimize_options_default();
    o.evaluator.workers     = workers;
    o.run.seed              = seed;
    o.run.max_evals         = BUDGET;
    o.run.target            = target;
    o.lanes                 = lanes;
    o.prices                = HECO_PRICES_NO;
    o.backend               = workers > 1 ? "process" : "serial";
    return o;
}

/* Solves with these options and adds the logarithm of the time. On ranks other than 0 it serves. */
static void measure(const heco_problem *p, heco_minimize_options o, int ranks, double *log_time,
                    size_t *lanes) {
    heco_mpi_options how    = heco_mpi_options_default();
    heco_error       error  = {HECO_OK, ""};
    heco_solution   *s      = NULL;
    int              served = 0;
    if (ranks > 1) {
        o.own_backend = heco_mpi_backend(), o.evaluator.context = &how;
        heco_status status = heco_backend_serve(o.own_backend, p, &o.evaluator, &served, &error);
        if (status != HECO_OK || served) return;
    }
    if (heco_minimize(&s, p, &o, &error) != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    *log_time += log(heco_solution_result(s)->outcome.seconds);
    *lanes = heco_solution_lanes(s);
    if (heco_solution_result(s)->outcome.stop != HECO_STOP_TARGET) printf("missed\n");
    heco_solution_free(s);
}

int main(int argc, char **argv) {
    heco_suite         *suite;
    const heco_problem *inside;
    heco_error          error;
    char               *name = argc > 4 ? strchr(argv[1], ':') : NULL;
    if (name == NULL) return fprintf(stderr, "real_time SUITE:PROBLEM LEAST MOST WORKERS [SEEDS]\n"), 2;
    *name++ = '\0';
    unsigned workers = (unsigned)strtoul(argv[4], NULL, 10);
    uint64_t seeds   = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    if (heco_suite_open(&suite, argv[1], NULL, &error) != HECO_OK) return fprintf(stderr, "%s\n", error.text), 1;
    long at = heco_suite_find(suite, name, &error);
    if (at < 0 || heco_suite_problem(suite, (size_t)at, 0, &inside, &error) != HECO_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    if (workers == 0 && heco_mpi_start(&error) != HECO_OK) return fprintf(stderr, "%s\n", error.text), 1;
    int          ranks = workers == 0 ? heco_mpi_count() : 1, rank = workers == 0 ? heco_mpi_rank() : 0;
    sleeper      s      = {inside, strtod(argv[2], NULL), strtod(argv[3], NULL)};
    double       target = heco_suite_target(suite, inside), time[3] = {0, 0, 0};
    size_t       lanes[3] = {0, 0, 0};
    heco_problem p        = heco_problem_default();
    p.space = inside->space, p.eval = eval, p.user = &s, p.sharing = HECO_SHARE_FREELY, p.protocol = 1;
    for (uint64_t k = 0; k < seeds; k++) {
        uint64_t seed = FIRST_SEED + k;
        if (rank == 0) measure(&p, options(1, seed, target, HECO_LANES_NONE), 1, &time[0], &lanes[0]);
        unsigned inner = workers > 0 ? workers : 1;
        measure(&p, options(inner, seed, target, HECO_LANES_NONE), ranks, &time[1], &lanes[1]);
        measure(&p, options(inner, seed, target, 0), ranks, &time[2], &lanes[2]);
    }
    for (int k = 0; k < 3; k++) time[k] = exp(time[k] / (double)seeds);
    if (rank == 0)
        printf("%s: serial %.1f s, batches %.1f s (speed-up %.2f), %zu lanes %.1f s (speed-up %.2f)\n", name, time[0],
               time[1], time[0] / time[1], lanes[2], time[2], time[0] / time[2]);
    if (workers == 0) heco_mpi_end(0);
    heco_suite_close(suite);
    return 0;
}
