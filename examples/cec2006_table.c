/* An algorithm on the 22 compared problems of CEC 2006, beside the published HECO-DE.
 *
 *   cec2006_table [--runs N] [--seed S] [--algorithm NAME] [--set OPTION=VALUE]...
 *                 [--evals N] [--problems g01,g02] [--jobs N]
 *
 * Runs are independent, so they go over the cores as they come; run r of each problem has the
 * seed S + r - 1, and the table does not depend on the number of jobs. A run succeeds when it
 * finds a feasible point within 1e-4 of the best known value (Liang et al. 2006). */
#include <heco/heco.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Xu, He, Shang (arXiv 1903.04886), 25 runs of 500000 evaluations: mean f from the paper's table
 * of CEC2006 results (all runs feasible and successful; it misprints the exponent of g08), mean
 * evaluations to success from the authors' published runs (burningxt/HECO-DE-NewVersion, 2019).
 * Their g02 has further constraints and their g04 other coefficients. */
typedef struct {
    const char *problem;
    double      mean_f, mean_evals;
} published;
static const published PAPER[] = {
    {"g01", -15.0, 180416},    {"g02", -0.80362, 288720}, {"g03", -1.0005, 336253},
    {"g04", -30666.0, 133515}, {"g05", 5126.5, 159552},   {"g06", -6961.8, 120814},
    {"g07", 24.306, 191756},   {"g08", -0.095825, 10939}, {"g09", 680.63, 138785},
    {"g10", 7049.2, 315716},   {"g11", 0.7499, 67892},    {"g12", -1.0, 5965},
    {"g13", 0.053942, 272632}, {"g14", -47.765, 214826},  {"g15", 961.72, 141062},
    {"g16", -1.9052, 121261},  {"g17", 8853.5, 385270},   {"g18", -0.86603, 222793},
    {"g19", 32.656, 234477},   {"g21", 193.72, 302920},   {"g23", -400.06, 334336},
    {"g24", -5.5080, 37076},
};
enum { PAPER_ROWS = sizeof PAPER / sizeof PAPER[0], MAX_SETS = 40 };

typedef struct {
    const char *algorithm, *problems;
    const char *set[MAX_SETS];
    size_t      sets;
    uint64_t    seed, evals;
    size_t      runs, jobs;
} settings;

typedef struct {
    int      done, feasible;
    uint64_t evals_to_target; /* 0: no success */
    double   f;
} outcome;

typedef struct {
    const settings     *set;
    const heco_suite   *suite;
    size_t              problems; /* of those asked for                       */
    const heco_problem *problem[PAPER_ROWS];
    const published    *paper[PAPER_ROWS];
    outcome            *outcome; /* problems x runs                          */
    pthread_mutex_t     lock;    /* guards all below                         */
    size_t              next, finished;
    uint64_t            evals;
    heco_error          error;
    struct timespec     start;
} table;

static double table_seconds(const table *t) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - t->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - t->start.tv_nsec);
}

/* A moving bar on a terminal, a plain line for every tenth elsewhere. */
static void table_progress(const table *t) {
    size_t total = t->problems * t->set->runs, width = 40, filled = width * t->finished / total;
    double spent = table_seconds(t);
    double left  = spent / (double)t->finished * (double)(total - t->finished);
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r[%.*s%.*s] %zu/%zu runs, %.1f million evaluations/s, %.0f s left  ",
                (int)filled, "########################################", (int)(width - filled),
                "........................................", t->finished, total,
                1e-6 * (double)t->evals / spent, left);
        if (t->finished == total) fputc('\n', stderr);
    } else if (10 * t->finished / total != 10 * (t->finished - 1) / total) {
        fprintf(stderr, "%zu/%zu runs, %.0f s, %.0f s left\n", t->finished, total, spent, left);
    }
}

static heco_status table_run(const table *t, size_t job, outcome *out, uint64_t *evals,
                             heco_error *error) {
    const settings       *set     = t->set;
    const heco_problem   *problem = t->problem[job / set->runs];
    heco_minimize_options options = heco_minimize_options_default();
    options.algorithm             = set->algorithm;
    options.run.seed              = set->seed + job % set->runs;
    options.run.max_evals         = set->evals;
    options.run.set = set->set, options.run.sets = set->sets;
    options.run.target      = heco_suite_target(t->suite, problem);
    options.run.stop_at_target = 0; /* the mean f is that of the whole budget */
    heco_solution *solution;
    heco_status    status = heco_minimize(&solution, problem, &options, error);
    if (status != HECO_OK) return status;
    const heco_result *r = heco_solution_result(solution);
    *out   = (outcome){1, r->outcome.found == HECO_FOUND_FEASIBLE, r->outcome.evals_to_target,
                       r->outcome.f};
    *evals = r->outcome.evals;
    heco_solution_free(solution);
    return HECO_OK;
}

