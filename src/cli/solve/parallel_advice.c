/* Prints how a search is parallelised, and warnings about common mistakes. */
#include "cli/solve/solve_run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/mpi_ranks.h"

enum { PARALLEL_ADVICE_ROWS = 5000 };
static const double PARALLEL_ADVICE_SECONDS = 0.1; /* limit of the simulated search */
static const double PARALLEL_ADVICE_BUSY =
    0.6; /* below this share of busy workers a warning is printed */

/* Returns the number of workers in this process, or in each rank. */
static unsigned parallel_advice_inside(const solve_run *s) {
    if (!(s->backend->traits & HECO_BACKEND_PARALLEL)) return 1;
    unsigned workers = s->how.evaluator.workers;
    if (workers > 0) return workers;
    return mpi_ranks_count() > 1 ? 1 : heco_cores_count();
}

/* --- the batch sizes of the algorithm --------------------------------------------------------- */

/* Fills in the values of a convex quadratic function; all constraints are satisfied. */
static void parallel_advice_evaluate(heco_batch *b, const heco_space *space) {
    for (size_t i = 0; i < b->count; i++) {
        b->f[i] = 0.0;
        for (size_t j = 0; j < b->n; j++) {
            double wide = space->upper[j] - space->lower[j];
            double at   = wide > 0.0 ? (b->x[i * b->n + j] - space->lower[j]) / wide - 0.3 : 0.0;
            b->f[i] += at * at;
        }
        b->state[i] = HECO_ROW_OK;
    }
    for (size_t k = 0; k < b->count * b->ng; k++) b->g[k] = -1.0;
    for (size_t k = 0; k < b->count * b->nh; k++) b->h[k] = 0.0;
}

/* The batches of a short search on that function, without the first one, which is a whole
 * population. */
typedef struct {
    size_t rows, batches;
    double capacity; /* rows that the workers could have evaluated in the same time            */
} parallel_advice_tally;

/* Adds a batch. It takes as many rounds as the busiest worker has rows. */
static void parallel_advice_count(parallel_advice_tally *v, size_t rows, unsigned workers) {
    v->rows += rows;
    v->batches++;
    size_t rounds = (rows + workers - 1) / workers;
    v->capacity += (double)(rounds * workers);
}

/* Counts the batches of a short search on that function, for at most PARALLEL_ADVICE_SECONDS. */
static parallel_advice_tally parallel_advice_simulate(const solve_run *s, unsigned workers) {
    const heco_space     *space = &s->problem->space;
    heco_run_options      how   = s->how.run;
    parallel_advice_tally view  = {0};
    heco_run             *run;
    heco_batch           *batch;
    heco_progress         now;
    how.on_progress = NULL;
    how.max_seconds = PARALLEL_ADVICE_SECONDS;
    if (how.batch == 0) how.batch = workers; /* as heco_minimize() does */
    if (heco_run_new(&run, s->algorithm, space, &how, NULL) != HECO_OK) return view;
    for (int i = 0; view.rows < PARALLEL_ADVICE_ROWS && (batch = heco_run_ask(run)) != NULL; i++) {
        parallel_advice_evaluate(batch, space);
        if (i > 0) parallel_advice_count(&view, batch->count, workers);
        if (heco_run_tell(run) != HECO_OK) break;
        heco_run_progress(run, &now);
        if (now.seconds > PARALLEL_ADVICE_SECONDS) break;
    }
    heco_run_free(run);
    return view;
}

/* --- the lines ------------------------------------------------------------------------------ */

static int parallel_advice_has_option(const heco_algorithm *a, const char *option) {
    for (const heco_option *o = a->options; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, option) == 0) return 1;
    return 0;
}

/* Returns the number of lanes of the search; 0: none. */
static size_t parallel_advice_lanes(const solve_run *s, unsigned workers) {
    const heco_run_options *run    = &s->how.run;
    size_t                  n      = s->problem->space.n;
    uint64_t                budget = run->max_evals > 0 ? run->max_evals : run->default_evals;
    int                     derivatives =
        s->problem->derivatives != NULL && (s->algorithm->traits & HECO_TRAIT_DERIVATIVES);
    if (s->how.lanes == HECO_LANES_NONE || s->how.known != NULL || derivatives) return 0;
    if (budget == 0) budget = UINT64_MAX;
    if (s->how.lanes == HECO_LANES_AUTO) return heco_lanes_for(workers, n, budget);
    if (s->how.lanes > 0) return s->how.lanes;
    return heco_lanes_default(s->algorithm, workers, n, budget);
}

