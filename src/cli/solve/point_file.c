#include "cli/solve/point_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "base/array.h"
#include "base/file.h"
#include "base/os.h"
#include "cli/args.h"

typedef struct {
    points             *out;
    const heco_problem *problem;
    const char         *path; /* for messages                                                */
    size_t              line, capacity;
    size_t              columns;    /* number of fields on every line                          */
    size_t             *variable;   /* of each column: a variable; n + k: value k; SIZE_MAX: none */
    int                 has_values; /* the header names f and every constraint               */
    int                 started;    /* the first line has been read                            */
} point_file_reader;

/* Cuts the next field off *rest, without surrounding blanks and quotation marks. Returns NULL if no
 * field is left. */
static char *point_file_field(char **rest, const char *separators) {
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

static const char *point_file_separators(const char *line) {
    return strchr(line, ',') != NULL ? "," : strchr(line, ';') != NULL ? ";" : " \t";
}

/* Accepts nan and inf: they are refused as values, but do not make the line a header. */
static int point_file_is_number(const char *field) {
    char *end;
    (void)strtod(field, &end);
    return end != field && *end == '\0';
}

static int point_file_memory(const point_file_reader *r) {
    return cli_fail(CLI_ERROR, "out of memory for the points of %s", r->path);
}

/* Returns 1 if a field of the line is not a number. Counts the fields. */
static int point_file_is_header(char *copy, const char *separators, size_t *columns) {
    int   header = 0;
    char *field, *rest = copy;
    for (*columns = 0; (field = point_file_field(&rest, separators)) != NULL; ++*columns)
        header |= !point_file_is_number(field);
    return header;
}

/* Returns the variable of that name, n if there is none. Tries `expected` first, because most
 * headers have the order of the problem. */
static size_t point_file_variable(const heco_problem *p, const char *name, size_t expected) {
    char   buffer[24];
    size_t n = p->space.n, j = 0;
    if (expected < n && strcmp(name, heco_problem_x_name(p, expected, buffer)) == 0)
        return expected;
    while (j < n && strcmp(name, heco_problem_x_name(p, j, buffer)) != 0) j++;
    return j;
}

/* Returns n for f, n + 1 + k for constraint k, SIZE_MAX for another name. */
static size_t point_file_value(const heco_problem *p, const char *name) {
    char   buffer[24];
    size_t n = p->space.n, m = p->space.ng + p->space.nh;
    if (strcmp(name, "f") == 0) return n;
    for (size_t k = 0; k < m; k++)
        if (strcmp(name, heco_problem_c_name(p, k, buffer)) == 0) return n + 1 + k;
    return SIZE_MAX;
}

/* Fills r->variable by the names in the header. Returns the number of variables it names. Sets
 * *moved if a column names a variable of another position. */
static size_t point_file_names(point_file_reader *r, char *line, const char *separators,
                               unsigned char *seen, int *moved) {
    size_t named = 0, next = 0, values = 0, n = r->problem->space.n;
    char  *field, *rest = line;
    for (size_t c = 0; (field = point_file_field(&rest, separators)) != NULL; c++) {
        size_t j = point_file_variable(r->problem, field, next);
        *moved |= j < n && (j != c || seen[j]);
        r->variable[c] = j < n && !seen[j] ? j : SIZE_MAX;
        if (r->variable[c] == SIZE_MAX) {
            size_t v = j == n ? point_file_value(r->problem, field) : SIZE_MAX;
            if (v != SIZE_MAX && !seen[v]) r->variable[c] = v, seen[v] = 1, values++;
            continue;
        }
        seen[j] = 1;
        next    = j + 1;
        named++;
    }
    r->has_values = values == r->out->m;
    for (r->out->lacks = 0; r->out->lacks < r->out->m && seen[n + r->out->lacks];) r->out->lacks++;
    return named;
}

/* Sets r->columns and r->variable from the header line. */
static int point_file_read_header(point_file_reader *r, char *line, const char *separators,
                                  size_t columns) {
    size_t         n = r->problem->space.n;
    char           buffer[24];
    int            moved = 0;
    unsigned char *seen  = calloc(n + r->out->m, 1);
    size_t        *grown = realloc(r->variable, (columns > n ? columns : n) * sizeof *grown);
    if (grown != NULL) r->variable = grown;
    if (seen == NULL || grown == NULL) {
        free(seen);
        return point_file_memory(r);
    }
    size_t named  = point_file_names(r, line, separators, seen, &moved);
    size_t absent = 0;
    int    values = memchr(seen + n, 1, r->out->m) != NULL;
    while (absent < n && seen[absent]) absent++;
    free(seen);
    r->columns = columns;
    if (named == n) return -1;
    const char *first = heco_problem_x_name(r->problem, absent, buffer);
    if (columns != n || values)
        return cli_fail(CLI_USAGE,
                        "%s: the header has %zu columns, but %s has %zu variables and '%s' is not "
                        "named: add its column",
                        r->path, columns, r->problem->name, n, first);
    if (moved)
        return cli_fail(CLI_USAGE,
                        "%s: the header names some variables of %s in another order, but not "
                        "all: name all (%s, ...) or none",
                        r->path, r->problem->name, first);
    for (size_t j = 0; j < n; j++) r->variable[j] = j;
    r->has_values = 0;
    return -1;
}

/* Makes room for more points. Returns 0 if memory is missing. */
static int point_file_grow(point_file_reader *r) {
    points *out   = r->out;
    size_t  grown = r->capacity > 0 ? 2 * r->capacity : 64;
    if (!heco_array_resize(&out->x, grown, out->n * sizeof *out->x)) return 0;
    if (r->has_values && !heco_array_resize(&out->value, grown, out->m * sizeof *out->value))
        return 0;
    r->capacity = grown;
    return 1;
}

/* Appends the point of a line to r->out. */
static int point_file_add_point(point_file_reader *r, char *line, const char *separators) {
    size_t n = r->problem->space.n, columns = 0;
    if (r->out->count == r->capacity && !point_file_grow(r)) return point_file_memory(r);
    double *x     = r->out->x + r->out->count * n;
    double *value = r->has_values ? r->out->value + r->out->count * r->out->m : NULL;
    char   *field, *rest = line;
    for (; (field = point_file_field(&rest, separators)) != NULL; columns++) {
        size_t j = columns < r->columns ? r->variable[columns] : SIZE_MAX;
        if (j != SIZE_MAX && j >= n) {
            if (value != NULL && !args_read_real(field, &value[j - n])) value[j - n] = NAN;
        } else if (j != SIZE_MAX && !args_read_real(field, &x[j]))
            return cli_fail(CLI_USAGE, "%s:%zu: column %zu is \"%s\", not a finite number", r->path,
                            r->line, columns + 1, field);
    }
    if (columns != r->columns)
        return cli_fail(CLI_USAGE, "%s:%zu: %zu columns instead of %zu, %s has %zu variables",
                        r->path, r->line, columns, r->columns, r->problem->name, n);
    r->out->count++;
    return -1;
}

/* Reads a line as header, point, blank line or comment; sets r->started. */
static int point_file_read_line(point_file_reader *r, char *line) {
    line[strcspn(line, "\r\n")] = '\0';
    const char *separators      = point_file_separators(line);
    int         first           = !r->started;
    size_t      blank           = strspn(line, " \t");
    if (line[blank] == '\0' || line[blank] == '#') return -1;
    r->started = 1;
    if (first) {
        size_t columns;
        char  *copy = strdup(line);
        if (copy == NULL) return point_file_memory(r);
        int header = point_file_is_header(copy, separators, &columns);
        free(copy);
        if (header) return point_file_read_header(r, line, separators, columns);
    }
    return point_file_add_point(r, line, separators);
}

/* Reads all lines. */
static int point_file_read_all(point_file_reader *r, FILE *file) {
    char   *line = NULL;
    size_t  size = 0;
    ssize_t length;
    int     code = -1;
    while (code < 0 && !heco_file_is_binary(file) && (length = getline(&line, &size, file)) >= 0) {
        r->line++;
        code = strlen(line) == (size_t)length
                   ? point_file_read_line(r, line)
                   : cli_fail(CLI_USAGE, "%s:%zu: not a text file", r->path, r->line);
    }
    if (code < 0 && heco_file_is_binary(file))
        code = cli_fail(CLI_USAGE, "%s:%zu: not a text file", r->path, r->line + 1);
    if (code < 0 && ferror(file)) code = cli_fail(CLI_ERROR, "%s: %s", r->path, strerror(errno));
    free(line);
    return code;
}

int point_file_read(points *out, const char *path, const heco_problem *problem) {
    size_t            n   = problem->space.n;
    int               own = strcmp(path, "-") != 0;
    point_file_reader r   = {.out      = out,
                             .problem  = problem,
                             .path     = own ? path : "standard input",
                             .columns  = n,
                             .variable = malloc(n * sizeof(size_t))};
    *out                  = (points){.n = n, .m = 1 + problem->space.ng + problem->space.nh};
    if (r.variable == NULL) return point_file_memory(&r);
    for (size_t j = 0; j < n; j++) r.variable[j] = j;
    FILE *file = own ? fopen(path, "r") : stdin;
    int   code = file != NULL ? point_file_read_all(&r, file)
                              : cli_fail(CLI_ERROR, "%s: %s", r.path, strerror(errno));
    if (code < 0 && out->count == 0)
        code = cli_fail(CLI_USAGE,
                        "%s has no points: write one per line, %zu numbers separated by commas",
                        r.path, n);
    if (own && file != NULL) fclose(file);
    free(r.variable);
    if (code >= 0) point_file_free(out);
    return code;
}

size_t point_file_outside(const heco_space *s, const double *x) {
    size_t j = 0;
    while (j < s->n && x[j] >= s->lower[j] && x[j] <= s->upper[j] &&
           (s->integer == NULL || !s->integer[j] || x[j] == floor(x[j])))
        j++;
    return j;
}

void point_file_warn(const points *p, const heco_problem *problem, const char *consequence) {
    const heco_space *s     = &problem->space;
    size_t            count = 0, row = 0, which = 0;
    char              buffer[24];
    for (size_t i = 0; i < p->count; i++) {
        size_t j = point_file_outside(s, p->x + i * s->n);
        if (j < s->n && count++ == 0) row = i, which = j;
    }
    if (count == 0) return;
    double x = p->x[row * s->n + which];
    cli_fail(0,
             "%zu of %zu points are outside the bounds or not integer, the first is point %zu "
             "with %s = %g: %s",
             count, p->count, row + 1, heco_problem_x_name(problem, which, buffer), x, consequence);
}

void point_file_free(points *out) {
    free(out->x);
    free(out->value);
    *out = (points){0};
}
