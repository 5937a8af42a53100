#include "cli/json.h"

#include <inttypes.h>
#include <math.h>

json json_start(FILE *file) { return (json){.file = file}; }

static void json_string(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(file, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", file);
        else if (c == '\t')
            fputs("\\t", file);
        else if (c < 0x20 || c == 0x7f)
            fprintf(file, "\\u%04x", c);
        else
            fputc(c, file);
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
    if (text == NULL)
        fputs("null", out->file);
    else
        json_string(out->file, text);
}

void json_real(json *out, const char *key, double value) {
    json_begin(out, key);
    if (isfinite(value))
        fprintf(out->file, "%.17g", value);
    else
        fputs("null", out->file);
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
