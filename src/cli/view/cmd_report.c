/* heco report: writes one self-contained page from a results database or a journal. */
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/view/journal_page.h"

typedef struct {
    args_list   db, with;
    const char *output;
    int         paths, data, methods;
} cmd_report_args;

#define ROW(name, letter, kind, field, value, help) \
    { name, letter, kind, offsetof(cmd_report_args, field), value, help, 0, 0, NULL }

static const args_option cmd_report_options[] = {
    ROW("db", 0, ARGS_LIST, db, "FILE", "results database of heco bench (repeatable)"),
    ROW("with", 0, ARGS_LIST, with, "FILE.csv", "published results, or runs as CSV (repeatable)"),
    ROW("output", 'o', ARGS_TEXT, output, "FILE", "the page (default: standard output)"),
    ROW("paths", 0, ARGS_FLAG, paths, NULL, "show file names with their folders"),
    ROW("data", 0, ARGS_FLAG, data, NULL, "write only the data of the page, as JSON"),
    ROW("methods", 0, ARGS_FLAG, methods, NULL,
        "write a methods paragraph and BibTeX for a paper instead of a page"),
    ARGS_END};

/* Writes the page, or only its data with --data. */
static int cmd_report_write(const cmd_report_args *args, char **journal, size_t count, FILE *out) {
    heco_error        error = {0};
    heco_page_options how   = heco_page_options_default();
    heco_status       status;
    how.db = args->db.item, how.dbs = args->db.count;
    how.with = args->with.item, how.withs = args->with.count;
    how.paths = args->paths;
    if (count > 1) return journal_page_compare(out, journal, count, how, args->data);
    if (count == 1) return journal_page_write(out, journal[0], how, args->data);
    if (args->methods) status = heco_report_methods(out, &how, &error);
    else if (args->data) status = heco_page_bench_data(out, &how, &error);
    else status = heco_page_bench(out, &how, &error);
    return status == HECO_OK ? -1 : cli_fail_status(status, &error);
}

/* Checks the arguments, makes the page in memory and writes it. */
static int cmd_report_work(const cmd_report_args *args, char **journal, size_t count) {
    output out   = {0};
    size_t files = args->db.count + args->with.count;
    if (count == 0 && files == 0)
        return cli_fail(CLI_USAGE, "nothing to report: give a journal, or results with --db FILE");
    if (count > 0 && files > 0)
        return cli_fail(
            CLI_USAGE, "a page shows either a journal or results (--db, --with): give one of them");
    if (args->methods && (count > 0 || args->data))
        return cli_fail(CLI_USAGE,
                        "--methods describes results: give --db FILE, no journal and no --data");
    char  *text = NULL;
    size_t size = 0;
    int    code = output_check(args->output);
    if (code >= 0) return code;
    /* The page appears complete or not at all, on standard output too. */
    FILE *page = heco_os_memory_open(&text, &size);
    if (page == NULL) return cli_fail_memory();
    code = cmd_report_write(args, journal, count, page);
    if (heco_os_memory_close(page, &text, &size) == NULL && code < 0) code = cli_fail_memory();
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
    if (code < 0) code = cmd_report_work(&args, argv, (size_t)argc);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_report = {
    "report",
    "--db FILE | JOURNAL... [options]",
    "write one self-contained page: tables, convergence, ranks, statistics",
    "The page needs no network and opens from disk. JOURNAL is a journal of heco solve --journal,\n"
    "which may still be running; the model is not opened. Several journals are shown side by "
    "side.\n"
    "\n"
    "  heco report --db runs.db --with published.csv -o report.html\n"
    "  heco report --db runs.db --methods -o methods.tex\n"
    "  heco report solve.journal -o solve.html\n"
    "  heco report before.journal after.journal -o compare.html",
    cmd_report_options,
    0,
    JOURNAL_PAGE_MOST,
    cmd_report_run};
