#include "models/nl/nl_reader.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/number_text.h"

/* Reads a number of `count` bytes in the order of this machine. Returns 0 and sets r->ended at the
 * end of the file. */
static int nl_reader_bytes(heco_nl_reader *r, void *out, size_t count) {
    unsigned char *bytes = out;
    size_t         got   = fread(out, 1, count, r->file);
    r->place += (long)got;
    if (got < count) {
        r->ended = 1;
        return 0;
    }
    for (size_t i = 0; r->swap && i < count / 2; i++) {
        unsigned char byte   = bytes[i];
        bytes[i]             = bytes[count - 1 - i];
        bytes[count - 1 - i] = byte;
    }
    return 1;
}

int heco_nl_text(FILE *file, char *text, size_t size) {
    size_t used = 0;
    int    c, last = 0, stray = 0;
    for (; (c = fgetc(file)) != EOF && c != '\n'; last = c) {
        stray |= last == '\r' || c == '\0';
        if (used < size - 1)
            text[used++] = (char)(c != '\0' ? c : ' '); /* a NUL must not end the text */
    }
    text[used] = '\0';
    return c == EOF ? 0 : stray ? -1 : 1;
}

/* Reads the next line into r->text. Returns 0 at the end of the file; a last line without a newline
 * is refused, because its number may lack digits. */
static int nl_reader_line(heco_nl_reader *r) {
    int found = heco_nl_text(r->file, r->text, sizeof r->text);
    r->place++;
    r->at = r->text;
    if (found == 0) r->ended = 1;
    if (found < 0) r->text[0] = '\0'; /* every read of it fails */
    return found != 0;
}

int heco_nl_letter(heco_nl_reader *r) {
    unsigned char byte;
    if (r->binary) return nl_reader_bytes(r, &byte, 1) ? byte : EOF;
    if (!nl_reader_line(r)) return EOF;
    return *r->at != '\0' ? (unsigned char)*r->at++ : '\n';
}

int heco_nl_group(heco_nl_reader *r) { return r->binary || nl_reader_line(r); }

/* Moves to the next word of the line and returns its length, or 0. */
static size_t nl_reader_word(heco_nl_reader *r) {
    if (r->ended) return 0;
    r->at += strspn(r->at, " \t");
    return strcspn(r->at, " \t\r#");
}

/* Reads an integer from the current line. Returns 0 if the next word is not one. */
static int nl_reader_text_int(heco_nl_reader *r, long *value) {
    size_t length = nl_reader_word(r), k = length > 0 && r->at[0] == '-';
    long   sum = 0;
    if (k == length) return 0;
    for (size_t i = k; i < length; i++) {
        if (r->at[i] < '0' || r->at[i] > '9' || sum > (INT_MAX - 9) / 10) return 0;
        sum = 10 * sum + (r->at[i] - '0');
    }
    *value = k > 0 ? -sum : sum;
    r->at += length;
    return 1;
}

int heco_nl_int(heco_nl_reader *r, long *value) {
    int32_t number;
    if (!r->binary) return nl_reader_text_int(r, value);
    if (!nl_reader_bytes(r, &number, sizeof number)) return 0;
    *value = number;
    return 1;
}

int heco_nl_short(heco_nl_reader *r, long *value) {
    int16_t number;
    if (!r->binary) return nl_reader_text_int(r, value);
    if (!nl_reader_bytes(r, &number, sizeof number)) return 0;
    *value = number;
    return 1;
}

int heco_nl_real(heco_nl_reader *r) {
    if (r->binary) return nl_reader_bytes(r, &r->value, sizeof r->value) && !isnan(r->value);
    size_t length = nl_reader_word(r);
    if (length == 0 || !heco_number_read(r->at, length, &r->value)) return 0;
    r->at += length;
    return !isnan(r->value);
}

/* Copies the next word of the current line to r->name, cut to its size. */
static int nl_reader_text_name(heco_nl_reader *r) {
    size_t length = nl_reader_word(r);
    if (length == 0) return 0;
    if (length >= sizeof r->name) length = sizeof r->name - 1;
    memcpy(r->name, r->at, length);
    r->name[length] = '\0';
    return 1;
}

int heco_nl_name(heco_nl_reader *r) {
    long length;
    if (!r->binary) return nl_reader_text_name(r);
    if (!heco_nl_int(r, &length) || length <= 0 || length >= (long)sizeof r->name) return 0;
    int swap                   = r->swap;
    r->swap                    = 0;
    int good                   = nl_reader_bytes(r, r->name, (size_t)length);
    r->swap                    = swap;
    r->name[good ? length : 0] = '\0';
    return good;
}
