/* Whether a text is one JSON document in UTF-8 (RFC 8259). */
#ifndef HECO_FUZZ_JSON_H
#define HECO_FUZZ_JSON_H

#include <string.h>

enum { JSON_DEPTH = 40 };

static const char *json_blanks(const char *at) { return at + strspn(at, " \t\r\n"); }

static const char *json_digits(const char *at) {
    size_t count = strspn(at, "0123456789");
    return count > 0 ? at + count : NULL;
}

/* Each of these: what follows the thing, or NULL when it is not one. */
static const char *json_number(const char *at) {
    if (*at == '-') at++;
    if (at[0] == '0' && at[1] >= '0' && at[1] <= '9') return NULL;
    at = json_digits(at);
    if (at != NULL && *at == '.') at = json_digits(at + 1);
    if (at != NULL && (*at == 'e' || *at == 'E')) {
        at++;
        if (*at == '+' || *at == '-') at++;
        at = json_digits(at);
    }
    return at;
}

static const char *json_point(const char *at) {
    unsigned char first = (unsigned char)*at++;
    size_t        more  = first < 0x80                     ? 0
                          : first >= 0xc2 && first < 0xe0  ? 1
                          : first >= 0xe0 && first < 0xf0  ? 2
                          : first >= 0xf0 && first <= 0xf4 ? 3
                                                           : 9;
    if (more == 9 || first < 0x20) return NULL;
    for (; more > 0; more--, at++)
        if (((unsigned char)*at & 0xc0) != 0x80) return NULL;
    return at;
}

static const char *json_string(const char *at) {
    if (*at++ != '"') return NULL;
    while (at != NULL && *at != '"') {
        if (*at != '\\')
            at = json_point(at);
        else if (at[1] == 'u')
            at = strspn(at + 2, "0123456789abcdefABCDEF") >= 4 ? at + 6 : NULL;
        else
            at = at[1] != '\0' && strchr("\"\\/bfnrt", at[1]) != NULL ? at + 2 : NULL;
    }
    return at != NULL ? at + 1 : NULL;
}

static const char *json_value(const char *at, int depth);

static const char *json_list(const char *at, char end, int depth) {
    at = json_blanks(at + 1);
    if (*at == end) return at + 1;
    for (;;) {
        if (end == '}') {
            at = json_string(at);
            if (at == NULL || *(at = json_blanks(at)) != ':') return NULL;
            at = json_blanks(at + 1);
        }
        at = json_value(at, depth + 1);
        if (at == NULL) return NULL;
        at = json_blanks(at);
        if (*at == end) return at + 1;
        if (*at != ',') return NULL;
        at = json_blanks(at + 1);
    }
}

static const char *json_value(const char *at, int depth) {
    if (depth > JSON_DEPTH) return NULL;
    if (*at == '{') return json_list(at, '}', depth);
    if (*at == '[') return json_list(at, ']', depth);
    if (*at == '"') return json_string(at);
    if (strncmp(at, "true", 4) == 0 || strncmp(at, "null", 4) == 0) return at + 4;
    if (strncmp(at, "false", 5) == 0) return at + 5;
    return json_number(at);
}

static int is_json(const char *text) {
    const char *end = json_value(json_blanks(text), 0);
    return end != NULL && *json_blanks(end) == '\0';
}

#endif
