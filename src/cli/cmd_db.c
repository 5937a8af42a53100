/* heco db: verifies, merges or exports results databases. */
#include <string.h>

#include "cli/command.h"
#include "heco/heco.h"

static const args_option cmd_db_options[] = {ARGS_END};

static int cmd_db_check(const char *path) {
    heco_results *results;
    heco_error    error   = {0};
    size_t        without = 0, runs = 0;
    heco_status   status = heco_results_open(&results, path, &error);
    if (status == HECO_OK) {
        runs   = heco_results_count(results);
        status = heco_results_check(results, &without, &error);
        heco_results_close(results);
    }
    if (status != HECO_OK) return cli_fail_status(status, &error);
    cli_print(stdout, "%s: %zu runs verified\n", path, runs - without);
    if (without > 0) printf("%zu older runs have no checksum and were not verified\n", without);
    return CLI_OK;
}

static int cmd_db_merge(const char *out, const char *const *in, size_t count) {
    heco_error  error  = {0};
    size_t      added  = 0;
    heco_status status = heco_results_merge(out, in, count, &added, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    cli_print(stdout, "%s: %zu runs added from %zu file%s\n", out, added, count,
              count == 1 ? "" : "s");
    return CLI_OK;
}

static int cmd_db_export(const char *path, const char *format, const char *folder) {
    heco_results *results;
    heco_error    error  = {0};
    heco_status   status = heco_results_open(&results, path, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    size_t runs = heco_results_count(results);
    status      = heco_results_export(results, format, folder, &error);
    heco_results_close(results);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    cli_print(stdout, "%s: %zu runs exported\n", folder, runs);
    return CLI_OK;
}

static int cmd_db_run(const cli_command *self, int argc, char **argv) {
    int nothing = 0, code = args_parse(self, &nothing, &argc, argv);
    if (code >= 0) return code;
    if (strcmp(argv[0], "merge") == 0 && argc < 3)
        return cli_fail(CLI_USAGE,
                        "db merge needs an output file and at least one input file: heco db "
                        "merge OUT.db IN.db...");
    if (strcmp(argv[0], "merge") == 0)
        return cmd_db_merge(argv[1], (const char *const *)argv + 2, (size_t)argc - 2);
    if (strcmp(argv[0], "export") == 0 && argc != 4)
        return cli_fail(CLI_USAGE,
                        "db export takes a file, a format and a folder: heco db export FILE FORMAT "
                        "FOLDER");
    if (strcmp(argv[0], "export") == 0) return cmd_db_export(argv[1], argv[2], argv[3]);
    if (strcmp(argv[0], "check") != 0)
        return cli_fail(CLI_USAGE, "db knows check, merge and export, not '%s'", argv[0]);
    if (argc != 2) return cli_fail(CLI_USAGE, "db check takes one file: heco db check FILE");
    return cmd_db_check(argv[1]);
}

const cli_command cli_command_db = {
    "db",
    "check FILE | merge OUT IN... | export FILE FORMAT FOLDER",
    "verify, merge or export results databases",
    "check reads FILE, a database of heco bench, and compares every run and its trace with the\n"
    "checksum stored with it. heco rank does the same with the runs it ranks.\n\n"
    "merge adds the runs of the databases IN, such as those of a job array (heco bench --part), "
    "to\n"
    "OUT, which is created if it does not exist. All databases must be of one plan; otherwise the\n"
    "difference is named and nothing is merged. A run that is in several databases is stored once\n"
    "and must be equal in all of them.\n\n"
    "export writes the runs of FILE for other tools into FOLDER/SUITE/ALGORITHM. FORMAT is coco\n"
    "(cocopp, IOHanalyzer), iohprofiler (IOHanalyzer), cec2020 or cec2026 (the files of these\n"
    "competitions). The runs must have traces.",
    cmd_db_options,
    2,
    10000,
    cmd_db_run};
