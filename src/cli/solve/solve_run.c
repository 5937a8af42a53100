#include "cli/solve/solve_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/mpi_ranks.h"
#include "cli/output.h"
#include "cli/solve/journal_metadata.h"
#include "cli/solve/parallel_advice.h"
#include "cli/solve/solve_runs.h"
#include "cli/view/progress.h"

typedef struct {
    progress line;
    double   max_seconds;
    double  *half_f;
} solve_run_view;

static int solve_run_progress(void *user, const heco_progress *now) {
    solve_run_view *view = user;
    char            best[80];
    if (now->feasible && now->evals <= now->max_evals / 2) *view->half_f = now->f;
    if (!progress_due(&view->line, now->seconds)) return 0;
    double share = (double)now->evals / (double)now->max_evals;
    if (view->max_seconds > 0.0) share = fmax(share, now->seconds / view->max_seconds);
    if (now->feasible) snprintf(best, sizeof best, "f %.8g", now->f);
    else if (isfinite(now->viol)) snprintf(best, sizeof best, "violation %.3g", now->viol);
    else snprintf(best, sizeof best, "nothing found yet");
    size_t used = strlen(best);
    if (now->failed > 0)
        snprintf(best + used, sizeof best - used, ", %" PRIu64 " failed", now->failed);
    progress_show(&view->line, now->evals, now->max_evals, share, now->seconds, best);
    return 0;
}

int solve_run_is_multiple(const solve_run_args *args) { return args->runs > 1 && args->run == 0; }

