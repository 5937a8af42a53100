/* Time to success with W workers, in units of one mean evaluation: searches in lanes (heco/lanes.h)
 * and the default algorithm in batches, on workers that exist only in this program.
 *
 *   lanes_time SUITE[:PROBLEM] [SEEDS] [DISTRIBUTION] [W ...]
 *
 * SUITE may be `rastrigin`: shifted Rastrigin functions of 3, 5 and 10 variables, 20000
 * evaluations of lane 0; or `multimodal`: these and C05, C12, C13, C20 and C22 of CEC 2017 in 10
 * variables with targets that the default reaches in nearly all of its runs. DISTRIBUTION of the
 * durations, mean 1: log-normal (0.5), pareto (1.5), hanging (1 % take 10 times as long,
 * log-normal otherwise), constant, slow-node (constant, but an eighth of the workers takes five
 * times as long), uniform (0.18 to 1.82); with +cancel behind it, a point that is no longer wanted
 * leaves its worker at once. A search that does not reach the target counts with the limit of
 * 5000. Problems that no setting solves (g02, gear-train) are left out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "heco/heco.h"
#include "run/lanes_state.h"

enum { FIRST_SEED = 77, BUDGET = 100000, BATCH_BUDGET = 5000 };
static const double LIMIT = 5000.0;

typedef struct {
    const heco_problem *problem;
    double              target;
    uint64_t            budget; /* of lane 0, and in batches; 0: BUDGET, BATCH_BUDGET           */
} target_problem;

typedef struct {
    double            end;
    size_t            worker;
    heco_lanes_point  point;
} task;

typedef struct {
    double log_time, log_answer, busy, evals, lanes;
    int    runs, misses;
} tally;

/* Returns the duration of an evaluation on a worker; `share` is its number over that of workers. */
static double duration(heco_rng *rng, const char *kind, double share) {
    double u = heco_rng_uniform(rng), z = heco_rng_normal(rng);
    if (strncmp(kind, "constant", 8) == 0) return 1.0;
    if (strncmp(kind, "slow-node", 9) == 0) return share < 0.125 ? 5.0 : 1.0;
    if (strncmp(kind, "uniform", 7) == 0) return (2.0 + 18.0 * u) / 11.0;
    if (strncmp(kind, "pareto", 6) == 0) return fmin(pow(1.0 - u, -1.0 / 1.5) / 3.0, 1e3);
    if (strncmp(kind, "hanging", 7) == 0 && u < 0.01) return 10.0;
    return exp(0.5 * z - 0.125);
}

/* Minimum 0 at a point of (-0.1, 0.7)^n, with a minimum of its own in each cell of side 0.2. */
static int rastrigin(void *user, const double *x, double *f, double *g, double *h) {
    size_t n = *(const size_t *)user;
    (void)g, (void)h;
    f[0] = 10.0 * (double)n;
    for (size_t j = 0; j < n; j++) {
        double d = 5.0 * (x[j] - 0.3 - 0.4 * sin((double)(3 * j + 1)));
        f[0] += d * d - 10.0 * cos(6.283185307179586 * d);
    }
    return HECO_POINT_OK;
}

static int evaluate(const heco_problem *p, const double *x, double *f, double *g, double *h) {
    int result = p->eval != NULL ? p->eval(p->user, x, f, g, h) : p->eval_batch(p->user, x, 1, f, g, h);
    return result == HECO_POINT_OK ? HECO_ROW_OK : HECO_ROW_FAILED;
}

/* Returns the task that ends first. */
static size_t first_task(const task *t, size_t count) {
    size_t first = 0;
    for (size_t i = 1; i < count; i++)
        if (t[i].end < t[first].end) first = i;
    return first;
}

