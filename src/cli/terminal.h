/* The terminal that a stream of the command is connected to, if any. */
#ifndef HECO_CLI_TERMINAL_H
#define HECO_CLI_TERMINAL_H

#include <stdio.h>

/* Returns 1 if the stream is a terminal that can move the cursor. */
int terminal_is_smart(int descriptor);
/* Returns 1 for such a terminal unless the environment has NO_COLOR, which no-color.org defines. */
int terminal_shows_colours(int descriptor);
/* Returns the number of columns; `otherwise` if the stream is no terminal or does not say. */
int terminal_columns(int descriptor, int otherwise);

/* ---- fold.c ---- */

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