/* Everything the library needs to know, except for initial points from a file. */
static heco_minimize_options solve_run_prepare(const solve_run *its) {
    const solve_run_args *args  = its->args;
    const settings       *s     = &args->common;
    const heco_model     *model = its->model;
    heco_minimize_options how   = heco_minimize_options_default();
    how.own_algorithm           = its->algorithm;
    how.backend                 = its->backend->name;
    how.journal                 = args->journal;
    how.evaluator               = settings_evaluator(s);
    how.run.seed                = s->seed;
    how.run.max_evals           = s->open_end ? 0 : s->evals;
    how.run.default_evals       = s->evals; /* a resumed search keeps its default budget */
    how.run.max_seconds         = s->time;
    how.run.target              = s->target;
    how.run.stall               = s->stall;
    how.run.max_failed          = args->max_failed;
    how.run.no_presolve         = s->no_presolve;
    how.run.batch               = args->runs <= 1 && s->typed_workers > 1 ? s->typed_workers : 1;
    how.run.set                 = s->set.item;
    how.run.sets                = s->set.count;
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

/* Several runs share the workers where the model allows that: then each of them is serial. */
static int solve_run_backend(solve_run *s) {
    settings common = s->args->common;
    if (solve_run_is_multiple(s->args) && heco_model_problem(s->model)->sharing != HECO_SHARE_NONE)
        common.workers = 0;
    return settings_backend(&common, s->model, &s->backend);
}

int solve_run_open(solve_run *s, const solve_run_args *args, const char *spec) {
    heco_model_options more = heco_model_options_default();
    more.trust              = args->trust;
    *s                      = (solve_run){.args = args, .spec = spec, .half_f = INFINITY};
    /* A file that cannot be written is better known before the search than after it. */
    int code = mpi_ranks_is_first() ? output_check(args->common.output) : -1;
    if (code < 0) code = settings_algorithm(args->common.algorithm, &s->file, &s->algorithm);
    if (code < 0) code = settings_model(&args->common, spec, more, &s->model);
    if (code < 0) code = solve_run_backend(s);
    if (code >= 0) return code;
    s->how = solve_run_prepare(s);
    if (args->common.start == NULL || !mpi_ranks_is_first()) return -1;
    code             = point_file_read(&s->start, args->common.start, heco_model_problem(s->model));
    s->how.run.start = s->start.x, s->how.run.starts = s->start.count;
    if (code < 0 && !args->common.quiet)
        point_file_warn(&s->start, heco_model_problem(s->model),
                        "the nearest points inside are taken");
    return code;
}

void solve_run_crash_begin(const solve_run *s) {
    crash_phase phase = settings_crash_phase(s->model, s->backend);
    int         own   = phase == CRASH_ISOLATED && s->file != NULL;
    crash_begin(own ? s->args->common.algorithm : s->spec, own ? CRASH_ASKING : phase);
}

heco_problem solve_run_problem(const solve_run *s) {
    heco_problem problem = *heco_model_problem(s->model);
    if (s->args->common.no_derivatives) problem.derivatives = NULL;
    return problem;
}

/* Together with the other ranks, where there are some: -1 in the one that is to search. The others
 * evaluate in here until it ends. */
static int solve_run_join(solve_run *s) {
    int code = mpi_ranks_settle(-1, s->args->common.quiet);
    if (code >= 0) return code;
    parallel_advice_announce(s);
    s->files = metadata_model_files(s);
    if (s->files == NULL) return cli_fail_memory();
    s->how.own_backend = mpi_ranks_backend(s->backend, s->files, &s->how.evaluator);
    s->how.backend     = s->how.own_backend->name;
    s->how.interrupt   = interrupt_catch();
    crash_begin(s->spec, settings_crash_phase(s->model, s->backend));
    code = settings_serve(&s->how.evaluator, s->model, s->how.own_backend);
    crash_end();
    return code;
}

int solve_run_minimize(solve_run *s) {
    if (solve_run_is_multiple(s->args) && mpi_ranks_count() > 1)
        return cli_fail(CLI_USAGE,
                        "several runs are for one process: leave --runs out, or use heco "
                        "without ranks; many runs of a suite are for heco-mpi bench");
    if (solve_run_is_multiple(s->args)) return solve_runs_minimize(s);
    solve_run_view view    = {.line        = progress_start(s->args->common.quiet, "evaluations"),
                              .max_seconds = s->how.run.max_seconds,
                              .half_f      = &s->half_f};
    heco_problem   problem = solve_run_problem(s);
    char          *kept    = NULL;
    int            code    = solve_run_join(s);
    if (code >= 0) return code;
    if (s->how.journal != NULL && !s->how.resume) {
        kept = metadata_write(s);
        if (kept == NULL) return cli_fail_memory();
    }
    s->how.journal_metadata  = kept;
    s->how.run.on_progress   = solve_run_progress;
    s->how.run.progress_user = &view;
    solve_run_crash_begin(s);
    s->status = heco_minimize(&s->one, &problem, &s->how, &s->error);
    crash_end();
    s->solution = s->one;
    progress_end(&view.line);
    s->how.journal_metadata = NULL;
    free(kept);
    /* A signal while workers start comes back as their failure. */
    if (s->status == HECO_ERR_EVAL && s->solution == NULL && interrupt_seen())
        return cli_fail(CLI_INTERRUPTED, "interrupted before the first evaluation");
    return s->solution != NULL ? -1 : cli_fail_status(s->status, &s->error);
}

/* Number of the run that the answer is from. */
static size_t solve_run_best(const solve_run *s) {
    return s->runs != NULL ? heco_runs_get_summary(s->runs)->best : 0;
}

answer solve_run_answer(const solve_run *s) {
    return (answer){.spec        = s->spec,
                    .problem     = heco_model_problem(s->model),
                    .solution    = s->solution,
                    .runs        = s->runs,
                    .starts      = s->how.run.starts,
                    .instance    = heco_model_instance(s->model),
                    .seed        = s->how.run.seed + solve_run_best(s),
                    .max_evals   = heco_solution_max_evals(s->solution),
                    .target      = s->args->common.target,
                    .set         = s->how.run.set,
                    .sets        = s->how.run.sets,
                    .backend     = s->how.backend,
                    .journal     = s->args->journal, /* not one that is only for the report */
                    .note        = heco_model_note(s->model),
                    .torn        = s->torn,
                    .schedule    = s->schedule,
                    .interrupted = interrupt_seen(),
                    .verbose     = s->args->common.verbose,
                    .error       = s->status != HECO_OK ? s->error.text : NULL};
}

static int solve_run_write(const solve_run *s, const answer *found, const char *path) {
    output out;
    int    code = output_open(&out, path);
    if (code >= 0) return code;
    if (s->args->common.json) answer_json(found, out.file);
    else answer_text(found, out.file);
    return output_commit(&out);
}

int solve_run_print(const solve_run *s) {
    answer      found = solve_run_answer(s);
    const char *path  = s->args->common.output;
    int         code  = solve_run_write(s, &found, path);
    /* A disk that filled up meanwhile must not cost the answer. */
    if (code >= 0 && path != NULL) {
        solve_run_write(s, &found, NULL);
        return code;
    }
    if (code < 0) code = answer_code(&found, interrupt_seen());
    /* The search broke down half-way: what it had found is printed all the same. */
    return s->status == HECO_OK ? code : cli_fail_status(s->status, &s->error);
}

void solve_run_close(solve_run *s) {
    heco_solution_free(s->one);
    heco_runs_free(s->runs);
    point_file_free(&s->start);
    free(s->files);
    crash_begin(s->spec, CRASH_ISOLATED); /* what comes now comes after the answer */
    heco_model_close(s->model);
    crash_end();
    settings_algorithm_close(s->file, s->args->common.algorithm);
}
