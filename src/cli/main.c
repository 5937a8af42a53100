/* The command heco: finds the subcommand in the table and passes the rest of the line to it. */
#include <string.h>
#include <sys/stat.h>

#include "base/os.h"
#include "cli/command.h"
#include "cli/mpi_ranks.h"

static const cli_command *const main_commands[] = {
#define HECO_X(name) &cli_command_##name,
    CLI_COMMAND_LIST(HECO_X)
#undef HECO_X
};

enum {
    MAIN_COUNT = sizeof main_commands / sizeof main_commands[0],
    MAIN_USAGE = 44 /* a longer usage does not widen the overview */
};

const cli_command *cli_command_at(size_t index) {
    return index < MAIN_COUNT ? main_commands[index] : NULL;
}

/* Returns the command of exactly this name; NULL if there is none. */
static const cli_command *main_find_exact(const char *name) {
    for (size_t i = 0; i < MAIN_COUNT; i++)
        if (strcmp(main_commands[i]->name, name) == 0) return main_commands[i];
    return NULL;
}

const cli_command *cli_command_find(const char *name) {
    const cli_command *found = main_find_exact(name);
    const char        *names[MAIN_COUNT];
    heco_error         why;
    if (found != NULL) return found;
    for (size_t i = 0; i < MAIN_COUNT; i++) names[i] = main_commands[i]->name;
    heco_fail_name(&why, name, names, MAIN_COUNT, "a subcommand");
    cli_fail(CLI_USAGE, "%s See heco help", why.text);
    return NULL;
}

void cli_overview(FILE *out) {
    fprintf(out, "heco %s: constrained black-box optimisation\n\n", heco_version());
    size_t width = 0;
    for (size_t i = 0; i < MAIN_COUNT; i++) {
        size_t length = strlen(main_commands[i]->name) + strlen(main_commands[i]->usage) + 1;
        if (length > width && length <= MAIN_USAGE) width = length;
    }
    for (size_t i = 0; i < MAIN_COUNT; i++) {
        const cli_command *c    = main_commands[i];
        int                last = c->name[0] == '-'; /* its usage contains the name */
        int used = fprintf(out, "  heco %s%s%s", last ? "" : c->name, last ? "" : " ", c->usage);
        if (used > (int)width + 7) used = fprintf(out, "\n") - 1; /* the title gets its own line */
        fprintf(out, "%*s%s\n", (int)width + 9 - used, "", c->title);
    }
    fputs("\n`heco MODEL [options]` is short for heco solve. MODEL is suite:problem "
          "(cec2006:g10,\ncec2017:C05/30) or another kind shown by `heco list models`. "
          "`heco help SUBCOMMAND` shows the options.\n",
          out);
}

/* Translates options that are common in place of a subcommand. */
static const char *main_alias(const char *word) {
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return "help";
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0 ||
        strcmp(word, "-v") == 0) /* Pyomo asks for the version with -v */
        return "version";
    return word;
}

/* `heco beam.lua` means `heco solve beam.lua`: the word is a file or has the form of a model. */
static int main_is_model(const char *word) {
    struct stat about;
    if (word[0] == '-' || main_find_exact(word) != NULL) return 0;
    return heco_model_kind_of(word) != NULL || (stat(word, &about) == 0 && S_ISREG(about.st_mode));
}

/* Finds and runs the command. A first word that is a model means `solve`. */
static int main_run(int argc, char **argv) {
    if (argc < 2) {
        cli_overview(stderr);
        return CLI_USAGE;
    }
    const char *first = main_alias(argv[1]), *last = argv[argc - 1];
    /* AMPL's solvers list their keys if the last word is -=, with or without a stub. */
    if ((strcmp(last, "-=") == 0 || strcmp(last, "-?") == 0) && main_find_exact(first) == NULL)
        return cli_ampl_keys();
    /* AMPL calls a solver as `heco STUB -AMPL ...`; the row -AMPL parses the stub as well. */
    const cli_command *ampl = main_find_exact("-AMPL");
    if (argc > 2 && strcmp(argv[2], "-AMPL") == 0 && strcmp(first, "help") != 0 && ampl != NULL)
        return mpi_ranks_take_part(ampl) ? ampl->run(ampl, argc - 1, argv + 1) : CLI_OK;
    if (first[0] == '-' && main_find_exact(first) != NULL)
        return cli_fail(CLI_USAGE, "%s comes after the stub: heco STUB %s; see heco help %s", first,
                        first, first);
    int                model   = main_is_model(first);
    const cli_command *command = model ? main_find_exact("solve") : cli_command_find(first);
    if (command == NULL) return CLI_USAGE;
    if (!mpi_ranks_take_part(command)) return CLI_OK; /* only the first rank runs it */
    int skip = model ? 1 : 2;
    int code = command->run(command, argc - skip, argv + skip);
    /* A full disk or a closed pipe is detected here at the latest. If an earlier flush failed, only
     * the error flag of the stream is left. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == CLI_OK)
        code = cli_fail(CLI_ERROR, "standard output could not be written");
    return code;
}

int main(int argc, char **argv) {
    heco_os_begin_command();
    int code = mpi_ranks_begin();
    if (code < 0 && self_test_run() != CLI_OK) code = CLI_ERROR;
    if (code < 0) code = main_run(argc, argv);
    return mpi_ranks_end(code);
}
