/* Several runs of one search: heco solve --runs. */
#ifndef HECO_CLI_SOLVE_RUNS_H
#define HECO_CLI_SOLVE_RUNS_H

#include "cli/solving.h"

/* As solving_run(), for several runs. */
int runs_search(search *s);

#endif
