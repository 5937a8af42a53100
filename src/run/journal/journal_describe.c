#include "run/journal/journal_describe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number_text.h"
#include "base/os.h"

enum { WORDS_NAME = 24, WORDS_FIELDS = 8 };

/* Writes a field; tabs and line breaks become blanks. */
static void words_put(FILE *out, const char *text) {
    for (fputc('\t', out); text != NULL && *text != '\0'; text++)
        fputc(*text == '\t' || *text == '\n' ? ' ' : *text, out);
}

static heco_number_shown words_number(double value) { return heco_number_show("%.17g", value); }

/* Writes the lines of all variables and constraints, after the build of heco. */
static void words_write(FILE *out, const heco_problem *p) {
    char              buffer[WORDS_NAME];
    const heco_space *s = &p->space;
    fprintf(out, "build\t%s\n", heco_version_build());
    for (size_t i = 0; i < s->n; i++) {
        fprintf(out, "x\t%s\t%s\t%d", words_number(s->lower[i]).text,
                words_number(s->upper[i]).text, s->integer != NULL && s->integer[i]);
        words_put(out, heco_problem_x_name(p, i, buffer));
        words_put(out, p->x_units != NULL ? p->x_units[i] : NULL);
        fputc('\n', out);
    }
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        heco_constraint_form w = p->forms != NULL ? p->forms[k] : (heco_constraint_form){0};
        fprintf(out, "c\t%d\t%s\t%c\t%s\t%s", k >= s->ng, words_number(heco_problem_tol(p, k)).text,
                w.sense != 0 ? w.sense : '-', words_number(w.bound).text,
                words_number(w.factor).text);
        words_put(out, heco_problem_c_name(p, k, buffer));
        words_put(out, w.unit);
        fputc('\n', out);
    }
}

heco_status heco_journal_describe(heco_journal_output to, const heco_problem *problem,
                                  heco_error *error) {
    char  *text = NULL;
    size_t size = 0;
    FILE  *out  = heco_os_memory_open(&text, &size);
    if (out == NULL) return heco_fail_memory(error);
    words_write(out, problem);
    int         whole  = ferror(out) == 0;
    heco_status status = heco_os_memory_close(out, &text, &size) != NULL && whole
                             ? heco_journal_write(to, HECO_JOURNAL_WORDS, text, size, error)
                             : heco_fail_memory(error);
    free(text);
    return status;
}

/* ---- reading ---- */

/* Splits a line at its tabs; returns the number of fields. */
static size_t words_split(char *line, char *field[WORDS_FIELDS]) {
    size_t count = 0;
    for (int more = 1; more && count < WORDS_FIELDS; count++) {
        size_t length = strcspn(line, "\t");
        field[count]  = line;
        more          = line[length] == '\t';
        line[length]  = '\0';
        line += length + (size_t)more;
    }
    return count;
}

static double words_read(const char *text) {
    char *end;
    return heco_number_scan(text, &end);
}

/* Reads a line into variable *x or constraint *c and advances that number. Ignores other lines. */
static void words_take_line(heco_journal_words *w, char *line, size_t *x, size_t *c) {
    char  *f[WORDS_FIELDS];
    size_t count = words_split(line, f);
    if (count == 6 && strcmp(f[0], "x") == 0 && *x < w->n)
        w->x[(*x)++] = (heco_journal_variable){.name    = f[4],
                                               .unit    = f[5],
                                               .lower   = words_read(f[1]),
                                               .upper   = words_read(f[2]),
                                               .integer = f[3][0] == '1'};
    if (count == 8 && strcmp(f[0], "c") == 0 && *c < w->m)
        w->c[(*c)++] = (heco_journal_constraint){.equality  = f[1][0] == '1',
                                                 .tolerance = words_read(f[2]),
                                                 .sense     = f[3][0] == '-' ? 0 : f[3][0],
                                                 .bound     = words_read(f[4]),
                                                 .factor    = words_read(f[5]),
                                                 .name      = f[6],
                                                 .unit      = f[7]};
}

/* Sets default names, which are stored after the text, and default tolerances. */
static void words_set_defaults(heco_journal_words *w, char *names, size_t ng) {
    for (size_t i = 0; i < w->n; i++, names += WORDS_NAME) {
        snprintf(names, WORDS_NAME, "x%zu", i + 1);
        w->x[i] = (heco_journal_variable){.name = names, .unit = "", .lower = NAN, .upper = NAN};
    }
    for (size_t k = 0; k < w->m; k++, names += WORDS_NAME) {
        int equality = k >= ng;
        snprintf(names, WORDS_NAME, "%c%zu", equality ? 'h' : 'g', equality ? k - ng + 1 : k + 1);
        w->c[k] = (heco_journal_constraint){
            .name = names, .unit = "", .equality = equality, .tolerance = equality ? 1e-4 : 0.0};
    }
}

heco_status heco_journal_words_read(heco_journal_words *w, const char *text, size_t n, size_t ng,
                                    size_t nh) {
    size_t length = text != NULL ? strlen(text) : 0, x = 0, c = 0;
    *w      = (heco_journal_words){.n = n, .m = ng + nh};
    w->x    = calloc(n + 1, sizeof *w->x);
    w->c    = calloc(w->m + 1, sizeof *w->c);
    w->text = malloc(length + 1 + (n + w->m) * WORDS_NAME);
    if (w->x == NULL || w->c == NULL || w->text == NULL) return HECO_ERR_MEMORY;
    words_set_defaults(w, w->text + length + 1, ng);
    if (length > 0) memcpy(w->text, text, length);
    w->text[length] = '\0';
    for (char *line = w->text, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        if (*end != '\0') *end++ = '\0';
        words_take_line(w, line, &x, &c);
    }
    return HECO_OK;
}

void heco_journal_words_free(heco_journal_words *w) {
    free(w->x);
    free(w->c);
    free(w->text);
}
