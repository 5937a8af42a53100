/* Several runs with consecutive seeds: heco solve --runs. */
#ifndef HECO_CLI_SOLVE_SOLVE_RUNS_H
#define HECO_CLI_SOLVE_SOLVE_RUNS_H

#include "cli/solve/solve_run.h"

/* Does the work of solve_run_minimize() for several runs. */
int solve_runs_minimize(solve_run *s);

#endif
