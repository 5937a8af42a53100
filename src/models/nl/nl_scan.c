#include "models/nl/nl_scan.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "models/nl/nl_reader.h"

typedef struct {
    heco_nl_reader        in;
    const heco_nl_header *header;
    const char           *path;
    heco_nl_annotations  *annotations;
    heco_error           *error;
    heco_status           status;
    unsigned char        *row_seen; /* NL_SCAN_* of constraints, objectives, logical constraints */
    unsigned char        *defined;  /* flags: this defined variable was read                     */
    int                   box, ranges, columns; /* segments b, r, k were read                  */
    int                   plain;                /* the last expression was a number            */
    long                  jacobian, gradients;  /* entries so far                              */
    long                  partners;             /* complementarity conditions so far           */
} nl_scan;

enum { NL_SCAN_BODY = 1, NL_SCAN_LINEAR = 2 };

/* --- messages: they set s->status and return 0 ------------------------------------------------ */

HECO_FORMAT(2, 3)
static int
nl_scan_fail(nl_scan *s, const char *format, ...) {
    char    what[200];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    const char *unit = s->in.binary ? "byte" : "line";
    if (s->in.ended)
        s->status = heco_fail(s->error, HECO_ERR_MODEL,
                              "'%.200s' ends unexpectedly at %s %ld: write it again", s->path, unit,
                              s->in.place);
    else
        s->status = heco_fail(s->error, HECO_ERR_MODEL,
                              "'%.200s', %s %ld: %s: the file is damaged; write it again", s->path,
                              unit, s->in.place, what);
    return 0;
}

/* Reports a part that is missing at the end of the file. */
static int nl_scan_fail_missing(nl_scan *s, const char *what, int which) {
    char number[24] = "";
    if (which > 0) snprintf(number, sizeof number, " %d", which);
    s->status = heco_fail(s->error, HECO_ERR_MODEL,
                          "'%.200s' ends without %s%s: it is truncated; write it again", s->path,
                          what, number);
    return 0;
}

/* --- numbers ------------------------------------------------------------------------------- */

/* Reads an integer from `low` to `high`. */
static int nl_scan_int(nl_scan *s, long low, long high, const char *what, long *value) {
    if (!heco_nl_int(&s->in, value)) return nl_scan_fail(s, "%s is not a whole number", what);
    if (*value >= low && *value <= high) return 1;
    if (high < low) return nl_scan_fail(s, "its header announces no such segment");
    return nl_scan_fail(s, "%s is %ld instead of %ld to %ld", what, *value, low, high);
}

/* Reads an integer in a group of its own. */
static int nl_scan_count(nl_scan *s, long low, long high, const char *what, long *value) {
    if (!heco_nl_group(&s->in)) return nl_scan_fail(s, "%s is missing", what);
    return nl_scan_int(s, low, high, what, value);
}

static int nl_scan_real(nl_scan *s) {
    return heco_nl_real(&s->in) || nl_scan_fail(s, "a number is missing");
}

/* Reads the index of a variable. A defined variable must have been defined before. */
static int nl_scan_variable(nl_scan *s) {
    long index, vars = s->header->vars;
    if (!nl_scan_int(s, 0, vars + s->header->defined - 1, "a variable", &index)) return 0;
    if (index < vars || s->defined[index - vars]) return 1;
    return nl_scan_fail(s, "variable %ld is used before it is defined", index);
}

/* Reads `count` groups of an index below `limit` and a number. */
static int nl_scan_entries(nl_scan *s, long count, long limit, const char *what) {
    long index;
    for (; count > 0; count--)
        if (!nl_scan_count(s, 0, limit - 1, what, &index) || !nl_scan_real(s)) return 0;
    return 1;
}

/* Reads the values of a suffix, which may be integers. If `values` is NULL they are not kept. */
static int nl_scan_values(nl_scan *s, long count, long limit, int real, double *values) {
    long index = 0, integer = 0;
    for (; count > 0; count--) {
        if (!nl_scan_count(s, 0, limit - 1, "an index", &index)) return 0;
        if (real ? !nl_scan_real(s) : !nl_scan_int(s, INT_MIN, INT_MAX, "a value", &integer))
            return 0;
        if (values != NULL) values[index] = real ? s->in.value : (double)integer;
    }
    return 1;
}

