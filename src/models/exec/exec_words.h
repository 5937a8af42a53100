/* Words of a line of the exec: protocol. They have no NUL of their own. */
#ifndef HECO_MODELS_EXEC_EXEC_WORDS_H
#define HECO_MODELS_EXEC_EXEC_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "heco/common.h"

enum { HECO_EXEC_WHY = 160 };

/* Writes `why` and returns 0. */
HECO_FORMAT(2, 3)
int heco_exec_refuse(char why[HECO_EXEC_WHY], const char *format, ...);
/* Returns whether the character separates words: blank, tab or carriage return. */
int heco_exec_is_blank(char c);
/* Finds the next word and returns its length, or 0 at the end of the line. */
size_t heco_exec_word(const char **at, const char **word);
/* Returns whether the word is that text. */
int heco_exec_is(const char *word, size_t length, const char *text);
/* Reads an integer without a sign, at most 19 digits. Returns 0 and leaves `value` if the word is
 * not one. */
int heco_exec_read_integer(const char *word, size_t length, uint64_t *value);
/* Returns the value of "key=VALUE", or NULL if the word has another key. */
const char *heco_exec_value(const char *word, size_t length, const char *key);

#endif
