#include "models/deck/deck_line.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "models/exec/exec_words.h"

enum {
    DECK_LINE_PARTS  = 1000000, /* of an objective, as many as a program may have              */
    DECK_LINE_COPIES = 10000,   /* of single characters that counts of an expression may make  */
    DECK_LINE_DEPTH  = 100      /* of nested parentheses of an expression                      */
};

/* Copies the next word without its quotation marks. Returns the place after it, or NULL if a mark
 * is not closed. */
static const char *deck_line_word(const char *at, char *out) {
    char mark = 0;
    for (; *at != '\0' && (mark != 0 || !heco_exec_is_blank(*at)); at++) {
        if (mark == 0 && (*at == '"' || *at == '\'')) mark = *at;
        else if (mark != 0 && *at == mark) mark = 0;
        else *out++ = *at;
    }
    *out = '\0';
    return mark == 0 ? at : NULL;
}

int heco_deck_line_split(heco_deck_line *l, const char *text) {
    size_t length = strlen(text);
    char  *out    = heco_arena_take(l->arena, length + 2, 1);
    l->word       = heco_arena_take(l->arena, length / 2 + 3, sizeof *l->word);
    l->count      = 0;
    l->rest       = "";
    if (out == NULL || l->word == NULL) return l->word = NULL, 0;
    for (const char *at = text;;) {
        while (heco_exec_is_blank(*at)) at++;
        if (*at == '\0' || *at == '#') return 1;
        if (l->count == 1) l->rest = at;
        l->word[l->count] = out;
        if ((at = deck_line_word(at, out)) == NULL) return 0;
        l->count++;
        out += strlen(out) + 1;
    }
}

heco_status heco_deck_wrong(const heco_deck_line *l, heco_error *error, const char *format, ...) {
    char    what[300];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return heco_fail(error, HECO_ERR_MODEL, "%.150s:%zu: %s", l->path, l->number, what);
}

heco_status heco_deck_line_each(heco_deck_line *l, char                                  *text,
                                heco_status (*take)(void *user, heco_error *error), void *user,
                                heco_error *error) {
    heco_status status = HECO_OK;
    while (status == HECO_OK && text != NULL) {
        char *end = strchr(text, '\n');
        if (end != NULL) *end = '\0';
        l->number++;
        if (!heco_deck_line_split(l, text))
            status = l->word == NULL ? heco_fail_memory(error)
                                     : heco_deck_wrong(l, error, "a quotation mark is not closed");
        else if (l->count > 0) status = take(user, error);
        text = end != NULL ? end + 1 : NULL;
    }
    return status;
}

/* Returns the place after the bracket expression that begins at `at`. */
static const char *deck_line_skip_bracket(const char *at) {
    at += at[1] == '^' ? 2 : 1;
    if (*at == ']') at++; /* the first one belongs to the list */
    while (*at != '\0' && *at != ']') {
        char        kind = at[0] == '[' ? at[1] : 0; /* [:alpha:], [=a=] and [.a.] end with kind] */
        const char *end  = kind != 0 && strchr(":=.", kind) != NULL ? strchr(at + 2, ']') : NULL;
        while (end != NULL && end[-1] != kind) end = strchr(end + 1, ']');
        at = end != NULL ? end + 1 : at + 1;
    }
    return *at == ']' ? at + 1 : at;
}

/* Returns how often the repetition at *at copies what it repeats, and sets *at behind it. */
static double deck_line_repeat(const char **at) {
    char *end;
    if (**at == '+') return ++*at, 2.0; /* x+ is compiled as xx* */
    if (**at != '{') return ++*at, 1.0;
    double most = (double)strtoul(*at + 1, &end, 10);
    if (*end == ',') most = end[1] == '}' ? most + 1.0 : (double)strtoul(end + 1, &end, 10);
    *at = end + strcspn(end, "}");
    if (**at == '}') ++*at;
    return most > 1.0 ? most : 1.0;
}

