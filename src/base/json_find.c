#include "base/json_find.h"

#include <stdint.h>
#include <string.h>

#include "base/number_text.h"

enum { JSON_FIND_DEPTH = 64 }; /* deepest nesting, so that a hostile file cannot end the stack */

typedef struct {
    const char      *at;
    heco_json_value *out;
} json_find_reader;

static int json_find_value(json_find_reader *r, const char *path, int depth);

static void json_find_keep(json_find_reader *r, heco_json_kind kind) {
    r->out->kind = kind;
    r->out->count++;
}

static void json_find_blanks(json_find_reader *r) { r->at += strspn(r->at, " \t\r\n"); }

/* Skips a string. Sets its first byte and its length without the quotes. */
static int json_find_string(json_find_reader *r, const char **begin, size_t *length) {
    if (*r->at != '"') return 0;
    *begin = ++r->at;
    for (; *r->at != '"'; r->at++) {
        if (*r->at == '\\') r->at++;
        if ((unsigned char)*r->at < ' ') return 0; /* also the end of the text */
    }
    *length = (size_t)(r->at++ - *begin);
    return 1;
}

/* Returns the rest of the path if its first part is that name, else NULL. A name with escapes is
 * compared as it is written. */
static const char *json_find_enter(const char *path, const char *name, size_t length) {
    if (path == NULL || strncmp(path, name, length) != 0) return NULL;
    return path[length] == '.' ? path + length + 1 : path[length] == '\0' ? path + length : NULL;
}

/* Reads the elements of an object or array up to its end. */
static int json_find_elements(json_find_reader *r, const char *path, int depth, char end) {
    char position[HECO_NUMBER_TEXT];
    r->at++;
    json_find_blanks(r);
    if (*r->at == end) return r->at++, 1;
    for (uint64_t i = 0;; i++) {
        const char *name   = position;
        size_t      length = heco_integer_text(position, i);
        json_find_blanks(r);
        if (end == '}') {
            if (!json_find_string(r, &name, &length)) return 0;
            json_find_blanks(r);
            if (*r->at++ != ':') return 0;
        }
        if (!json_find_value(r, json_find_enter(path, name, length), depth + 1)) return 0;
        json_find_blanks(r);
        if (*r->at == end) return r->at++, 1;
        if (*r->at++ != ',') return 0;
    }
}

/* Reads a number, or null, true, false, NaN or Infinity, which Python writes. */
static int json_find_word(json_find_reader *r, const char *path) {
    static const char *const words[] = {"null", "true", "false", "NaN", "Infinity", "-Infinity"};
    int                      here    = path != NULL && *path == '\0';
    size_t                   length  = strspn(r->at, "+-0123456789.eE");
    double                   value;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(r->at, words[i], strlen(words[i])) == 0) {
            r->at += strlen(words[i]);
            if (here) json_find_keep(r, HECO_JSON_OTHER);
            return 1;
        }
    if (!heco_number_read(r->at, length, &value)) return 0;
    r->at += length;
    if (here) r->out->number = value, json_find_keep(r, HECO_JSON_NUMBER);
    return 1;
}

/* Reads a value. `path` is the rest of the path, "" if this is the value it names, NULL if it is
 * elsewhere. Returns 0 if it is not JSON. */
static int json_find_value(json_find_reader *r, const char *path, int depth) {
    const char *text;
    size_t      length;
    json_find_blanks(r);
    if (depth > JSON_FIND_DEPTH) return 0;
    if (*r->at != '{' && *r->at != '[' && *r->at != '"') return json_find_word(r, path);
    int here = path != NULL && *path == '\0';
    if (*r->at == '"') {
        if (!json_find_string(r, &text, &length)) return 0;
        if (here) r->out->text = text, r->out->length = length, json_find_keep(r, HECO_JSON_STRING);
        return 1;
    }
    if (here) json_find_keep(r, HECO_JSON_OTHER);
    return json_find_elements(r, path, depth, *r->at == '{' ? '}' : ']');
}

const char *heco_json_find(const char *document, const char *path, heco_json_value *out) {
    json_find_reader r = {.at = document, .out = out};
    *out               = (heco_json_value){.kind = HECO_JSON_NONE};
    if (!json_find_value(&r, path, 0)) return "is not complete JSON";
    json_find_blanks(&r);
    return *r.at == '\0' ? NULL : "has more than one JSON document";
}
