/* Comma-separated values as in RFC 4180, but with plain newlines. */
#include "base/text.h"

#include <string.h>


void heco_csv_put(FILE *file, const char *text) {
    int quoted = strpbrk(text, ",\"\n\r") != NULL;
    if (quoted) putc('"', file);
    heco_text_write(file, text, '"');
    if (quoted) putc('"', file);
}
