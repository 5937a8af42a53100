/* heco solve --slices: f and every constraint along each variable through the answer. */
#ifndef HECO_CLI_SOLVE_SLICES_RUN_H
#define HECO_CLI_SOLVE_SLICES_RUN_H

#include "cli/solve/solve_run.h"

/* Evaluates the slices after the search; does nothing if there is no answer. Returns -1 on success,
 * else prints a message and returns the exit code. */
int slices_run(solve_run *s);

#endif
