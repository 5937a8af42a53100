/* Numbers and points as text, for messages and for programs that read them. */
#ifndef HECO_BASE_NUMBER_TEXT_H
#define HECO_BASE_NUMBER_TEXT_H

#include <stddef.h>
#include <stdint.h>

enum { HECO_NUMBER_TEXT = 32 };

/* The number with as few digits as read back to the same bits. Returns the length. */
size_t heco_number_text(char out[HECO_NUMBER_TEXT], double value);

/* A whole number without sign. Returns the length. */
size_t heco_whole_text(char out[HECO_NUMBER_TEXT], uint64_t value);

/* The number that the first `length` characters are, all of them: 1 and the value, else 0. What
 * strtod reads is read, to the same bits. The text must end with a NUL, there or further on. */
int heco_number_read(const char *text, size_t length, double *value);

/* "(width = 1.5, height = 40)", cut with "..." where it does not fit. `names` may be NULL, and
 * so may each of them. */
void heco_point_text(char *out, size_t size, const double *x, size_t n, const char *const *names);

#endif
