/* Commands and their options as tables: one row per option with its type, help and
 * destination. The parser, the help text and "did you mean" all read the same rows.
 *
 *     typedef struct { uint64_t runs; const char *db; args_list set; } foo_args;
 *     static const args_option foo_options[] = {
 *         {"runs", 0, ARGS_COUNT, offsetof(foo_args, runs), "N", "runs per problem", 1, 0, NULL},
 *         {"db", 0, ARGS_TEXT, offsetof(foo_args, db), "FILE", "where results go", 0, 0, NULL},
 *         ARGS_INCLUDE(offsetof(foo_args, common), settings_options),   // rows shared by commands
 *         ARGS_END};
 *     static int foo_run(const cli_command *self, int argc, char **argv) {
 *         foo_args args = {.runs = 25};                       // defaults
 *         int code = args_parse(self, &args, &argc, argv);    // argv keeps the other words
 *         if (code < 0) code = foo_work(&args, argc, argv);
 *         args_free(self, &args);
 *         return code;
 *     }
 *     const cli_command cli_command_foo = {"foo", "WORD [options]", "one line", "more words",
 *                                          foo_options, 1, 1, foo_run};
 *
 * and a row HECO_X(foo) in command.h. */
#ifndef HECO_CLI_ARGS_H
#define HECO_CLI_ARGS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "heco/common.h"

/* Exit codes of the command: scripts rely on them. */
enum {
    CLI_OK          = 0,  /* a feasible point was found; for other commands: done            */
    CLI_ERROR       = 1,  /* internal or input/output error                                  */
    CLI_USAGE       = 2,  /* wrong usage or a bad model                                      */
    CLI_INFEASIBLE  = 3,  /* finished without a feasible point                               */
    CLI_FAILED      = 4,  /* too many failed evaluations                                     */
    CLI_INTERRUPTED = 130 /* interrupted after saving                                        */
};

typedef enum {
    ARGS_NONE,   /* ends a table                                                              */
    ARGS_ROWS,   /* more rows from another table, for a struct inside the destination         */
    ARGS_FLAG,   /* int, set to 1; takes no value                                             */
    ARGS_TEXT,   /* const char *                                                              */
    ARGS_LIST,   /* args_list; the option may be repeated                                     */
    ARGS_COUNT,  /* uint64_t, at least min, at most max unless max is 0; "2e5" is understood  */
    ARGS_NUMBER, /* unsigned, likewise                                                       */
    ARGS_AUTO,   /* the same, or the word auto: ARGS_IS_AUTO                                 */
    ARGS_REAL    /* double, finite, from min to max unless both are 0                         */
} args_kind;

#define ARGS_IS_AUTO UINT32_MAX

typedef struct args_option args_option;
struct args_option {
    const char        *name;   /* as typed, without the two hyphens                          */
    char               letter; /* short form, or 0                                           */
    args_kind          kind;
    size_t             offset; /* of the destination in the caller's struct                  */
    const char        *value;  /* placeholder in the help text: "N", "FILE"                  */
    const char        *help;
    double             min, max;
    const args_option *rows; /* ARGS_ROWS only                                             */
};
#define ARGS_END                                                                                   \
    { NULL, 0, ARGS_NONE, 0, NULL, NULL, 0, 0, NULL }
#define ARGS_INCLUDE(offset, rows)                                                                 \
    { NULL, 0, ARGS_ROWS, offset, NULL, NULL, 0, 0, rows }

typedef struct {
    const char **item; /* texts belong to argv                                               */
    size_t       count;
} args_list;

typedef struct cli_command cli_command;
struct cli_command {
    const char        *name;
    const char        *usage; /* what follows the name: "MODEL [options]"                    */
    const char        *title; /* one line                                                    */
    const char        *help;  /* further paragraphs, or NULL                                 */
    const args_option *options;
    int                words_min, words_max; /* how many words besides the options           */
    /* argv holds what was typed after the name. Returns the exit code. */
    int (*run)(const cli_command *self, int argc, char **argv);
};

/* Fills `into` and leaves the words that are not options in argv, their number in argc.
 * Returns -1 to go on, or the exit code: help was printed, or the usage was wrong (said). */
int  args_parse(const cli_command *self, void *into, int *argc, char **argv);
void args_free(const cli_command *self, void *into);
/* Usage, title, paragraphs and option rows. */
void args_help(const cli_command *self, FILE *out);

/* Whole text as a count ("2e5" too) or a finite number: 1 and the value, else 0. */
int args_read_count(const char *text, uint64_t *value);
int args_read_real(const char *text, double *value);
/* The shortest text that reads back as the same number, in `out` of ARGS_REAL_SIZE. */
enum { ARGS_REAL_SIZE = 32 };
const char *args_print_real(char *out, double value);

/* One line "heco: ..." on standard error. Returns `code`, so that a refusal is one line. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int cli_fail(int code, const char *format, ...);
/* The same for a failure of the library; the exit code follows from the status. */
int cli_fail_status(heco_status status, const heco_error *error);
int cli_fail_memory(void);

#endif
