/* heco resume: continues an interrupted solve. The result has the bits of an uninterrupted one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/solve/journal_metadata.h"
#include "cli/solve/solve_run.h"

typedef struct {
    settings common; /* evals 0, time -1, workers 0, backend NULL: as before                  */
    int      trust;  /* the journal may run programs, shared objects and trusted scripts      */
} cmd_resume_args;

#define ROW(name, kind, field, value, help, min, max) \
    { name, 0, kind, offsetof(cmd_resume_args, field), value, help, min, max, NULL }

static const args_option cmd_resume_options[] = {
    ROW("evals", ARGS_COUNT, common.evals, "N",
        "raise the number of evaluations: a new schedule starts from the best points so far", 1, 0),
    ROW("time", ARGS_REAL, common.time, "SECONDS",
        "stop after this time (default: the limit of the solve, counted from 0; 0: none)", 0, 1e12),
    ROW("workers", ARGS_AUTO, common.workers, "N|auto", "workers of a parallel backend", 1, 4096),
    ROW("backend", ARGS_TEXT, common.backend, "NAME",
        "how points are evaluated: serial, threads, ...", 0, 0),
    ROW("trust", ARGS_FLAG, trust, NULL,
        "allow the journal to run a program, a shared object or a script with --trust", 0, 0),
    ARGS_INCLUDE(offsetof(cmd_resume_args, common), settings_output_options),
    {"verbose", 'v', ARGS_FLAG, offsetof(cmd_resume_args, common.verbose), NULL,
     "show every constraint and every digit in the report", 0, 0, NULL},
    ARGS_END};

/* Replaces options of the solve by those given to resume. */
static void cmd_resume_merge(solve_run_args *then, const settings *now, const char *journal,
                             const heco_journal_info *info) {
    settings *s = &then->common;
    s->json = now->json, s->quiet = now->quiet, s->verbose = now->verbose;
    s->output     = now->output;
    s->start      = NULL; /* the points are in the metadata */
    s->evals      = now->evals > 0 ? now->evals : info->max_evals;
    then->journal = journal;
    if (now->time >= 0.0) s->time = now->time;
    if (now->workers > 0) s->workers = now->workers;
    if (now->backend != NULL) s->backend = now->backend;
    else if (now->workers > 0) s->backend = NULL; /* chosen again for that many workers */
}

/* Continues the search of the journal and prints the answer. */
static int cmd_resume_search(const solve_run_args *args, const char *spec, const metadata *kept,
                             const heco_journal_info *info) {
    solve_run s;
    int       code = solve_run_open(&s, args, spec);
    if (code < 0 && kept->start.count > 0) {
        if (kept->start.n != s.problem->space.n)
            code = cli_fail(CLI_USAGE,
                            "%s has %zu variables, but the initial points in journal %s "
                            "have %zu",
                            spec, s.problem->space.n, args->journal, kept->start.n);
        s.how.run.start = kept->start.x, s.how.run.starts = kept->start.count;
    }
    if (code < 0) {
        s.how.resume = 1;
        s.torn       = info->torn;
        s.schedule   = info->schedules + (args->common.evals > info->max_evals);
        s.metadata   = info->metadata;
        code         = solve_run_minimize(&s);
    }
    if (code < 0) code = solve_run_print(&s);
    solve_run_close(&s);
    return code;
}

/* Checks the part of the identity that is known before the model runs: heco's version, and the
 * command of a program. */
static int cmd_resume_identity(const char *spec, const char *journal,
                               const heco_journal_info *info) {
    const char *at = info->identity, *version = heco_version();
    size_t      line = strcspn(at, "\n"), length = strlen(version);
    if (line != 8 + length || strncmp(at, "version=", 8) != 0 ||
        strncmp(at + 8, version, length) != 0)
        return cli_fail(
            CLI_USAGE,
            "journal %s was made with %.*s, this is version=%s: resume it with that version",
            journal, (int)(line < 150 ? line : 150), at, version);
    if (strncmp(spec, "exec:", 5) != 0) return -1;
    at += line + (at[line] == '\n');
    length = strlen(spec);
    if (strncmp(at, "model=", 6) == 0 && strncmp(at + 6, spec, length) == 0 &&
        at[6 + length] == '\n')
        return -1;
    return cli_fail(CLI_USAGE, "journal %s: its metadata and its identity name different programs",
                    journal);
}

/* Returns 1 if the model or the algorithm runs with the rights of the user, without the limits of a
 * script. */