/* --- expressions --------------------------------------------------------------------------- */

/* Number of operands of each operator, as in the report; 0: no such operator, or one that needs
 * imported functions, which the header check refuses. */
enum { NL_SCAN_LIST = -1, NL_SCAN_SUM = -3, NL_SCAN_PIECEWISE = -9 };
/* clang-format off */
static const int nl_scan_operands[] = {
    /*  0 */ 2, 2, 2, 2, 2, 2, 2, 0, 0, 0,
    /* 10 */ 0, NL_SCAN_LIST, NL_SCAN_LIST, 1, 1, 1, 1, 0, 0, 0,
    /* 20 */ 2, 2, 2, 2, 2, 0, 0, 0, 2, 2,
    /* 30 */ 2, 0, 0, 0, 1, 3, 0, 1, 1, 1,
    /* 40 */ 1, 1, 1, 1, 1, 1, 1, 1, 2, 1,
    /* 50 */ 1, 1, 1, 1, NL_SCAN_SUM, 2, 2, 2, 2, NL_SCAN_LIST,
    /* 60 */ NL_SCAN_LIST, 0, 2, 2, NL_SCAN_PIECEWISE, 0, 2, 2, 2, 2,
    /* 70 */ NL_SCAN_SUM, NL_SCAN_SUM, 3, 2, NL_SCAN_LIST,
};
/* clang-format on */
enum { NL_SCAN_OPERATORS = sizeof nl_scan_operands / sizeof nl_scan_operands[0] };

/* Reads a number of the kind that the letter says into s->in.value. */
static int nl_scan_constant(nl_scan *s, int letter) {
    long value = 0;
    int  good  = 0;
    if (letter == 'n') return nl_scan_real(s);
    if (letter == 'l') good = heco_nl_int(&s->in, &value);
    if (letter == 's') good = heco_nl_short(&s->in, &value);
    s->in.value = (double)value;
    return good || nl_scan_fail(s, "a number is missing");
}

/* Reads a piecewise-linear term: slopes and breakpoints alternate, then comes the variable. The
 * library would treat any other operand as a variable. */
static int nl_scan_piecewise(nl_scan *s) {
    long count;
    if (!nl_scan_count(s, 2, s->header->size, "a count of pieces", &count)) return 0;
    for (long k = 0; k < 2 * count - 1; k++)
        if (!nl_scan_constant(s, heco_nl_letter(&s->in))) return 0;
    if (heco_nl_letter(&s->in) == 'v') return nl_scan_variable(s);
    return nl_scan_fail(s, "a piecewise-linear term lacks its variable");
}

/* Reads an operator; *operands gets the number of expressions that follow. */
static int nl_scan_operator(nl_scan *s, long *operands) {
    long op;
    if (!nl_scan_int(s, 0, NL_SCAN_OPERATORS - 1, "an operator", &op)) return 0;
    *operands = nl_scan_operands[op];
    if (*operands > 0) return 1;
    if (*operands == 0) return nl_scan_fail(s, "there is no operator %ld", op);
    if (*operands == NL_SCAN_PIECEWISE) {
        *operands = 0;
        return nl_scan_piecewise(s);
    }
    return nl_scan_count(s, -*operands, s->header->size, "a count of operands", operands);
}

/* Reads an expression and sets s->plain if it is a number. Operators precede their operands, so
 * counting operands shows where the expression ends. */
static int nl_scan_expression(nl_scan *s) {
    s->plain = 1;
    for (long open = 1; open > 0; open--) {
        int  letter   = heco_nl_letter(&s->in);
        long operands = 0;
        switch (letter) {
        case 'n':
        case 'l':
        case 's':
            if (!nl_scan_constant(s, letter)) return 0;
            break;
        case 'v':
            s->plain = 0;
            if (!nl_scan_variable(s)) return 0;
            break;
        case 'o':
            s->plain = 0;
            if (!nl_scan_operator(s, &operands)) return 0;
            break;
        default: return nl_scan_fail(s, "an expression contains an unknown letter");
        }
        open += operands;
    }
    return 1;
}

/* --- segments ------------------------------------------------------------------------------ */

