/* heco data: verifies and imports official benchmark data. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/solve/settings.h"
#include "heco/suite.h"

typedef struct {
    const char *suite;
    int         quiet;
} cmd_data_args;

static const args_option cmd_data_options[] = {
    {"suite", 0, ARGS_TEXT, offsetof(cmd_data_args, suite), "NAME",
     "the suite of the data (default: the one whose data DIR holds)", 0, 0, NULL},
    {"quiet", 'q', ARGS_FLAG, offsetof(cmd_data_args, quiet), NULL, "no report, only the exit code",
     0, 0, NULL},
    ARGS_END};

static void cmd_data_line(void *user, const char *line) {
    (void)user;
    cli_print(stdout, "%s\n", line);
}

/* Returns the first suite whose data `dir` holds, complete and correct; without one, the first
 * suite that has data. */
static const char *cmd_data_suite(const char *dir) {
    const char *suite;
    for (size_t i = 0; dir != NULL && (suite = heco_data_suite_at(i)) != NULL; i++)
        if (heco_data_verify(suite, dir, NULL, NULL, NULL) == HECO_OK) return suite;
    return heco_data_suite_at(0);
}

static int cmd_data_import(const char *suite, const char *from, heco_data_report_fn report) {
    char       home[SETTINGS_PATH], to[SETTINGS_PATH + SETTINGS_NAME];
    heco_error error = {0};
    if (from == NULL)
        return cli_fail(CLI_USAGE, "data import needs a folder: heco data import DIR");
    if (!settings_data_home(home, sizeof home))
        return cli_fail(CLI_ERROR, "there is no folder for the data: set XDG_DATA_HOME or HOME, or "
                                   "give --data DIR to the other commands");
    snprintf(to, sizeof to, "%s/%.60s", home, suite);
    heco_status status = heco_data_import(suite, from, to, report, NULL, &error);
    return status == HECO_OK ? CLI_OK : cli_fail_status(status, &error);
}

static int cmd_data_verify(const char *suite, const char *dir, heco_data_report_fn report) {
    char        buffer[SETTINGS_PATH];
    heco_error  error = {0};
    const char *used  = settings_data(dir, buffer, sizeof buffer);
    if (used == NULL)
        return cli_fail(CLI_USAGE,
                        "there is no official data: give its folder (heco data verify DIR) "
                        "or import it (heco data import DIR)");
    heco_status status = heco_data_verify(suite, used, report, NULL, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    if (report != NULL) cli_print(stdout, "%s is complete and correct\n", used);
    return CLI_OK;
}

static int cmd_data_run(const cli_command *self, int argc, char **argv) {
    cmd_data_args args = {0};
    int           code = args_parse(self, &args, &argc, argv);
    if (code >= 0) return code;
    heco_data_report_fn report = args.quiet ? NULL : cmd_data_line;
    const char         *dir    = argc > 1 ? argv[1] : NULL;
    if (args.suite == NULL) args.suite = cmd_data_suite(dir);
    if (strcmp(argv[0], "import") == 0) return cmd_data_import(args.suite, dir, report);
    if (strcmp(argv[0], "verify") == 0) return cmd_data_verify(args.suite, dir, report);
    return cli_fail(CLI_USAGE, "data knows import and verify, not '%s'", argv[0]);
}

const cli_command cli_command_data = {
    "data",
    "import DIR | verify [DIR]",
    "verify or import official benchmark data",
    "import verifies the files of DIR and copies them to a folder in which solve, eval, bench and\n"
    "list find them. verify checks a folder, by default the one in use: $HECO_DATA, else the\n"
    "imported one.",
    cmd_data_options,
    1,
    2,
    cmd_data_run};
