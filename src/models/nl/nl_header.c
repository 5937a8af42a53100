#include "models/nl/nl_header.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/number_text.h"
#include "models/nl/nl_reader.h"

enum { NL_HEADER_LINE = 400, NL_HEADER_NUMBERS = 6 };

typedef struct {
    FILE       *file;
    const char *path;
    long        size; /* of the file: no count can be larger                                 */
    int         line;
    char        text[NL_HEADER_LINE];
    long        number[NL_HEADER_NUMBERS]; /* of the line read last; 0 if it has fewer       */
    int         numbers;
    heco_error *error;
} nl_header_reader;

/* Reports damage in the current line. */
static heco_status nl_header_fail(nl_header_reader *r, const char *what) {
    return heco_fail(r->error, HECO_ERR_MODEL,
                     "'%.200s', line %d: %s: the file is damaged or not a .nl file; write it again",
                     r->path, r->line, what);
}

/* Reads the next line into r->text, without its newline and comment. */
static heco_status nl_header_read_line(nl_header_reader *r) {
    r->line++;
    switch (heco_nl_text(r->file, r->text, sizeof r->text)) {
    case 0: return nl_header_fail(r, "the file ends within its header");
    case -1: return nl_header_fail(r, "the line has control characters");
    default: break;
    }
    r->text[strcspn(r->text, "#\r\n")] = '\0';
    return HECO_OK;
}

/* Reads a line of at least `least` nonnegative integers into r->number and r->numbers. */
static heco_status nl_header_read_numbers(nl_header_reader *r, int least) {
    heco_status status = nl_header_read_line(r);
    if (status != HECO_OK) return status;
    char *at   = r->text, *end;
    r->numbers = 0;
    memset(r->number, 0, sizeof r->number);
    while (r->numbers < NL_HEADER_NUMBERS) {
        long value = strtol(at, &end, 10);
        if (end == at) break;
        if (value < 0) return nl_header_fail(r, "a count is negative");
        if (value > r->size) return nl_header_fail(r, "a count is too large for this file");
        r->number[r->numbers++] = value;
        at                      = end;
    }
    if (r->numbers < least) return nl_header_fail(r, "numbers are missing");
    return HECO_OK;
}

/* Reads the first line: text or binary, and the options. */
static heco_status nl_header_read_first(nl_header_reader *r, heco_nl_header *h) {
    heco_status status = nl_header_read_line(r);
    if (status != HECO_OK) return status;
    if (r->text[0] == '\0' || strchr("gGbB", r->text[0]) == NULL)
        return nl_header_fail(r, "a .nl file begins with g (text) or b (binary)");
    h->binary   = r->text[0] == 'b' || r->text[0] == 'B';
    char *end   = r->text + 1;
    long  count = strtol(end, &end, 10);
    if (count < 0 || count > HECO_NL_OPTIONS) return nl_header_fail(r, "too many options");
    for (h->options = 0; h->options < count; h->options++)
        h->option[h->options] = (int)strtol(end, &end, 10);
    if (count > 1 && h->option[1] == 3) h->vbtol = heco_number_scan(end, &end);
    return HECO_OK;
}

/* Sets h->swap by the byte order of the numbers: 0 native, 1 little-endian, 2 big-endian. */
static heco_status nl_header_set_order(nl_header_reader *r, heco_nl_header *h, long kind) {
    static const short one  = 1;
    long               here = *(const char *)&one == 1 ? 1 : 2;
    if (kind > 2) return nl_header_fail(r, "the byte order of its numbers is unknown");
    h->swap = h->binary && kind != 0 && kind != here;
    return HECO_OK;
}

