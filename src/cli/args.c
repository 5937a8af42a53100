#include "cli/args.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/terminal.h"

enum { ARGS_NAMES_MAX = 64, ARGS_NAME_LENGTH = 48, ARGS_HELP_COLUMN = 28, ARGS_HELP_WIDTH = 92 };
enum { ARGS_HELP_NARROW = 40 }; /* columns; a terminal with fewer breaks the lines itself */

/* Prints with control characters replaced, except for the line breaks at both ends of `format`. */
static void cli_vprint(FILE *out, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    for (; *format == '\n'; format++) fputc('\n', out);
    size_t length = (size_t)vsnprintf(NULL, 0, format, list), breaks = strlen(format), end = breaks;
    char  *text = malloc(length + 1);
    while (breaks > 0 && format[breaks - 1] == '\n') breaks--;
    if (text != NULL) {
        vsnprintf(text, length + 1, format, again);
        text[length - (end - breaks)] = '\0';
        heco_text_clean(text);
        fputs(text, out);
        fputs(format + breaks, out);
    }
    free(text);
    va_end(again);
}

void cli_print(FILE *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    cli_vprint(out, format, list);
    va_end(list);
}

int cli_fail(int code, const char *format, ...) {
    va_list list;
    fold    folded;
    FILE   *out = fold_open(&folded, stderr, STDERR_FILENO);
    va_start(list, format);
    fputs("heco: ", out);
    cli_vprint(out, format, list);
    fputc('\n', out);
    va_end(list);
    fold_close(&folded);
    return code;
}

int cli_fail_status(heco_status status, const heco_error *error) {
    const char *text =
        error != NULL && error->text[0] != '\0' ? error->text : heco_status_text(status);
    switch (status) {
    case HECO_ERR_MEMORY:
    case HECO_ERR_ORDER:
    case HECO_ERR_EVAL:
    case HECO_ERR_IO: return cli_fail(CLI_ERROR, "%s", text);
    default: return cli_fail(CLI_USAGE, "%s", text);
    }
}

int cli_fail_memory(void) { return cli_fail_status(HECO_ERR_MEMORY, NULL); }

int args_read_real(const char *text, double *value) {
    double v;
    if (!heco_text_double(text, &v) || !isfinite(v)) return 0;
    *value = v;
    return 1;
}

const char *args_print_real(char *out, double value) {
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(out, ARGS_REAL_SIZE, "%.*g", digits, value);
        if (strtod(out, NULL) == value) break;
    }
    return out;
}

int args_read_count(const char *text, uint64_t *value) {
    return isdigit((unsigned char)text[0]) && heco_text_uint64(text, value);
}

/* Counts *index down by the rows of the table. Returns the row at which it is 0 and adds the place
 * of its struct to *offset; NULL if the table has fewer rows. */
static const args_option *args_seek(const args_option *rows, size_t *index, size_t *offset) {
    for (; rows != NULL && rows->kind != ARGS_NONE; rows++) {
        if (rows->kind != ARGS_ROWS) {
            if ((*index)-- == 0) return rows;
            continue;
        }
        const args_option *found = args_seek(rows->rows, index, offset);
        if (found == NULL) continue;
        *offset += rows->offset;
        return found;
    }
    return NULL;
}

const args_option *args_row_at(const args_option *rows, size_t index, size_t *offset) {
    size_t             outer = 0;
    const args_option *row   = args_seek(rows, &index, &outer);
    if (row != NULL && offset != NULL) *offset = outer + row->offset;
    return row;
}

/* Finds the row of a name, or of a letter if `name` is NULL, and the place of its destination. */
static const args_option *args_find(const args_option *rows, const char *name, size_t length,
                                    char letter, size_t *offset) {
    const args_option *row;
    for (size_t i = 0; (row = args_row_at(rows, i, offset)) != NULL; i++)
        if (name == NULL ? row->letter == letter
                         : strlen(row->name) == length && memcmp(row->name, name, length) == 0)
            return row;
    return NULL;
}

/* The option names as they are typed; an unknown name is compared with them. */
typedef struct {
    char        text[ARGS_NAMES_MAX][ARGS_NAME_LENGTH];
    const char *name[ARGS_NAMES_MAX];
    size_t      count;
} args_names;

/* Adds "--name"; names beyond ARGS_NAMES_MAX are dropped. */
static void args_names_add(args_names *names, const char *name) {
    if (names->count == ARGS_NAMES_MAX) return;
    snprintf(names->text[names->count], ARGS_NAME_LENGTH, "--%s", name);
    names->name[names->count] = names->text[names->count];
    names->count++;
}

