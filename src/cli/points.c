#include "cli/points.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"

typedef struct {
    points             *out;
    const heco_problem *problem;
    const char         *path; /* for messages                                                */
    size_t              line, capacity;
    size_t              columns; /* fields on every line                                     */
    size_t             *column;  /* column of variable j                                     */
    int                 started; /* has the first line been seen?                            */
} points_reader;

/* Cuts the next field off *rest: up to a comma or semicolon, or in a line without them up to
 * a blank. Blanks and quotation marks around it go. NULL: no field left. */
static char *points_field(char **rest, const char *separators) {
    char *from = *rest;
    if (from == NULL) return NULL;
    if (separators[0] == ' ') {
        from += strspn(from, " \t");
        if (*from == '\0') return NULL;
    }
    char *end = from + strcspn(from, separators);
    *rest     = *end != '\0' ? end + 1 : NULL;
    *end      = '\0';
    while (*from == ' ' || *from == '\t' || *from == '"') from++;
    while (end > from && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '"')) *--end = '\0';
    return from;
}

static const char *points_separators(const char *line) {
    return strchr(line, ',') != NULL ? "," : strchr(line, ';') != NULL ? ";" : " \t";
}

/* Numbers, also nan and inf: those are refused as values, but make no header. */
static int points_is_number(const char *field) {
    char *end;
    (void)strtod(field, &end);
    return end != field && *end == '\0';
}

/* A line with a field that is no number. */
static int points_is_header(char *copy, const char *separators) {
    int   header = 0;
    char *field, *rest = copy;
    while ((field = points_field(&rest, separators)) != NULL) header |= !points_is_number(field);
    return header;
}

/* Where the variables are, by the names in the header. */
static int points_header(points_reader *r, char *line, const char *separators) {
    size_t n = r->problem->space.n, named = 0, columns = 0;
    char   buffer[24], *field, *rest                   = line;
    for (size_t j = 0; j < n; j++) r->column[j] = SIZE_MAX;
    for (; (field = points_field(&rest, separators)) != NULL; columns++)
        for (size_t j = 0; j < n; j++)
            if (r->column[j] == SIZE_MAX &&
                strcmp(field, heco_problem_x_name(r->problem, j, buffer)) == 0) {
                r->column[j] = columns;
                named++;
                break;
            }
    if (named < n && columns != n)
        return cli_fail(CLI_USAGE,
                        "%s: the header has %zu columns, but %s has %zu variables (%s, ...) and "
                        "they are not all named",
                        r->path, columns, r->problem->name, n,
                        heco_problem_x_name(r->problem, 0, buffer));
    for (size_t j = 0; named < n && j < n; j++) r->column[j] = j;
    r->columns = columns;
    return -1;
}

static int points_row(points_reader *r, char *line, const char *separators) {
    size_t n = r->problem->space.n, columns = 0;
    if (r->out->count == r->capacity) {
        size_t  grown = r->capacity > 0 ? 2 * r->capacity : 64;
        double *x     = realloc(r->out->x, grown * n * sizeof *x);
        if (x == NULL) return cli_fail(CLI_ERROR, "no memory for the points of %s", r->path);
        r->out->x = x, r->capacity = grown;
    }
    double *x = r->out->x + r->out->count * n;
    char   *field, *rest = line;
    for (; (field = points_field(&rest, separators)) != NULL; columns++)
        for (size_t j = 0; j < n; j++)
            if (r->column[j] == columns && !args_read_real(field, &x[j]))
                return cli_fail(CLI_USAGE, "%s:%zu: column %zu is \"%s\", not a finite number",
                                r->path, r->line, columns + 1, field);
    if (columns != r->columns)
        return cli_fail(CLI_USAGE, "%s:%zu: %zu columns instead of %zu, %s has %zu variables",
                        r->path, r->line, columns, r->columns, r->problem->name, n);
    r->out->count++;
    return -1;
}

static int points_line(points_reader *r, char *line) {
    line[strcspn(line, "\r\n")] = '\0';
    const char *separators      = points_separators(line);
    int         first           = !r->started;
    size_t      blank           = strspn(line, " \t");
    if (line[blank] == '\0' || line[blank] == '#') return -1;
    r->started = 1;
    if (first) {
        char *copy = strdup(line);
        if (copy == NULL) return cli_fail(CLI_ERROR, "no memory for the points of %s", r->path);
        int header = points_is_header(copy, separators);
        free(copy);
        if (header) return points_header(r, line, separators);
    }
    return points_row(r, line, separators);
}

static int points_all(points_reader *r, FILE *file) {
    char  *line = NULL;
    size_t size = 0;
    int    code = -1;
    while (code < 0 && getline(&line, &size, file) >= 0) {
        r->line++;
        code = points_line(r, line);
    }
    if (code < 0 && ferror(file)) code = cli_fail(CLI_ERROR, "%s: %s", r->path, strerror(errno));
    free(line);
    return code;
}

int points_read(points *out, const char *path, const heco_problem *problem) {
    size_t        n   = problem->space.n;
    int           own = strcmp(path, "-") != 0;
    points_reader r   = {.out     = out,
                         .problem = problem,
                         .path    = own ? path : "standard input",
                         .columns = n,
                         .column  = malloc(n * sizeof(size_t))};
    *out              = (points){.n = n};
    if (r.column == NULL) return cli_fail(CLI_ERROR, "no memory for the points of %s", r.path);
    for (size_t j = 0; j < n; j++) r.column[j] = j;
    FILE *file = own ? fopen(path, "r") : stdin;
    int   code = file != NULL ? points_all(&r, file)
                              : cli_fail(CLI_ERROR, "%s: %s", r.path, strerror(errno));
    if (code < 0 && out->count == 0)
        code = cli_fail(CLI_USAGE, "%s holds no point; write one per line, %zu numbers with commas",
                        r.path, n);
    if (own && file != NULL) fclose(file);
    free(r.column);
    if (code >= 0) points_free(out);
    return code;
}

void points_free(points *out) {
    free(out->x);
    *out = (points){0};
}
