/* Regular expressions: POSIX's, or functions that refuse every expression where the C library has
 * none (Windows). */
#ifndef HECO_BASE_EXPRESSION_H
#define HECO_BASE_EXPRESSION_H

#ifndef _WIN32
#include <regex.h>
#else
#include <stdio.h>

typedef struct {
    size_t re_nsub;
} regex_t;
typedef struct {
    int rm_so, rm_eo;
} regmatch_t;
enum { REG_EXTENDED = 1, REG_NEWLINE = 2, REG_NOTBOL = 4, REG_NOMATCH = 1 };

static inline int regcomp(regex_t *regex, const char *text, int flags) {
    (void)text, (void)flags;
    regex->re_nsub = 0;
    return REG_NOMATCH;
}

static inline void regerror(int code, const regex_t *regex, char *out, size_t size) {
    (void)code, (void)regex;
    snprintf(out, size, "heco has no regular expressions on Windows; use key= or json=");
}

static inline int regexec(const regex_t *regex, const char *text, size_t count, regmatch_t *match,
                          int flags) {
    (void)regex, (void)text, (void)flags;
    if (count > 0) match[0] = (regmatch_t){-1, -1};
    return REG_NOMATCH;
}

static inline void regfree(regex_t *regex) { (void)regex; }
#endif

#endif