/* Warns if there are too few lanes for the workers. A lane has n + 1 points at a time: a trial and
 * the differences around it. */
static void parallel_advice_check_lanes(const solve_run *s, size_t lanes, unsigned workers) {
    double most = (double)lanes * ((double)s->problem->space.n + 1.0);
    if (most >= PARALLEL_ADVICE_BUSY * workers) return;
    cli_fail(0,
             "%zu lane%s keep%s at most %.0f of %u workers busy: use fewer workers%s; see "
             "docs/scaling.md",
             lanes, lanes == 1 ? "" : "s", lanes == 1 ? "s" : "", most, workers,
             s->how.lanes > 0 && s->how.lanes != HECO_LANES_AUTO ? ", or more --lanes"
                                                                 : ", or more --evals");
}

/* Warns if the batches are too small for the workers. */
static void parallel_advice_check_batch(const solve_run *s, unsigned workers) {
    parallel_advice_tally view = parallel_advice_simulate(s, workers);
    if (view.batches == 0 || (double)view.rows >= PARALLEL_ADVICE_BUSY * view.capacity) return;
    const char *remedy = parallel_advice_has_option(s->algorithm, "lambda")  ? "--set lambda=N, "
                         : parallel_advice_has_option(s->algorithm, "batch") ? "--set batch=N, "
                                                                             : "";
    cli_fail(0,
             "%s asks for %.3g points at a time on average, so about %.0f %% of %u workers are "
             "busy: use %s, fewer workers, %sor islands (--algorithm heco-mp --set "
             "lambda=N); see "
             "docs/scaling.md",
             s->algorithm->name, (double)view.rows / (double)view.batches,
             100.0 * (double)view.rows / view.capacity, workers,
             s->algorithm == heco_algorithm_default() ? "more than 1000 --evals" : "--lanes auto",
             remedy);
}

/* Returns 1 for programs that often call a BLAS with its own threads. */
static int parallel_advice_is_numeric(const char *spec) {
    static const char *const names[] = {"python", "julia", "Rscript", "octave", "matlab"};
    for (size_t i = 0; strncmp(spec, "exec:", 5) == 0 && i < sizeof names / sizeof names[0]; i++)
        if (strstr(spec, names[i]) != NULL) return 1;
    return 0;
}

/* Warns if workers that use threads themselves need more cores than there are. */
static void parallel_advice_check_threads(const solve_run *s, unsigned workers) {
    static const char *const names[] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
                                        "MKL_NUM_THREADS"};
    unsigned                 cores   = heco_cores_count();
    int                      is_set  = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value   = getenv(names[i]);
        long        threads = value != NULL ? strtol(value, NULL, 10) : 0;
        is_set |= value != NULL;
        if (threads < 2 || (double)threads * workers <= cores) continue;
        fprintf(stderr, "heco: %s=%ld in each of %u workers exceeds %u core%s: set it to 1\n",
                names[i], threads, workers, cores, cores == 1 ? "" : "s");
        return;
    }
    if (!is_set && parallel_advice_is_numeric(s->spec))
        fputs("heco: if this program calls BLAS, each worker uses all cores: set OMP_NUM_THREADS=1 "
              "in the environment of heco\n",
              stderr);
}

void parallel_advice_announce(const solve_run *s) {
    unsigned inside = parallel_advice_inside(s), ranks = (unsigned)mpi_ranks_count();
    unsigned workers = ranks > 1 ? (ranks - 1) * inside : inside, cores = heco_cores_count();
    if (s->args->common.quiet || !mpi_ranks_is_first() || workers < 2) return;
    int threads = !(s->backend->traits & HECO_TRAIT_ISOLATES);
    if (ranks == 1)
        fprintf(stderr, "heco: %u %s evaluate on %u core%s of this machine%s\n", workers,
                threads ? "threads" : "processes", cores, cores == 1 ? "" : "s",
                s->problem->sharing == HECO_SHARE_NONE ? " (threads cannot share this model)" : "");
    if (inside > cores)
        fprintf(stderr,
                "heco: %u workers exceed %u core%s: that helps only if a point waits for "
                "something else\n",
                inside, cores, cores == 1 ? "" : "s");
    size_t lanes = parallel_advice_lanes(s, workers);
    if (s->how.resume) lanes = workers; /* the journal has chosen */
    if (lanes > 0) parallel_advice_check_lanes(s, lanes, workers);
    else parallel_advice_check_batch(s, workers);
    parallel_advice_check_threads(s, inside);
}
