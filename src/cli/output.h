/* Where a command prints: standard output, or a file that appears complete or not at all.
 * Devices, pipes and links such as /dev/null are written to directly. */
#ifndef HECO_CLI_OUTPUT_H
#define HECO_CLI_OUTPUT_H

#include "base/file.h"

typedef heco_file output; /* path NULL: standard output */

/* `path` NULL or "-": standard output. All but drop return -1, or the exit code after saying
 * why. Check, before long work: could the file be written? */
int output_check(const char *path);
int output_open(output *out, const char *path);
/* Flushes, and gives the file its name. */
int output_commit(output *out);
/* Instead of commit: nothing is left behind. */
void output_drop(output *out);

#endif
