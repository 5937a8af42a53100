/* heco report: writes one self-contained page from a results database or a journal. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/view/journal_page.h"

typedef struct {
    args_list   db, with;
    const char *output;
    int         paths, data;
} cmd_report_args;

#define ROW(name, letter, kind, field, value, help) \
    { name, letter, kind, offsetof(cmd_report_args, field), value, help, 0, 0, NULL }

static const args_option cmd_report_options[] = {
    ROW("db", 0, ARGS_LIST, db, "FILE", "results database of heco bench (repeatable)"),
    ROW("with", 0, ARGS_LIST, with, "FILE.csv", "published results, or runs as CSV (repeatable)"),
    ROW("output", 'o', ARGS_TEXT, output, "FILE", "the page (default: standard output)"),
    ROW("paths", 0, ARGS_FLAG, paths, NULL, "show file names with their folders"),
    ROW("data", 0, ARGS_FLAG, data, NULL, "write only the data of the page, as JSON"),
    ARGS_END};

/* Writes the page, or only its data with --data. */
static int cmd_report_write(const cmd_report_args *args, const char *journal, FILE *out) {
    heco_error        error = {0};
    heco_page_options how   = heco_page_options_default();
    heco_status       status;
    how.db = args->db.item, how.dbs = args->db.count;
    how.with = args->with.item, how.withs = args->with.count;
    how.paths = args->paths;
    if (journal != NULL) return journal_page_write(out, journal, how, args->data);
    status =
        args->data ? heco_page_bench_data(out, &how, &error) : heco_page_bench(out, &how, &error);
    return status == HECO_OK ? -1 : cli_fail_status(status, &error);
}

/* Checks the arguments, makes the page in memory and writes it. */
static int cmd_report_work(const cmd_report_args *args, const char *journal) {
    output out   = {0};
    size_t files = args->db.count + args->with.count;
    if (journal == NULL && files == 0)
        return cli_fail(CLI_USAGE, "nothing to report: give a journal, or results with --db FILE");
    if (journal != NULL && files > 0)
        return cli_fail(
            CLI_USAGE, "a page shows either a journal or results (--db, --with): give one of them");
    char  *text = NULL;
    size_t size = 0;
    int    code = output_check(args->output);
    if (code >= 0) return code;
    /* The page appears complete or not at all, on standard output too. */
    FILE *page = open_memstream(&text, &size);
    if (page == NULL) return cli_fail_memory();
    code = cmd_report_write(args, journal, page);
    if (fclose(page) != 0 && code < 0) code = cli_fail_memory();
    if (code < 0) code = output_open(&out, args->output);
    if (code < 0) {
        fwrite(text, 1, size, out.file);
        code = output_commit(&out);
    }
    free(text);
    return code >= 0 ? code : CLI_OK;
}

static int cmd_report_run(const cli_command *self, int argc, char **argv) {
    cmd_report_args args = {0};
    int             code = args_parse(self, &args, &argc, argv);
    if (code < 0) code = cmd_report_work(&args, argc > 0 ? argv[0] : NULL);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_report = {
    "report",
    "--db FILE | JOURNAL [options]",
    "write one self-contained page: tables, convergence, ranks, statistics",
    "The page needs no network and opens from disk. JOURNAL is a journal of heco solve --journal,\n"
    "which may still be running; the model is not opened.\n\n"
    "  heco report --db runs.db --with published.csv -o report.html\n"
    "  heco report solve.journal -o solve.html",
    cmd_report_options,
    0,
    1,
    cmd_report_run};
