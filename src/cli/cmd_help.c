#include <string.h>

#include "cli/command.h"

static int cmd_help_run(const cli_command *self, int argc, char **argv) {
    if (argc == 1 &&
        strcmp(argv[0], cli_command_ampl.name) == 0) { /* args_parse would take it for an option */
        args_help(&cli_command_ampl, stdout);
        return CLI_OK;
    }
    int code = args_parse(self, NULL, &argc, argv);
    if (code >= 0) return code;
    if (argc == 0) {
        cli_overview(stdout);
        return CLI_OK;
    }
    const cli_command *command = cli_command_find(argv[0]);
    if (command == NULL) return CLI_USAGE;
    args_help(command, stdout);
    return CLI_OK;
}

const cli_command cli_command_help = {
    "help", "[SUBCOMMAND]", "list the subcommands, or the options of one", NULL, NULL, 0,
    1,      cmd_help_run};
