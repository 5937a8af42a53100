/* heco db check: is a results database what the benches have stored? */
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
    printf("%s: %zu runs are what was stored\n", path, runs - without);
    if (without > 0)
        printf("%zu older runs have no checksum: nothing can be said of them\n", without);
    return CLI_OK;
}

static int cmd_db_run(const cli_command *self, int argc, char **argv) {
    int nothing = 0, code = args_parse(self, &nothing, &argc, argv);
    if (code >= 0) return code;
    if (strcmp(argv[0], "check") != 0)
        return cli_fail(CLI_USAGE, "db knows check, not '%s'", argv[0]);
    return cmd_db_check(argv[1]);
}

const cli_command cli_command_db = {
    "db",
    "check FILE",
    "look whether a results database is what was stored",
    "Reads all of FILE, a database of heco bench, and compares every run and its trace with the\n"
    "checksum it was stored with. heco rank does so with the runs it ranks.",
    cmd_db_options,
    2,
    2,
    cmd_db_run};
