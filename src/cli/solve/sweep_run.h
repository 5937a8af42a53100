/* heco solve --sweep: the optimum for a series of limits of one constraint. */
#ifndef HECO_CLI_SOLVE_SWEEP_RUN_H
#define HECO_CLI_SOLVE_SWEEP_RUN_H

#include "cli/solve/solve_run.h"

/* Parses --sweep, searches for every limit and prints the table. Returns the exit code. */
int sweep_run(solve_run *s);

#endif
