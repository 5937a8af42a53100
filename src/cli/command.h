/* The subcommands, one row each: HECO_X(name) stands for `cli_command_name` in cmd_name.c. A row
 * whose name begins with a hyphen is not the first word: `heco STUB -AMPL`. */
#ifndef HECO_CLI_COMMAND_H
#define HECO_CLI_COMMAND_H

#include "cli/args.h"

/* clang-format off */
#define CLI_COMMAND_LIST(HECO_X) \
    HECO_X(solve)                \
    HECO_X(resume)               \
    HECO_X(init)                 \
    HECO_X(answers)              \
    HECO_X(eval)                 \
    HECO_X(bench)                \
    HECO_X(rank)                 \
    HECO_X(report)               \
    HECO_X(watch)                \
    HECO_X(db)                   \
    HECO_X(list)                 \
    HECO_X(data)                 \
    HECO_X(completion)           \
    HECO_X(version)              \
    HECO_X(help)                 \
    HECO_X(ampl)
/* clang-format on */

#define HECO_X(name) extern const cli_command cli_command_##name;
CLI_COMMAND_LIST(HECO_X)
#undef HECO_X

/* Returns a row of the table; NULL past the end. */
const cli_command *cli_command_at(size_t index);
/* Finds a row by name. If there is none, prints the nearest names and returns NULL. */
const cli_command *cli_command_find(const char *name);
/* Prints the list of subcommands with their titles. */
void cli_overview(FILE *out);
/* Prints the keys of heco STUB -AMPL on standard output. Returns the exit code. */
int cli_ampl_keys(void);

/* ---- self_test.c ---- */

/* Evaluates one problem of a suite at one point and compares the bits of f with the known value, so
 * that a build whose code does not work on this machine ends with an error instead of an answer.
 * Returns CLI_OK, or CLI_ERROR after a message. */
int self_test_run(void);

#endif
