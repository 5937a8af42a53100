#include "models/exec/exec_answer.h"

#include <math.h>
#include <string.h>

#include "base/number_text.h"
#include "models/exec/exec_words.h"

int heco_exec_parse_answer(const char *line, heco_exec_answer *out, double *values, size_t count,
                           char why[HECO_EXEC_WHY]) {
    const char *at     = line, *word;
    size_t      length = heco_exec_word(&at, &word);
    out->got           = 0;
    if (!heco_exec_read_integer(word, length, &out->id))
        return heco_exec_refuse(
            why, "expected 'ID ok f ..' or 'ID fail words'; print other text to standard error");
    length       = heco_exec_word(&at, &word);
    out->partial = heco_exec_is(word, length, "partial");
    out->ok      = out->partial || heco_exec_is(word, length, "ok");
    out->words   = "";
    if (!out->ok && !heco_exec_is(word, length, "fail"))
        return heco_exec_refuse(why, "'ok', 'partial' or 'fail' must follow the ID");
    if (!out->ok) {
        heco_exec_word(&at, &out->words);
        return 1;
    }
    size_t got = 0;
    double value;
    while ((length = heco_exec_word(&at, &word)) > 0) {
        if (!heco_number_read(word, length, &value))
            return heco_exec_refuse(why, "'%.*s' is not a number", length < 40 ? (int)length : 40,
                                    word);
        if (got < count) values[got] = value;
        got++;
    }
    out->got = got;
    if (got != count)
        return heco_exec_refuse(why, "expected %zu numbers (f and %zu constraints), got %zu", count,
                                count - 1, got);
    return 1;
}

/* Writes the word of a category; its value is its position, from 1. */
static size_t exec_answer_write_word(char *out, const heco_choice *c, double x) {
    double last = (double)(c->count - 1), at = fmin(fmax(rint(x) - 1.0, 0.0), last);
    size_t length = strlen(c->labels[(size_t)at]);
    memcpy(out, c->labels[(size_t)at], length);
    return length;
}

size_t heco_exec_write_point(char *out, uint64_t id, const double *x, size_t n,
                             const heco_choice *choices) {
    size_t used = heco_integer_text(out, id);
    for (size_t j = 0; j < n; j++) {
        out[used++] = ' ';
        if (choices != NULL && choices[j].labels != NULL)
            used += exec_answer_write_word(out + used, &choices[j], x[j]);
        else used += heco_number_text(out + used, x[j]);
    }
    out[used++] = '\n';
    return used;
}

void heco_exec_quote(char *out, size_t size, const char *line, size_t length) {
    size_t room = size - 1, used = 0;
    while (length > 0 && heco_exec_is_blank(line[length - 1])) length--;
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

void heco_exec_quote_last(char *out, size_t size, const char *text, size_t length) {
    size_t begin;
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) length--;
    for (begin = length; begin > 0 && text[begin - 1] != '\n';) begin--;
    heco_exec_quote(out, size, text + begin, length - begin);
}
