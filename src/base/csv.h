/* Comma-separated values as in RFC 4180, but with plain newlines. */
#ifndef HECO_BASE_CSV_H
#define HECO_BASE_CSV_H

#include <stdio.h>

/* One field, quoted only where CSV needs it. */
void heco_csv_put(FILE *file, const char *text);

#endif