/* Marks a body or linear entries of a row as read. Refuses them the second time. */
static int nl_scan_once(nl_scan *s, long row, int what) {
    if (s->row_seen[row] & what) return nl_scan_fail(s, "this segment is repeated");
    s->row_seen[row] |= (unsigned char)what;
    return 1;
}

/* Reads the nonlinear part of a row. If it has no variables, the row is linear. */
static int nl_scan_row_body(nl_scan *s, long row) {
    if (!nl_scan_once(s, row, NL_SCAN_BODY) || !nl_scan_expression(s)) return 0;
    if (s->annotations != NULL && s->plain) {
        s->annotations->plain[row]    = 1;
        s->annotations->constant[row] = s->in.value;
    }
    return 1;
}

static int nl_scan_constraint(nl_scan *s) {
    long row;
    return nl_scan_int(s, 0, s->header->cons - 1, "a constraint", &row) && nl_scan_row_body(s, row);
}

static int nl_scan_logical(nl_scan *s) {
    long row;
    return nl_scan_int(s, 0, s->header->logical - 1, "a logical constraint", &row) &&
           nl_scan_once(s, s->header->cons + s->header->objs + row, NL_SCAN_BODY) &&
           nl_scan_expression(s);
}

static int nl_scan_objective(nl_scan *s) {
    long row, sense;
    return nl_scan_int(s, 0, s->header->objs - 1, "an objective", &row) &&
           nl_scan_int(s, 0, 1, "the sense of an objective", &sense) &&
           nl_scan_row_body(s, s->header->cons + row);
}

/* Defined variables used by one constraint or objective only come after the others. */
static int nl_scan_defined(nl_scan *s) {
    long index, linear, user, vars = s->header->vars, shared = vars + s->header->shared;
    if (!nl_scan_int(s, vars, vars + s->header->defined - 1, "a defined variable", &index) ||
        !nl_scan_int(s, 0, s->header->size, "a count", &linear) ||
        !nl_scan_int(s, 0, s->header->cons + s->header->objs + s->header->logical, "a user", &user))
        return 0;
    if ((user == 0) != (index < shared))
        return nl_scan_fail(s, "variable %ld is not defined where its header announces it", index);
    if (s->defined[index - vars]) return nl_scan_fail(s, "variable %ld is defined twice", index);
    for (; linear > 0; linear--)
        if (!heco_nl_group(&s->in) || !nl_scan_variable(s) || !nl_scan_real(s))
            return s->status == HECO_OK ? nl_scan_fail(s, "a linear part is missing") : 0;
    if (!nl_scan_expression(s)) return 0;
    s->defined[index - vars] = 1;
    return 1;
}

/* Refuses a suffix that changes the model in a way heco does not support. */
static int nl_scan_refuse_suffix(nl_scan *s) {
    s->status = heco_fail(s->error, HECO_ERR_MODEL,
                          "'%.200s' has the suffix '%.100s', which heco does not support and which "
                          "changes the model: express it by variables and constraints",
                          s->path, s->in.name);
    return 0;
}

/* Reads a suffix. Its values are kept if they belong to the model. */
static int nl_scan_suffix(nl_scan *s) {
    const heco_nl_header *h       = s->header;
    const long            limit[] = {h->vars, h->cons + h->logical, h->objs, 1};
    heco_nl_annotations   unkept  = {0};
    double               *values;
    long                  kind, count;
    if (!nl_scan_int(s, 0, 7, "a kind of suffix", &kind) ||
        !nl_scan_int(s, 1, limit[kind & 3], "a count", &count))
        return 0;
    if (!heco_nl_name(&s->in)) return nl_scan_fail(s, "the name of a suffix is missing");
    if (!heco_nl_annotations_suffix(s->annotations != NULL ? s->annotations : &unkept, h, (int)kind,
                                    s->in.name, &values))
        return nl_scan_refuse_suffix(s);
    return nl_scan_values(s, count, limit[kind & 3], (kind & 4) != 0, values);
}

static int nl_scan_dual_guess(nl_scan *s) {
    long count;
    return nl_scan_int(s, 0, s->header->cons, "a count", &count) &&
           nl_scan_entries(s, count, s->header->cons, "a constraint");
}

