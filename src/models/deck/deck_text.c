#include "models/deck/deck_text.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "base/number_text.h"
#include "base/text.h"

/* A width or a precision has at most so many digits: printf() allocates as many bytes as it says.
 */
#define DECK_TEXT_DIGITS 3
/* Bytes of the longest number: 309 digits, the point, 999 decimals, the sign. */
#define DECK_TEXT_NUMBER 1320

/* Skips a width or a precision at *at. Returns 0 if it has too many digits. */
static int deck_text_skip_digits(const char *format, size_t *at) {
    size_t digits = strspn(format + *at, "0123456789");
    *at += digits;
    return digits <= DECK_TEXT_DIGITS;
}

/* Copies a format of printf for one number. Returns 0 if it is another format. */
static int deck_text_format(char out[HECO_DECK_FORMAT], const char *format, size_t length) {
    size_t at = 1;
    if (length < 2 || length >= HECO_DECK_FORMAT || format[0] != '%') return 0;
    at += strspn(format + at, "-+ #0");
    if (!deck_text_skip_digits(format, &at)) return 0;
    if (format[at] == '.' && (at++, !deck_text_skip_digits(format, &at))) return 0;
    if (at + 1 != length || strchr("eEfFgG", format[at]) == NULL) return 0;
    memcpy(out, format, length);
    out[length] = '\0';
    return 1;
}

/* Returns the number of the variable with that name, or SIZE_MAX. */
static size_t deck_text_variable(const heco_problem *p, const char *name, size_t length) {
    for (size_t j = 0; j < p->space.n; j++)
        if (strlen(p->x_names[j]) == length && memcmp(p->x_names[j], name, length) == 0) return j;
    return SIZE_MAX;
}

/* Reports a field that names no variable, with the nearest names. Returns 0. */
static int deck_text_unknown(const heco_problem *p, const char *name, size_t length,
                             heco_error *why) {
    char near[160], quoted[60];
    snprintf(quoted, sizeof quoted, "%.*s", (int)(length < 50 ? length : 50), name);
    heco_text_clean(quoted);
    heco_text_nearest(near, sizeof near, quoted, p->x_names, p->space.n);
    heco_fail(why, HECO_ERR_MODEL,
              "the field {{%s}} names no variable: did you mean %s? A new one needs a line "
              "'variable %s LOWER UPPER'",
              quoted, near, quoted);
    return 0;
}

/* Reads the inside of a field, "name" or "name %8.3f", into piece `to`. */
static int deck_text_field(heco_deck_piece *to, const char *inside, size_t length,
                           const heco_deck_fields *fields, heco_error *why) {
    const heco_problem *p = fields->problem;
    while (length > 0 && *inside == ' ') inside++, length--;
    while (length > 0 && inside[length - 1] == ' ') length--;
    const char *blank = memchr(inside, ' ', length);
    size_t      name  = blank != NULL ? (size_t)(blank - inside) : length;
    if (name == strlen("heco_folder") && memcmp(inside, "heco_folder", name) == 0) {
        *to = (heco_deck_piece){
            .text = fields->folder, .length = strlen(fields->folder), .variable = SIZE_MAX};
        return 1;
    }
    to->variable = deck_text_variable(p, inside, name);
    if (to->variable == SIZE_MAX) return deck_text_unknown(p, inside, name, why);
    if (blank == NULL) return 1;
    while (*blank == ' ') blank++;
    const heco_choice *choices = p->space.choices;
    int                words   = choices != NULL && choices[to->variable].labels != NULL;
    if (!words && deck_text_format(to->format, blank, length - (size_t)(blank - inside))) return 1;
    heco_fail(why, HECO_ERR_MODEL, "the field {{%.*s}} has %s", (int)(length < 50 ? length : 50),
              inside,
              words ? "a format, but its variable is a category of words: omit the format"
                    : "a bad format: write one conversion of printf such as %8.3f or %.10g, with "
                      "at most three digits per number");
    return 0;
}

/* Returns the number of fields, or SIZE_MAX if the last one is not closed. */
static size_t deck_text_count(const char *text) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, "{{")) != NULL; count++)
        if ((at = strstr(at, "}}")) == NULL) return SIZE_MAX;
    return count;
}

int heco_deck_text_parse(heco_deck_text *out, const char *text, const heco_deck_fields *fields,
                         heco_arena *arena, heco_error *why) {
    size_t count = deck_text_count(text);
    if (count == SIZE_MAX)
        return heco_fail(why, HECO_ERR_MODEL, "a field that begins with {{ has no }} at its end"),
               0;
    out->count = 0;
    out->piece = heco_arena_take(arena, 2 * count + 1, sizeof *out->piece);
    if (out->piece == NULL) return heco_fail_memory_for(why, "the fields of a template"), 0;
    for (const char *open; (open = strstr(text, "{{")) != NULL;) {
        const char *close = strstr(open, "}}");
        out->piece[out->count++] =
            (heco_deck_piece){.text = text, .length = (size_t)(open - text), .variable = SIZE_MAX};
        heco_deck_piece *field = &out->piece[out->count++];
        if (!deck_text_field(field, open + 2, (size_t)(close - open - 2), fields, why)) return 0;
        if (field->variable != SIZE_MAX) fields->used[field->variable] = 1;
        text = close + 2;
    }
    out->piece[out->count++] =
        (heco_deck_piece){.text = text, .length = strlen(text), .variable = SIZE_MAX};
    return 1;
}

/* Writes the word of a category, whose value is its position from 1. */
static void deck_text_label(const heco_choice *c, double x, FILE *out) {
    double at = fmin(fmax(rint(x) - 1.0, 0.0), (double)(c->count - 1));
    fputs(c->labels[(size_t)at], out);
}

/* Writes a number with a format that deck_text_format() checked. */
static void deck_text_number(const char *format, double value, FILE *out) {
    char   text[DECK_TEXT_NUMBER];
    size_t length = heco_number_format(text, sizeof text, format, value);
    fwrite(text, 1, length, out);
}

void heco_deck_text_write(const heco_deck_text *t, const heco_problem *problem, const double *x,
                          FILE *out) {
    const heco_choice *choices                  = problem->space.choices;
    char               number[HECO_NUMBER_TEXT] = "";
    for (size_t i = 0; i < t->count; i++) {
        const heco_deck_piece *p = &t->piece[i];
        if (p->variable == SIZE_MAX) fwrite(p->text, 1, p->length, out);
        else if (choices != NULL && choices[p->variable].labels != NULL)
            deck_text_label(&choices[p->variable], x[p->variable], out);
        else if (p->format[0] != '\0') deck_text_number(p->format, x[p->variable], out);
        else fwrite(number, 1, heco_number_text(number, x[p->variable]), out);
    }
}