static void *table_worker(void *argument) {
    table *t = argument;
    pthread_mutex_lock(&t->lock);
    while (t->next < t->problems * t->set->runs && t->error.status == HECO_OK) {
        size_t job = t->next++;
        pthread_mutex_unlock(&t->lock);
        outcome     result = {0, 0, 0, 0.0};
        uint64_t    evals  = 0;
        heco_error  error  = {HECO_OK, ""};
        heco_status status = table_run(t, job, &result, &evals, &error);
        pthread_mutex_lock(&t->lock);
        t->outcome[job] = result;
        t->evals += evals;
        t->finished++;
        if (status != HECO_OK)
            t->error = error, t->error.status = status;
        else
            table_progress(t);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static heco_status table_run_all(table *t) {
    pthread_t thread[64];
    size_t    started = 0;
    clock_gettime(CLOCK_MONOTONIC, &t->start);
    while (started + 1 < t->set->jobs && started < 64 &&
           pthread_create(&thread[started], NULL, table_worker, t) == 0)
        started++;
    table_worker(t);
    for (size_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
    return t->error.status;
}

static void table_print(const table *t) {
    const settings *set     = t->set;
    size_t          perfect = 0;
    printf("%zu runs of %llu evaluations each, algorithm %s, seed %llu; after the bar: published "
           "HECO-DE\n"
           "problem success%% feasible%%         mean f   evaluations | success%% feasible%%     "
           "mean f "
           "evaluations\n",
           set->runs, (unsigned long long)set->evals, set->algorithm,
           (unsigned long long)set->seed);
    for (size_t p = 0; p < t->problems; p++) {
        size_t good = 0, feasible = 0;
        double f = 0.0, evals = 0.0;
        for (size_t r = 0; r < set->runs; r++) {
            const outcome *o = &t->outcome[p * set->runs + r];
            if (o->feasible) feasible++, f += o->f;
            if (o->evals_to_target > 0) good++, evals += (double)o->evals_to_target;
        }
        perfect += good == set->runs;
        char mean_f[32] = "-", mean_evals[32] = "-";
        if (feasible > 0) snprintf(mean_f, sizeof mean_f, "%.7g", f / (double)feasible);
        if (good > 0) snprintf(mean_evals, sizeof mean_evals, "%.0f", evals / (double)good);
        printf("%-7s %8.0f %9.0f %14s %13s | %8d %9d %10.5g %11.0f\n", t->paper[p]->problem,
               100.0 * (double)good / (double)set->runs,
               100.0 * (double)feasible / (double)set->runs, mean_f, mean_evals, 100, 100,
               t->paper[p]->mean_f, t->paper[p]->mean_evals);
    }
    double seconds = table_seconds(t);
    printf(
        "%zu of %zu problems solved in every run; %.0f million evaluations in %.1f s\n"
        "mean f is that of the feasible runs, evaluations are the mean over the successful ones\n",
        perfect, t->problems, 1e-6 * (double)t->evals, seconds);
}

/* Is `name` in the list "a,b,c"? A NULL list holds everything. */
static int listed(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        if (*at == ',') at++;
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) return 1;
    }
    return list == NULL;
}

static heco_status table_problems(table *t, heco_suite *suite) {
    for (size_t k = 0; k < PAPER_ROWS; k++) {
        if (!listed(t->set->problems, PAPER[k].problem)) continue;
        long        at = heco_suite_find(suite, PAPER[k].problem, &t->error);
        heco_status status =
            at < 0 ? HECO_ERR_NAME
                   : heco_suite_problem(suite, (size_t)at, 0, &t->problem[t->problems], &t->error);
        if (status != HECO_OK) return status;
        t->paper[t->problems++] = &PAPER[k];
    }
    return HECO_OK;
}

static uint64_t count_of(const char *text, uint64_t least) {
    char              *end;
    unsigned long long v = strtoull(text, &end, 10);
    if (*end != '\0' || *text == '-' || v < least) {
        fprintf(stderr, "cec2006_table: \"%s\" is not a number of at least %llu\n", text,
                (unsigned long long)least);
        exit(2);
    }
    return v;
}

static settings parse(int argc, char **argv) {
    long     cores = sysconf(_SC_NPROCESSORS_ONLN);
    settings s     = {
            .algorithm = "heco-de", .seed = 1, .runs = 25, .jobs = cores > 1 ? (size_t)cores : 1};
    for (int i = 1; i < argc; i += 2) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (value == NULL) {
            fprintf(stderr, "cec2006_table: %s needs a value\n", name);
            exit(2);
        } else if (strcmp(name, "--runs") == 0)
            s.runs = count_of(value, 1);
        else if (strcmp(name, "--seed") == 0)
            s.seed = count_of(value, 0);
        else if (strcmp(name, "--evals") == 0)
            s.evals = count_of(value, 1);
        else if (strcmp(name, "--jobs") == 0)
            s.jobs = count_of(value, 1);
        else if (strcmp(name, "--algorithm") == 0)
            s.algorithm = value;
        else if (strcmp(name, "--problems") == 0)
            s.problems = value;
        else if (strcmp(name, "--set") == 0 && s.sets < MAX_SETS)
            s.set[s.sets++] = value;
        else {
            fprintf(stderr,
                    "cec2006_table: no option %s; there are --runs --seed --algorithm --set "
                    "--evals --problems --jobs\n",
                    name);
            exit(2);
        }
    }
    return s;
}

int main(int argc, char **argv) {
    settings    set = parse(argc, argv);
    table       t   = {.set = &set, .lock = PTHREAD_MUTEX_INITIALIZER};
    heco_suite *suite;
    heco_status status = heco_suite_open(&suite, "cec2006", NULL, &t.error);
    if (status == HECO_OK) {
        if (set.evals == 0) set.evals = heco_suite_budget(suite, 0, 0);
        t.suite = suite;
        status  = table_problems(&t, suite);
    }
    if (status == HECO_OK) {
        t.outcome = calloc(PAPER_ROWS * set.runs, sizeof *t.outcome);
        status    = t.outcome != NULL ? table_run_all(&t) : HECO_ERR_MEMORY;
    }
    if (status == HECO_OK)
        table_print(&t);
    else
        fprintf(stderr, "cec2006_table: %s\n",
                t.error.text[0] ? t.error.text : heco_status_text(status));
    free(t.outcome);
    heco_suite_close(suite);
    return status == HECO_OK ? 0 : 1;
}
