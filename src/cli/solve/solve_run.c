#include "cli/solve/solve_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/mpi_ranks.h"
#include "cli/output.h"
#include "cli/solve/answer.h"
#include "cli/solve/journal_metadata.h"
#include "cli/solve/known_file.h"
#include "cli/terminal.h"
#include "cli/view/improvement_log.h"
#include "cli/view/progress.h"

static const double SOLVE_RUN_DECADES = 1e3; /* ratio of bounds that gets a hint */

typedef struct {
    progress        line;
    double          max_seconds;
    int             logs; /* lines of `log` instead of the redrawn line */
    improvement_log log;
} solve_run_view;

/* Prints a line of progress if one is due. */
static int solve_run_progress(void *user, const heco_progress *now) {
    solve_run_view *view = user;
    char            best[80];
    if (view->logs) improvement_log_show(&view->log, now);
    if (!progress_due(&view->line, now->seconds)) return 0;
    double share = (double)now->evals / (double)now->max_evals;
    if (view->max_seconds > 0.0) share = fmax(share, now->seconds / view->max_seconds);
    progress_best(best, sizeof best, now);
    size_t used = strlen(best);
    if (now->failed > 0)
        snprintf(best + used, sizeof best - used, ", %" PRIu64 " failed", now->failed);
    progress_show(&view->line, &(progress_line){.done    = now->evals,
                                                .total   = now->max_evals,
                                                .share   = share,
                                                .seconds = now->seconds,
                                                .left    = -1.0,
                                                .detail  = best});
    return 0;
}

int solve_run_is_multiple(const solve_run_args *args) { return args->runs > 1 && args->run == 0; }

/* Suggests a logarithmic scale for the first continuous variable whose positive bounds span more
 * than three decades. Suites and AMPL models have no word for it. */
static void solve_run_hint_scale(const solve_run *s) {
    const heco_space *space = &s->problem->space;
    const char       *kind  = heco_model_kind(s->model);
    char              buffer[24];
    if (strcmp(kind, "suite") == 0 || strcmp(kind, "nl") == 0) return;
    for (size_t j = 0; j < space->n; j++) {
        double lo = space->lower[j], hi = space->upper[j];
        int    flags = space->missing != NULL ? space->missing[j] : 0;
        int    whole = (space->integer != NULL && space->integer[j]) ||
                    (space->choices != NULL && space->choices[j].count > 0);
        if (flags || whole || !(lo > 0.0) || hi / lo <= SOLVE_RUN_DECADES) continue;
        cli_fail(
            0,
            "variable '%.60s' spans %.0f decades (%g to %g): a logarithmic scale may find more "
            "with fewer evaluations; add the word log after its bounds",
            heco_problem_x_name(s->problem, j, buffer), log10(hi / lo), lo, hi);
        return;
    }
}

/* Returns the options of the library, except for initial points from a file. */
static heco_minimize_options solve_run_prepare(const solve_run *its) {
    const solve_run_args *args  = its->args;
    const settings       *s     = &args->common;
    const heco_model     *model = its->model;
    heco_minimize_options how   = heco_minimize_options_default();
    how.own_algorithm           = its->algorithm;
    how.backend                 = its->backend->name;
    how.journal                 = args->journal;
    how.prices                  = settings_prices(s);
    how.samples                 = s->samples;
    how.lanes             = args->runs > 1 && s->lanes == 0 ? HECO_LANES_NONE : settings_lanes(s);
    how.evaluator         = settings_evaluator(s);
    how.run.seed          = s->seed;
    how.run.max_evals     = s->open_end ? 0 : s->evals;
    how.run.default_evals = s->evals; /* a resumed search keeps its default budget */
    how.run.max_seconds   = s->time;
    how.run.target        = s->target;
    how.run.stall         = s->stall;
    how.run.max_failed    = args->max_failed;
    how.run.no_presolve   = s->no_presolve;
    how.run.batch         = args->runs > 1; /* 0: the library decides */
    how.run.set           = s->set.item;
    how.run.sets          = s->set.count;
    heco_model_run_options(model, &how.run);
    return how;
}

