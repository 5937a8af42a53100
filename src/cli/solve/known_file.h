/* Reads designs with values for --known: a table, or the journal of an earlier search. */
#ifndef HECO_CLI_SOLVE_KNOWN_FILE_H
#define HECO_CLI_SOLVE_KNOWN_FILE_H

#include "cli/solve/point_file.h"
#include "heco/run.h"

typedef struct {
    heco_known view; /* of the arrays below                                                  */
    double    *x, *f, *g, *h;
} known_designs;

/* Reads a file. Designs without values or outside the bounds are left out, with a line on standard
 * error unless `quiet`. Returns -1 on success, else prints a message and returns the exit code. */
int known_file_read(known_designs *out, const char *path, const heco_problem *problem, int quiet);
/* Takes points that were read with values in the same way. */
int known_file_take(known_designs *out, const points *from, const heco_problem *problem, int quiet);
void known_file_free(known_designs *out);

/* ---- known_results.c ---- */

/* Returns 1 if the file is an SQLite database. */
int known_results_match(const char *path);
/* Reads the final points of the runs on this problem, the best first and each once, at most `most`;
 * out->value has f of each if the problem has no constraints, else NULL, because a database stores
 * no values of constraints. Returns -1 on success, else prints a message and returns the exit
 * code. */
int known_results_read(points *out, const char *path, const heco_problem *problem, size_t most);

#endif
