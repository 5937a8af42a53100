#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/command.h"

typedef struct {
    int json;
} cmd_version_args;

static const args_option cmd_version_options[] = {
    {"json", 0, ARGS_FLAG, offsetof(cmd_version_args, json), NULL, "one JSON document", 0, 0, NULL},
    ARGS_END};

static int cmd_version_run(const cli_command *self, int argc, char **argv) {
    cmd_version_args args = {0};
    int              code = args_parse(self, &args, &argc, argv);
    if (code >= 0) return code;
    const char *features = heco_version_features();
    if (args.json) {
        heco_json out = {.file = stdout};
        heco_json_open(&out, NULL, '{');
        heco_json_text(&out, "version", heco_version());
        heco_json_text(&out, "commit", heco_version_commit());
        heco_json_text(&out, "compiler", heco_version_compiler());
        heco_json_text(&out, "features", features);
        heco_json_close(&out);
    } else {
        printf("heco %s\n", heco_version());
        printf("commit %s, %s\n", heco_version_commit(), heco_version_compiler());
        if (features[0] != '\0') printf("with %s\n", features);
#ifdef _WIN32
        puts("without --backend process and match= in decks, which need POSIX; without AMPL models "
             "and "
             "watch --serve");
#endif
        if (strstr(features, "mpi") == NULL) puts("without mpi: there is no command heco-mpi");
    }
    return CLI_OK;
}

const cli_command cli_command_version = {
    "version", "[--json]",          "the version and what this build contains",
    NULL,      cmd_version_options, 0,
    0,         cmd_version_run};