int solve_run_keep_words(solve_run_args *args, int argc, char **argv) {
    args->word.item = malloc(((size_t)argc + 1) * sizeof *args->word.item);
    if (args->word.item == NULL) return cli_fail_memory();
    for (int i = 0; i < argc; i++) args->word.item[i] = argv[i];
    args->word.count = (size_t)argc;
    return -1;
}

void solve_run_drop_words(solve_run_args *args) { free(args->word.item); }

/* Finds the backend. Several runs share the workers if the model is thread-safe: then each of them
 * is serial. */
static int solve_run_backend(solve_run *s) {
    settings common = s->args->common;
    if (solve_run_is_multiple(s->args) && s->problem->sharing != HECO_SHARE_NONE)
        common.workers = 0;
    return settings_backend(&common, s->model, &s->backend);
}

/* Takes points of --start that come with values as known designs. */
static int solve_run_take_values(solve_run *s) {
    int code = known_file_take(&s->known, &s->start, s->problem, s->args->common.quiet);
    if (code < 0) s->how.known = &s->known.view;
    return code;
}

/* Takes the best points of a results database as known designs or, because it has no values of
 * constraints, as initial points: as many as the search uses of known designs. */
static int solve_run_read_results(solve_run *s) {
    const settings *common = &s->args->common;
    size_t          most   = 2 * (s->problem->space.n + 1);
    int             code   = known_results_read(&s->start, common->known, s->problem, most);
    if (code >= 0) return code;
    if (s->start.value != NULL) {
        code = solve_run_take_values(s);
        point_file_free(&s->start);
        s->start = (points){0};
        return code;
    }
    if (common->start != NULL)
        return cli_fail(CLI_USAGE,
                        "--known %s gives initial points, because a results database has no values "
                        "of constraints: leave out --start",
                        common->known);
    s->how.run.start = s->start.x, s->how.run.starts = s->start.count;
    return -1;
}

/* Reads the designs of --known; without it, those of the model. */
static int solve_run_read_known(solve_run *s) {
    const settings *common = &s->args->common;
    s->how.known           = heco_model_known(s->model);
    if (common->known == NULL) return -1;
    if (known_results_match(common->known)) return solve_run_read_results(s);
    int code = known_file_read(&s->known, common->known, s->problem, common->quiet);
    if (code < 0) s->how.known = &s->known.view;
    return code;
}

int solve_run_open(solve_run *s, const solve_run_args *args, const char *spec) {
    heco_model_options more = heco_model_options_default();
    more.trust              = args->trust;
    *s                      = (solve_run){.args = args, .spec = spec};
    /* Check before the search that the file can be written. */
    int code = mpi_ranks_is_first() ? output_check(args->common.output) : -1;
    if (code < 0) code = settings_algorithm(args->common.algorithm, &s->file, &s->algorithm);
    if (code < 0) code = settings_model(&args->common, spec, more, &s->model);
    if (code >= 0) return code;
    s->problem = heco_model_problem(s->model);
    if (args->common.algorithm == NULL) s->algorithm = heco_minimize_default_algorithm(s->problem);
    code = solve_run_backend(s);
    if (code >= 0) return code;
    s->how = solve_run_prepare(s);
    if (!args->common.quiet && mpi_ranks_is_first()) solve_run_hint_scale(s);
    if (!mpi_ranks_is_first()) return -1;
    code = solve_run_read_known(s);
    if (args->common.start == NULL || code >= 0) return code;
    code = point_file_read(&s->start, args->common.start, s->problem);
    if (code < 0 && s->start.value != NULL && args->common.known == NULL)
        return solve_run_take_values(s);
    s->how.run.start = s->start.x, s->how.run.starts = s->start.count;
    if (code < 0 && !args->common.quiet)
        point_file_warn(&s->start, s->problem, "the nearest points inside are used");
    return code;
}

void solve_run_crash_begin(const solve_run *s) {
    crash_phase phase = settings_crash_phase(s->model, s->backend);
    int         own   = phase == CRASH_ISOLATED && s->file != NULL;
    crash_begin(own ? s->args->common.algorithm : s->spec, own ? CRASH_ASKING : phase);
}

heco_problem solve_run_problem(const solve_run *s) {
    heco_problem problem = *s->problem;
    if (s->args->common.no_derivatives) problem.derivatives = NULL;
    return problem;
}

