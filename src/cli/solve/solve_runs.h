/* Several runs of one search: heco solve --runs. */
#ifndef HECO_CLI_SOLVE_SOLVE_RUNS_H
#define HECO_CLI_SOLVE_SOLVE_RUNS_H

#include "cli/solve/solve_run.h"

/* As solve_run_run(), for several runs. */
int runs_search(search *s);

#endif