/* Prints the nearest option names. Returns the exit code. */
static int args_fail_unknown(const cli_command *self, const char *word, size_t length) {
    args_names         names = {.count = 0};
    char               typed[ARGS_NAME_LENGTH];
    heco_error         why;
    const args_option *row;
    snprintf(typed, sizeof typed, "%.*s", (int)length, word);
    for (size_t i = 0; (row = args_row_at(self->options, i, NULL)) != NULL; i++)
        args_names_add(&names, row->name);
    args_names_add(&names, "help");
    heco_fail_name(&why, typed, names.name, names.count, "an option of heco %s", self->name);
    return cli_fail(CLI_USAGE, "%s See heco help %s", why.text, self->name);
}

/* Prints the range of the option. Returns the exit code. */
static int args_fail_range(const cli_command *self, const args_option *row, const char *value) {
    char range[80] = "";
    if (row->kind == ARGS_REAL && row->min < row->max && isfinite(row->max))
        snprintf(range, sizeof range, " from %g to %g", row->min, row->max);
    else if (row->kind == ARGS_REAL && row->min < row->max)
        snprintf(range, sizeof range, " of at least %g", row->min);
    else if (row->kind != ARGS_REAL && row->max > 0)
        snprintf(range, sizeof range, " from %.0f to %.0f", row->min, row->max);
    else if (row->kind != ARGS_REAL) snprintf(range, sizeof range, " of at least %.0f", row->min);
    return cli_fail(CLI_USAGE, "%s --%s needs a %s%s, not \"%s\"", self->name, row->name,
                    row->kind == ARGS_REAL ? "number" : "whole number", range, value);
}

/* Converts the value to the kind of the row and stores it at `at`. */
static int args_store(const cli_command *self, const args_option *row, void *at,
                      const char *value) {
    uint64_t count;
    double   real;
    switch (row->kind) {
    case ARGS_FLAG: *(int *)at = 1; return -1;
    case ARGS_TEXT: *(const char **)at = value; return -1;
    case ARGS_LIST: return args_append(at, value);
    case ARGS_COUNT:
    case ARGS_NUMBER:
    case ARGS_AUTO:
        if (row->kind == ARGS_AUTO && strcmp(value, "auto") == 0) {
            *(unsigned *)at = ARGS_IS_AUTO;
            return -1;
        }
        if (!args_read_count(value, &count) || (double)count < row->min ||
            (row->max > 0 && (double)count > row->max) ||
            (row->kind != ARGS_COUNT && count >= UINT32_MAX))
            return args_fail_range(self, row, value);
        if (row->kind == ARGS_COUNT) *(uint64_t *)at = count;
        else *(unsigned *)at = (unsigned)count;
        return -1;
    case ARGS_REAL:
        if (!args_read_real(value, &real) ||
            (row->min < row->max && !(real >= row->min && real <= row->max)))
            return args_fail_range(self, row, value);
        *(double *)at = real;
        return -1;
    default:
        return cli_fail(CLI_ERROR, "the option table of %s has a row of unknown kind", self->name);
    }
}

/* Returns 1 if the word is one of the command's options, so that it is hardly meant as a value. */
static int args_is_option(const cli_command *self, const char *word) {
    return strncmp(word, "--", 2) == 0 && word[2] != '\0' &&
           args_find(self->options, word + 2, strcspn(word + 2, "="), 0, NULL) != NULL;
}

/* Parses the option at argv[*i]. Advances *i if the value is a word of its own. */
static int args_option_at(const cli_command *self, void *into, int argc, char **argv, int *i) {
    char       *word    = argv[*i];
    int         is_long = word[1] == '-';
    const char *equal   = is_long ? strchr(word, '=') : NULL;
    size_t      length  = equal != NULL ? (size_t)(equal - word) : strlen(word);
    const char *value   = equal != NULL ? equal + 1 : !is_long && word[2] != '\0' ? word + 2 : NULL;
    size_t             offset;
    const args_option *row = is_long ? args_find(self->options, word + 2, length - 2, 0, &offset)
                                     : args_find(self->options, NULL, 0, word[1], &offset);
    if (row == NULL) return args_fail_unknown(self, word, length);
    if (row->kind == ARGS_FLAG && value != NULL)
        return cli_fail(CLI_USAGE, "%s --%s takes no value", self->name, row->name);
    if (row->kind != ARGS_FLAG && value == NULL) {
        if (*i + 1 >= argc)
            return cli_fail(CLI_USAGE, "%s --%s needs a value: --%s %s", self->name, row->name,
                            row->name, row->value);
        value = argv[++*i];
        if (args_is_option(self, value))
            return cli_fail(CLI_USAGE,
                            "%s --%s needs a value, but %s is an option: write --%s=%s if it is "
                            "the value",
                            self->name, row->name, value, row->name, value);
    }
    return args_store(self, row, (char *)into + offset, value);
}