/* Waits for the other ranks. Returns -1 in the process that is to search; other ranks evaluate in
 * here and return the exit code at the end. */
static int solve_run_join(solve_run *s) {
    int code = mpi_ranks_settle(-1, s->args->common.quiet);
    if (code >= 0) return code;
    parallel_advice_announce(s);
    if (mpi_ranks_count() > 1 && (s->files = metadata_model_files(s)) == NULL)
        return cli_fail_memory();
    s->how.own_backend = mpi_ranks_backend(s->backend, s->files, &s->how.evaluator);
    s->how.backend     = s->how.own_backend->name;
    interrupt_catch(1);
    s->how.evaluator.should_stop = interrupt_should_stop;
    crash_begin(s->spec, settings_crash_phase(s->model, s->backend));
    code = settings_serve(&s->how.evaluator, s->model, s->how.own_backend);
    crash_end();
    return code;
}

int solve_run_minimize(solve_run *s) {
    if (solve_run_is_multiple(s->args) && mpi_ranks_count() > 1)
        return cli_fail(CLI_USAGE, "--runs works in one process: omit it, or use heco solve --runs "
                                   "without ranks; for runs of a suite use heco-mpi bench");
    if (solve_run_is_multiple(s->args)) return solve_runs_minimize(s);
    int            quiet   = s->args->common.quiet || s->args->log;
    solve_run_view view    = {.line        = progress_start(quiet, "evaluations"),
                              .max_seconds = s->how.run.max_seconds,
                              .logs        = s->args->log,
                              .log         = improvement_log_start(s->problem, s->algorithm->name)};
    heco_problem   problem = solve_run_problem(s);
    char          *typed   = NULL;
    int            code    = solve_run_join(s);
    if (code >= 0) return code;
    if (s->how.journal != NULL && !s->how.resume) {
        typed = metadata_write(s);
        if (typed == NULL) return cli_fail_memory();
    }
    s->how.journal_metadata  = typed;
    s->how.run.on_progress   = solve_run_progress;
    s->how.run.progress_user = &view;
    solve_run_crash_begin(s);
    s->status = heco_minimize(&s->one, &problem, &s->how, &s->error);
    crash_end();
    s->solution = s->one;
    progress_end(&view.line);
    s->how.journal_metadata = NULL;
    free(typed);
    /* A signal while workers start is reported as their failure. */
    if (s->status == HECO_ERR_EVAL && s->solution == NULL && interrupt_seen())
        return cli_fail(CLI_INTERRUPTED, "interrupted before the first evaluation");
    return s->solution != NULL ? -1 : cli_fail_status(s->status, &s->error);
}

/* Writes the answer as text. On a terminal no line is wider than it. */
static void solve_run_text(const solve_run *s, FILE *out) {
    fold folded;
    if (out != stdout) {
        answer_text(s, out);
        return;
    }
    answer_text(s, fold_open(&folded, out, STDOUT_FILENO));
    if (fold_close(&folded) != 0) answer_text(s, out);
}

/* Writes the answer to the file `path`, or to standard output if it is NULL. */
static int solve_run_write(const solve_run *s, const char *path) {
    output out;
    int    code = output_open(&out, path);
    if (code >= 0) return code;
    if (s->args->common.json) answer_json(s, out.file);
    else solve_run_text(s, out.file);
    return output_commit(&out);
}

int solve_run_print(const solve_run *s) {
    const char *path = s->args->common.output;
    int         code = solve_run_write(s, path);
    /* The file could not be written: print the answer, so that it is not lost. */
    if (code >= 0 && path != NULL) {
        solve_run_write(s, NULL);
        return code;
    }
    if (code < 0) code = answer_code(s);
    /* The search failed after some points: their best one is printed. */
    return s->status == HECO_OK ? code : cli_fail_status(s->status, &s->error);
}

void solve_run_close(solve_run *s) {
    heco_solution_free(s->one);
    heco_runs_free(s->runs);
    heco_slices_free(s->slices);
    point_file_free(&s->start);
    known_file_free(&s->known);
    free(s->files);
    crash_begin(s->spec, CRASH_ISOLATED); /* output of the model after the answer */
    heco_model_close(s->model);
    crash_end();
    settings_algorithm_close(s->file, s->args->common.algorithm);
}
