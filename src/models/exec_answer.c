#include "models/exec_answer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number_text.h"

enum { EXEC_ANSWER_MOST = 1000000 }; /* variables or constraints */

static int exec_answer_no(char *why, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(why, HECO_EXEC_WHY, format, args);
    va_end(args);
    return 0;
}

static int exec_answer_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The next word: its start and length; 0 at the end of the line. */
static size_t exec_answer_word(const char **at, const char **word) {
    const char *c = *at;
    while (exec_answer_blank(*c)) c++;
    *word = c;
    while (*c != '\0' && !exec_answer_blank(*c)) c++;
    *at = c;
    return (size_t)(c - *word);
}

static int exec_answer_is(const char *word, size_t length, const char *text) {
    return length == strlen(text) && memcmp(word, text, length) == 0;
}

/* strtoull would take signs and blanks; an ID has neither. */
static int exec_answer_whole(const char *word, size_t length, uint64_t *value) {
    uint64_t v = 0;
    if (length == 0 || length > 19) return 0;
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9') return 0;
        v = v * 10 + (uint64_t)(word[i] - '0');
    }
    *value = v;
    return 1;
}

/* "key=VALUE": the value's place, or NULL. */
static const char *exec_answer_value(const char *word, size_t length, const char *key) {
    size_t k = strlen(key);
    return length > k && memcmp(word, key, k) == 0 ? word + k : NULL;
}

int heco_exec_parse_sizes(const char *line, heco_exec_sizes *out, char why[HECO_EXEC_WHY]) {
    const char *at = line, *word, *value;
    uint64_t    number[4];
    size_t      length = exec_answer_word(&at, &word);
    memset(out, 0, sizeof *out);
    out->tolerance = 1e-4;
    if (!exec_answer_is(word, length, "heco"))
        return exec_answer_no(why, "the first line must be 'heco 1 n NG NH'");
    for (int i = 0; i < 4; i++) {
        length = exec_answer_word(&at, &word);
        if (!exec_answer_whole(word, length, &number[i]))
            return exec_answer_no(why, "four whole numbers must follow 'heco': 1 n NG NH");
    }
    if (number[0] != HECO_EXEC_VERSION)
        return exec_answer_no(why, "this heco speaks version %d of the protocol only",
                              HECO_EXEC_VERSION);
    if (number[1] == 0) return exec_answer_no(why, "a problem needs at least one variable");
    if (number[1] > EXEC_ANSWER_MOST || number[2] > EXEC_ANSWER_MOST ||
        number[3] > EXEC_ANSWER_MOST)
        return exec_answer_no(why, "at most %d variables or constraints are possible",
                              EXEC_ANSWER_MOST);
    out->n = (size_t)number[1], out->ng = (size_t)number[2], out->nh = (size_t)number[3];
    while ((length = exec_answer_word(&at, &word)) > 0) {
        if (exec_answer_is(word, length, "maximise") || exec_answer_is(word, length, "maximize"))
            out->maximise = 1;
        else if ((value = exec_answer_value(word, length, "tolerance=")) != NULL) {
            if (!heco_number_read(value, length - 10, &out->tolerance) ||
                !(out->tolerance >= 0.0 && isfinite(out->tolerance)))
                return exec_answer_no(why, "tolerance=T needs a number, 0 or more");
        } else if ((value = exec_answer_value(word, length, "batch=")) != NULL) {
            if (!exec_answer_whole(value, length - 6, &number[0]) || number[0] == 0)
                return exec_answer_no(why, "batch=N needs a whole number, 1 or more");
            out->batch = (size_t)number[0];
        } else
            return exec_answer_no(why, "after the sizes only 'maximise', 'tolerance=T' and "
                                       "'batch=N' may follow");
    }
    return 1;
}

int heco_exec_parse_variable(const char *line, heco_exec_variable *out, char why[HECO_EXEC_WHY]) {
    const char *at = line, *word, *value;
    double      bound[2];
    size_t      length;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 2; i++) {
        length = exec_answer_word(&at, &word);
        if (!heco_number_read(word, length, &bound[i]))
            return exec_answer_no(why, "a line 'lower upper [integer]' is wanted here");
    }
    out->lower = bound[0], out->upper = bound[1];
    if (!isfinite(bound[0]) || !isfinite(bound[1]) || bound[0] > bound[1])
        return exec_answer_no(why, "the bounds must be finite, the lower not above the upper");
    while ((length = exec_answer_word(&at, &word)) > 0) {
        if (exec_answer_is(word, length, "integer"))
            out->integer = 1;
        else if ((value = exec_answer_value(word, length, "start=")) != NULL) {
            if (!heco_number_read(value, length - 6, &out->start) ||
                !(out->start >= out->lower && out->start <= out->upper))
                return exec_answer_no(why, "start= needs a number between the bounds");
            out->has_start = 1;
        } else if ((value = exec_answer_value(word, length, "name=")) != NULL) {
            if (length - 5 >= HECO_EXEC_NAME)
                return exec_answer_no(why, "a name has at most %d characters", HECO_EXEC_NAME - 1);
            memcpy(out->name, value, length - 5);
        } else
            return exec_answer_no(
                why, "after the bounds only 'integer', 'start=V' and 'name=WORD' may follow");
    }
    return 1;
}

int heco_exec_parse_answer(const char *line, heco_exec_answer *out, double *values, size_t count,
                           char why[HECO_EXEC_WHY]) {
    const char *at     = line, *word;
    size_t      length = exec_answer_word(&at, &word);
    if (!exec_answer_whole(word, length, &out->id))
        return exec_answer_no(why, "an answer 'ID ok f ..' or 'ID fail words' is wanted; print "
                                   "anything else to standard error");
    length     = exec_answer_word(&at, &word);
    out->ok    = exec_answer_is(word, length, "ok");
    out->words = "";
    if (!out->ok && !exec_answer_is(word, length, "fail"))
        return exec_answer_no(why, "'ok' or 'fail' must follow the ID");
    if (!out->ok) {
        exec_answer_word(&at, &out->words);
        return 1;
    }
    size_t got = 0;
    double value;
    while ((length = exec_answer_word(&at, &word)) > 0) {
        if (!heco_number_read(word, length, &value))
            return exec_answer_no(why, "'%.*s' is not a number", length < 40 ? (int)length : 40,
                                  word);
        if (got < count) values[got] = value;
        got++;
    }
    if (got != count)
        return exec_answer_no(why, "%zu numbers came, %zu are wanted: f and %zu constraints", got,
                              count, count - 1);
    return 1;
}

size_t heco_exec_write_point(char *out, uint64_t id, const double *x, size_t n) {
    size_t used = heco_whole_text(out, id);
    for (size_t j = 0; j < n; j++) {
        out[used++] = ' ';
        used += heco_number_text(out + used, x[j]);
    }
    out[used++] = '\n';
    return used;
}

void heco_exec_quote(char *out, size_t size, const char *line, size_t length) {
    size_t room = size - 1, used = 0;
    while (length > 0 && exec_answer_blank(line[length - 1])) length--;
    for (size_t i = 0; i < length; i++) {
        if (used + 1 > room) {
            if (room >= 3) memcpy(out + room - 3, "...", 3);
            break;
        }
        unsigned char c = (unsigned char)line[i];
        out[used++]     = c >= 32 && c < 127 ? (char)c : '?';
    }
    out[used] = '\0';
}
