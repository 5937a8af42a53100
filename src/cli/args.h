/* Commands and their options are tables: one row per option with its type, help and destination.
 * The parser, the help text and "did you mean" read the same rows.
 *
 *     typedef struct { uint64_t runs; const char *db; args_list set; } foo_args;
 *     static const args_option foo_options[] = {
 *         {"runs", 0, ARGS_COUNT, offsetof(foo_args, runs), "N", "runs per problem", 1, 0, NULL},
 *         {"db", 0, ARGS_TEXT, offsetof(foo_args, db), "FILE", "the results database", 0, 0, NULL},
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
 * and a row HECO_X(foo) in command.h.
 *
 * Functions of the command that return a `code` return -1 if the work goes on. Otherwise help or
 * a message is printed and the code is the exit code. */
#ifndef HECO_CLI_ARGS_H
#define HECO_CLI_ARGS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "heco/common.h"

#define CLI_FORMAT HECO_FORMAT(2, 3)

/* Exit codes of the command: scripts rely on them. */
enum {
    CLI_OK          = 0,  /* a feasible point was found; for other commands: success         */
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
    ARGS_NUMBER, /* unsigned, with the same limits                                           */
    ARGS_AUTO,   /* the same, or the word auto, which is stored as ARGS_IS_AUTO              */
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
#define ARGS_END \
    { NULL, 0, ARGS_NONE, 0, NULL, NULL, 0, 0, NULL }
#define ARGS_INCLUDE(offset, rows) \
    { NULL, 0, ARGS_ROWS, offset, NULL, NULL, 0, 0, rows }

/* Returns row `index` of a table, with the rows it includes in their place; NULL past the end. Sets
 * *offset, unless `offset` is NULL, to the place of the row's destination. */
const args_option *args_row_at(const args_option *rows, size_t index, size_t *offset);

typedef struct {
    const char **item; /* texts belong to argv                                               */
    size_t       count;
} args_list;

typedef struct cli_command cli_command;
struct cli_command {
    const char        *name;
    const char        *usage; /* the usage line after the name: "MODEL [options]"            */
    const char        *title; /* one line                                                    */
    const char        *help;  /* further paragraphs, or NULL                                 */
    const args_option *options;
    int                words_min, words_max; /* number of words besides the options           */
    /* argv holds the words after the name of the command. Returns the exit code. */
    int (*run)(const cli_command *self, int argc, char **argv);
};

/* Fills `into`. Leaves the words that are not options in argv and their number in argc.
 * Returns -1 if the command shall run, else the exit code: the help or a message is printed. */
int  args_parse(const cli_command *self, void *into, int *argc, char **argv);
void args_free(const cli_command *self, void *into);
/* Prints usage, title, paragraphs and option rows. */
void args_help(const cli_command *self, FILE *out);

/* Reads the whole text as a count ("2e5" too) or as a finite number. Returns 1, or 0 if it is not
 * one. */
int args_read_count(const char *text, uint64_t *value);
int args_read_real(const char *text, double *value);
/* Writes the shortest text that reads back as the same number into `out`, of ARGS_REAL_SIZE bytes.
 * Returns `out`. */
enum { ARGS_REAL_SIZE = 32 };
const char *args_print_real(char *out, double value);

/* Prints text that may contain names from a file: of a model, a journal or a database. Control
 * characters become '?' and line breaks become blanks, so that a name cannot move the cursor or add
 * a line. Line breaks at the beginning and at the end of `format` are kept. */
CLI_FORMAT void cli_print(FILE *out, const char *format, ...);

/* Prints the line "heco: ..." on standard error in the same way. Returns `code`. */
CLI_FORMAT int cli_fail(int code, const char *format, ...);
/* Prints the message of a library error. Returns the exit code that follows from the status. */
int cli_fail_status(heco_status status, const heco_error *error);
int cli_fail_memory(void);

/* Appends to a list, which args_free() or free() of its items releases. Returns -1 on success. */
static inline int args_append(args_list *list, const char *value) {
    const char **grown = realloc(list->item, (list->count + 1) * sizeof *grown);
    if (grown == NULL) return cli_fail_memory();
    list->item           = grown;
    grown[list->count++] = value;
    return -1;
}

#endif
