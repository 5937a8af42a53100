/* Reads text files of numbers and compares them with fingerprints, so that a result called official
 * is one: a digit lost in a copy changes a benchmark without any other sign. */
#include "suites/number_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"

/* A text file of numbers, read word by word. */
typedef struct {
    FILE       *file;
    const char *path;
    size_t      line;  /* of the word read last                                           */
    size_t      count; /* numbers so far                                                  */
    size_t      on_line, odd_line,
        odd_count; /* first line with another number of values than `per_line` */
    size_t per_line;
} number_reader;

/* Records the first line whose number of values differs from per_line; sets on_line to 0. */
static void number_file_end_line(number_reader *r) {
    if (r->on_line > 0 && r->on_line != r->per_line && r->odd_line == 0)
        r->odd_line = r->line, r->odd_count = r->on_line;
    r->on_line = 0;
}

/* Reads the next word; returns 0 at the end of the file. A word that does not fit or contains a
 * zero byte is replaced by question marks, so that it is not taken for a number. */
static int number_file_word(number_reader *r, char *word, size_t size) {
    size_t used = 0;
    int    c;
    while ((c = getc(r->file)) != EOF) {
        int blank = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
        if (blank && used > 0) {
            ungetc(c, r->file);
            break;
        }
        if (c == '\n') number_file_end_line(r), r->line++;
        if (blank) continue;
        if (used + 1 < size) word[used++] = c != '\0' ? (char)c : '?';
        else word[0] = '?';
    }
    word[used] = '\0';
    return used > 0;
}

/* Reports the first line with a wrong number of values. */
static heco_status number_file_odd(const number_reader *r, heco_error *error) {
    return heco_fail(error, HECO_ERR_FORMAT, "%.300s, line %zu: %zu numbers instead of %zu",
                     r->path, r->odd_line, r->odd_count, r->per_line);
}

/* Reads exactly `count` numbers of at most `limit` in absolute value. */
static heco_status number_file_numbers(number_reader *r, double *out, size_t count, double limit,
                                       heco_error *error) {
    char word[64];
    while (number_file_word(r, word, sizeof word)) {
        double v;
        if (!heco_text_double(word, &v) || !isfinite(v))
            return heco_fail(error, HECO_ERR_FORMAT, "%.300s, line %zu: '%.40s' is not a number",
                             r->path, r->line, word);
        if (r->count == count && r->odd_line != 0 && r->per_line > 1)
            return number_file_odd(r, error);
        if (r->count == count)
            return heco_fail(error, HECO_ERR_FORMAT, "%.300s, line %zu: more than %zu numbers",
                             r->path, r->line, count);
        if (fabs(v) > limit)
            return heco_fail(error, HECO_ERR_FORMAT,
                             "%.300s, line %zu: %s is outside [-%g, %g], where the official "
                             "numbers lie",
                             r->path, r->line, word, limit, limit);
        out[r->count++] = v;
        r->on_line++;
    }
    number_file_end_line(r);
    if (r->count == count) return HECO_OK;
    if (r->odd_line != 0 && r->per_line > 1) return number_file_odd(r, error);
    return heco_fail(error, HECO_ERR_FORMAT, "%.300s ends in line %zu: %zu numbers instead of %zu",
                     r->path, r->line, r->count, count);
}

heco_status heco_number_file_read(double *out, const char *path, const heco_number_file *e,
                                  heco_error *error) {
    const char   *why;
    number_reader r = {.path = path, .line = 1, .per_line = e->per_line};
    r.file          = heco_file_open_regular(path, &why);
    if (r.file == NULL) return heco_fail(error, HECO_ERR_IO, "cannot read %.300s: %s", path, why);
    heco_status status = number_file_numbers(&r, out, e->count, e->limit, error);
    int         broken = ferror(r.file);
    fclose(r.file);
    if (broken) return heco_fail(error, HECO_ERR_IO, "cannot read %.300s to its end", path);
    if (status == HECO_OK && heco_hash_doubles(out, e->count) != e->sum)
        return heco_fail(error, HECO_ERR_FORMAT,
                         "%.300s: the numbers are not the official ones of %s, at least one was "
                         "changed or rounded; %s",
                         path, e->suite, e->remedy);
    return status;
}
