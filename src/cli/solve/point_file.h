/* Reads points from CSV, one per line. Blank lines and lines that start with # are skipped.
 *
 * The first line may be a header. If it names every variable of the problem, columns are matched by
 * name; the columns f and those named like constraints hold values, as heco eval writes them, and
 * other columns are ignored. Otherwise there must be n columns, and a column that names a
 * variable must be at the position of that variable. */
#ifndef HECO_CLI_SOLVE_POINT_FILE_H
#define HECO_CLI_SOLVE_POINT_FILE_H

#include "heco/problem.h"

typedef struct {
    size_t  n, count;
    double *x;     /* row i starts at x + i * n */
    size_t  m;     /* 1 + ng + nh */
    double *value; /* f, g and h of row i start at value + i * m, NAN where a field is not a number;
                    * NULL: the header does not name f and every constraint */
    size_t lacks;  /* the first of these m values that the header does not name; m: none */
} points;

/* Reads a file, or standard input for "-". Returns -1 on success, else prints a message and returns
 * the exit code. */
int point_file_read(points *out, const char *path, const heco_problem *problem);
/* Returns the first variable of a point outside its bounds or not integer where it must be; n:
 * none. */
size_t point_file_outside(const heco_space *space, const double *x);
/* Prints on standard error how many points lie outside the bounds, followed by `consequence`. */
void point_file_warn(const points *p, const heco_problem *problem, const char *consequence);
void point_file_free(points *out);

#endif
