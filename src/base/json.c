#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/number_text.h"
#include "base/text.h"

enum { JSON_EXACT = 17 }; /* significant digits from which on a number reads back the same */

/* Returns whether a browser could take the character for HTML or the end of a script. */
static int json_is_html(uint32_t point) {
    return point == '<' || point == '>' || point == '&' || point == 0x2028 || point == 0x2029;
}

/* Writes `left` bytes as a JSON string. A byte that is not UTF-8 becomes U+FFFD. */
static void json_string(const heco_json *j, const char *string, size_t left) {
    const unsigned char *text = (const unsigned char *)string;
    fputc('"', j->file);
    while (left > 0) {
        size_t   bytes;
        uint32_t point = heco_text_code_point(text, left, &bytes);
        if (bytes == 0) fputs("\\ufffd", j->file);
        else if (point == '"' || point == '\\') fprintf(j->file, "\\%c", (char)point);
        else if (point == '\n') fputs("\\n", j->file);
        else if (point == '\t') fputs("\\t", j->file);
        else if (heco_text_is_control(point) || (j->html_safe && json_is_html(point)))
            fprintf(j->file, "\\u%04x", (unsigned)point);
        else fwrite(text, 1, bytes, j->file);
        text += bytes > 0 ? bytes : 1;
        left -= bytes > 0 ? bytes : 1;
    }
    fputc('"', j->file);
}

static void json_newline(const heco_json *j) {
    if (!j->compact) fprintf(j->file, "\n%*s", 2 * j->depth, "");
}

/* Writes the comma, line break and key before an element. */
static void json_begin(heco_json *j, const char *key) {
    const char *blank = j->compact ? "" : " ";
    if (j->depth > 0) {
        int level = j->depth - 1;
        if (j->filled[level]) fprintf(j->file, ",%s", j->line[level] ? blank : "");
        if (!j->line[level]) json_newline(j);
        j->filled[level] = 1;
    }
    if (key == NULL) return;
    json_string(j, key, strlen(key));
    fprintf(j->file, ":%s", blank);
}

void heco_json_open(heco_json *j, const char *key, char kind) {
    heco_json_open_line(j, key, kind);
    j->line[j->depth - 1] = 0;
}

void heco_json_open_line(heco_json *j, const char *key, char kind) {
    json_begin(j, key);
    fputc(kind, j->file);
    j->kind[j->depth]   = kind;
    j->line[j->depth]   = 1;
    j->filled[j->depth] = 0;
    j->depth++;
}

void heco_json_close(heco_json *j) {
    j->depth--;
    if (j->filled[j->depth] && !j->line[j->depth]) json_newline(j);
    fputc(j->kind[j->depth] == '{' ? '}' : ']', j->file);
    if (j->depth == 0 && !j->compact) fputc('\n', j->file);
}

void heco_json_text(heco_json *j, const char *key, const char *text) {
    if (text == NULL) heco_json_printed(j, key, "null");
    else heco_json_bytes(j, key, text, strlen(text));
}

void heco_json_bytes(heco_json *j, const char *key, const char *text, size_t length) {
    json_begin(j, key);
    json_string(j, text, length);
}

void heco_json_bool(heco_json *j, const char *key, int value) {
    heco_json_printed(j, key, value ? "true" : "false");
}

void heco_json_count(heco_json *j, const char *key, uint64_t value) {
    json_begin(j, key);
    fprintf(j->file, "%" PRIu64, value);
}

void heco_json_real(heco_json *j, const char *key, double value) {
    heco_json_rounded(j, key, value, JSON_EXACT);
}

void heco_json_reals(heco_json *j, const char *key, const double *values, size_t count) {
    heco_json_rounded_reals(j, key, values, count, JSON_EXACT);
}

void heco_json_rounded(heco_json *j, const char *key, double value, int digits) {
    json_begin(j, key);
    /* Python reads "-0" as the integer 0, which has no sign. */
    if (value == 0.0) fputs(signbit(value) ? "-0.0" : "0", j->file);
    else if (!isfinite(value)) fputs("null", j->file);
    else if (digits < JSON_EXACT) fputs(heco_number_show("%.*g", digits, value).text, j->file);
    else {
        char all[HECO_NUMBER_TEXT];
        heco_number_text(all, value);
        fputs(all, j->file);
    }
}

void heco_json_rounded_reals(heco_json *j, const char *key, const double *values, size_t count,
                             int digits) {
    heco_json_open_line(j, key, '[');
    for (size_t i = 0; i < count; i++) heco_json_rounded(j, NULL, values[i], digits);
    heco_json_close(j);
}

void heco_json_printed(heco_json *j, const char *key, const char *number) {
    json_begin(j, key);
    fputs(number, j->file);
}
