/* heco resume: go on with an interrupted solve, bit for bit the search it would have been. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/journal_note.h"
#include "cli/solving.h"

typedef struct {
    settings common; /* evals 0, time -1, workers 0, backend NULL: as it was                  */
} cmd_resume_args;

#define ROW(name, kind, field, value, help, min, max)                                              \
    { name, 0, kind, offsetof(cmd_resume_args, common.field), value, help, min, max, NULL }

static const args_option cmd_resume_options[] = {
    ROW("evals", ARGS_COUNT, evals, "N",
        "raise the number of evaluations: a new schedule that begins with the best points so far",
        1, 0),
    ROW("time", ARGS_REAL, time, "SECONDS",
        "stop after that time (default: the limit of the solve, counted from 0; 0: none)", 0, 1e12),
    ROW("workers", ARGS_NUMBER, workers, "N", "workers of a parallel backend", 1, 4096),
    ROW("backend", ARGS_TEXT, backend, "NAME", "who evaluates: serial, threads, ...", 0, 0),
    ARGS_INCLUDE(offsetof(cmd_resume_args, common), settings_output_options),
    ARGS_END};

/* What was typed then, except for what is asked for now. */
static void cmd_resume_adopt(solving_args *then, const settings *now, const char *journal,
                             const heco_journal_info *info) {
    settings *s = &then->common;
    s->json = now->json, s->quiet = now->quiet, s->output = now->output;
    s->start      = NULL; /* the points are in the note */
    s->evals      = now->evals > 0 ? now->evals : info->max_evals;
    then->journal = journal;
    if (now->time >= 0.0) s->time = now->time;
    if (now->workers > 0) s->workers = now->workers;
    if (now->backend != NULL)
        s->backend = now->backend;
    else if (now->workers > 0)
        s->backend = NULL; /* as solve would choose for that many workers */
}

static int cmd_resume_search(const solving_args *args, const char *spec, const note *kept,
                             const heco_journal_info *info) {
    search s;
    int    code = solving_open(&s, args, spec);
    if (code < 0 && kept->start.count > 0) {
        if (kept->start.n != heco_model_problem(s.model)->space.n)
            code =
                cli_fail(CLI_USAGE,
                         "%s has %zu variables, but the initial points in journal %s "
                         "have %zu",
                         spec, heco_model_problem(s.model)->space.n, args->journal, kept->start.n);
        s.how.run.start = kept->start.x, s.how.run.starts = kept->start.count;
    }
    if (code < 0) {
        s.how.resume = 1;
        s.torn       = info->torn;
        s.schedule   = info->schedules + (args->common.evals > info->max_evals);
        code         = solving_run(&s);
    }
    if (code < 0) code = solving_print(&s);
    solving_close(&s);
    return code;
}

static int cmd_resume_note(const settings *now, const char *journal, note *kept,
                           const heco_journal_info *info) {
    solving_args then = {.common = settings_default(), .max_failed = SOLVING_MAX_FAILED};
    int         argc = (int)kept->word.count;
    /* Parsing sorts the words in place, and they are wanted again for nothing. */
    char **argv = malloc(kept->word.count * sizeof *argv);
    if (argv == NULL) return cli_fail_memory();
    for (int i = 0; i < argc; i++) argv[i] = (char *)kept->word.item[i];
    int code = args_parse(&cli_command_solve, &then, &argc, argv);
    if (code < 0) {
        settings_remember(&then.common);
        cmd_resume_adopt(&then, now, journal, info);
        code = note_check_files(kept, journal);
    }
    if (code < 0) code = cmd_resume_search(&then, argv[0], kept, info);
    args_free(&cli_command_solve, &then);
    free(argv);
    return code;
}

static int cmd_resume_journal(const settings *now, const char *journal) {
    heco_journal_info *info;
    heco_error         error = {0};
    note               kept;
    heco_status        status = heco_journal_read(&info, journal, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    int code = note_read(&kept, journal, info->note);
    if (code < 0 && now->evals > 0 && now->evals < info->max_evals)
        code = cli_fail(CLI_USAGE,
                        "journal %s holds a search of %" PRIu64 " evaluations: --evals may raise "
                        "that number, not lower it",
                        journal, info->max_evals);
    if (code < 0) code = cmd_resume_note(now, journal, &kept, info);
    note_free(&kept);
    heco_journal_info_free(info);
    return code;
}

static int cmd_resume_run(const cli_command *self, int argc, char **argv) {
    cmd_resume_args args = {.common = settings_default()};
    args.common.time     = -1.0;
    int code             = args_parse(self, &args, &argc, argv);
    if (code < 0) code = cmd_resume_journal(&args.common, argv[0]);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_resume = {
    "resume",
    "JOURNAL [options]",
    "go on with an interrupted solve, bit for bit the search it would have been",
    "JOURNAL was made by heco solve --journal. What it holds is not evaluated again; an\n"
    "incomplete last record is dropped and reported. The model must be what it was, and is\n"
    "looked for under the name it had: resume in the folder where the search began. Other\n"
    "workers and another backend do not change the answer.\n"
    "\n"
    "exit codes: as for heco solve",
    cmd_resume_options,
    1,
    1,
    cmd_resume_run};
