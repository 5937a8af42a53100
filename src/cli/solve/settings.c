#include "cli/solve/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/mpi_ranks.h"

#define ROW(name, letter, kind, field, value, help, min, max) \
    { name, letter, kind, offsetof(settings, field), value, help, min, max, NULL }

const args_option settings_search_options[] = {
    ROW("algorithm", 0, ARGS_TEXT, algorithm, "NAME|FILE.so",
        "the algorithm (default: the recommended one); see heco list algorithms, or an algorithm "
        "of "
        "your own as a shared object (heco/algorithm.h)",
        0, 0),
    ROW("set", 0, ARGS_LIST, set, "OPTION=VALUE",
        "an option of the algorithm, may be repeated; see heco list options ALGORITHM", 0, 0),
    ROW("evals", 0, ARGS_COUNT, evals, "N",
        "evaluations per run, failed ones included (default: the suite's protocol, else "
        "10000 (n + 1) for n variables); schedules of the algorithms follow this number",
        1, 0),
    ROW("time", 0, ARGS_REAL, time, "SECONDS",
        "stop after this time; the limit on evaluations remains, the earlier one ends the search",
        0, 1e12),
    ROW("target", 0, ARGS_REAL, target, "F", "stop at a feasible point with f at least as good", 0,
        0),
    ROW("stall", 0, ARGS_COUNT, stall, "N", "stop after N evaluations without a better point", 1,
        0),
    ROW("seed", 0, ARGS_COUNT, seed, "N", "seed of the random generator (default: 1)", 0, 0),
    ROW("start", 0, ARGS_TEXT, start, "FILE.csv", "initial points, one per line", 0, 0),
    ROW("known", 0, ARGS_TEXT, known, "FILE",
        "designs with their values, which are not evaluated again: CSV with the columns of the "
        "variables, f and the constraints, the journal of an earlier search, or a results database",
        0, 0),
    ROW("no-derivatives", 0, ARGS_FLAG, no_derivatives, NULL,
        "search without the exact derivatives that the model gives (.nl files, shared objects)", 0,
        0),
    ROW("no-presolve", 0, ARGS_FLAG, no_presolve, NULL,
        "treat linear constraints like any other; derive no bounds, eliminate no variables", 0, 0),
    ROW("samples", 0, ARGS_NUMBER, samples, "N",
        "evaluations of each of the five best points if the function is noisy (default: up to 10, "
        "as far as 5 % of the budget allow)",
        1, 1000000),
    ROW("prices", 0, ARGS_FLAG, prices, NULL,
        "compute the prices of the limits also if the budget leaves no evaluations for them "
        "(default: if it leaves n + 1)",
        0, 0),
    ROW("no-prices", 0, ARGS_FLAG, no_prices, NULL, "compute no prices", 0, 0),
    ARGS_END};

const args_option settings_model_options[] = {
    ROW("workers", 0, ARGS_AUTO, workers, "N|auto",
        "workers of a parallel backend (default: one per core); auto chooses a parallel backend "
        "with one worker per usable core (it does not refer to the algorithm auto)",
        1, 4096),
    ROW("lanes", 0, ARGS_AUTO, lanes, "N|auto",
        "searches side by side that share the workers, instead of one that waits for each batch; "
        "auto: as many as the workers can serve (default: auto with several workers, the default "
        "algorithm and more than 1000 evaluations)",
        1, 256),
    ROW("no-lanes", 0, ARGS_FLAG, no_lanes, NULL,
        "one search, which waits for each batch: the answer does not depend on the workers", 0, 0),
    ROW("backend", 0, ARGS_TEXT, backend, "NAME",
        "how points are evaluated: serial, threads, ... (default: serial; threads with several "
        "--workers, or "
        "process for models that are not thread-safe; process with --eval-timeout, --retries or "
        "--memory-limit); see heco list backends",
        0, 0),
    ROW("eval-timeout", 0, ARGS_REAL, eval_timeout, "SECONDS",
        "a point that takes longer fails (programs, backend process)", 0, 1e12),
    ROW("retries", 0, ARGS_NUMBER, retries, "N",
        "try a failed point again up to N times (programs, backend process; default: 0)", 0, 1000),
    ROW("memory-limit", 0, ARGS_COUNT, memory_limit, "MB",
        "memory that each worker may allocate, or of each program; a point that needs more fails "
        "(programs, backend process)",
        1, 1e9),
    ROW("data", 0, ARGS_TEXT, data, "DIR",
        "folder with official benchmark data (default: $HECO_DATA, else the data that heco data "
        "import copied)",
        0, 0),
    ROW("instance", 0, ARGS_TEXT, instance, "WHICH",
        "instance of a suite: official, or a seed to draw one from", 0, 0),
    ROW("bound", 0, ARGS_REAL, bound, "B",
        "default bound: variables without a bound get -B or B (default: 1e12, on a logarithmic "
        "scale around the start)",
        0, 1e20),
    ROW("strict-bounds", 0, ARGS_FLAG, strict_bounds, NULL,
        "refuse a model that has variables without a bound", 0, 0),
    ROW("eq-tol", 0, ARGS_REAL, eq_tol, "T",
        "tolerance of equalities (default: the model's own; .nl files: 1e-6)", 0, 1e20),
    ROW("ineq-tol", 0, ARGS_REAL, ineq_tol, "T",
        "tolerance of inequalities (default: the model's own; .nl files: 1e-6; else 1e-8 of "
        "the bound)",
        0, 1e20),
    ROW("objno", 0, ARGS_NUMBER, objno, "N",
        "the objective of a .nl file that has several (default: 1)", 1, 1e9),
    ARGS_END};