static void simulate_lanes(const target_problem *q, size_t W, uint64_t seed, const char *kind, tally *t) {
    const heco_problem *p      = q->problem;
    heco_run_options    o      = heco_run_options_default();
    task               *under  = calloc(W, sizeof *under);
    double             *values = calloc(1 + p->space.ng + p->space.nh, sizeof *values);
    double              now = 0.0, hit = -1.0, work = 0.0;
    uint64_t            budget = q->budget > 0 ? q->budget : BUDGET;
    size_t             *idle   = calloc(W, sizeof *idle), idles = W;
    size_t              busy = 0, K = heco_lanes_for(W, p->space.n, budget);
    heco_lanes         *lanes;
    heco_rng            rng;
    heco_rng_init(&rng, seed, W);
    int cancels = strstr(kind, "+cancel") != NULL;
    for (size_t w = 0; w < W; w++) idle[w] = w;
    o.max_evals = budget, o.seed = seed, o.target = q->target;
    if (heco_lanes_new(&lanes, heco_algorithm_default(), &p->space, &o, K, NULL) != HECO_OK) exit(1);
    while (!heco_lanes_is_over(lanes) && now < LIMIT) {
        while (busy < W && heco_lanes_pull(lanes, &under[busy].point, 1) == 1) {
            size_t w = idle[--idles];
            double d = duration(&rng, kind, (double)w / (double)W);
            under[busy].worker = w, under[busy++].end = now + d;
            work += d;
            t->evals++;
        }
        size_t           i = first_task(under, busy);
        heco_lanes_point x = under[i].point;
        double          *g = values + 1;
        now                = under[i].end;
        idle[idles++]      = under[i].worker;
        under[i]           = under[--busy];
        int state          = evaluate(p, x.x, values, g, g + p->space.ng);
        heco_lanes_push(lanes, x.id, state, values[0], g, g + p->space.ng);
        uint64_t id;
        while (cancels && heco_lanes_dropped(lanes, &id, 1) == 1)
            for (size_t k = 0; k < busy; k++)
                if (under[k].point.id == id) {
                    work -= under[k].end - now;
                    idle[idles++] = under[k].worker, under[k] = under[--busy];
                    heco_lanes_push(lanes, id, HECO_ROW_SKIPPED, 0.0, NULL, NULL);
                    break;
                }
        if (hit < 0.0 && lanes->stop == HECO_STOP_TARGET) hit = now;
    }
    for (size_t i = 0; i < busy; i++) work -= under[i].end - now;
    t->misses += hit < 0.0;
    t->log_time += log(hit < 0.0 ? LIMIT : hit);
    t->log_answer += log(hit < 0.0 ? LIMIT : now);
    t->busy += work / ((double)W * now);
    t->lanes += (double)K;
    t->runs++;
    heco_lanes_free(lanes);
    free(idle);
    free(under);
    free(values);
}

/* The default algorithm in batches: a batch ends with its last row. */
static void simulate_batches(const target_problem *q, size_t W, uint64_t seed, const char *kind, tally *t) {
    const heco_problem *p    = q->problem;
    heco_run_options    o    = heco_run_options_default();
    double             *free_at = calloc(W, sizeof *free_at), now = 0.0, work = 0.0;
    heco_run           *run;
    heco_batch         *b;
    heco_rng            rng;
    heco_rng_init(&rng, seed, W);
    o.max_evals = q->budget > 0 ? q->budget : BATCH_BUDGET, o.seed = seed, o.target = q->target;
    if (heco_run_new(&run, heco_algorithm_default(), &p->space, &o, NULL) != HECO_OK) exit(1);
    while ((b = heco_run_ask(run)) != NULL) {
        double end = now;
        for (size_t w = 0; w < W; w++) free_at[w] = now;
        for (size_t i = 0; i < b->count; i++) {
            size_t w = 0;
            for (size_t k = 1; k < W; k++) w = free_at[k] < free_at[w] ? k : w;
            double d = duration(&rng, kind, (double)w / (double)W);
            free_at[w] += d, work += d;
            end         = fmax(end, free_at[w]);
            b->state[i] = (unsigned char)evaluate(p, b->x + i * b->n, b->f + i, b->g + i * b->ng, b->h + i * b->nh);
        }
        now = end;
        t->evals += (double)b->count;
        if (heco_run_tell(run) != HECO_OK) exit(1);
    }
    int hit = heco_run_result(run)->outcome.stop == HECO_STOP_TARGET;
    t->misses += !hit;
    t->log_time += log(hit ? now : LIMIT);
    t->log_answer += log(hit ? now : LIMIT);
    t->busy += work / ((double)W * now);
    t->runs++;
    heco_run_free(run);
    free(free_at);
}

