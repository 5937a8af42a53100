/* Words of a line of the exec: protocol, which come without a NUL of their own. */
#ifndef HECO_MODELS_EXEC_EXEC_WORDS_H
#define HECO_MODELS_EXEC_EXEC_WORDS_H

#include <stddef.h>
#include <stdint.h>

enum { HECO_EXEC_WHY = 160 };

/* Writes `why` and returns 0. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int heco_exec_no(char why[HECO_EXEC_WHY], const char *format, ...);
/* Between words: a blank, a tab, or what is left of another system's newline. */
int heco_exec_blank(char c);
/* The next word: its start and length; 0 at the end of the line. */
size_t heco_exec_word(const char **at, const char **word);
/* Is it that text? */
int heco_exec_is(const char *word, size_t length, const char *text);
/* A whole number without a sign, at most 19 digits. */
int heco_exec_whole(const char *word, size_t length, uint64_t *value);
/* "key=VALUE": the value's place, or NULL. */
const char *heco_exec_value(const char *word, size_t length, const char *key);

#endif
