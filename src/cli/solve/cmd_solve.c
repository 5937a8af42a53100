/* heco solve: minimises a model and prints the answer with its feasibility report. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/solve/answer_parts.h"
#include "cli/solve/solve_run.h"
#include "cli/view/journal_page.h"

#define ROW(name, kind, field, value, help) \
    { name, 0, kind, offsetof(solve_run_args, field), value, help, 0, 0, NULL }

static const args_option cmd_solve_options[] = {
    ARGS_INCLUDE(offsetof(solve_run_args, common), settings_options),
    ROW("trust", ARGS_FLAG, trust, NULL, "allow a script to use files, processes and modules"),
    {"runs", 0, ARGS_COUNT, offsetof(solve_run_args, runs), "N",
     "search N times with consecutive seeds, in parallel: print the best answer and how far the "
     "runs "
     "agree",
     1, 1e6, NULL},
    ROW("sweep", ARGS_TEXT, sweep, "NAME=FROM:TO:COUNT",
        "solve for a series of limits of a constraint, and print f against the limit"),
    ROW("slices", ARGS_FLAG, slices, NULL,
        "evaluate f and every constraint along each variable through the answer"),
    ROW("log", ARGS_FLAG, log, NULL, "print a line for every improvement on standard error"),
    ROW("max-failed", ARGS_COUNT, max_failed, "N",
        "stop if the first N evaluations all fail (default: 200; 0: never)"),
    ROW("journal", ARGS_TEXT, journal, "FILE",
        "append every evaluation to FILE, so that heco resume can continue after a stop"),
    ROW("report", ARGS_TEXT, report, "FILE.html",
        "write a report page: convergence, constraints, points, settings"),
    {"verbose", 'v', ARGS_FLAG, offsetof(solve_run_args, common.verbose), NULL,
     "show every constraint and every digit in the report", 0, 0, NULL},
    ARGS_END};

/* Creates a temporary journal: --report needs one if --journal is not given. */
static int cmd_solve_temporary(char *path, size_t size) {
    int failure = heco_os_temporary_file(path, size);
    if (failure == ENAMETOOLONG)
        return cli_fail(CLI_ERROR, "TMPDIR is too long: set it to a folder with a shorter path");
    if (failure != 0)
        return cli_fail(CLI_ERROR, "%s cannot be created: set TMPDIR to a writable folder", path);
    return -1;
}

/* Removes the temporary journals of all runs. */
static void cmd_solve_remove(const char *temporary, uint64_t runs) {
    char path[SETTINGS_PATH + 24];
    if (temporary[0] == '\0') return;
    unlink(temporary);
    for (uint64_t i = 2; i <= runs; i++) {
        snprintf(path, sizeof path, "%s.%" PRIu64, temporary, i);
        unlink(path);
    }
}

/* Replaces the message about the temporary journal: it cannot be resumed, because it is removed. */
static void cmd_solve_explain_full_disk(solve_run *s, const char *temporary) {
    if (s->status == HECO_OK || temporary[0] == '\0' || strstr(s->error.text, temporary) == NULL)
        return;
    snprintf(s->error.text, sizeof s->error.text,
             "the journal of --report cannot be written to %s: set TMPDIR to a folder with space",
             temporary);
}

/* Writes the journal of the best run to `path`: those of later runs end in their number. */
static void cmd_solve_best_journal(const solve_run *s, char *path, size_t size) {
    size_t best = s->runs != NULL ? heco_runs_get_summary(s->runs)->best : 0;
    if (best == 0) snprintf(path, size, "%s", s->how.journal);
    else snprintf(path, size, "%s.%zu", s->how.journal, best + 1);
}

