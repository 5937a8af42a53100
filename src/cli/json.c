#include "cli/json.h"

#include <inttypes.h>
#include <math.h>

json json_start(FILE *file) { return (json){.file = file}; }

/* Bytes of the UTF-8 sequence at `text`, 0 when it is none: file names may hold anything. */
static size_t json_utf8(const unsigned char *text) {
    size_t        more = text[0] < 0x80                       ? 0
                         : text[0] >= 0xc2 && text[0] < 0xe0  ? 1
                         : text[0] >= 0xe0 && text[0] < 0xf0  ? 2
                         : text[0] >= 0xf0 && text[0] <= 0xf4 ? 3
                                                              : 4;
    unsigned char low  = text[0] == 0xe0 ? 0xa0 : text[0] == 0xf0 ? 0x90 : 0x80;
    unsigned char high = text[0] == 0xed ? 0x9f : text[0] == 0xf4 ? 0x8f : 0xbf;
    if (more == 4) return 0;
    for (size_t k = 1; k <= more; k++) {
        if (text[k] < low || text[k] > high) return 0;
        low = 0x80, high = 0xbf;
    }
    return more + 1;
}

static void json_string(FILE *file, const char *string) {
    const unsigned char *text = (const unsigned char *)string;
    fputc('"', file);
    while (*text != '\0') {
        size_t bytes = json_utf8(text);
        if (bytes == 0) fputs("\\ufffd", file);
        else if (*text == '"' || *text == '\\') fprintf(file, "\\%c", *text);
        else if (*text == '\n') fputs("\\n", file);
        else if (*text == '\t') fputs("\\t", file);
        else if (*text < 0x20 || *text == 0x7f) fprintf(file, "\\u%04x", *text);
        else fwrite(text, 1, bytes, file);
        text += bytes > 0 ? bytes : 1;
    }
    fputc('"', file);
}

/* What comes before an element: comma, line, key. */
static void json_begin(json *out, const char *key) {
    if (out->depth > 0) {
        int  level = out->depth - 1;
        char kind  = out->kind[level];
        if (out->filled[level]) fputs(kind == '(' ? ", " : ",", out->file);
        if (kind != '(') fprintf(out->file, "\n%*s", 2 * out->depth, "");
        out->filled[level] = 1;
    }
    if (key != NULL) {
        json_string(out->file, key);
        fputs(": ", out->file);
    }
}

void json_open(json *out, const char *key, char kind) {
    json_begin(out, key);
    fputc(kind == '{' ? '{' : '[', out->file);
    out->kind[out->depth]   = kind;
    out->filled[out->depth] = 0;
    out->depth++;
}

void json_close(json *out) {
    out->depth--;
    char kind = out->kind[out->depth];
    if (out->filled[out->depth] && kind != '(') fprintf(out->file, "\n%*s", 2 * out->depth, "");
    fputc(kind == '{' ? '}' : ']', out->file);
    if (out->depth == 0) fputc('\n', out->file);
}

void json_text(json *out, const char *key, const char *text) {
    json_begin(out, key);
    if (text == NULL) fputs("null", out->file);
    else json_string(out->file, text);
}

void json_real(json *out, const char *key, double value) {
    json_begin(out, key);
    if (isfinite(value)) fprintf(out->file, "%.17g", value);
    else fputs("null", out->file);
}

void json_count(json *out, const char *key, uint64_t value) {
    json_begin(out, key);
    fprintf(out->file, "%" PRIu64, value);
}

void json_bool(json *out, const char *key, int value) {
    json_begin(out, key);
    fputs(value ? "true" : "false", out->file);
}

void json_reals(json *out, const char *key, const double *values, size_t count) {
    json_open(out, key, '(');
    for (size_t i = 0; i < count; i++) json_real(out, NULL, values[i]);
    json_close(out);
}
