/* Parsing of numbers and lists, and "did you mean". */
#ifndef HECO_BASE_TEXT_H
#define HECO_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "heco/status.h" /* heco_text_nearest */

/* The whole text is a number (blanks around it allowed): 1 and the value, else 0. */
int heco_text_double(const char *text, double *value);
int heco_text_uint64(const char *text, uint64_t *value); /* also "2e5" when it is whole */
/* Edit distance with transpositions, case ignored. */
size_t heco_text_distance(const char *a, const char *b);

#endif