/* Refuses a command without its words. The usage names them, in capitals and in their order. */
static int args_fail_missing(const cli_command *self, int words) {
    const char *at = self->usage;
    for (int skip = words; skip > 0 && strchr(at, ' ') != NULL; skip--) at = strchr(at, ' ') + 1;
    if (!isupper((unsigned char)*at)) at = "an argument";
    return cli_fail(CLI_USAGE, "%s needs %.*s; usage: heco %s %s", self->name,
                    (int)(isupper((unsigned char)*at) ? strcspn(at, " ") : strlen(at)), at,
                    self->name, self->usage);
}

int args_parse(const cli_command *self, void *into, int *argc, char **argv) {
    int words = 0, plain = 0;
    for (int i = 0; i < *argc; i++) {
        char *word = argv[i];
        if (plain || word[0] != '-' || word[1] == '\0') argv[words++] = word;
        else if (strcmp(word, "--") == 0) plain = 1;
        else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            args_help(self, stdout);
            return CLI_OK;
        } else {
            int code = args_option_at(self, into, *argc, argv, &i);
            if (code >= 0) return code;
        }
    }
    *argc = words;
    if (words < self->words_min) return args_fail_missing(self, words);
    if (words > self->words_max)
        return cli_fail(CLI_USAGE, "%s does not understand %s; usage: heco %s %s", self->name,
                        argv[self->words_max], self->name, self->usage);
    return -1;
}

void args_free(const cli_command *self, void *into) {
    size_t             offset;
    const args_option *row;
    for (size_t i = 0; (row = args_row_at(self->options, i, &offset)) != NULL; i++) {
        args_list *list = (args_list *)(void *)((char *)into + offset);
        if (row->kind != ARGS_LIST) continue;
        free(list->item);
        *list = (args_list){0};
    }
}

/* Returns the width of help: that of a narrow terminal, else ARGS_HELP_WIDTH. */
static int args_help_width(void) {
    int columns = terminal_columns(STDOUT_FILENO, ARGS_HELP_WIDTH);
    return columns >= ARGS_HELP_NARROW && columns < ARGS_HELP_WIDTH ? columns : ARGS_HELP_WIDTH;
}

/* Breaks `text` between words; the lines after the first start at `column`. */
static void args_wrap(FILE *out, const char *text, size_t size, int column) {
    int         at = column, width = args_help_width();
    const char *end = text + size;
    while (text < end) {
        size_t length = 0;
        while (text + length < end && strchr(" \n", text[length]) == NULL) length++;
        if (at > column && at + (int)length + 1 > width) {
            fprintf(out, "\n%*s", column, "");
            at = column;
        } else if (at > column) {
            fputc(' ', out);
            at++;
        }
        fwrite(text, 1, length, out);
        at += (int)length;
        text += length;
        while (text < end && strchr(" \n", *text) != NULL) text++;
    }
    fputc('\n', out);
}

/* Prints the text of a command as it is written, or with other line ends on a narrow terminal: a
 * paragraph is broken again, an indented line stays. */
static void args_help_text(FILE *out, const char *text) {
    if (args_help_width() == ARGS_HELP_WIDTH) {
        fprintf(out, "%s\n", text);
        return;
    }
    while (*text != '\0') {
        const char *end = text;
        while (*end != '\0' && !(*end == '\n' && (end[1] == ' ' || end[1] == '\n' || *text == ' ')))
            end++;
        if (*text == ' ') fprintf(out, "%.*s\n", (int)(end - text), text);
        else args_wrap(out, text, (size_t)(end - text), 0);
        text = *end == '\n' ? end + 1 : end;
    }
}

static void args_help_rows(const args_option *rows, FILE *out) {
    const args_option *row;
    for (size_t i = 0; (row = args_row_at(rows, i, NULL)) != NULL; i++) {
        char left[80], letter[8] = "";
        if (row->letter != 0) snprintf(letter, sizeof letter, "-%c, ", row->letter);
        snprintf(left, sizeof left, "  %s--%s%s%s", letter, row->name,
                 row->kind == ARGS_FLAG ? "" : " ", row->kind == ARGS_FLAG ? "" : row->value);
        fprintf(out, "%-*s", ARGS_HELP_COLUMN, left);
        if (strlen(left) + 1 > ARGS_HELP_COLUMN) fprintf(out, "\n%*s", ARGS_HELP_COLUMN, "");
        args_wrap(out, row->help, strlen(row->help), ARGS_HELP_COLUMN);
    }
}

void args_help(const cli_command *self, FILE *out) {
    int last = self->name[0] == '-'; /* the usage contains the name */
    fprintf(out, "usage: heco %s%s%s\n\n", last ? "" : self->name, last ? "" : " ", self->usage);
    args_help_text(out, self->title);
    if (self->help != NULL) {
        fputc('\n', out);
        args_help_text(out, self->help);
    }
    if (self->options == NULL || self->options->kind == ARGS_NONE) return;
    fputs("\noptions:\n", out);
    args_help_rows(self->options, out);
}