/* Writes the report page of the journal and the answer. */
static int cmd_solve_write_report(const solve_run *s, const char *path) {
    heco_page_options how = heco_page_options_default();
    char              journal[SETTINGS_PATH + 24], confidence[ANSWER_CONFIDENCE];
    output            out;
    int               code = output_open(&out, path);
    if (code >= 0) return code;
    cmd_solve_best_journal(s, journal, sizeof journal);
    if (s->runs != NULL) {
        answer_confidence_text(heco_runs_get_summary(s->runs), s->how.run.starts, confidence);
        how.runs = s->runs, how.confidence = confidence;
    }
    how.slices    = s->slices;
    how.solution  = s->solution;
    how.unit      = s->problem->f_unit;
    how.reference = &s->problem->f_ref;
    code          = journal_page_write(out.file, journal, how, 0);
    if (code < 0) return output_commit(&out);
    output_drop(&out);
    return code;
}

/* Solves the model and prints the answer. --report without --journal uses a temporary journal. */
static int cmd_solve_model(const solve_run_args *args, const char *spec) {
    solve_run s;
    char      temporary[SETTINGS_PATH] = "";
    if (args->slices && args->sweep != NULL)
        return cli_fail(CLI_USAGE, "--slices go through one answer: omit --sweep");
    if (args->log && (args->runs > 1 || args->sweep != NULL))
        return cli_fail(CLI_USAGE, "--log shows one search: omit --runs and --sweep");
    int code = solve_run_open(&s, args, spec);
    if (code < 0 && args->sweep != NULL) code = sweep_run(&s);
    if (code < 0 && args->report != NULL) code = output_check(args->report);
    if (code < 0 && args->report != NULL && args->journal == NULL) {
        code          = cmd_solve_temporary(temporary, sizeof temporary);
        s.how.journal = temporary;
    }
    if (code < 0) code = solve_run_minimize(&s);
    if (code < 0 && args->slices) code = slices_run(&s);
    if (code < 0) {
        cmd_solve_explain_full_disk(&s, temporary);
        code = solve_run_print(&s);
        if (args->report != NULL) {
            int page = cmd_solve_write_report(&s, args->report);
            /* the exit code says that the page is missing, feasible or not */
            if (page == CLI_ERROR || (page >= 0 && code == CLI_OK)) code = page;
        }
    }
    solve_run_close(&s);
    cmd_solve_remove(temporary, args->runs);
    return code;
}

static int cmd_solve_run(const cli_command *self, int argc, char **argv) {
    solve_run_args args = {.common     = settings_default(),
                           .max_failed = heco_run_options_default().max_failed};
    int            code = solve_run_keep_words(&args, argc, argv);
    if (code < 0) code = args_parse(self, &args, &argc, argv);
    settings_remember(&args.common);
    if (code < 0) code = cmd_solve_model(&args, argv[0]);
    args_free(self, &args);
    solve_run_drop_words(&args);
    return code;
}

const cli_command cli_command_solve = {
    "solve",
    "MODEL [options]",
    "minimise a model and print the answer with its feasibility report",
    "MODEL is suite:problem such as cec2006:g10, or another kind shown by heco list models.\n"
    "The same model, options and seed give the same answer to the last bit, with any backend,\n"
    "unless --time ends the search. With several workers the algorithm auto runs in lanes, or with\n"
    "few evaluations in batches: the answer then names their number, on which it depends. With\n"
    "that --lanes or --set batch=N it is the same with any number of workers.\n"
    "\n"
    "The first Ctrl-C ends the search after the points being evaluated and prints the answer; the\n"
    "second one ends the command immediately.\n"
    "\n"
    "Many algorithms have schedules that depend on the number of evaluations, so --time alone "
    "keeps\n"
    "the default number: give --evals as well if evaluations are slow or if there is time for "
    "many\n"
    "more.\n"
    "\n"
    "--runs N searches N times; the workers share the runs. Each run has the full --evals and "
    "--time.\n"
    "Run i equals a single run with seed SEED + i - 1.\n"
    "\n"
    "In files and JSON the categories of a variable count from 1; in Python positions count from "
    "0.\n"
    "\n"
    "exit codes: 0 a feasible point was found, 3 none was found, 4 every evaluation failed,\n"
    "1 input/output error, 2 wrong usage or a bad model, 130 interrupted",
    cmd_solve_options,
    1,
    1,
    cmd_solve_run};