static int cmd_resume_is_code(const solve_run_args *then, const char *spec) {
    size_t      length = strlen(spec);
    int         object = length > 3 && strcmp(spec + length - 3, ".so") == 0;
    const char *kind   = heco_model_kind_of(spec);
    int         deck   = kind != NULL && strcmp(kind, "run") == 0;
    return then->trust || object || deck || strncmp(spec, "exec:", 5) == 0 ||
           (then->common.algorithm != NULL && heco_algorithm_is_file(then->common.algorithm));
}

/* Requires --trust: a journal of unknown origin may run any program. */
static int cmd_resume_trust(const cmd_resume_args *now, const solve_run_args *then,
                            const char *spec, const char *journal, const metadata *kept) {
    int   code = -1, is_code = cmd_resume_is_code(then, spec);
    char *command = metadata_command(kept);
    if (command == NULL) return cli_fail_memory();
    if (is_code && !now->trust)
        code =
            cli_fail(CLI_USAGE,
                     "journal %s runs the program, shared object or script of `%s`: add --trust if "
                     "you know where the journal comes from",
                     journal, command);
    else if (is_code && !now->common.quiet) cli_fail(0, "resuming `%s`", command);
    free(command);
    return code;
}

/* Parses the stored command line, merges the options of `now` into it, checks that the journal may
 * be resumed, and searches. */
static int cmd_resume_parse(const cmd_resume_args *now, const char *journal, metadata *kept,
                            const heco_journal_info *info) {
    solve_run_args then = {.common     = settings_default(),
                           .max_failed = heco_run_options_default().max_failed};
    int            argc = (int)kept->word.count;
    /* args_parse() reorders the words, so it gets a copy. */
    char **argv = malloc(kept->word.count * sizeof *argv);
    if (argv == NULL) return cli_fail_memory();
    for (int i = 0; i < argc; i++) argv[i] = (char *)kept->word.item[i];
    int code = args_parse(&cli_command_solve, &then, &argc, argv);
    if (code < 0) {
        settings_remember(&then.common);
        then.run = kept->run;
        if (then.run > 0) then.common.seed += then.run - 1;
        cmd_resume_merge(&then, &now->common, journal, info);
        code = metadata_check_files(kept, journal);
    }
    if (code < 0 && solve_run_is_multiple(&then) && now->common.evals > info->max_evals)
        code =
            cli_fail(CLI_USAGE,
                     "journal %s has %" PRIu64 " runs: raise --evals for one of the others, such "
                     "as %s.2",
                     journal, then.runs, journal);
    if (code < 0) code = cmd_resume_identity(argv[0], journal, info);
    if (code < 0) code = cmd_resume_trust(now, &then, argv[0], journal, kept);
    if (code < 0) code = cmd_resume_search(&then, argv[0], kept, info);
    args_free(&cli_command_solve, &then);
    free(argv);
    return code;
}

/* Reads the journal and its metadata, and resumes it. */
static int cmd_resume_journal(const cmd_resume_args *now, const char *journal) {
    uint64_t           evals = now->common.evals;
    heco_journal_info *info;
    heco_error         error = {0};
    metadata           kept;
    heco_status        status = heco_journal_read(&info, journal, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    int code = metadata_read(&kept, journal, info->metadata);
    if (code < 0 && evals > 0 && evals < info->max_evals)
        code = cli_fail(CLI_USAGE,
                        "journal %s has a search of %" PRIu64 " evaluations: --evals may raise "
                        "that number, not lower it",
                        journal, info->max_evals);
    if (code < 0) code = cmd_resume_parse(now, journal, &kept, info);
    metadata_free(&kept);
    heco_journal_info_free(info);
    return code;
}

static int cmd_resume_run(const cli_command *self, int argc, char **argv) {
    cmd_resume_args args = {.common = settings_default()};
    args.common.time     = -1.0;
    int code             = args_parse(self, &args, &argc, argv);
    if (code < 0) code = cmd_resume_journal(&args, argv[0]);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_resume = {
    "resume",
    "JOURNAL [options]",
    "continue an interrupted solve; the result equals that of an uninterrupted one",
    "JOURNAL was made by heco solve --journal. Its points are not evaluated again. An incomplete\n"
    "last record is dropped and reported. The model must be unchanged and is opened under its old\n"
    "name: resume in the folder where the search began. The number of workers and the backend do\n"
    "not change the answer.\n"
    "\n"
    "With several runs (heco solve --runs), FILE is the journal of the first run; the others are\n"
    "FILE.2, FILE.3 and so on. Resuming FILE finishes all runs, resuming another one only that "
    "run.\n"
    "\n"
    "Resuming runs the model that the journal names. If that is a program, a shared object or a\n"
    "script with --trust, or if the algorithm is a shared object, --trust is needed here too.\n"
    "\n"
    "exit codes: as for heco solve",
    cmd_resume_options,
    1,
    1,
    cmd_resume_run};