static int nl_scan_guess(nl_scan *s) {
    long count;
    return nl_scan_int(s, 0, s->header->vars, "a count", &count) &&
           nl_scan_entries(s, count, s->header->vars, "a variable");
}

/* Reads the complementarity of a row: the bounds that take part, and the variable, from 1. */
static int nl_scan_complement(nl_scan *s, int row) {
    long kind, variable;
    if (s->header->complementary == 0)
        return nl_scan_fail(s, "its header announces no complementarity");
    if (!nl_scan_int(s, 0, 3, "the kind of a complementarity", &kind) ||
        !nl_scan_int(s, 1, s->header->vars, "a variable", &variable))
        return 0;
    s->partners++;
    if (s->annotations == NULL) return 1;
    s->annotations->bounds[row]  = (unsigned char)kind;
    s->annotations->partner[row] = (int)variable;
    return 1;
}

/* Kinds of bounds: 0 both, 1 upper, 2 lower, 3 none, 4 equal; 5: a row that complements. */
static int nl_scan_bounds(nl_scan *s, int count, int rows) {
    static const int numbers[] = {2, 1, 1, 0, 1, 0};
    for (int i = 0; i < count; i++) {
        int kind = heco_nl_letter(&s->in);
        if (kind < '0' || kind > (rows ? '5' : '4'))
            return nl_scan_fail(s, "the kind of a bound is unknown");
        for (int k = 0; k < numbers[kind - '0']; k++)
            if (!nl_scan_real(s)) return 0;
        if (kind == '5' && !nl_scan_complement(s, i)) return 0;
    }
    return 1;
}

static int nl_scan_box(nl_scan *s) {
    s->box = 1;
    return nl_scan_bounds(s, s->header->vars, 0);
}

static int nl_scan_ranges(nl_scan *s) {
    s->ranges = 1;
    return nl_scan_bounds(s, s->header->cons, 1);
}

/* Reads the segment k and sets s->columns. The counts are checked and not used. */
static int nl_scan_columns(nl_scan *s) {
    long count, value;
    s->columns = 1;
    if (!nl_scan_int(s, s->header->vars - 1, s->header->vars - 1, "a count", &count)) return 0;
    for (; count > 0; count--)
        if (!nl_scan_count(s, 0, s->header->jacobian, "a count", &value)) return 0;
    return 1;
}

/* Without the segment k, each entry has one more number, as in old files. */
static int nl_scan_row(nl_scan *s) {
    long row, count, offset;
    if (!nl_scan_int(s, 0, s->header->cons - 1, "a constraint", &row) ||
        !nl_scan_int(s, 1, s->header->vars, "a count", &count) ||
        !nl_scan_once(s, row, NL_SCAN_LINEAR))
        return 0;
    s->jacobian += count; /* the library allocates as many as the header says */
    if (s->jacobian > s->header->jacobian)
        return nl_scan_fail(
            s, "there are more than the %ld entries of constraints that its header announces",
            s->header->jacobian);
    if (s->columns) return nl_scan_entries(s, count, s->header->vars, "a variable");
    for (; count > 0; count--)
        if (!nl_scan_count(s, 0, s->header->vars - 1, "a variable", &offset) ||
            !nl_scan_int(s, 0, s->header->size, "an offset", &offset) || !nl_scan_real(s))
            return 0;
    return 1;
}

static int nl_scan_gradient(nl_scan *s) {
    long row, count;
    if (!nl_scan_int(s, 0, s->header->objs - 1, "an objective", &row) ||
        !nl_scan_int(s, 1, s->header->vars, "a count", &count) ||
        !nl_scan_once(s, s->header->cons + row, NL_SCAN_LINEAR))
        return 0;
    s->gradients += count;
    if (s->gradients > s->header->gradients)
        return nl_scan_fail(
            s, "there are more than the %ld entries of objectives that its header announces",
            s->header->gradients);
    return nl_scan_entries(s, count, s->header->vars, "a variable");
}

static const struct {
    char letter;
    int (*read)(nl_scan *s);
} nl_scan_segments[] = {
    {'C', nl_scan_constraint}, {'O', nl_scan_objective},  {'V', nl_scan_defined},
    {'S', nl_scan_suffix},     {'d', nl_scan_dual_guess}, {'x', nl_scan_guess},
    {'r', nl_scan_ranges},     {'b', nl_scan_box},        {'k', nl_scan_columns},
    {'K', nl_scan_columns},    {'J', nl_scan_row},        {'G', nl_scan_gradient},
    {'L', nl_scan_logical},
};

