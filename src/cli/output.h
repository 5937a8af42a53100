/* The output of a command: standard output, or a file that appears complete or not at all. Devices,
 * pipes and links such as /dev/null are written directly. */
#ifndef HECO_CLI_OUTPUT_H
#define HECO_CLI_OUTPUT_H

#include "base/file.h"

typedef heco_file output; /* path NULL: standard output */

/* If `path` is NULL or "-", the output is standard output. The functions except for output_drop()
 * return -1 on success, else they print a message and return the exit code. output_check() tests
 * before a search that the file can be written. */
int output_check(const char *path);
int output_open(output *out, const char *path);
/* Flushes the file and gives it its name. */
int output_commit(output *out);
/* Removes the file instead. */
void output_drop(output *out);

#endif