static void print_row(const char *label, size_t W, const tally *t) {
    double n = t->runs;
    printf("%-8s W %4zu  lanes %5.1f  time %6.1f  answer %6.1f  misses %d of %d  busy %.2f  evaluations %.0f\n",
           label, W, t->lanes / n, exp(t->log_time / n), exp(t->log_answer / n), t->misses, t->runs, t->busy / n, t->evals / n);
    fflush(stdout);
}

static heco_suite *open_suite(const char *name) {
    heco_suite *suite;
    heco_error  error;
    if (heco_suite_open(&suite, name, NULL, &error) == HECO_OK) return suite;
    fprintf(stderr, "%s\n", error.text);
    exit(1);
}

/* Fills the list with the problems of a suite, or one of them. Returns their number. */
static size_t load_suite(heco_suite **suite, const char *name, const char *only,
                         target_problem *list, size_t most) {
    heco_error error;
    size_t     count = 0;
    *suite           = open_suite(name);
    for (size_t i = 0; i < heco_suite_count(*suite) && count < most; i++) {
        const heco_suite_entry *e = heco_suite_at(*suite, i);
        if (!e->compared || strcmp(e->name, "g02") == 0 || strcmp(e->name, "gear-train") == 0)
            continue;
        if (only != NULL && strcmp(e->name, only) != 0) continue;
        if (heco_suite_problem(*suite, i, 0, &list[count].problem, &error) != HECO_OK) exit(1);
        list[count].target   = heco_suite_target(*suite, list[count].problem);
        list[count++].budget = 0;
    }
    return count;
}

static size_t load_rastrigin(target_problem *list) {
    static const double lower[10] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    static const double upper[10] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    static size_t       n[3]      = {3, 5, 10};
    static heco_problem p[3];
    for (size_t i = 0; i < 3; i++) {
        p[i]             = heco_problem_default();
        p[i].space.n     = n[i];
        p[i].space.lower = lower, p[i].space.upper = upper;
        p[i].eval = rastrigin, p[i].user = &n[i];
        list[i] = (target_problem){&p[i], n[i] == 10 ? 5.0 : 1e-4, 20000};
    }
    return 3;
}

/* Adds the problems of CEC 2017 to those of load_rastrigin(). Returns the number of all. */
static size_t load_multimodal(heco_suite **suite, const char *only, target_problem *list) {
    static const struct {
        const char *name;
        double      target;
    } chosen[] = {{"C05", 1e-4}, {"C12", 3.988}, {"C13", 1e-4}, {"C20", 0.8}, {"C22", 4.0}};
    heco_error error;
    size_t     count = only == NULL ? load_rastrigin(list) : 0;
    *suite           = open_suite("cec2017");
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        long at = heco_suite_find(*suite, chosen[i].name, &error);
        if (only != NULL && strcmp(only, chosen[i].name) != 0) continue;
        if (at < 0 ||
            heco_suite_problem(*suite, (size_t)at, 10, &list[count].problem, &error) != HECO_OK)
            exit(1);
        list[count].target   = chosen[i].target;
        list[count++].budget = 20000;
    }
    return count;
}

int main(int argc, char **argv) {
    char           cec2006[] = "cec2006", *name = argc > 1 ? argv[1] : cec2006;
    const char    *kind  = argc > 3 ? argv[3] : "log-normal";
    uint64_t       seeds = argc > 2 ? strtoull(argv[2], NULL, 10) : 5;
    heco_suite    *suite = NULL;
    target_problem list[64];
    char          *only = strchr(name, ':');
    if (only != NULL) *only++ = '\0';
    size_t count = strcmp(name, "rastrigin") == 0    ? load_rastrigin(list)
                   : strcmp(name, "multimodal") == 0 ? load_multimodal(&suite, only, list)
                                                     : load_suite(&suite, name, only, list, 64);
    for (int a = 4; a < argc || a == 4; a++) {
        size_t W     = argc > a ? strtoull(argv[a], NULL, 10) : 16;
        tally  lanes = {0}, batches = {0};
        for (size_t i = 0; i < count; i++)
            for (uint64_t s = 0; s < seeds; s++) {
                simulate_batches(&list[i], W, FIRST_SEED + s, kind, &batches);
                if (W > 1) simulate_lanes(&list[i], W, FIRST_SEED + s, kind, &lanes);
            }
        print_row("batches", W, &batches);
        if (W > 1) print_row("lanes", W, &lanes);
    }
    heco_suite_close(suite);
    return 0;
}
