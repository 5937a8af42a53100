/* Comma-separated values as in RFC 4180, but with plain newlines. */
#ifndef HECO_BASE_CSV_H
#define HECO_BASE_CSV_H

#include <stdio.h>

/* Writes one field without control characters (see heco_text_clean). Quotes it only if CSV needs
 * that. */
void heco_csv_put(FILE *file, const char *text);

#endif
