/* Texts on a terminal that is narrower than their lines. */
#ifndef HECO_CLI_FOLD_H
#define HECO_CLI_FOLD_H

#include <stdio.h>

typedef struct { /* a text that is collected before it is written to a terminal */
    FILE  *to, *copy;
    char  *text;
    size_t size;
    int    columns;
} fold;

/* Returns the stream to write the text to: memory if `to`, of that descriptor, is a terminal;
 * otherwise, and without memory, `to` itself. */
FILE *fold_open(fold *f, FILE *to, int descriptor);
/* Writes the text to the terminal as fold_write() does. Returns 0, or -1 if memory was too small
 * for it and nothing is written. */
int fold_close(fold *f);
/* Writes the text and breaks lines that are longer than `columns` between words. The rest of such a
 * line is indented like the text after the label of the line. */
void fold_write(FILE *out, const char *text, int columns);

#endif
