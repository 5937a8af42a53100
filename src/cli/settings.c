#include "cli/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ROW(name, letter, kind, field, value, help, min, max)                                      \
    { name, letter, kind, offsetof(settings, field), value, help, min, max, NULL }

const args_option settings_search_options[] = {
    ROW("algorithm", 0, ARGS_TEXT, algorithm, "NAME",
        "how to search (default: the recommended one); see heco list algorithms", 0, 0),
    ROW("set", 0, ARGS_LIST, set, "OPTION=VALUE",
        "an option of the algorithm, may be repeated; see heco list options ALGORITHM", 0, 0),
    ROW("evals", 0, ARGS_COUNT, evals, "N",
        "evaluations per run, failed ones included (default: the suite's protocol, else "
        "10000 (n + 1) for n variables); schedules of the algorithms follow this number",
        1, 0),
    ROW("time", 0, ARGS_REAL, time, "SECONDS",
        "stop after that time; the limit on evaluations stays, the earlier one ends the search", 0,
        1e12),
    ROW("target", 0, ARGS_REAL, target, "F", "stop at a feasible point with f at least as good", 0,
        0),
    ROW("stall", 0, ARGS_COUNT, stall, "N", "stop after N evaluations without a better point", 1,
        0),
    ROW("seed", 0, ARGS_COUNT, seed, "N", "seed of the random generator (default: 1)", 0, 0),
    ROW("start", 0, ARGS_TEXT, start, "FILE.csv", "initial points, one per line", 0, 0),
    ARGS_END};

const args_option settings_model_options[] = {
    ROW("workers", 0, ARGS_NUMBER, workers, "N",
        "workers of a parallel backend (default: one per core)", 1, 4096),
    ROW("backend", 0, ARGS_TEXT, backend, "NAME",
        "who evaluates: serial, threads, ... (default: serial; threads with several --workers, or "
        "process for models that are not thread-safe; process with --eval-timeout, --retries or "
        "--memory-limit); see heco list backends",
        0, 0),
    ROW("eval-timeout", 0, ARGS_REAL, eval_timeout, "SECONDS",
        "give up on a point after that time (programs, backend process)", 0, 1e12),
    ROW("retries", 0, ARGS_NUMBER, retries, "N",
        "try a failed point again up to N times (programs, backend process; default: 0)", 0, 1000),
    ROW("memory-limit", 0, ARGS_COUNT, memory_limit, "MB",
        "memory of each worker beyond what it starts with, or of each program; a point that wants "
        "more fails (programs, backend process)",
        1, 1e9),
    ROW("data", 0, ARGS_TEXT, data, "DIR",
        "folder with official benchmark data (default: $HECO_DATA, else what heco data import "
        "made known)",
        0, 0),
    ROW("instance", 0, ARGS_TEXT, instance, "WHICH",
        "instance of a suite: official, or a seed to draw one from", 0, 0),
    ROW("bound", 0, ARGS_REAL, bound, "B",
        "variables of a .nl file without a bound get -B or B (default: they are refused)", 0, 1e20),
    ROW("eq-tol", 0, ARGS_REAL, eq_tol, "T",
        "tolerance of equalities of a .nl file (default: 1e-4)", 0, 1e20),
    ROW("ineq-tol", 0, ARGS_REAL, ineq_tol, "T",
        "tolerance of inequalities of a .nl file (default: 0)", 0, 1e20),
    ROW("objno", 0, ARGS_NUMBER, objno, "N",
        "which objective of a .nl file is used, where it has several (default: 1)", 1, 1e9),
    ARGS_END};

const args_option settings_output_options[] = {
    ROW("json", 0, ARGS_FLAG, json, NULL, "one JSON document instead of the report", 0, 0),
    ROW("quiet", 'q', ARGS_FLAG, quiet, NULL, "no progress on standard error", 0, 0),
    ROW("output", 'o', ARGS_TEXT, output, "FILE", "write to FILE, in one piece at the end", 0, 0),
    ARGS_END};

const args_option settings_options[] = {ARGS_INCLUDE(0, settings_search_options),
                                        ARGS_INCLUDE(0, settings_model_options),
                                        ARGS_INCLUDE(0, settings_output_options), ARGS_END};

settings settings_default(void) { return (settings){.target = NAN, .seed = 1}; }

int settings_data_home(char *buffer, size_t size) {
    const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int         used = -1;
    if (base != NULL && base[0] == '/')
        used = snprintf(buffer, size, "%s/heco", base);
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

/* The option that only the backend process supports, or NULL. A program is a process by itself;
 * code inside this one can only be stopped with it. */
static const char *settings_needs_process(const settings *s, const heco_model *model) {
    if (strcmp(heco_model_kind(model), "exec") == 0) return NULL;
    return s->eval_timeout > 0.0 ? "--eval-timeout"
           : s->memory_limit > 0 ? "--memory-limit"
           : s->retries > 0      ? "--retries"
                                 : NULL;
}

int settings_backend(const settings *s, const heco_model *model, const heco_backend **out) {
    const char *name = s->backend, *process = settings_needs_process(s, model);
    /* What must stay in one thread can still be in several processes. */
    int single = heco_model_problem(model)->sharing == HECO_SHARE_NONE;
    if (name == NULL && s->workers > 1) name = process || single ? "process" : "threads";
    if (name == NULL) name = process ? "process" : "serial";
    *out = heco_backend_find(name);
    if (*out != NULL && process && (strcmp(name, "serial") == 0 || strcmp(name, "threads") == 0))
        return cli_fail(CLI_USAGE, "backend %s does not support %s; use --backend process", name,
                        process);
    if (*out != NULL) return -1;
    const char *names[16];
    heco_error  why;
    size_t      count = 0;
    for (const heco_backend *b; count < 16 && (b = heco_backend_at(count)) != NULL; count++)
        names[count] = b->name;
    heco_fail_name(&why, name, names, count, "a backend of this build");
    return cli_fail(CLI_USAGE, "%s", why.text);
}

guard_phase settings_guard(const heco_model *model, const char *backend) {
    const char *kind = heco_model_kind(model);
    int         here = strcmp(kind, "suite") != 0 && strcmp(kind, "exec") != 0;
    return here && strcmp(backend, "process") != 0 ? GUARD_SEARCHING : GUARD_ELSEWHERE;
}

heco_evaluator_options settings_evaluator(const settings *s) {
    return (heco_evaluator_options){.workers      = s->workers,
                                    .timeout      = s->eval_timeout,
                                    .retries      = s->retries,
                                    .memory_limit = s->memory_limit << 20};
}

int settings_model(const settings *s, const char *spec, heco_model_options how, heco_model **out) {
    char       buffer[SETTINGS_PATH];
    heco_error error = {0};
    how.data         = settings_data(s->data, buffer, sizeof buffer);
    how.instance     = s->instance;
    how.timeout      = s->eval_timeout;
    how.ends_outside = 1; /* --eval-timeout means the backend process, except for programs */
    how.retries      = s->retries;
    how.memory_limit = s->memory_limit << 20;
    how.bound        = s->bound;
    how.eq_tol       = s->eq_tol;
    how.ineq_tol     = s->ineq_tol;
    how.objective    = s->objno;
    guard_begin(spec, GUARD_LOADING);
    heco_status status = heco_model_open(out, spec, &how, &error);
    guard_end();
    if (status == HECO_OK) return -1;
    int code = cli_fail_status(status, &error);
    /* A model that cannot be read is a bad model, not a broken disk. */
    return status == HECO_ERR_IO ? CLI_USAGE : code;
}
