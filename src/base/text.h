/* Parses numbers, finds similar names, and cleans foreign text for messages. */
#ifndef HECO_BASE_TEXT_H
#define HECO_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Parse the whole text as a number, with blanks around it. They return 1, or 0 if it is not one. */
int heco_text_double(const char *text, double *value);
int heco_text_uint64(const char *text, uint64_t *value); /* accepts "2e5", too */
/* Makes text from a file safe to print: line breaks and tabs become blanks. Other control
 * characters (C0, DEL and C1) and bytes that are not UTF-8 become '?'. */
void heco_text_clean(char *text);
/* Writes text from a file in the same way. The character `twice` is written twice; 0: none is. */
void heco_text_write(FILE *out, const char *text, char twice);
/* Returns the code point at `text` and its length in *bytes; 0 bytes if it is not UTF-8 (RFC 3629). */
uint32_t heco_text_code_point(const unsigned char *text, size_t left, size_t *bytes);
/* Returns the number of characters in the first `length` bytes, where the text is UTF-8. */
size_t heco_text_columns(const char *text, size_t length);
/* Returns 1 for C0, DEL and C1. */
int heco_text_is_control(uint32_t point);
/* Returns the edit distance with transpositions, ignoring case. */
size_t heco_text_distance(const char *a, const char *b);
/* Writes the up to three `names` that are most similar to `name` as "a, b or c", cut to `size`; ""
 * if there are no names. heco_fail_name() uses it. */
void heco_text_nearest(char *out, size_t size, const char *name, const char *const *names,
                       size_t count);

/* ---- csv.c ---- */

/* Writes one field without control characters (see heco_text_clean). Quotes it only if CSV needs
 * that. */
void heco_csv_put(FILE *file, const char *text);

#endif
