/* Where a command prints: standard output, or a file that appears complete or not at all. */
#ifndef HECO_CLI_OUTPUT_H
#define HECO_CLI_OUTPUT_H

#include <stdio.h>

typedef struct {
    FILE *file;
    char *path, *temporary; /* NULL for standard output */
} output;

/* `path` NULL: standard output. Both return -1, or the exit code after saying why. */
int output_open(output *out, const char *path);
/* Flushes, and gives the file its name. */
int output_commit(output *out);
/* Instead of commit: nothing is left behind. */
void output_drop(output *out);

#endif
