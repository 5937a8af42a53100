/* The longest ask and the longest tell of an algorithm, in seconds of CPU time: what comes on top of
 * a time limit. Two functions: one whose best point lies inside the box, and one that drives every
 * variable to its bound.
 *
 *   bench_turns [algorithm|all [variables [seconds]]]        default: all, 2000, 8 per function   */
#include <heco/heco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    double   open, ask, tell;
    uint64_t evals;
    size_t   batch;
} turns;

static double turns_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Two inequalities and an equality. */
static void turns_evaluate(heco_batch *b, double centre) {
    for (size_t i = 0; i < b->count; i++) {
        const double *x   = b->x + i * b->n;
        double        sum = 0.0, line = 0.0;
        for (size_t j = 0; j < b->n; j++) {
            sum += (x[j] - centre) * (x[j] - centre) * (double)(1 + j % 7);
            line += x[j];
        }
        b->f[i]         = sum;
        b->g[2 * i]     = 1.0 - line / (double)b->n + x[0];
        b->g[2 * i + 1] = 1.0 - line / (double)b->n + x[1];
        b->h[i]         = x[0] * x[1] - 0.2;
    }
}

static void turns_take(heco_run *run, turns *t, double centre, double limit) {
    double begun = turns_clock();
    while (turns_clock() - begun < limit) {
        double      from = turns_clock(), took;
        heco_batch *b    = heco_run_ask(run);
        if ((took = turns_clock() - from) > t->ask) t->ask = took;
        if (b == NULL) return;
        turns_evaluate(b, centre);
        t->evals += b->count;
        if (b->count > t->batch) t->batch = b->count;
        from = turns_clock();
        if (heco_run_tell(run) != HECO_OK) return;
        if ((took = turns_clock() - from) > t->tell) t->tell = took;
    }
}

static void turns_of(const heco_algorithm *a, const heco_space *space, double centre,
                     double limit) {
    heco_run_options o     = heco_run_options_default();
    heco_error       error = {HECO_OK, ""};
    turns            t     = {0};
    heco_run        *run;
    o.max_evals = 20000000, o.seed = 1;
    double from = turns_clock();
    if (heco_run_new(&run, a, space, &o, &error) != HECO_OK) {
        printf("%-18s refused: %s\n", a->name, error.text);
        return;
    }
    t.open = turns_clock() - from;
    turns_take(run, &t, centre, limit);
    printf("%-18s %-7s %8.2f %8.2f %8.2f %12llu %8zu\n", a->name, centre > 5.0 ? "bounds" : "inside",
           t.open, t.ask, t.tell, (unsigned long long)t.evals, t.batch);
    fflush(stdout);
    heco_run_free(run);
}

int main(int argc, char **argv) {
    const char *which = argc > 1 ? argv[1] : "all";
    size_t      n     = argc > 2 ? strtoul(argv[2], NULL, 10) : 2000;
    double      limit = argc > 3 ? strtod(argv[3], NULL) : 8.0;
    double     *box   = n >= 2 ? malloc(2 * n * sizeof *box) : NULL;
    heco_space  space = heco_problem_default().space;
    if (box == NULL) return 2;
    for (size_t j = 0; j < n; j++) box[j] = -5.0, box[n + j] = 5.0;
    space.n = n, space.lower = box, space.upper = box + n, space.ng = 2, space.nh = 1;
    printf("%-18s %-7s %8s %8s %8s %12s %8s\n", "algorithm", "best", "open s", "ask s", "tell s",
           "evaluations", "batch");
    for (size_t i = 0; heco_algorithm_at(i) != NULL; i++)
        if (strcmp(which, "all") == 0 || strcmp(which, heco_algorithm_at(i)->name) == 0)
            for (int k = 0; k < 2; k++)
                turns_of(heco_algorithm_at(i), &space, k == 0 ? 0.5 : 5.5, limit);
    free(box);
    return 0;
}
