/* heco solve: minimise a model, print the answer and its feasibility report. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/solve/solve_run.h"
#include "cli/view/journal_page.h"

#define ROW(name, kind, field, value, help) \
    { name, 0, kind, offsetof(solve_run_args, field), value, help, 0, 0, NULL }

static const args_option cmd_solve_options[] = {
    ARGS_INCLUDE(offsetof(solve_run_args, common), settings_options),
    ROW("trust", ARGS_FLAG, trust, NULL, "a script may use files, processes and modules"),
    {"runs", 0, ARGS_COUNT, offsetof(solve_run_args, runs), "N",
     "search N times, with the seed and the N - 1 after it, over the workers: the best answer, and "
     "how far the runs agree",
     1, 1e6, NULL},
    ROW("max-failed", ARGS_COUNT, max_failed, "N",
        "give up when the first N evaluations all fail (default: 200; 0: never)"),
    ROW("journal", ARGS_TEXT, journal, "FILE",
        "append every evaluation to FILE, so that heco resume can go on after a stop"),
    ROW("report", ARGS_TEXT, report, "FILE.html",
        "write a page to look at: convergence, constraints, points, settings"),
    {"verbose", 'v', ARGS_FLAG, offsetof(solve_run_args, common.verbose), NULL,
     "every constraint and every digit in the report", 0, 0, NULL},
    ARGS_END};

/* A report is made from a journal: where none was asked for, one that goes away again. */
static int cmd_solve_temporary(char *path, size_t size) {
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || folder[0] == '\0') folder = "/tmp";
    if ((size_t)snprintf(path, size, "%s/heco-solve.XXXXXX", folder) >= size)
        return cli_fail(CLI_ERROR, "TMPDIR: the name is too long");
    int fd = mkstemp(path);
    if (fd < 0) return cli_fail(CLI_ERROR, "%s cannot be made: set TMPDIR", path);
    close(fd);
    return -1;
}

/* Nobody can resume what goes away. */
static void cmd_solve_explain_full_disk(solve_run *s, const char *scratch) {
    if (s->status == HECO_OK || scratch[0] == '\0' || strstr(s->error.text, scratch) == NULL)
        return;
    snprintf(s->error.text, sizeof s->error.text,
             "the search for --report cannot be recorded in %s: set TMPDIR to a folder with room",
             scratch);
}

static int cmd_solve_report(const char *journal, const char *path) {
    output out;
    int    code = output_open(&out, path);
    if (code >= 0) return code;
    code = journal_page_write(out.file, journal, heco_page_options_default(), 0);
    if (code < 0) return output_commit(&out);
    output_drop(&out);
    return code;
}

static int cmd_solve_model(const solve_run_args *args, const char *spec) {
    solve_run s;
    char      scratch[SETTINGS_PATH] = "";
    if (args->report != NULL && args->runs > 1)
        return cli_fail(CLI_USAGE, "--report shows one search: leave --runs out");
    int code = solve_run_open(&s, args, spec);
    if (code < 0 && args->report != NULL) code = output_check(args->report);
    if (code < 0 && args->report != NULL && args->journal == NULL) {
        code          = cmd_solve_temporary(scratch, sizeof scratch);
        s.how.journal = scratch;
    }
    if (code < 0) code = solve_run_minimize(&s);
    if (code < 0) {
        cmd_solve_explain_full_disk(&s, scratch);
        code = solve_run_print(&s);
        if (args->report != NULL) {
            int page = cmd_solve_report(s.how.journal, args->report);
            /* feasible or not: what was asked for is missing */
            if (page == CLI_ERROR || (page >= 0 && code == CLI_OK)) code = page;
        }
    }
    solve_run_close(&s);
    if (scratch[0] != '\0') unlink(scratch);
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
    "minimise a model, print the answer and its feasibility report",
    "MODEL is suite:problem such as cec2006:g10, or another kind shown by heco list models.\n"
    "The same model, options and seed give the same answer to the last bit, with any backend\n"
    "and any number of workers, unless --time ends the search. (With few evaluations auto asks "
    "for\n"
    "as many points at a time as --workers says: the answer then names batch=N.)\n"
    "\n"
    "Ctrl-C once ends the search after the points under way and prints what was found; twice\n"
    "ends the command immediately.\n"
    "\n"
    "Many algorithms plan ahead for the number of evaluations (population sizes shrink, step\n"
    "sizes settle), so --time alone keeps the default number: give --evals as well when an\n"
    "evaluation is slow or when there is time for many more.\n"
    "\n"
    "--runs N searches N times, each run with all of --evals and --time; the workers share the\n"
    "runs. Run i is what --seed with its number gives, without --workers.\n"
    "\n"
    "exit codes: 0 a feasible point was found, 3 none was found, 4 every evaluation failed,\n"
    "1 input/output error, 2 wrong usage or a bad model, 130 interrupted",
    cmd_solve_options,
    1,
    1,
    cmd_solve_run};