const args_option settings_output_options[] = {
    ROW("json", 0, ARGS_FLAG, json, NULL, "print one JSON document instead of the report", 0, 0),
    ROW("quiet", 'q', ARGS_FLAG, quiet, NULL, "print no progress on standard error", 0, 0),
    ROW("output", 'o', ARGS_TEXT, output, "FILE", "write to FILE; it appears complete, at the end",
        0, 0),
    ARGS_END};

const args_option settings_options[] = {ARGS_INCLUDE(0, settings_search_options),
                                        ARGS_INCLUDE(0, settings_model_options),
                                        ARGS_INCLUDE(0, settings_output_options), ARGS_END};

/* Shortest time that a program gets to start. A smaller --time does not refuse a program because
 * the machine is busy. */
enum { SETTINGS_OPEN_SECONDS = 5 };

settings settings_default(void) {
    return (settings){.target = NAN, .eq_tol = NAN, .ineq_tol = NAN, .seed = 1};
}

/* The library takes 0 for "not given" and a negative tolerance for 0. */
static double settings_tolerance(double typed) {
    return isnan(typed) ? 0.0 : typed > 0.0 ? typed : -1.0;
}

int settings_data_home(char *buffer, size_t size) {
    const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int         used = -1;
    if (base != NULL && base[0] == '/') used = snprintf(buffer, size, "%s/heco", base);
    else if (home != NULL && home[0] == '/')
        used = snprintf(buffer, size, "%s/.local/share/heco", home);
    return used > 0 && (size_t)used < size;
}

const char *settings_data(const char *given, char *buffer, size_t size) {
    const char *variable = getenv("HECO_DATA");
    char        inside[SETTINGS_PATH + SETTINGS_NAME];
    struct stat about;
    const char *suite;
    if (given != NULL) return given;
    if (variable != NULL && variable[0] != '\0') return variable;
    if (!settings_data_home(buffer, size)) return NULL;
    for (size_t i = 0; (suite = heco_data_suite_at(i)) != NULL; i++) {
        snprintf(inside, sizeof inside, "%s/%s", buffer, suite);
        if (stat(inside, &about) == 0) return buffer;
    }
    return NULL;
}

heco_prices settings_prices(const settings *s) {
    if (s->no_prices) return HECO_PRICES_NO;
    return s->prices ? HECO_PRICES_YES : HECO_PRICES_AUTO;
}

unsigned settings_workers(const settings *s) {
    return s->workers == ARGS_IS_AUTO ? heco_cores_count() : s->workers;
}

size_t settings_lanes(const settings *s) {
    if (s->no_lanes) return HECO_LANES_NONE;
    return s->lanes == ARGS_IS_AUTO ? HECO_LANES_AUTO : s->lanes;
}

/* The limits on evaluations, and the option of each. */
static const struct {
    unsigned    trait;
    const char *option;
} settings_limits[] = {{HECO_TRAIT_TIMEOUT, "--eval-timeout"},
                       {HECO_TRAIT_MEMORY_LIMIT, "--memory-limit"},
                       {HECO_TRAIT_RETRIES, "--retries"}};

/* Returns the traits that a backend needs for the given limits. */
static unsigned settings_limits_given(const settings *s) {
    return (s->eval_timeout > 0.0 ? HECO_TRAIT_TIMEOUT : 0) |
           (s->memory_limit > 0 ? HECO_TRAIT_MEMORY_LIMIT : 0) |
           (s->retries > 0 ? HECO_TRAIT_RETRIES : 0);
}

/* Returns the option of the first trait in `limits`, which is not 0. */
static const char *settings_first_option(unsigned limits) {
    size_t i = 0;
    while (!(limits & settings_limits[i].trait)) i++;
    return settings_limits[i].option;
}

/* Returns the first backend that has all of these traits, or NULL. */
static const heco_backend *settings_first(unsigned traits) {
    const heco_backend *b;
    for (size_t i = 0; (b = heco_backend_at(i)) != NULL; i++)
        if ((b->traits & traits) == traits) return b;
    return NULL;
}

