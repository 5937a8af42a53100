/* heco solve: minimise a model, print the answer and its feasibility report. */
#include <math.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/points.h"
#include "cli/progress.h"
#include "cli/settings.h"
#include "heco/heco.h"

enum { CMD_SOLVE_MAX_FAILED = 200, CMD_SOLVE_EVALS_PER_VARIABLE = 10000 };

typedef struct {
    settings    common;
    int         trust;
    const char *journal;
    uint64_t    max_failed;
} cmd_solve_args;

#define ROW(name, kind, field, value, help)                                                        \
    { name, 0, kind, offsetof(cmd_solve_args, field), value, help, 0, 0, NULL }

static const args_option cmd_solve_options[] = {
    ARGS_INCLUDE(offsetof(cmd_solve_args, common), settings_options),
    ROW("trust", ARGS_FLAG, trust, NULL, "a script may use files, processes and modules"),
    ROW("max-failed", ARGS_COUNT, max_failed, "N",
        "give up when the first N evaluations all fail (default: 200; 0: never)"),
    ROW("journal", ARGS_TEXT, journal, "FILE",
        "append every evaluation to FILE, so that heco resume can go on after a stop"),
    ARGS_END};

typedef struct {
    progress line;
    double   max_seconds, sense;
} cmd_solve_view;

static int cmd_solve_progress(void *user, const heco_progress *now) {
    cmd_solve_view *view = user;
    char            note[80];
    if (!progress_due(&view->line, now->seconds)) return 0;
    double share = (double)now->evals / (double)now->max_evals;
    if (view->max_seconds > 0.0) share = fmax(share, now->seconds / view->max_seconds);
    if (now->feasible)
        snprintf(note, sizeof note, "f %.8g", view->sense * now->f);
    else
        snprintf(note, sizeof note, "violation %.3g", now->viol);
    progress_show(&view->line, now->evals, now->max_evals, share, now->seconds, note);
    return 0;
}

static uint64_t cmd_solve_budget(const settings *s, const heco_model *model) {
    if (s->evals > 0) return s->evals;
    uint64_t budget = heco_model_budget(model);
    if (budget > 0) return budget;
    return CMD_SOLVE_EVALS_PER_VARIABLE * ((uint64_t)heco_model_problem(model)->space.n + 1);
}

/* Everything the library needs to know, but for the initial points. */
static heco_minimize_options cmd_solve_prepare(const cmd_solve_args *args, const heco_model *model,
                                               const heco_backend *backend, double sense) {
    const settings       *s   = &args->common;
    heco_minimize_options how = heco_minimize_options_default();
    how.algorithm             = s->algorithm;
    how.backend               = backend->name;
    how.journal               = args->journal;
    how.evaluator             = (heco_evaluator_options){
                    .workers = s->workers, .timeout = s->eval_timeout, .retries = s->retries};
    how.run.seed        = s->seed;
    how.run.max_evals   = cmd_solve_budget(s, model);
    how.run.max_seconds = s->time;
    how.run.target      = sense * s->target;
    how.run.stall       = s->stall;
    how.run.max_failed  = args->max_failed;
    how.run.set         = s->set.item;
    how.run.sets        = s->set.count;
    return how;
}

/* Prints or writes what was found; the exit code. */
static int cmd_solve_print(const cmd_solve_args *args, const answer *found) {
    output out;
    int    code = output_open(&out, args->common.output);
    if (code >= 0) return code;
    if (args->common.json)
        answer_json(found, out.file);
    else
        answer_text(found, out.file);
    code = output_commit(&out);
    return code >= 0 ? code : answer_code(found, interrupt_seen());
}

static int cmd_solve_search(const cmd_solve_args *args, const char *spec, const heco_model *model,
                            heco_minimize_options *how) {
    int            maximises = heco_model_maximises(model);
    heco_error     error     = {0};
    heco_solution *solution  = NULL;
    cmd_solve_view view      = {.line        = progress_start(args->common.quiet, "evaluations"),
                                .max_seconds = how->run.max_seconds,
                                .sense       = maximises ? -1.0 : 1.0};
    how->run.on_progress     = cmd_solve_progress;
    how->run.progress_user   = &view;
    how->interrupt           = interrupt_catch();
    heco_status status       = heco_minimize(&solution, heco_model_problem(model), how, &error);
    progress_end(&view.line);
    if (solution == NULL) return cli_fail_status(status, &error);
    answer found = {.spec      = spec,
                    .problem   = heco_model_problem(model),
                    .solution  = solution,
                    .instance  = heco_model_instance(model),
                    .maximises = maximises,
                    .seed      = how->run.seed,
                    .max_evals = how->run.max_evals,
                    .target    = args->common.target,
                    .set       = &args->common.set,
                    .backend   = how->backend,
                    .journal   = how->journal};
    int    code  = cmd_solve_print(args, &found);
    /* The search broke down half-way: what it had found is printed all the same. */
    if (status != HECO_OK) code = cli_fail_status(status, &error);
    heco_solution_free(solution);
    return code;
}

static int cmd_solve_model(const cmd_solve_args *args, const char *spec) {
    const heco_backend *backend;
    heco_model         *model;
    points              start = {0};
    /* A file that cannot be written is better known before the search than after it. */
    int code = output_check(args->common.output);
    if (code >= 0) return code;
    code = settings_model(&args->common, spec, args->trust, &model);
    if (code >= 0) return code;
    code = settings_backend(&args->common, model, &backend);
    if (code < 0) {
        heco_minimize_options how =
            cmd_solve_prepare(args, model, backend, heco_model_maximises(model) ? -1.0 : 1.0);
        how.run.start = heco_model_start(model, &how.run.starts);
        if (args->common.start != NULL) {
            code          = points_read(&start, args->common.start, heco_model_problem(model));
            how.run.start = start.x, how.run.starts = start.count;
        }
        if (code < 0) code = cmd_solve_search(args, spec, model, &how);
    }
    points_free(&start);
    heco_model_close(model);
    return code;
}

static int cmd_solve_run(const cli_command *self, int argc, char **argv) {
    cmd_solve_args args = {.common = settings_default(), .max_failed = CMD_SOLVE_MAX_FAILED};
    int            code = args_parse(self, &args, &argc, argv);
    if (code < 0) code = cmd_solve_model(&args, argv[0]);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_solve = {
    "solve",
    "MODEL [options]",
    "minimise a model, print the answer and its feasibility report",
    "MODEL is suite:problem such as cec2006:g10, or another kind shown by heco list models.\n"
    "The same model, options and seed give the same answer to the last bit, with any backend\n"
    "and any number of workers, unless --time ends the search.\n"
    "\n"
    "Ctrl-C once ends the search after the batch under way and prints what was found; twice\n"
    "ends the command at once.\n"
    "\n"
    "Many algorithms plan ahead for the number of evaluations (population sizes shrink, step\n"
    "sizes settle), so --time alone keeps the default number: give --evals as well when an\n"
    "evaluation is slow or when there is time for many more.\n"
    "\n"
    "exit codes: 0 a feasible point was found, 3 none was found, 4 every evaluation failed,\n"
    "1 input/output error, 2 wrong usage or a bad model, 130 interrupted",
    cmd_solve_options,
    1,
    1,
    cmd_solve_run};
