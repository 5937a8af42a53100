/* Points as CSV: one per line, blank lines and lines that start with # left out.
 *
 * The first line may be a header. When it names every variable of the problem, the columns
 * are taken by name and others are ignored; otherwise there must be n columns, and those that
 * name a variable must be in its place. */
#ifndef HECO_CLI_SOLVE_POINT_FILE_H
#define HECO_CLI_SOLVE_POINT_FILE_H

#include "heco/problem.h"

typedef struct {
    size_t  n, count;
    double *x; /* row i starts at x + i * n */
} points;

/* Reads a file, or standard input for "-". Returns -1, or the exit code after saying why. */
int  point_file_read(points *out, const char *path, const heco_problem *problem);
/* Says on standard error how many lie outside the bounds of the model, and what becomes of them. */
void point_file_warn(const points *p, const heco_problem *problem, const char *what);
void point_file_free(points *out);

#endif
