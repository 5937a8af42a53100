/* heco init: writes a working example of a model into a folder. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/os.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/solve/settings.h"

static const args_option cmd_init_options[] = {ARGS_END};

/* The example of `heco init run`: a steel tube that carries a load at its end. */
static const char cmd_init_deck[] =
    "# A problem with one command per point. See docs/guide/deck.md, and try:\n"
    "#     heco solve tube.deck --evals 300 --workers 2\n"
    "\n"
    "template   input.txt.template              # becomes input.txt, with the values of a point\n"
    "command    awk -f {{heco_folder}}/tube.awk input.txt\n"
    "\n"
    "variable   diameter  20 100  unit=mm\n"
    "variable   thickness 1 10    unit=mm start=3\n"
    "\n"
    "output     result.txt                      # the outputs below stand in this file\n"
    "minimise   mass       unit=kg              key=mass\n"
    "constraint stress     <= 180 unit=N/mm2    key=stress\n"
    "constraint deflection <= 4   unit=mm       match=\"deflection at the end: *([^ ]+) mm\"\n"
    "constraint bore       >= 15  unit=mm       key=bore\n";

static const char cmd_init_template[] = "# input of tube.awk\n"
                                        "diameter  {{diameter}}\n"
                                        "thickness {{thickness %.10g}}\n"
                                        "length    1200\n"
                                        "load      900\n";

static const char cmd_init_awk[] =
    "# A simulation: reads input.txt and writes result.txt, both in the folder of the point.\n"
    "{ value[$1] = $2 }\n"
    "END {\n"
    "    pi = 3.14159265358979; D = value[\"diameter\"]; d = D - 2 * value[\"thickness\"]\n"
    "    if (d <= 0) { print \"the bore is closed\" > \"/dev/stderr\"; exit 1 }\n"
    "    I = pi * (D ^ 4 - d ^ 4) / 64; L = value[\"length\"]; F = value[\"load\"]\n"
    "    printf \"mass = %.15g\\n\", 7.85e-6 * L * pi * (D ^ 2 - d ^ 2) / 4 > \"result.txt\"\n"
    "    printf \"stress = %.15g\\n\", F * L * D / 2 / I > \"result.txt\"\n"
    "    printf \"deflection at the end: %.15g mm\\n\", F * L ^ 3 / (3 * 210000 * I) "
    "> \"result.txt\"\n"
    "    printf \"bore = %.15g\\n\", d > \"result.txt\"\n"
    "}\n";

/* The files of each example. */
static const struct {
    const char *kind, *name, *text;
} cmd_init_files[] = {
    {"run", "tube.deck", cmd_init_deck},
    {"run", "input.txt.template", cmd_init_template},
    {"run", "tube.awk", cmd_init_awk},
};

enum { CMD_INIT_FILES = sizeof cmd_init_files / sizeof cmd_init_files[0] };

/* Writes one file; a file that is there is not replaced. */
static int cmd_init_write(const char *folder, const char *name, const char *text) {
    char        path[SETTINGS_PATH];
    struct stat about;
    output      out;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path)
        return cli_fail(CLI_USAGE, "the path of the folder is too long");
    if (lstat(path, &about) == 0)
        return cli_fail(CLI_USAGE, "%s is there already: choose another folder", path);
    int code = output_open(&out, path);
    if (code >= 0) return code;
    fputs(text, out.file);
    return output_commit(&out);
}

static int cmd_init_run(const cli_command *self, int argc, char **argv) {
    struct {
        int none;
    } args   = {0};
    int code = args_parse(self, &args, &argc, argv);
    if (code >= 0) return code;
    const char *kind = argv[0], *folder = argc > 1 ? argv[1] : ".";
    if (strcmp(kind, "run") != 0) return cli_fail(CLI_USAGE, "init knows run, not '%s'", kind);
    if (heco_os_make_folder(folder) != 0 && errno != EEXIST)
        return cli_fail(CLI_ERROR, "the folder %s cannot be made: %s", folder, strerror(errno));
    for (size_t i = 0; i < CMD_INIT_FILES && code < 0; i++)
        code = cmd_init_write(folder, cmd_init_files[i].name, cmd_init_files[i].text);
    if (code >= 0) return code;
    for (size_t i = 0; i < CMD_INIT_FILES; i++)
        cli_print(stdout, "%s/%s\n", folder, cmd_init_files[i].name);
    cli_print(stdout, "try: heco solve %s/%s --evals 300\n", folder, cmd_init_files[0].name);
    return CLI_OK;
}

const cli_command cli_command_init = {
    "init",
    "run [FOLDER]",
    "write a working example of a model",
    "heco init run writes a deck (tube.deck), a template and a simulation in awk: a problem with\n"
    "one command per point, see heco list models. Files that are there are not replaced.",
    cmd_init_options,
    1,
    2,
    cmd_init_run};
