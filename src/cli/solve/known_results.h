/* Reads the best points of a results database for --known. */
#ifndef HECO_CLI_SOLVE_KNOWN_RESULTS_H
#define HECO_CLI_SOLVE_KNOWN_RESULTS_H

#include "cli/solve/point_file.h"

/* Returns 1 if the file is an SQLite database. */
int known_results_match(const char *path);
/* Reads the final points of the runs on this problem, the best first and each once, at most `most`;
 * out->value has f of each if the problem has no constraints, else NULL, because a database stores
 * no values of constraints. Returns -1 on success, else prints a message and returns the exit
 * code. */
int known_results_read(points *out, const char *path, const heco_problem *problem, size_t most);

#endif