/* Reads line by line, in the order of the report cited in nl_header.h. */
static heco_status nl_header_read_all(nl_header_reader *r, heco_nl_header *h) {
    const long *v      = r->number;
    heco_status status = nl_header_read_first(r, h);
    if (status == HECO_OK) status = nl_header_read_numbers(r, 3);
    h->vars = (int)v[0], h->cons = (int)v[1], h->objs = (int)v[2], h->logical = (int)v[5];
    if (status == HECO_OK) status = nl_header_read_numbers(r, 2);
    h->complementary = (int)(v[2] + v[3]);
    if (status == HECO_OK) status = nl_header_read_numbers(r, 2); /* network constraints */
    if (status == HECO_OK) status = nl_header_read_numbers(r, 2);
    int split  = r->numbers > 2; /* programs before 1993 write fewer counts */
    h->nl_cons = (int)v[0], h->nl_objs = (int)v[1], h->nl_both = (int)v[2];
    if (status == HECO_OK) status = nl_header_read_numbers(r, 2);
    h->functions = (int)v[1], h->suffixes = (int)v[3];
    if (status == HECO_OK) status = nl_header_set_order(r, h, v[2]);
    if (status == HECO_OK) status = nl_header_read_numbers(r, split ? 5 : 2);
    h->binaries = (int)v[0], h->integers = (int)v[1];
    h->nl_both_int = (int)v[2], h->nl_cons_int = (int)v[3], h->nl_objs_int = (int)v[4];
    if (status == HECO_OK) status = nl_header_read_numbers(r, 2);
    h->jacobian = v[0], h->gradients = v[1];
    if (status == HECO_OK) status = nl_header_read_numbers(r, 2); /* lengths of names */
    if (status == HECO_OK) status = nl_header_read_numbers(r, 5);
    if (status != HECO_OK) return status;
    h->shared  = (int)(v[0] + v[1] + v[2]);
    h->defined = (int)(v[0] + v[1] + v[2] + v[3] + v[4]);
    h->size = r->size, h->body = ftell(r->file), h->lines = r->line;
    long nonlinear = h->nl_cons > h->nl_objs ? h->nl_cons : h->nl_objs;
    r->line        = 7;
    if (h->nl_both > h->nl_cons || h->nl_both > h->nl_objs || h->nl_both_int > h->nl_both ||
        h->nl_cons_int > h->nl_cons - h->nl_both ||
        (h->nl_objs_int > 0 && h->nl_objs_int > h->nl_objs - h->nl_cons) ||
        nonlinear + h->binaries + h->integers > h->vars)
        return nl_header_fail(r, "the counts of variables contradict each other");
    return HECO_OK;
}

/* Refuses a model that heco cannot search. */
static heco_status nl_header_check(const heco_nl_header *h, const char *path, heco_error *error) {
    const char *what = NULL;
    if (h->vars == 0)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' has no variables: nothing to search for",
                         path);
    if (h->functions > 0)
        what = "imported functions, which heco cannot call: write them out in the model";
    if (h->cons == 0 && h->objs == 0 && h->logical == 0)
        what = "neither an objective nor constraints: nothing to search for";
    if (what == NULL) return HECO_OK;
    return heco_fail(error, HECO_ERR_MODEL, "'%.200s' has %s", path, what);
}

heco_status heco_nl_header_read(heco_nl_header *out, const char *path, heco_error *error) {
    nl_header_reader r = {.path = path, .error = error};
    memset(out, 0, sizeof *out);
    const char *why;
    struct stat about;
    heco_status status = HECO_OK;
    r.file             = heco_file_open_regular(path, &why);
    if (r.file == NULL && stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' is not a file: name the .nl file", path);
    if (r.file == NULL)
        return heco_fail(error, HECO_ERR_IO, "cannot open '%.200s': %s: is the path right?", path,
                         why);
    if (fstat(fileno(r.file), &about) != 0) about.st_size = 0;
    if (about.st_size > INT_MAX)
        status = heco_fail(error, HECO_ERR_MODEL, "'%.200s' is larger than 2 GB", path);
    else r.size = (long)about.st_size;
    if (status == HECO_OK) status = nl_header_read_all(&r, out);
    if (status == HECO_OK) status = nl_header_check(out, path, error);
    fclose(r.file);
    return status;
}
