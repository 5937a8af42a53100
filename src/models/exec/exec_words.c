#include "models/exec/exec_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int heco_exec_refuse(char why[HECO_EXEC_WHY], const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(why, HECO_EXEC_WHY, format, args);
    va_end(args);
    return 0;
}

int heco_exec_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

size_t heco_exec_word(const char **at, const char **word) {
    const char *c = *at;
    while (heco_exec_is_blank(*c)) c++;
    *word = c;
    while (*c != '\0' && !heco_exec_is_blank(*c)) c++;
    *at = c;
    return (size_t)(c - *word);
}

int heco_exec_is(const char *word, size_t length, const char *text) {
    return length == strlen(text) && memcmp(word, text, length) == 0;
}

/* strtoull() is not used, because it accepts signs and blanks. */
int heco_exec_read_integer(const char *word, size_t length, uint64_t *value) {
    uint64_t v = 0;
    if (length == 0 || length > 19) return 0;
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9') return 0;
        v = v * 10 + (uint64_t)(word[i] - '0');
    }
    *value = v;
    return 1;
}

const char *heco_exec_value(const char *word, size_t length, const char *key) {
    size_t k = strlen(key);
    return length > k && memcmp(word, key, k) == 0 ? word + k : NULL;
}
