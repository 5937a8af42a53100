/* Texts on a terminal that is narrower than their lines. */
#ifndef HECO_CLI_FOLD_H
#define HECO_CLI_FOLD_H

#include <stdio.h>

/* Writes the text and breaks lines that are longer than `columns` between words. The rest of such a
 * line is indented like the text after the label of the line. */
void fold_write(FILE *out, const char *text, int columns);

#endif