int settings_backend(const settings *s, const heco_model *model, const heco_backend **out) {
    const char *typed = s->backend;
    if (typed != NULL && mpi_ranks_count() > 1 && strcmp(typed, "mpi") == 0)
        typed = NULL; /* the default backend runs in each rank */
    /* A model such as a program keeps some limits itself; the backend needs the others. */
    unsigned limits = settings_limits_given(s) & ~heco_model_traits(model), wanted = limits;
    unsigned workers = settings_workers(s);
    if (workers > 1) wanted |= HECO_BACKEND_PARALLEL;
    /* A model that is not thread-safe can still run in several processes. */
    if (workers > 1 && heco_model_problem(model)->sharing == HECO_SHARE_NONE)
        wanted |= HECO_TRAIT_ISOLATES;
    heco_error why = {0};
    *out           = typed != NULL ? heco_backend_find(typed, &why) : settings_first(wanted);
    if (*out == NULL && typed != NULL && strcmp(typed, "mpi") == 0)
        return cli_fail(CLI_USAGE,
                        "the backend mpi needs heco-mpi, started by a launcher: mpirun -n "
                        "5 heco-mpi solve ...");
    if (*out == NULL && typed != NULL) return cli_fail_status(HECO_ERR_NAME, &why);
    if (*out == NULL)
        return cli_fail(CLI_USAGE,
                        "this build has no backend for these options: see heco list backends");
    unsigned missing = limits & ~(*out)->traits;
    if (missing == 0) return -1;
    const heco_backend *other = settings_first(limits);
    return cli_fail(CLI_USAGE, "backend %s does not support %s%s%s", (*out)->name,
                    settings_first_option(missing), other != NULL ? "; use --backend " : "",
                    other != NULL ? other->name : "");
}

int settings_serve(const heco_evaluator_options *how, const heco_model *model,
                   const heco_backend *backend) {
    heco_error  error  = {0};
    int         served = 0;
    heco_status status =
        heco_backend_serve(backend, heco_model_problem(model), how, &served, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    return served ? CLI_OK : -1;
}

crash_phase settings_crash_phase(const heco_model *model, const heco_backend *backend) {
    int here = !(heco_model_traits(model) & (HECO_TRAIT_ISOLATES | HECO_MODEL_BUILT_IN)) &&
               !(backend->traits & HECO_TRAIT_ISOLATES);
    return here ? CRASH_EVALUATING : CRASH_ISOLATED;
}

int settings_algorithm(const char *typed, heco_algorithm_file **file, const heco_algorithm **out) {
    heco_error error = {0};
    *file            = NULL;
    if (typed == NULL || !heco_algorithm_is_file(typed)) {
        *out = typed != NULL ? heco_algorithm_find(typed, &error) : heco_algorithm_default();
        return *out != NULL ? -1 : cli_fail_status(HECO_ERR_NAME, &error);
    }
    crash_begin(typed, CRASH_LOADING);
    heco_status status = heco_algorithm_load(file, typed, &error);
    crash_end();
    if (status != HECO_OK) return cli_fail_status(status, &error);
    *out = heco_algorithm_loaded(*file);
    return -1;
}

void settings_algorithm_close(heco_algorithm_file *file, const char *typed) {
    if (file == NULL) return;
    crash_begin(typed, CRASH_ISOLATED);
    heco_algorithm_unload(file);
    crash_end();
}

heco_evaluator_options settings_evaluator(const settings *s) {
    return (heco_evaluator_options){.workers      = settings_workers(s),
                                    .timeout      = s->eval_timeout,
                                    .retries      = s->retries,
                                    .memory_limit = s->memory_limit << 20};
}

/* Prints a hint. It is called by the thread that waits for the program. */
static void settings_hint(void *user, const char *line) {
    (void)user;
    cli_fail(0, "%s", line);
}

int settings_model(const settings *s, const char *spec, heco_model_options how, heco_model **out) {
    char       buffer[SETTINGS_PATH];
    heco_error error  = {0};
    how.data          = settings_data(s->data, buffer, sizeof buffer);
    how.instance      = s->instance;
    how.timeout       = s->eval_timeout;
    how.ends_outside  = 1; /* the backend process keeps --eval-timeout, except for programs */
    how.retries       = s->retries;
    how.memory_limit  = s->memory_limit << 20;
    how.bound         = s->bound;
    how.strict_bounds = s->strict_bounds;
    how.eq_tol        = settings_tolerance(s->eq_tol);
    how.ineq_tol      = settings_tolerance(s->ineq_tol);
    how.objective     = s->objno;
    how.on_hint       = s->quiet ? NULL : settings_hint;
    if (s->time > 0.0) how.open_timeout = fmax(s->time, SETTINGS_OPEN_SECONDS);
    crash_begin(spec, CRASH_LOADING);
    heco_status status = heco_model_open(out, spec, &how, &error);
    crash_end();
    if (status == HECO_OK) return -1;
    int code = cli_fail_status(status, &error);
    /* A model that cannot be read is a usage error, not an input/output error. */
    return status == HECO_ERR_IO ? CLI_USAGE : code;
}

void settings_remember(settings *s) {
    s->open_end      = s->evals == 0;
}
