/* Converts numbers and points to text, for messages and for programs that read them. */
#ifndef HECO_BASE_NUMBER_TEXT_H
#define HECO_BASE_NUMBER_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "heco/common.h"

enum { HECO_NUMBER_TEXT = 32 };

/* Writes the number with the fewest digits that read back to the same bits. Returns the length. */
size_t heco_number_text(char out[HECO_NUMBER_TEXT], double value);

/* Writes an unsigned integer. Returns the length. */
size_t heco_integer_text(char out[HECO_NUMBER_TEXT], uint64_t value);

/* Parses the first `length` characters as a number, like strtod() and to the same bits. Returns 1,
 * or 0 if they are not exactly one number. The text must contain a NUL there or later. */
int heco_number_read(const char *text, size_t length, double *value);

/* The locale of the process may write 0,5 for 0.5 (LC_NUMERIC); a library cannot choose it. What
 * programs read is written and parsed by these functions, which use a point in every locale. */

/* Parses the number at the beginning of `text` and sets *end to what follows, as strtod() does. */
double heco_number_scan(const char *text, char **end);

/* Writes one number with a format of printf, as snprintf() does. Returns the length that was
 * written, less than `size`. */
size_t heco_number_format(char *out, size_t size, const char *format, ...) HECO_FORMAT(3, 4);

/* Text of one number as an argument of printf: heco_number_show("%.4f", value).text. */
typedef struct {
    char text[48];
} heco_number_shown;
heco_number_shown heco_number_show(const char *format, ...) HECO_FORMAT(1, 2);

/* Writes "(width = 1.5, height = 40)", cut with "..." if it does not fit. `names` and each of its
 * entries may be NULL. */
void heco_point_text(char *out, size_t size, const double *x, size_t n, const char *const *names);

#endif