/* Counts the single characters of the expression from *at up to the parenthesis that ends it after
 * all repetitions are written out, which is how regcomp() compiles it. */
static double deck_line_copies(const char **at, int depth) {
    double total = 0.0, last = 0.0;
    if (depth > DECK_LINE_DEPTH) return INFINITY;
    while (**at != '\0' && **at != ')' && total <= DECK_LINE_COPIES) {
        if (strchr("*+?{", **at) != NULL) {
            double times = deck_line_repeat(at);
            total += last * (times - 1.0);
            last *= times;
            continue;
        }
        last = 1.0;
        if (**at == '[') *at = deck_line_skip_bracket(*at);
        else if (**at == '(') {
            ++*at;
            last += deck_line_copies(at, depth + 1);
            if (**at == ')') ++*at;
        } else *at += **at == '\\' && (*at)[1] != '\0' ? 2 : 1;
        total += last;
    }
    return total;
}

/* Compiles the expression. POSIX extended syntax; ^ and $ match at line ends. */
static int deck_line_compile(heco_deck_output *o, char *why) {
    char        text[100];
    const char *at = o->text;
    for (double total = 0.0; *at != '\0'; at += *at == ')') { /* a ) too many is a letter */
        total += deck_line_copies(&at, 0);
        if (total <= DECK_LINE_COPIES) continue;
        heco_exec_refuse(why, "match=%.40s repeats too much: nest fewer counts", o->text);
        return -1;
    }
    int code = regcomp(&o->regex, o->text, REG_EXTENDED | REG_NEWLINE);
    if (code != 0) {
        regerror(code, &o->regex, text, sizeof text);
        heco_exec_refuse(why, "match=%.40s: %.80s", o->text, text);
        return -1;
    }
    o->compiled = 1;
    return 1;
}

static int deck_line_take(heco_deck_output *o, const char *value, char *why) {
    o->take = strcmp(value, "first") == 0  ? HECO_DECK_FIRST
              : strcmp(value, "last") == 0 ? HECO_DECK_LAST
                                           : HECO_DECK_ONLY;
    return o->take != HECO_DECK_ONLY
               ? 1
               : (heco_exec_refuse(why, "take= knows first and last, not '%.40s'", value), -1);
}

static int deck_line_count(heco_deck_output *o, const char *value, char *why) {
    uint64_t number;
    if (!heco_exec_read_integer(value, strlen(value), &number) || number == 0 ||
        number > DECK_LINE_PARTS)
        return heco_exec_refuse(why, "count= needs a whole number from 1 to %d", DECK_LINE_PARTS),
               -1;
    o->count = (size_t)number;
    return 1;
}

int heco_deck_output_word(heco_deck_output *o, const char *word, char why[HECO_EXEC_WHY]) {
    static const char *const keys[] = {
        "position=", "key=", "json=", "match=", "file=", "take=", "count="};
    size_t   i = 0, length;
    uint64_t number;
    while (i < 7 && strncmp(word, keys[i], strlen(keys[i])) != 0) i++;
    if (i == 7) return 0;
    const char *value = word + strlen(keys[i]);
    length            = strlen(value);
    if (length == 0) return heco_exec_refuse(why, "%s needs a value", keys[i]), -1;
    if (i == 4) return o->file = strcmp(value, "stdout") != 0 ? value : NULL, 1;
    if (i == 5) return deck_line_take(o, value, why);
    if (i == 6) return deck_line_count(o, value, why);
    if (o->text != NULL || o->compiled)
        return heco_exec_refuse(why, "write one of position=, key=, json= and match="), -1;
    o->reader = (heco_deck_reader)i;
    if (i > 0) o->text = value;
    if (i == HECO_DECK_MATCH) return deck_line_compile(o, why);
    if (i > 0) return 1;
    if (!heco_exec_read_integer(value, length, &number) || number == 0)
        return heco_exec_refuse(why, "position= needs a whole number, 1 or more"), -1;
    o->position = (size_t)number;
    return 1;
}