static int nl_scan_segment(nl_scan *s, int letter) {
    for (size_t i = 0; i < sizeof nl_scan_segments / sizeof nl_scan_segments[0]; i++)
        if (nl_scan_segments[i].letter == letter) return nl_scan_segments[i].read(s);
    if (letter == 'F') return nl_scan_fail(s, "its header announces no such segment");
    return nl_scan_fail(s, "no segment of a .nl file begins with this letter");
}

/* --- all segments -------------------------------------------------------------------------- */

static int nl_scan_check_bodies(nl_scan *s, int from, int count, const char *what) {
    for (int i = 0; i < count; i++)
        if (!(s->row_seen[from + i] & NL_SCAN_BODY)) return nl_scan_fail_missing(s, what, i + 1);
    return 1;
}

/* Reports the first part that the header announces and the file lacks. If every objective has its
 * linear part, the announced number of entries is a limit (logic1.nl of SCIP's test set). */
static int nl_scan_check_complete(nl_scan *s) {
    const heco_nl_header *h      = s->header;
    int                   linear = 0;
    for (int i = 0; i < h->defined; i++)
        if (!s->defined[i]) return nl_scan_fail_missing(s, "defined variable", i + 1);
    if (!nl_scan_check_bodies(s, 0, h->cons, "constraint") ||
        !nl_scan_check_bodies(s, h->cons, h->objs, "objective") ||
        !nl_scan_check_bodies(s, h->cons + h->objs, h->logical, "logical constraint"))
        return 0;
    while (linear < h->objs && s->row_seen[h->cons + linear] & NL_SCAN_LINEAR) linear++;
    if (!s->ranges && h->cons > 0)
        return nl_scan_fail_missing(s, "the bounds of its constraints", 0);
    if (!s->box) return nl_scan_fail_missing(s, "the bounds of its variables", 0);
    if (s->jacobian < h->jacobian)
        return nl_scan_fail_missing(s, "all linear parts of its constraints", 0);
    if (s->gradients < h->gradients && linear < h->objs)
        return nl_scan_fail_missing(s, "all linear parts of its objectives", 0);
    if (s->partners < h->complementary)
        return nl_scan_fail_missing(s, "all of its complementarity conditions", 0);
    return 1;
}

/* Reads all segments and checks that none is missing. */
static void nl_scan_body(nl_scan *s) {
    int letter;
    while ((letter = heco_nl_letter(&s->in)) != EOF)
        if (!nl_scan_segment(s, letter)) return;
    if (ferror(s->in.file))
        s->status =
            heco_fail(s->error, HECO_ERR_IO, "cannot read '%.200s': %s", s->path, strerror(errno));
    else if (s->in.text[0] != '\0' && !s->in.binary) nl_scan_fail(s, "a line has no newline");
    else nl_scan_check_complete(s);
}

heco_status heco_nl_scan(const heco_nl_header *header, const char *path,
                         heco_nl_annotations *annotations, heco_error *error) {
    nl_scan s    = {.header = header, .path = path, .annotations = annotations, .error = error};
    size_t  rows = (size_t)header->cons + (size_t)header->objs + (size_t)header->logical;
    s.in.binary = header->binary, s.in.swap = header->swap;
    s.in.place = header->binary ? header->body : header->lines;
    s.row_seen = calloc(rows + (size_t)header->defined + 1, 1);
    s.in.file  = s.row_seen != NULL ? fopen(path, "rb") : NULL;
    if (s.row_seen == NULL) s.status = heco_fail_memory_for(error, "model '%.200s'", path);
    else if (s.in.file == NULL || fseek(s.in.file, header->body, SEEK_SET) != 0)
        s.status = heco_fail(error, HECO_ERR_IO, "cannot read '%.200s': %s", path, strerror(errno));
    else {
        s.defined = s.row_seen + rows;
        nl_scan_body(&s);
    }
    if (s.in.file != NULL) fclose(s.in.file);
    free(s.row_seen);
    return s.status;
}
