#include "base/csv.h"

#include <string.h>

#include "base/text.h"

void heco_csv_put(FILE *file, const char *text) {
    int quoted = strpbrk(text, ",\"\n\r") != NULL;
    if (quoted) putc('"', file);
    heco_text_write(file, text, '"');
    if (quoted) putc('"', file);
}
